import InputViewModel
import RandomValues
import TestSupport
import Testing

@Suite("Validation of drawings")
struct DrawingValidationTests {
  private static func inputView(_ drawings: [DisplayList.Command]...) -> InputViewTree {
    InputViewTree(
      root: .row(
        drawings.enumerated().map { index, commands in
          .canvas(Canvas("c\(index)", space: CanvasSize(width: 100, height: 50), drawing: DisplayList(commands)))
        }))
  }

  private static func point(_ x: Float, _ y: Float = 0) -> DisplayList.Point { DisplayList.Point(x: x, y: y) }

  private static func rect(_ width: Float) -> DisplayList.Rect {
    DisplayList.Rect(origin: point(0), width: width, height: 1)
  }

  private static func text(_ text: String, size: Float = 17) -> DisplayList.Command {
    .text(DisplayList.Text(text, in: rect(9), fontSize: size))
  }

  @Test(
    "Validation rejects a drawing with an invalid number, text or clip",
    arguments: [
      [.move(point(.nan))], [.line(point(0, .infinity))], [.line(point(-16_385))],
      [.quadCurve(to: point(0), control: point(.nan))],
      [.curve(to: point(0), control1: point(0), control2: point(16_385))],
      [.arc(center: point(0), radius: -1, start: 0, end: 1, clockwise: true)],
      [.arc(center: point(0), radius: 1, start: 17, end: 1, clockwise: true)],
      [.arc(center: point(0), radius: 1, start: 0, end: .nan, clockwise: true)], [.rect(rect(-1), cornerRadius: 0)],
      [.rect(rect(1), cornerRadius: .infinity)], [.stroke(DisplayList.Stroke(width: -1))],
      [.stroke(DisplayList.Stroke(width: .nan))], [text("a", size: 0.5)], [text("a", size: 1_001)],
      [text("a", size: .nan)],
      [text(String(repeating: "a", count: 257))], [text("a" + String(repeating: "\u{301}", count: 31))],
      [.image("", rect(1))], [.image(String(repeating: "a", count: 4_097), rect(1))], [.restore],
      [.save, .restore, .restore], Array(repeating: .save, count: 17), Array(repeating: .close, count: 4_097),
      Array(repeating: .clip, count: 1_025),
    ] as [[DisplayList.Command]])
  func isRefused(commands: [DisplayList.Command]) throws {
    #expect(throws: InputViewError.self) { try Self.inputView(commands).validate() }
    // Validation checks a change of the drawing in the same way as a new input view.
    let change = ElementChange.drawing(identifier: "c0", DisplayList(commands))
    let empty = Self.inputView([])
    #expect(throws: InputViewError.self) { try empty.updated(by: change) }
  }

  @Test("A refusal names the command, the number and its range")
  func namesFault() {
    let faults: [(DisplayList.Command, String)] = [
      (.rect(Self.rect(-1), cornerRadius: 0), "has the width -1.0, not 0.0 to 16384.0"),
      (
        .curve(to: Self.point(0), control1: Self.point(0), control2: Self.point(.nan)),
        "has the x2 nan, not -16384.0 to 16384.0"
      ),
      (
        .arc(center: Self.point(0), radius: 1, start: 0, end: 17, clockwise: true),
        "has the end angle 17.0, not -16.0 to 16.0"
      ),
      (Self.text("a", size: 0), "has the font size 0.0, not 1.0 to 1000.0"),
      (.image("", Self.rect(1)), "draws a picture whose path is empty or too long"),
    ].map { ($0.0, "in the canvas \"c0\", commands[1] \($0.1)") }
    for (command, fault) in faults {
      let error = #expect(throws: InputViewError.self) { try Self.inputView([.close, command]).validate() }
      #expect(error?.description == fault)
    }
  }

  @Test("The limits on commands hold for all canvases of an input view together")
  func totals() throws {
    let half = Array(repeating: DisplayList.Command.close, count: 2_048)
    #expect(throws: Never.self) { try Self.inputView(half, half).validate() }
    #expect(throws: InputViewError.self) { try Self.inputView(half, half, [.close]).validate() }
    let paints = Array(repeating: DisplayList.Command.fill(nil, evenOdd: false), count: 512)
    #expect(throws: Never.self) { try Self.inputView(paints, paints).validate() }
    #expect(throws: InputViewError.self) {
      try Self.inputView(paints, paints).updated(by: [.drawing(identifier: "c1", DisplayList(paints + [.clip]))])
    }
  }

  @Test("A new drawing replaces the old drawing of its canvas and changes nothing else")
  func changes() throws {
    let view = Self.inputView([.close], [.close])
    let drawing = DisplayList([.move(Self.point(1)), .line(Self.point(2)), .stroke(DisplayList.Stroke())])
    let changed = try #require(try view.updated(by: .drawing(identifier: "c1", drawing)))
    #expect(changed.canvases.map(\.drawing) == [DisplayList([.close]), drawing])
    #expect(try view.updated(by: .drawing(identifier: "none", drawing)) == nil)
  }

  @Test(
    "Validation rejects a canvas with an invalid size or a repeated identifier",
    arguments: [
      [Canvas("", space: CanvasSize(width: 1, height: 1))], [Canvas("a", space: CanvasSize(width: 0, height: 1))],
      [Canvas("a", space: CanvasSize(width: 1, height: 4_097))],
      [Canvas("a", space: CanvasSize(width: .nan, height: 1))],
      Array(repeating: Canvas("a", space: CanvasSize(width: 1, height: 1)), count: 2),
    ])
  func invalidCanvas(canvases: [Canvas]) {
    #expect(throws: InputViewError.self) { try InputViewTree(root: .row(canvases.map { .canvas($0) })).validate() }
  }

  @Test("A canvas that gets touches counts as a key, so no key may have the same identifier")
  func touches() throws {
    let canvas = Canvas(
      "pad", space: CanvasSize(width: 1, height: 1), receivesTouches: true, accessibilityLabel: "Writing pad")
    var view = InputViewTree(root: .row([.key(Key("a")), .canvas(canvas)]))
    view.indexKeys()
    #expect(view.keys.map(\.identifier) == ["a", "pad"])
    #expect(view.key("pad")?.getsTouches == true)
    #expect(view.key("Writing pad")?.identifier == "pad")
    #expect(view.index(of: "pad").flatMap { view.key(at: $0) }?.role == .action)
    let twice = InputViewTree(root: .row([.key(Key("pad")), .canvas(canvas)]))
    #expect(throws: InputViewError.self) { try twice.validate() }
  }

  @Test("The validation accepts random drawings that follow the rules", arguments: 0..<50 as Range<UInt64>)
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let drawing = generator.validDrawing()
    #expect(throws: Never.self) { try Self.inputView(drawing.commands).validate() }
  }

  @Test("Two hints at one position and hints that are too long are invalid")
  func hints() {
    let twice = Key("a", hints: [KeyHint("1", at: .top), KeyHint("2", at: .top)])
    let long = Key("a", hints: [KeyHint(InputViewValidationTests.longText, at: .top)])
    for key in [twice, long, Key("a", subtitle: InputViewValidationTests.longText)] {
      #expect(throws: InputViewError.self) { try InputViewTree(root: .key(key)).validate() }
    }
  }

  @Test("The design width has limits", arguments: [0, -1, 4_097, .nan, .infinity])
  func designWidth(width: Double) {
    #expect(throws: InputViewError.self) { try InputViewTree(root: .row([]), designWidth: width).validate() }
  }
}
