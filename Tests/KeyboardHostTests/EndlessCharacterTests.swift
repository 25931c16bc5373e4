import TextModel
import BundleFormat
import KeyboardStore
import Foundation
import Glibc
import KeyboardHost
import SystemKeyboard
import Testing
import InputViewModel
import KeyboardProtocol

/// A text of one character with marks without end takes whoever compares or hashes it a time that grows with the square of
/// its length: a frame's worth of it, minutes. A keyboard may send it wherever it may send a text.
@Suite struct EndlessCharacterTests {
  /// A keyboard that does this in every key press.
  private final class Bomber: Keyboard {
    let request: HostRequest?
    let result: TurnResult

    init(_ request: HostRequest?, _ result: TurnResult) {
      self.request = request
      self.result = result
    }

    func serve(_ turn: Turn, answering answer: (HostRequest) -> HostReply) throws(KeyboardEnd) -> TurnResult {
      var result = TurnResult(serial: turn.serial)
      switch turn.event {
      case .load: result.requests = [.setInterface(Interface(root: .row([.key(Key("k")), .label(Label("l"))])))]
      case .key:
        if let request { _ = answer(request) }
        result = self.result
        result.serial = turn.serial
      default: break
      }
      return result
    }

    func end() {}
  }

  /// A letter with so many marks of several kinds.
  private static func endless(_ marks: Int) -> String {
    let kinds = ["\u{301}", "\u{323}", "\u{5B0}", "\u{327}", "\u{308}"]
    return "a" + (0..<marks).map { kinds[($0 * $0 + $0 / 7) % kinds.count] }.joined()
  }

  private static let text = endless(200_000)

  /// Where a keyboard may send a text: of its requests, and of what it asks for when its turn is over.
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
      .setInterface(Interface(root: .key(Key("k", identifier: text)))),
      .setInterface(Interface(root: .row((0..<200).map { .key(Key("\($0)", identifier: endless(2_000) + "\($0)")) }))),
    ].map { TurnResult(serial: 0, requests: [$0]) } + [
      TurnResult(serial: 0, edits: [.insertText(endless(30_000)), .deleteBackward]),
      TurnResult(serial: 0, edits: [.setMarkedText(endless(30_000), selectedRange: 0..<9)]),
    ]

  @Test("Asking for what is named so takes no time", arguments: Self.requests.indices)
  func asks(index: Int) throws { try press(Bomber(Self.requests[index], TurnResult(serial: 0))) }

  @Test("Changing what is named so takes no time", arguments: Self.results.indices)
  func changes(index: Int) throws { try press(Bomber(nil, Self.results[index])) }

  private func press(_ keyboard: Bomber) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "klava-endless-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    let folders = KlavaFolders(
      config: root.path, data: root.path, state: root.path, runtime: root.path)
    let plugin = URL(filePath: #filePath).appending(path: "../../../Plugins/HabrTags").standardizedFileURL
    let services = KeyboardServices(
      bundle: try KeyboardBundle(plugin.path), container: KeyboardContainer(of: "bomber", .confined, in: folders),
      languages: ["ru"])
    let session = OneKeyboardSource("bomber", keyboard, services: services).makeSession()
    session.focus(TextField(document: TextDocument(before: "a word ", selected: "word", after: " ")))
    let start = Self.processorTime
    try session.key("k")
    // With what it made of the interface, and of the text.
    try session.select(offset: 0, length: 1)
    do throws(SessionError) {
      try session.key("none")
    } catch {
      guard case .noKey = error else { throw error }
    }
    // The square of it would be several times this on any machine, and a busy one does not count here.
    #expect(Self.processorTime - start < 2_000_000_000)
  }

  /// What this thread has used, in nanoseconds.
  private static var processorTime: Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
