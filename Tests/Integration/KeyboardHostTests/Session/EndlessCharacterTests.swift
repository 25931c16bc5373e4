import BundleFiles
import FakeKeyboards
import Foundation
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import KeyboardStore
import SystemKeyboard
import TestSupport
import Testing
import TextModel

/// Tests of texts that consist of one very long character: a letter with very many combining marks.
///
/// Comparing or hashing such a text takes time in proportion to the square of its length. For a text of the maximum
/// length of a message, one comparison takes minutes. A keyboard can send such a text wherever it can send text.
@Suite struct EndlessCharacterTests {
  /// Returns a letter with the given number of combining marks of several kinds.
  private static func endless(_ marks: Int) -> String {
    let kinds = ["\u{301}", "\u{323}", "\u{5B0}", "\u{327}", "\u{308}"]
    return "a" + (0..<marks).map { kinds[($0 * $0 + $0 / 7) % kinds.count] }.joined()
  }

  private static let text = endless(200_000)

  /// Requests of every kind that can contain a text from the keyboard.
  static let requests: [HostRequest] = [
    .resource(path: text), .resourceNames(folder: text), .localizedStrings(table: text, language: ""),
    .localizedStrings(table: "Localizable", language: text),
    .localizedStrings(table: "Localizable", language: String(repeating: "a-", count: 100_000)),
    .containerRead(name: text), .containerWrite(name: text, bytes: []), .containerRemove(name: text),
    .pasteboard(.setString(text)), .network(.connect(name: text, port: 80)), .document(after: [.insertText(text)]),
  ]

  static let results: [TurnResult] =
    [
      .change(.key(identifier: text, title: nil, isEnabled: true)), .change(.label(identifier: text, text: "")),
      .change(.key(identifier: "k", title: endless(2_000), isEnabled: true)), .setPrimaryLanguage(text),
      .setPrimaryLanguage(String(repeating: "a-", count: 100_000)),
      .setInputView(InputViewTree(root: .key(Key("k", identifier: text)))),
      .setInputView(
        InputViewTree(root: .row((0..<200).map { .key(Key("\($0)", identifier: endless(2_000) + "\($0)")) }))),
    ].map { TurnResult(serial: 0, requests: [$0]) } + [
      TurnResult(serial: 0, edits: [.insertText(endless(30_000)), .deleteBackward]),
      TurnResult(serial: 0, edits: [.setMarkedText(endless(30_000), selectedRange: 0..<9)]),
    ]

  @Test(
    "The host quickly replies to a request that contains a very long run of combining marks",
    arguments: Self.requests.indices)
  func asks(index: Int) throws { try press { ask in _ = ask(Self.requests[index]) } }

  @Test(
    "The host quickly applies a result that contains a very long run of combining marks",
    arguments: Self.results.indices)
  func changes(index: Int) throws { try press(Self.results[index]) { _ in } }

  /// Presses a key of a keyboard that makes requests and returns a result. Checks the processor time of the host.
  private func press(
    _ result: TurnResult = TurnResult(serial: 0), asking: @escaping ((HostRequest) -> HostReply) -> Void
  ) throws {
    let keyboard = FakeKeyboard(InputViewTree(root: .row([.key(Key("k")), .label(Label("l"))]))) { event, ask in
      guard case .key = event else { return nil }
      asking(ask)
      return result
    }
    let root = try TemporaryDirectory()
    let folders = try KlavaFolders(root: root.path, environment: [:], executable: "")
    let services = KeyboardServices(
      bundle: try KeyboardBundle(Repository.path("Plugins/HabrTags")),
      container: DataContainer(of: "bomber", .confined, in: folders),
      languages: ["ru"])
    let session = FakeKeyboardSource("bomber", keyboard, services: services).makeSession()
    session.focus(TextField(document: TextDocument(before: "a word ", selected: "word", after: " ")))
    let start = processorTime
    try session.key("k")
    // Select text and press an unknown key, so that the host uses the changed text and input view.
    try session.select(offset: 0, length: 1)
    do throws(SessionError) {
      try session.key("none")
    } catch {
      guard case .noKey = error else { throw error }
    }
    // Quadratic work would take several times this limit on any machine. The limit is in processor time, so a busy
    // machine does not matter.
    #expect(processorTime - start < 2_000_000_000)
  }
}
