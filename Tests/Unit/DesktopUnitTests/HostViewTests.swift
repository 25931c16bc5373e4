import Gestures
import InputViewModel
import Layout
import Testing

@testable import Desktop

@Suite("The host's own views")
struct HostViewTests {
  private static let views: [HostView] = [
    .handle, .welcome(HostView.Welcome(keyboards: [])), .welcome(HostView.Welcome(keyboards: ["A", "B"])),
    .modes([]), .modes((0..<40).map { HostView.Mode(identifier: "org.x.\($0)", name: "K \($0)", isShown: $0 == 3) }),
  ]

  @Test("Each view of the host is valid, and the host handles each of its keys", arguments: views)
  func keys(view: HostView) throws {
    try view.inputView.validate()
    #expect(!view.inputView.keys.isEmpty)
    for key in view.inputView.keys { #expect(view.choice(ofKey: key.identifier) != nil) }
  }

  @Test("Each key of the list chooses its input mode, and the key of the shown mode is selected")
  func list() {
    let view = HostView.modes([
      HostView.Mode(identifier: "close", name: "Close", isShown: false),
      HostView.Mode(identifier: "mode:x", name: "X", language: "vi", isShown: true),
    ])
    #expect(view.inputView.keys.prefix(2).map(\.title) == ["Close", "X · vi"])
    let keys = view.inputView.keys
    #expect(keys.map { view.choice(ofKey: $0.identifier) } == [.pick("close"), .pick("mode:x"), .hide, .close])
    #expect(keys.map(\.isSelected) == [false, true, false, false])
  }

  @Test("A long list appears with the shown mode in view")
  func revealedMode() throws {
    let modes = (0..<40).map { HostView.Mode(identifier: "org.x.\($0)", name: "K \($0)", isShown: $0 == 33) }
    let view = HostView.modes(modes)
    let environment = KeyboardEnvironment(screen: Size(width: 1_024, height: 768))
    var recognizer = TouchRecognizer()
    func layout() -> InputViewLayout {
      InputViewLayout(view.inputView, in: environment, scrollOffsets: recognizer.feedback.scrollOffsets)
    }
    let key = try #require(view.revealedKey)
    func isVisible() -> Bool {
      layout().elements.contains { $0.key?.identifier == key && $0.visibleFrame == $0.frame }
    }
    recognizer.show(
      TouchSurface(keyboard: view.identifier, layout: layout(), recognizesSwipes: false, isRightToLeft: false))
    #expect(!isVisible())
    recognizer.reveal(key)
    #expect(isVisible())
  }

  @Test("The welcome view names the enabled keyboards")
  func welcome() {
    let texts = HostView.welcome(HostView.Welcome(keyboards: ["Telex", "Morse"])).inputView.labels.map(\.text)
    #expect(texts.contains { $0.contains("Telex, Morse") })
  }
}
