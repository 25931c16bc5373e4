/// A point on the letter keys, in a coordinate system in which a key is one unit wide and one unit high.
struct GridPoint: Hashable {
  var x: Double
  var y: Double

  func distance(to other: GridPoint) -> Double {
    ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
  }

  /// Returns a point on the line from this point to another point. If `share` is 0, returns this point; if `share` is
  /// 1, returns the other point.
  func toward(_ other: GridPoint, share: Double) -> GridPoint {
    GridPoint(x: x + (other.x - x) * share, y: y + (other.y - y) * share)
  }
}

/// The positions of the letter keys.
enum LetterGrid {
  /// The letters of each row.
  static let rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"]
  /// The number of keys that fit in a row.
  static let columns = 10

  /// Returns the space before the first key of a row, in widths of a key.
  static func indent(of row: Int) -> Double { Double(columns - rows[row].count) / 2 }

  /// The center of each letter's key.
  static let centers: [Character: GridPoint] = {
    var centers: [Character: GridPoint] = [:]
    for (row, letters) in rows.enumerated() {
      for (column, letter) in letters.enumerated() {
        centers[letter] = GridPoint(x: indent(of: row) + Double(column) + 0.5, y: Double(row) + 0.5)
      }
    }
    return centers
  }()

  /// Returns the letter whose key is nearest to a point.
  static func letter(at point: GridPoint) -> Character? {
    centers.min { ($0.value.distance(to: point), $0.key) < ($1.value.distance(to: point), $1.key) }?.key
  }
}
