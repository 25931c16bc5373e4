import InputViewModel
import Layout
import Testing

@Suite("Layers and canvases")
struct LayersTests {
  private static func canvas(_ identifier: String, touches: Bool = true) -> InputViewTree.Element {
    .canvas(Canvas(identifier, space: CanvasSize(width: 10, height: 3), receivesTouches: touches))
  }

  private func layout(_ layers: [InputViewTree.Element], isRightToLeft: Bool = false) -> InputViewLayout {
    var environment = Screen(width: 320, height: 568).environment
    environment.isRightToLeft = isRightToLeft
    return InputViewLayout(
      InputViewTree(root: .stack(ElementStack(.layers, layers))), in: environment)
  }

  private func name(_ layout: InputViewLayout, _ x: Double, _ y: Double) -> String? {
    layout.key(at: Point(x: x, y: y))?.key?.identifier
  }

  @Test("All layers have the same frame, and the renderer draws them from back to front")
  func frames() {
    let layout = layout([Self.canvas("back"), .row(SampleInputView.keys("ab")), Self.canvas("front", touches: false)])
    #expect(layout.elements.count == 4)
    #expect(layout.elements[0].frame == layout.elements[3].frame)
    #expect(layout.elements[0].frame.width == 314)
  }

  @Test(
    "If several keys and canvases with touches overlap, the foremost one gets the touch",
    arguments: [false, true])
  func front(isRightToLeft: Bool) {
    let keys = InputViewTree.Element.row([.key(Key("a")), .spacer(weight: 1)])
    let (at, beside) = isRightToLeft ? (240.0, 80.0) : (80.0, 240.0)
    #expect(name(layout([keys, Self.canvas("c")], isRightToLeft: isRightToLeft), at, 100) == "c")
    #expect(name(layout([Self.canvas("c"), keys], isRightToLeft: isRightToLeft), at, 100) == "a")
    // If a touch is beside all keys, the nearest key gets the touch. Here keys of several layers are equally near, so
    // the foremost key gets the touch.
    let edge = isRightToLeft ? 319.0 : 1.0
    #expect(name(layout([keys, Self.canvas("c")], isRightToLeft: isRightToLeft), edge, 100) == "c")
    #expect(name(layout([Self.canvas("c"), keys], isRightToLeft: isRightToLeft), edge, 100) == "a")
    #expect(name(layout([Self.canvas("c"), keys], isRightToLeft: isRightToLeft), beside, 100) == "c")
    #expect(name(layout([keys, Self.canvas("c", touches: false)], isRightToLeft: isRightToLeft), at, 100) == "a")
    #expect(name(layout([keys, Self.canvas("c", touches: false)], isRightToLeft: isRightToLeft), beside, 100) == nil)
  }

  @Test(
    "A canvas cannot take the touches of a key by which the user leaves the keyboard",
    arguments: [KeyRole.nextKeyboard, .dismiss])
  func leaves(role: KeyRole) {
    let keys = InputViewTree.Element.row([.key(Key("out", role: role)), .key(Key("a"))])
    let layout = layout([keys, Self.canvas("c")])
    #expect(name(layout, 80, 100) == "out")
    #expect(name(layout, 1, 100) == "out")
    #expect(name(layout, 240, 100) == "c")
  }

  @Test(
    "A globe key gets its touches, even if another key is in front of it", arguments: [false, true],
    KeyRole.allCases.filter { $0 != .nextKeyboard })
  func globe(isInFront: Bool, other: KeyRole) {
    let globe = InputViewTree.Element.key(Key("out", role: .nextKeyboard))
    let key = InputViewTree.Element.key(Key("other", role: other))
    #expect(name(layout(isInFront ? [key, globe] : [globe, key]), 80, 100) == "out")
  }

  @Test("The coordinates of a canvas keep their proportions within its frame, or are stretched to the frame")
  func contentMode() {
    let space = CanvasSize(width: 200, height: 100)
    let fit = CanvasContentMode.scaleAspectFit.fit(space, width: 100, height: 100)
    #expect((fit.x, fit.y, fit.scaleX, fit.scaleY) == (0, 25, 0.5, 0.5))
    let fill = CanvasContentMode.scaleToFill.fit(space, width: 100, height: 100)
    #expect((fill.x, fill.y, fill.scaleX, fill.scaleY) == (0, 0, 0.5, 1))
  }
}
