/// The layout of a picture's legend: names side by side, in as many lines as needed.
struct Legend {
  /// The position of each name: its left edge and its line.
  private(set) var places: [(left: Double, line: Int)] = []
  /// The number of lines; 0 if there is no name, or if the only name is empty.
  private(set) var lines = 0

  /// The length of the short line, in the curve's color, before the name of each curve.
  static let sample = 26.0
  /// The approximate width of a letter. The exact width is unknown, because the viewer chooses the font.
  private static let letter = 7.2
  private static let gap = 22.0

  /// Lays out names within a width.
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
