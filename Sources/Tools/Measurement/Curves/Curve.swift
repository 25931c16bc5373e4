/// A measurement as a function of the amount of work, which a report shows as a picture.
package struct Curve: Sendable, Encodable {
  /// An axis of the picture.
  package struct Axis: Sendable, Encodable {
    /// The title of the axis.
    package let title: String
    /// The unit of the numbers.
    package let unit: Unit
    /// Whether the axis is logarithmic.
    package let isLogarithmic: Bool

    /// Creates an axis.
    package init(_ title: String, _ unit: Unit, isLogarithmic: Bool = false) {
      self.title = title
      self.unit = unit
      self.isLogarithmic = isLogarithmic
    }
  }

  /// A measured point of a line.
  package struct Point: Sendable, Encodable {
    /// The amount of work.
    package let x: Double
    /// The measurement. The picture shows the median of the measurement, and a band between the quartiles.
    package let y: Distribution

    /// Creates a point.
    package init(_ x: Double, _ y: Distribution) {
      self.x = x
      self.y = y
    }
  }

  /// A line of measured points.
  package struct Line: Sendable, Encodable {
    /// The name of the line.
    package let name: String
    /// The points, from left to right.
    package let points: [Point]

    /// Creates a line.
    package init(_ name: String, _ points: [Point]) {
      self.name = name
      self.points = points
    }
  }

  /// The name of the file with the picture, without its extension.
  package let name: String
  /// The title of the picture.
  package let title: String
  /// The horizontal axis.
  package let horizontal: Axis
  /// The vertical axis.
  package let vertical: Axis
  /// The lines of the picture.
  package let lines: [Line]

  /// Creates a curve.
  package init(_ name: String, title: String, horizontal: Axis, vertical: Axis, lines: [Line]) {
    self.name = name
    self.title = title
    self.horizontal = horizontal
    self.vertical = vertical
    self.lines = lines
  }
}
