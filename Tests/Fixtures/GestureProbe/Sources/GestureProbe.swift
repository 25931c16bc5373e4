import KlavaKit

/// A keyboard for tests of gestures. The keyboard types the names of the gestures that its keys recognize.
final class KeyboardViewController: InputViewController {
  private lazy var pad = Pad { [unowned self] in type($0) }

  override func viewDidLoad() {
    super.viewDidLoad()
    inputView = InputView(height: 260) {
      Row {
        // A key with all gestures, and with swipes in eight directions. A tap types the title.
        Key("e").onSwipe(diagonals: true, distance: 20) { [unowned self] in type("\($0)") }
          .onReturnSwipe(diagonals: true, distance: 20) { [unowned self] in type("\($0) and back") }
          .onCircle(diameter: 20) { [unowned self] in type("\($0)") }
          .onLongPress(minimumPressDuration: 0.7) { [unowned self] in type("held") }
        Key("pan").onPan { [unowned self] in type(pan: $0) }
        Key("drag").onPan(minimumDistance: 0) { [unowned self] in type(pan: $0) }
          .onSwipe(distance: 50) { [unowned self] in type("\($0)") }
        control
        Key("hold") { [unowned self] in type("pressed") }.onTouch { _ in }
          .onLongPress(minimumPressDuration: 0.3) { [unowned self] in type("held") }
          .onRelease { [unowned self] in type("released") }
      }
      Row {
        Key("f").repeats(delay: 0.2, interval: 0.1)
        Key("⌫", role: .delete).repeats(interval: 0.1)
        Key("words", role: .delete).repeats(delay: 2.8, interval: 0.1)
        Key("later").onPan { [unowned self] in replace($0) }
        Key("hide", role: .dismiss).on(.touchDown) { [unowned self] in type("hidden") }
      }
      pad
      Row {
        Key("🌐", role: .nextKeyboard).onCircle { _ in }; Key("a").alternatives(["á"]).onPan { _ in }
      }
      Row {
        Key("small").onCircle(diameter: 2) { _ in }; Key("x").onRepeat {}.onLongPress {}
      }
    }
  }

  private var control: Key {
    let events: [(ControlEvents, String)] = [
      (.touchDown, "D"), (.touchDownRepeat, "2"), (.touchDragInside, "i"), (.touchDragOutside, "o"),
      (.touchDragEnter, "n"), (.touchDragExit, "x"), (.touchUpInside, "U"), (.touchUpOutside, "O"), (.touchCancel, "C"),
    ]
    return events.reduce(Key("control").onSwipe(distance: 100) { [unowned self] in type("\($0)") }) { key, event in
      key.on(event.0) { [unowned self] in textDocumentProxy.insertText(event.1) }
    }
  }

  private func replace(_ gesture: PanGesture) {
    type("\(gesture.state)")
    guard gesture.state == .began else { return }
    inputView = InputView { Row { Key("gone") } }
  }

  private func type(pan: PanGesture) {
    type("\(pan.state) \(text(pan.translation)) at \(text(pan.velocity))")
  }

  private func text(_ vector: InputViewPoint) -> String { "\(Int(vector.x.rounded())),\(Int(vector.y.rounded()))" }

  private func type(_ text: String) { textDocumentProxy.insertText("[\(text)]") }
}

/// An area that types the phase and the fingers of each touch on it.
final class Pad: TouchArea {
  private let type: @MainActor (String) -> Void

  init(_ type: @escaping @MainActor (String) -> Void) {
    self.type = type
    super.init("pad", accessibilityLabel: "Touch pad")
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { show("began", touches, event) }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { show("moved", touches, event) }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { show("ended", touches, event) }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { show("cancelled", touches, event) }

  private func show(_ phase: String, _ touches: Set<UITouch>, _ event: UIEvent?) {
    let fingers = touches.sorted { $0.finger < $1.finger }.map { touch in
      "\(touch.finger) ×\(event?.coalescedTouches(for: touch).count ?? 0)"
    }
    type("\(phase) \(fingers.joined(separator: ", "))")
  }
}
