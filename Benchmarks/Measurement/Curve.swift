/// How something changes as work grows: for a picture, and as numbers in a report.
package struct Curve: Sendable, Encodable {
  /// What an axis shows.
  package struct Axis: Sendable, Encodable {
    /// Its words.
    package let title: String
    /// What its numbers count.
    package let unit: Unit
    /// Whether equal steps stand for equal factors.
    package let isLogarithmic: Bool

    /// An axis.
    package init(_ title: String, _ unit: Unit, isLogarithmic: Bool = false) {
      self.title = title
      self.unit = unit
      self.isLogarithmic = isLogarithmic
    }
  }

  /// A place on the horizontal axis, and what was measured there.
  package struct Point: Sendable, Encodable {
    /// How much work it was.
    package let x: Double
    /// What it took: drawn as the median, with the quartiles around it.
    package let y: Distribution

    /// A point.
    package init(_ x: Double, _ y: Distribution) {
      self.x = x
      self.y = y
    }
  }

  /// Points that belong together.
  package struct Line: Sendable, Encodable {
    /// What it is a line of.
    package let name: String
    /// Its points, from left to right.
    package let points: [Point]

    /// A line.
    package init(_ name: String, _ points: [Point]) {
      self.name = name
      self.points = points
    }
  }

  /// The word that names its file.
  package let name: String
  /// Its words above.
  package let title: String
  /// From left to right.
  package let horizontal: Axis
  /// Upward.
  package let vertical: Axis
  /// What is drawn.
  package let lines: [Line]

  /// A curve.
  package init(_ name: String, title: String, horizontal: Axis, vertical: Axis, lines: [Line]) {
    self.name = name
    self.title = title
    self.horizontal = horizontal
    self.vertical = vertical
    self.lines = lines
  }
}
