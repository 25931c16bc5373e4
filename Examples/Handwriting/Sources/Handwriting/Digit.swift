/// A point of a stroke. The unit of length does not matter, because the recognition scales all digits to the same size.
struct StrokePoint: Hashable {
  var x: Double
  var y: Double

  init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  func distance(to other: StrokePoint) -> Double {
    ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
  }
}

/// A digit with its strokes, in the order in which people usually write them.
struct DigitTemplate {
  let digit: Int
  /// The strokes, in a square with sides of 100 units.
  let strokes: [[StrokePoint]]

  private init(_ digit: Int, _ strokes: [(Double, Double)]...) {
    self.digit = digit
    self.strokes = strokes.map { stroke in stroke.map { StrokePoint($0.0, $0.1) } }
  }

  /// The templates: one template for each common way to write a digit.
  static let all = [
    DigitTemplate(
      0,
      [
        (50, 0), (28, 8), (14, 30), (12, 55), (20, 82), (42, 99), (62, 97), (80, 78), (86, 50), (82, 24), (68, 6),
        (50, 0),
      ]),
    DigitTemplate(1, [(50, 0), (50, 33), (50, 66), (50, 100)]),
    DigitTemplate(1, [(25, 28), (50, 0), (50, 50), (50, 100)]),
    DigitTemplate(
      2, [(12, 25), (25, 6), (50, 0), (75, 8), (82, 28), (70, 50), (40, 75), (10, 100), (50, 100), (90, 100)]),
    DigitTemplate(
      3,
      [
        (15, 12), (38, 0), (65, 3), (78, 20), (68, 40), (42, 48), (70, 54), (85, 74), (72, 94), (45, 100), (12, 88),
      ]),
    DigitTemplate(4, [(55, 0), (35, 30), (10, 65), (50, 65), (92, 65)], [(70, 35), (70, 70), (70, 100)]),
    DigitTemplate(4, [(20, 0), (15, 30), (12, 55), (50, 55), (85, 55)], [(70, 5), (70, 50), (70, 100)]),
    DigitTemplate(
      5, [(25, 0), (20, 22), (18, 42), (45, 36), (75, 48), (85, 70), (70, 92), (42, 100), (12, 90)],
      [(25, 0), (55, 0), (85, 0)]),
    DigitTemplate(
      5, [(85, 0), (55, 0), (25, 0), (20, 22), (18, 42), (45, 36), (75, 48), (85, 70), (70, 92), (42, 100), (12, 90)]),
    DigitTemplate(
      6, [(70, 0), (45, 15), (25, 42), (15, 70), (28, 94), (52, 100), (76, 90), (80, 70), (62, 55), (38, 58), (18, 72)]),
    DigitTemplate(7, [(10, 0), (50, 0), (90, 0), (70, 33), (50, 66), (38, 100)]),
    DigitTemplate(7, [(10, 0), (50, 0), (90, 0), (70, 33), (50, 66), (38, 100)], [(30, 55), (55, 52), (80, 50)]),
    DigitTemplate(
      8,
      [
        (78, 12), (52, 0), (26, 10), (24, 30), (50, 46), (76, 62), (80, 86), (52, 100), (22, 88), (24, 64), (50, 46),
        (74, 30),
        (78, 12),
      ]),
    DigitTemplate(
      9, [(78, 18), (55, 0), (28, 8), (18, 30), (32, 50), (58, 48), (78, 18), (78, 45), (74, 72), (66, 100)]),
  ]
}
