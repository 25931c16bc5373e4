import Diagnostics
import FakeKeyboards
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import KeyboardStore
import Scripting
import TextModel

/// A fake system keyboard with a few keys, which can type every character. This keyboard has one layout, and no text
/// services.
final class FakeSystemKeyboard: SystemTyping {
  static let identifier = "org.klava.system"

  func serve(
    _ turn: Turn, while idle: IdleTime?, answering answer: (HostRequest) -> HostReply
  ) -> TurnResult? {
    var result = TurnResult(serial: turn.serial)
    switch turn.event {
    case .appear:
      let keys = ["a", "b", "c", "x"].map { InputViewTree.Element.key(Key($0)) }
      let pad = InputViewTree.Element.key(Key("pad", role: .action, receivesTouches: true))
      let globe = InputViewTree.Element.key(Key("🌐", identifier: "globe", role: .nextKeyboard))
      result.requests = [.setInputView(InputViewTree(root: .column([.row(keys), .row([pad, globe])])))]
    case .key(let event):
      guard let key = event.key, key != "pad" else { break }
      if key == "globe" { result.requests = [.advanceToNextInputMode] } else { result.edits = [.insertText(key)] }
    default: break
    }
    return result
  }

  func path(to character: Character) -> [KeyEvent]? {
    "abcx".contains(character) ? [KeyEvent(key: String(character), gesture: .press)] : nil
  }

  var isInTerminal = false
  var allowsEmoji = true
  var now = Duration.zero
  var turnRequestDescriptor: Int32? { nil }
  var awaitsAnswer: Bool { false }
  var pasteboard: (any Pasteboard)?
  var preferences = TypingPreferences()

  func selectLayout(of mode: String, showsLanguage: Bool) {}
  func prepareLayouts(of modes: [String]) {}
  func drainKeyPresses() -> [KeyPress] { [] }
  func leave(_ text: TextBuffer?) {}
  func keepCopied(_ text: String) {}
}

/// The settings and access rights that a script can change, in memory only.
final class FakeEnvironment: PlayEnvironment {
  let source: FakeKeyboardSource
  private(set) var settings: [String: SettingValue] = ["open": .string("<s>")]
  /// Whether another process changed the user's list of keyboards.
  var hasChanged = false

  init(source: FakeKeyboardSource) { self.source = source }

  func resolve(_ part: String) throws(Diagnostic) -> String {
    let found = source.listed.map(\.identifier).filter { $0.contains(part) }
    guard let only = found.first, found.count == 1 else {
      throw Diagnostic(found.isEmpty ? .keyboardUnknown : .keyboardAmbiguous, part)
    }
    return only
  }

  func set(
    _ key: String, of identifier: String, to value: SettingValue?
  ) throws(Diagnostic) -> [String: SettingValue] {
    guard settings[key] != nil else { throw Diagnostic(.settingUnknown, key) }
    settings[key] = value ?? .string("<s>")
    return settings
  }

  func setFullAccess(_ identifier: String, _ isGranted: Bool) throws(Diagnostic) {
    guard identifier != FakeSystemKeyboard.identifier else { throw Diagnostic(.systemKeyboardFixed, identifier) }
    if isGranted { source.access.insert(identifier) } else { source.access.remove(identifier) }
  }

  func noticeChanges() -> Bool {
    defer { hasChanged = false }
    return hasChanged
  }

  func setFaultInjection(_ faultInjection: FaultInjection) -> [String] { [] }
  func noticeSettings() -> Bool { false }
  func diagnostic(of identifier: String) -> Diagnostic? { nil }
  func drainDiagnostics() -> [Diagnostic] { [] }
  func name(of identifier: String) -> String { identifier.split(separator: ".").last.map(String.init) ?? identifier }
}
