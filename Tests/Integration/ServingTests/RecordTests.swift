import InputViewModel
import JSON
import KlavaHost
import Testing

@testable import Serving

/// Tests of those parts of records that do not occur in the recorded requests (ServeProtocol.md#records).
@Suite struct RecordTests {
  @Test("Each command of a drawing is an array of its name and its values")
  func drawing() {
    let (a, b, c) = (
      DisplayList.Point(x: 1, y: 2), DisplayList.Point(x: 3.25, y: 4), DisplayList.Point(x: -5, y: 0.123_456)
    )
    let rect = DisplayList.Rect(origin: a, width: 30, height: 40)
    let red = InputViewColor(0xFF00_00FF, dark: 0x8000_00FF)
    let drawing = KeyboardView.Drawing(
      width: 100, height: 50, contentMode: .scaleToFill,
      commands: [
        .save, .move(a), .line(b), .quadCurve(to: a, control: b), .curve(to: a, control1: b, control2: c),
        .arc(center: a, radius: 7, start: 0, end: 3.141_59, clockwise: true), .rect(rect, cornerRadius: 6), .close,
        .fill(red, evenOdd: true), .fill(nil, evenOdd: false),
        .stroke(DisplayList.Stroke(color: red, width: 2, cap: .round, join: .bevel)), .clip,
        .text(DisplayList.Text("Ж", in: rect, fontSize: 17, weight: .bold, alignment: .leading)),
        .image("system:globe", rect), .restore,
      ])
    let colors = ##"["#ff0000ff","#800000ff"]"##
    #expect(
      drawing.json.json == """
        {"width":100,"height":50,"contentMode":"scaleToFill","commands":[["save"],["move",1,2],["line",3.25,4],\
        ["quadCurve",1,2,3.25,4],["curve",1,2,3.25,4,-5,0.1235],["arc",1,2,7,0,3.1416,true],["rect",1,2,30,40,6],\
        ["close"],["fill",\(colors),true],["fill",null,false],["stroke",\(colors),2,"round","bevel"],["clip"],\
        ["text","Ж",1,2,30,40,17,"bold","leading",null],["image","system:globe",1,2,30,40],["restore"]]}
        """)
  }

  @Test("A pop-up has the texts and the frames of its alternatives")
  func popUp() {
    var pressed = PressedKeys()
    pressed.keys = ["e"]
    let frame = HostRect(x: 1, y: 2.5, width: 30, height: 40)
    pressed.popUps = [.init(key: "e", alternatives: ["é"], frames: [frame], chosen: 0)]
    #expect(
      pressed.json.json == """
        {"keys":["e"],"popUps":[{"key":"e","alternatives":["é"],"frames":[[1,2.5,30,40]],"chosen":0}],\
        "movesInsertionPoint":false}
        """)
  }

  @Test("All waits for a slow client share one limit, which grows by a tenth of the time between the waits")
  func patience() {
    let start = ContinuousClock.now
    var patience = WritePatience(.seconds(30), at: start)
    #expect(patience.left(at: start) == .seconds(30))
    patience.spend(until: start + .seconds(20))
    #expect(patience.left(at: start + .seconds(20)) == .seconds(10))
    patience.spend(until: start + .seconds(31))
    #expect(patience.left(at: start + .seconds(31)) == .zero)
    #expect(patience.left(at: start + .seconds(131)) == .seconds(10))
    #expect(patience.left(at: start + .seconds(9_999)) == .seconds(30))
  }
}
