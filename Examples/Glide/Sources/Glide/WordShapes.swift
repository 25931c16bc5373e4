/// The words that the user can type by gliding, with their shapes. The shape of a word is the path through its letters.
struct WordShapes {
  private let shapes: [(word: String, points: [GridPoint])]

  /// The number of points that a comparison uses on each shape.
  private static let samples = 24
  /// The largest mean distance, in widths of a key, at which the shape of a word still matches a path.
  private static let tolerance = 0.85
  /// The amount, in widths of a key, that ``matches(_:limit:)`` adds to the mean distance of the rarest word. For a
  /// more frequent word, the function adds less.
  private static let rarity = 0.12

  /// Creates the shapes of the words in a text. The text has one word in each line, the most frequent word first. Skips
  /// lines that begin with #, words of one letter, and words that contain a character other than a to z.
  init(parsing text: String) {
    shapes = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { word in
      let centers = word.compactMap { LetterGrid.centers[$0] }
      guard centers.count == word.count, centers.count > 1 else { return nil }
      return (String(word), Path(centers).resampled(Self.samples))
    }
  }

  /// Returns the words whose shapes are similar to a path, the best match first.
  func matches(_ path: [GridPoint], limit: Int) -> [String] {
    let points = Path(path).resampled(Self.samples)
    guard let start = points.first, let end = points.last else { return [] }
    var found: [(word: String, cost: Double)] = []
    for (rank, shape) in shapes.enumerated() {
      // Require that the ends of the path are near the first and the last letter, because the ends are the most
      // reliable parts of a path.
      guard start.distance(to: shape.points[0]) < 1.2, end.distance(to: shape.points[Self.samples - 1]) < 1.2 else {
        continue
      }
      let total = zip(points, shape.points).reduce(0) { $0 + $1.0.distance(to: $1.1) }
      let mean = total / Double(Self.samples)
      guard mean < Self.tolerance else { continue }
      found.append((shape.word, mean + Self.rarity * Double(rank) / Double(shapes.count)))
    }
    return found.sorted { ($0.cost, $0.word) < ($1.cost, $1.word) }.prefix(limit).map(\.word)
  }
}

/// A line through a sequence of points.
struct Path {
  private let points: [GridPoint]

  init(_ points: [GridPoint]) { self.points = points }

  /// The length of the line.
  var length: Double { zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) } }

  /// Returns points at equal distances along the line. Returns an empty array for a line without points.
  func resampled(_ count: Int) -> [GridPoint] {
    guard let first = points.first else { return [] }
    let step = length / Double(count - 1)
    guard step > 0 else { return Array(repeating: first, count: count) }
    var result = [first]
    var left = step
    for (start, end) in zip(points, points.dropFirst()) {
      let distance = start.distance(to: end)
      var done = 0.0
      while distance - done >= left, result.count < count {
        done += left
        result.append(start.toward(end, share: done / distance))
        left = step
      }
      left -= distance - done
    }
    // Add the last point if the loop missed it because of rounding.
    while result.count < count, let last = points.last { result.append(last) }
    return result
  }
}
