import Testing

@testable import Handwriting

@Suite struct RecognitionTests {
  /// The strokes of a template as a hand writes them: larger, slanted, and not quite straight.
  private static func written(_ template: DigitTemplate) -> [[StrokePoint]] {
    template.strokes.map { stroke in
      stroke.enumerated().map { index, point in
        let wobble = index % 2 == 0 ? 4.0 : -4.0
        return StrokePoint(40 + 2 * (point.x + wobble) + (100 - point.y) * 0.25, 10 + 1.7 * (point.y - wobble / 2))
      }
    }
  }

  @Test("A digit is recognized in any size, even if it is slanted", arguments: DigitTemplate.all.indices)
  func recognizes(index: Int) {
    let template = DigitTemplate.all[index]
    #expect(Recognition.digit(of: Self.written(template)) == template.digit)
  }

  @Test("Strokes in the opposite direction do not give the digit")
  func comparesDirections() {
    let seven = DigitTemplate.all.first { $0.digit == 7 }?.strokes ?? []
    #expect(Recognition.digit(of: seven.map { $0.reversed() }) != 7)
  }

  @Test("Every digit has a template")
  func isComplete() {
    #expect(Set(DigitTemplate.all.map(\.digit)) == Set(0...9))
  }

  @Test("No strokes, a point, and strokes that resemble no digit give no digit")
  func refuses() {
    #expect(Recognition.digit(of: []) == nil)
    #expect(Recognition.digit(of: [[]]) == nil)
    #expect(Recognition.digit(of: [[StrokePoint(3, 4)]]) == nil)
    #expect(Recognition.digit(of: [[StrokePoint(0, 0), StrokePoint(100, 0)]]) == nil)
    let zigzag = (0..<9).map { StrokePoint(Double($0) * 12, $0 % 2 == 0 ? 0 : 100) }
    #expect(Recognition.digit(of: [zigzag]) == nil)
  }

  @Test("The recognition ignores an accidental touch beside the digit")
  func ignoresDots() {
    let dot = [StrokePoint(200, 200), StrokePoint(201, 200)]
    let one = [StrokePoint(50, 0), StrokePoint(50, 100)]
    #expect(Recognition.digit(of: [one, dot]) == 1)
  }
}
