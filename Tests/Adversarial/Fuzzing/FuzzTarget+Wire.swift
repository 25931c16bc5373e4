internal import BundleFiles
internal import Diagnostics
internal import Foundation
internal import HostLink
internal import InputViewModel
internal import KeyboardHost
internal import KeyboardLink
internal import KeyboardProtocol
internal import KeyboardStore
internal import RandomValues
internal import RenderProtocol
internal import SystemKeyboard
internal import SystemSupport
internal import TestSupport
internal import TextModel
internal import Timing

extension FuzzTarget {
  /// The host's reader of messages from a keyboard's process.
  static func wireToHost(_ name: String) -> FuzzTarget {
    FuzzTarget(name: name, inputs: runnerFrames()) { bytes in
      do throws(WireError) {
        let message = try RunnerMessage(frame: bytes)
        require(message.frame == bytes, "encoding a decoded message gives different bytes")
        return true
      } catch {
        require(error.offset <= bytes.count, "the offset of the error is beyond the end of the input")
        return false
      }
    }
  }

  /// The host's reader of results from the process that renders frames.
  static func renderedFrame(_ name: String) -> FuzzTarget {
    let damage = [PixelRect(x: 1, y: 2, width: 3, height: 4), PixelRect(x: 0, y: 0, width: 1, height: 1)]
    let good = [
      RenderedFrame(buffer: 0, damage: []),
      RenderedFrame(buffer: 1, damage: damage.compactMap(\.self), troubles: ["a.svg": "no"]),
    ]
    let inputs = InputMaker(good: good.map(\.frame), words: words, limit: 64 * 1024)
    return FuzzTarget(name: name, inputs: inputs) { bytes in
      do throws(WireError) {
        let answer = try RenderedFrame(frame: bytes)
        require(answer.frame == bytes, "encoding a decoded answer gives different bytes")
        return true
      } catch {
        require(error.offset <= bytes.count, "the offset of the error is beyond the end of the input")
        return false
      }
    }
  }

  /// The host's reader of results from the process that decodes pictures.
  static func pictureAnswer(_ name: String) -> FuzzTarget {
    let good = [
      PictureAnswer(file: Array(0..<200), troubles: ["a.svg": "no"], textsWithoutFont: ["x", "y"]),
      PictureAnswer(failure: "It is too large."),
    ]
    let inputs = InputMaker(good: good.map(\.frame), words: words, limit: 64 * 1024)
    return FuzzTarget(name: name, inputs: inputs) { bytes in
      do throws(WireError) {
        let answer = try PictureAnswer(frame: bytes)
        require(answer.frame == bytes, "encoding a decoded answer gives different bytes")
        return true
      } catch {
        require(error.offset <= bytes.count, "the offset of the error is beyond the end of the input")
        return false
      }
    }
  }

  /// The runner's reader of messages from the host.
  static func wireToRunner(_ name: String) -> FuzzTarget {
    let frames = (1...8).flatMap { EveryCase.hostMessages(seed: $0) }.map(\.frame)
    let inputs = InputMaker(good: frames.filter { $0.count < 1_000 }, words: words, limit: 512 * 1024)
    return FuzzTarget(name: name, inputs: inputs) { bytes in
      do throws(WireError) {
        let message = try HostMessage(frame: bytes)
        require(message.frame == bytes, "encoding a decoded message gives different bytes")
        return true
      } catch {
        require(error.offset <= bytes.count, "the offset of the error is beyond the end of the input")
        return false
      }
    }
  }

  /// The session, which applies the fuzzed results of a keyboard's process.
  static func turns(_ name: String) throws -> FuzzTarget {
    let player = try TurnPlayer()
    return FuzzTarget(name: name, inputs: runnerFrames()) { player.play($0) }
  }

  /// The host's reader of a process's journal, in shared memory.
  static func journal(_ name: String) throws -> FuzzTarget {
    let link = try HostLink()
    let memory = try SharedMapping(
      Descriptor(dup(link.memoryDescriptor), of: "dup"), count: Mailbox.Layout.size)
    let journal = UnsafeMutableRawBufferPointer(
      start: memory.base + Mailbox.Layout.journalOffset, count: Mailbox.Layout.size - Mailbox.Layout.journalOffset)
    let box = JournalBox(link, memory)
    let paths = ["/etc/passwd", "/", "/dev/null", "/nowhere", "//", "/../", "\u{202E}"].map { Array($0.utf8) + [0] }
    let inputs = InputMaker(
      good: [Array(repeating: 0, count: journal.count), (0..<journal.count).map { UInt8(truncatingIfNeeded: $0 / 4) }],
      words: words + paths, limit: journal.count)
    return FuzzTarget(name: name, inputs: inputs) { bytes in
      journal.copyBytes(from: bytes)
      let taken = KeyboardJournal(box.link.drainJournal())
      for refusal in taken.refused { requireSanitized(refusal.name) }
      for call in taken.calls { requireSanitized("\(call)") }
      return !taken.refused.isEmpty
    }
  }

  private static func runnerFrames() -> InputMaker {
    let frames = (1...8).flatMap { EveryCase.runnerMessages(seed: $0) }.map(\.frame)
    return InputMaker(
      good: frames.filter { $0.count < 1_000 }, words: words, heavy: heavyMessages.map(\.frame), limit: 1024 * 1024)
  }

  /// Messages in which every text is one character with very many combining marks.
  private static var heavyMessages: [RunnerMessage] {
    [5_000, 60_000, 900_000].flatMap { (size: Int) -> [RunnerMessage] in
      let text = InputMaker.endlessCharacter(size)
      let requests: [HostRequest] = [
        .resource(path: text), .resourceNames(folder: text), .localizedStrings(table: text, language: ""),
        .localizedStrings(table: "Localizable", language: text),
        .localizedStrings(table: "Localizable", language: String(repeating: "a-", count: size / 2)),
        .containerRead(name: text), .containerWrite(name: text, bytes: []), .containerRemove(name: text),
        .document(after: [.insertText(text)]), .pasteboard(.setString(text)), .network(.connect(name: text, port: 80)),
        .text(.words(text)), .text(.sentences(text, language: "")), .text(.sentences("", language: text)),
      ]
      let asked: [KeyboardRequest] = [
        .change(.key(identifier: text, title: nil, isEnabled: true)), .change(.label(identifier: text, text: "")),
        .change(.key(identifier: "k", title: text, isEnabled: nil)), .setPrimaryLanguage(text),
        .setPrimaryLanguage(String(repeating: "a-", count: size / 2)), .log(level: .info, message: text),
        .setInputView(InputViewTree(root: .key(Key("k", identifier: text)))),
        .setInputView(
          InputViewTree(root: .row((0..<200).map { .key(Key(InputMaker.endlessCharacter(4_000) + "\($0)")) }))),
      ]
      let edits: [[Edit]] = [
        [.insertText(text)], [.setMarkedText(text, selectedRange: 0..<size)], [.insertText(text), .deleteBackward],
        [.insertText(text), .adjustTextPositionByCharacters(-1), .insertText("b"), .deleteBackward],
      ]
      return requests.map { .request($0) } + asked.map { .result(TurnResult(serial: 1, requests: [$0])) }
        + edits.map { .result(TurnResult(serial: 1, edits: $0)) }
    }
  }

  /// Counts, tags and flags for frames, with valid and invalid values.
  private static var words: [[UInt8]] {
    [
      [0, 0, 0, 0], [1, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0x7F], [0x10, 0x27, 0, 0], [0], [1], [2],
      [0x80], [0x81], [0x82], [0x83], [0, 0, 0, 0, 0, 0, 0, 0x80], [0, 0, 0, 0, 0, 0, 0xF8, 0x7F],
      Array("e\u{301}".utf8), [0xC0, 0x80], [0xED, 0xA0, 0x80],
    ]
  }
}

/// A link and its memory. The link and the memory live as long as the journal's reader.
private final class JournalBox {
  var link: HostLink
  private let memory: SharedMapping

  init(_ link: consuming HostLink, _ memory: consuming SharedMapping) {
    self.link = link
    self.memory = memory
  }
}

/// A session with one keyboard that sends fuzzed messages. The keyboard is a separate object, because the session owns
/// its keyboard and the player owns the session.
private final class TurnPlayer {
  private let keyboard = PlayedKeyboard()
  private let clock = VirtualClock()
  private let session: KeyboardSession
  private var turns = 0

  init() throws {
    session = KeyboardSession(
      source: try PlayerSource(keyboard), system: SystemKeyboard(), systemIdentifier: SystemKeyboard.identifier,
      clock: clock)
  }

  /// Presses a key and lets the keyboard send these bytes as its message.
  ///
  /// - Returns: Whether the bytes are a message.
  func play(_ bytes: [UInt8]) -> Bool {
    do throws(WireError) {
      keyboard.messages = [try RunnerMessage(frame: bytes)]
    } catch {
      return false
    }
    turns += 1
    // The host may have ended the keyboard. After a minute, the host starts the keyboard again in the next field.
    clock.move(to: clock.now + .seconds(61))
    if session.keyboard != PlayerSource.identifier || turns.isMultiple(of: 8) {
      var field = TextField(document: TextDocument(before: "a word e\u{301}", selected: "👍🏽", after: " 中文\n"))
      field.isMultiline = turns.isMultiple(of: 16)
      session.focus(field)
    }
    do {
      try session.key("k")
      try session.select(offset: 0, length: 1)
      clock.wait(.milliseconds(15), in: session)
    } catch {
      // The fuzzed input view may lack this key.
    }
    _ = session.inputView?.keys.map(\.title)
    _ = session.drainReport()
    return true
  }
}

/// The keyboard of a ``TurnPlayer``.
private final class PlayedKeyboard: Keyboard {
  var messages: [RunnerMessage] = []

  func serve(
    _ turn: Turn, while idle: IdleTime?, answering answer: (HostRequest) -> HostReply
  ) throws(KeyboardEndError) -> TurnResult? {
    if case .load = turn.event {
      return TurnResult(serial: turn.serial, requests: [.setInputView(InputViewTree(root: .key(Key("k"))))])
    }
    switch messages.popLast() {
    case .result(var result):
      result.serial = turn.serial
      return result
    case .request(let request):
      _ = answer(request)
      return TurnResult(serial: turn.serial)
    case .hello, nil: return TurnResult(serial: turn.serial)
    }
  }
}

/// A list of input modes with only the ``TurnPlayer``'s keyboard.
private final class PlayerSource: KeyboardSource {
  static let identifier = "org.klava.habr-tags"
  private let keyboard: PlayedKeyboard
  private let files: FuzzedFiles
  private let services: KeyboardServices

  init(_ keyboard: PlayedKeyboard) throws {
    self.keyboard = keyboard
    files = try FuzzedFiles()
    services = KeyboardServices(
      bundle: try KeyboardBundle(Repository.path("Plugins/HabrTags")),
      container: DataContainer(of: Self.identifier, .confined, in: files.folders), languages: ["ru"],
      record: { [log = KeyboardLog(of: Self.identifier, in: files.folders)] in log.record($0) })
  }

  var choicesVersion: Int? { nil }

  func modes() -> [InputMode] {
    [InputMode(Self.identifier), InputMode(SystemKeyboard.identifier, isSystem: true, isASCIICapable: true)]
  }
  var preparation: (any ProcessPreparation)? { nil }

  func makeKeyboard(
    _ identifier: String, while body: () throws(KeyboardEndError) -> Void
  ) throws(KeyboardEndError) -> any KeyboardProcess {
    try body()
    return ProcesslessKeyboard(keyboard)
  }
  func launchConfiguration(
    for identifier: String, standing: InputModeStanding
  ) throws(KeyboardEndError) -> LaunchConfiguration {
    LaunchConfiguration(bundleIdentifier: identifier, libraryPath: "", principalClass: "")
  }
  func grant(of identifier: String) -> KeyboardGrant { KeyboardGrant(hasFullAccess: true) }
  func reply(_ request: HostRequest, of identifier: String) -> HostReply { services.reply(request) }
  func endForStorage(of identifier: String) -> KeyboardEndError? { nil }
  func keepEndedFiles(while idle: IdleTime?) {}
  func lexicon() -> [LexiconEntry] { [] }
  func log(_ lines: [(level: LogLevel, message: String)], of identifier: String) {
    let log = KeyboardLog(of: identifier, in: files.folders)
    _ = FuzzTarget.succeeds { () throws(Diagnostic) in try log.append(lines, source: .logged) }
  }
  func record(_ message: String, of identifier: String) {}
  func recordEnd(_ messages: [String], stack: [UInt64], of identifier: String) {}
  func quarantine(_ identifier: String, reason: String) {}
  func audit(_ summary: AuditSummary, of identifier: String) {}
}
