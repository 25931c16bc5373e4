/// Where the names of a picture's lines stand: side by side, in as many lines as they need.
struct Legend {
  /// Where each name's sample begins, and in which line.
  private(set) var places: [(left: Double, line: Int)] = []
  /// How many lines there are; none where a single name says nothing.
  private(set) var lines = 0

  /// How long a sample is.
  static let sample = 26.0
  /// About what a letter takes, of a font that nobody knows.
  private static let letter = 7.2
  private static let gap = 22.0

  /// A legend of these names, in so much room.
  init(_ names: [String], width: Double) {
    guard names.count > 1 || names.first?.isEmpty == false else { return }
    var left = 0.0
    lines = 1
    for name in names {
      let needed = Self.sample + 6 + Double(name.count) * Self.letter
      if left > 0, left + needed > width {
        left = 0
        lines += 1
      }
      places.append((left, lines - 1))
      left += needed + Self.gap
    }
  }
}
