import InputViewModel
import Testing
import TextModel

@testable import KeyboardProtocol

/// The recorded bytes of some messages in version 10 of the wire format. If these bytes change, the format needs a new
/// ``WireFormat/version``.
@Suite("The bytes of a message do not change within a version of the wire format")
struct GoldenTests {
  @Test("A host's message has its recorded bytes", arguments: hostMessages)
  func host(golden: Golden<HostMessage>) throws {
    #expect(golden.message.frame == golden.bytes)
    #expect(try HostMessage(frame: golden.bytes) == golden.message)
  }

  @Test("A runner's message has its recorded bytes", arguments: runnerMessages)
  func runner(golden: Golden<RunnerMessage>) throws {
    #expect(golden.message.frame == golden.bytes)
    #expect(try RunnerMessage(frame: golden.bytes) == golden.message)
  }

  struct Golden<Message: WireMessage & Sendable>: Sendable {
    var message: Message
    var bytes: [UInt8]

    /// Creates a row from a message and the hexadecimal digits of its frame. Spaces separate the values in the frame.
    init(_ message: Message, _ digits: String) {
      self.message = message
      bytes = digits.split(separator: " ").flatMap { group in
        stride(from: 0, to: group.count, by: 2).compactMap { UInt8(group.dropFirst($0).prefix(2), radix: 16) }
      }
    }
  }

  static let hostMessages: [Golden<HostMessage>] = [
    Golden(
      .turn(Turn(serial: 0x0102, event: .key(KeyEvent(key: "q", gesture: .press)))),
      "0A 01 0201000000000000 00 03 00 01 0100000071 00 00"),
    Golden(
      .turn(
        Turn(
          serial: 1, undoesLast: true,
          event: .key(KeyEvent(key: nil, at: KeyEvent.Position(index: 33, generation: 2), gesture: .press)))),
      "0A 01 0100000000000000 01 03 01 2100000000000000 02000000 00 00"),
    Golden(
      .turn(
        Turn(
          serial: 1,
          event: .key(
            KeyEvent(
              key: "q",
              gesture: .touches(
                KeyTouches([KeyTouch(finger: 3, phase: .ended, x: 1, y: -1, timestamp: 0.5)], width: 2, height: 0)))))),
      """
      0A 01 0100000000000000 00 03 00 01 0100000071 07 0000000000000040 0000000000000000 01000000 0300000000000000 02 \
      000000000000F03F 000000000000F0BF 000000000000E03F 00
      """),
    Golden(
      .turn(
        Turn(
          serial: 1,
          event: .documentChanged(DocumentChange(changedSelection: true), .user),
          document: DocumentSnapshot(
            identifier: DocumentIdentifier(high: 1, low: 2), revision: 3,
            buffer: TextBuffer(
              before: "é", after: "b", marking: TextBuffer.Marking(before: 1, after: 0), isCutBefore: true)))),
      """
      0A 01 0100000000000000 00 05 01 00 01 00 01 0100000000000000 0200000000000000 0300000000000000 \
      01 02000000C3A9 00000000 0100000062 01 0100000000000000 0000000000000000 00 0004000000000000 00
      """),
    Golden(
      .turn(Turn(serial: 1, event: .settingsChanged(["b": .boolean(true), "a": .real(1)]))),
      "0A 01 0100000000000000 00 08 02000000 0100000061 03 000000000000F03F 0100000062 01 01 00"),
    Golden(.reply(.bytes([0xDE, 0xAD])), "0A 02 01 02000000DEAD"),
    Golden(.reply(.refused(.notFound)), "0A 02 05 FBFFFFFF"),
    Golden(.reply(.text("é")), "0A 02 06 01 02000000C3A9"),
    Golden(.reply(.number(5)), "0A 02 07 0500000000000000"),
    Golden(.reply(.pasteboard(PasteboardStatus(hasStrings: true, changeCount: 2))), "0A 02 08 01 0200000000000000"),
    Golden(.reply(.connection(.failed(.noAccess))), "0A 02 09 03 FCFFFFFF"),
    Golden(.reply(.paths(KeyboardPaths(bundle: "/b", container: "/c"))), "0A 02 0A 020000002F62 020000002F63"),
    Golden(.reply(.offsets([0, 258])), "0A 02 0B 02000000 00000000 02010000"),
  ]

  static let runnerMessages: [Golden<RunnerMessage>] = [
    Golden(.hello(version: 0x0001_0002, process: 0x0403), "0A 81 02000100 03040000"),
    Golden(
      .result(
        TurnResult(
          serial: 7, edits: [.deleteBackward, .setMarkedText("k", selectedRange: 0..<1)],
          requests: [.setPrimaryLanguage("uk"), .startTimer(identifier: 5, seconds: 0.5, repeats: true)],
          generation: 9, callbacks: [.textWillChange, .textDidChange])),
      """
      0A 82 0700000000000000 02000000 01 04 010000006B 0000000000000000 0100000000000000 \
      02000000 05 01 02000000756B 06 0500000000000000 000000000000E03F 01 09000000 02000000 05 06 00
      """),
    Golden(
      .result(
        TurnResult(
          serial: 8,
          requests: [
            .setInputView(
              InputViewTree(
                root: .row([
                  .key(
                    Key("=", role: .action, action: ActionReference(name: "go", arguments: [.integer(-1)]), weight: 2)),
                  .spacer(weight: 1),
                ])))
          ], failure: KeyboardError(step: .action, code: -2, message: "no"))),
      """
      0A 82 0800000000000000 00000000 01000000 03 00 00 02000000 01 010000003D 010000003D 08 01 02000000676F 01000000 \
      01 FFFFFFFFFFFFFFFF 00 00 00 00 0000000000000040 00 00 00 00 00 000000000000F03F 00 00 00 00000000 00 00 00 00 01 00 \
      00 00000000 \
      05 000000000000F03F 000000000000F03F 00 00 00 00 00 000000000000F03F 00 00 00 00 00 00 00 00 00 00000000 00000000 \
      01 04 FEFFFFFF 020000006E6F
      """),
    Golden(.request(.localizedStrings(table: "T", language: "")), "0A 83 03 0100000054 00000000"),
    Golden(.request(.pasteboard(.setString(nil))), "0A 83 08 01 00"),
    Golden(.request(.network(.connect(name: "a.b", port: 80))), "0A 83 09 00 03000000612E62 5000000000000000"),
    Golden(
      .request(.network(.receive(connection: 1, capacity: 2, seconds: 0.5))),
      "0A 83 09 03 0100000000000000 0200000000000000 000000000000E03F"),
    Golden(.request(.paths), "0A 83 0A"),
    Golden(.request(.text(.words("é"))), "0A 83 0B 00 02000000C3A9"),
    Golden(.request(.spelling(.languages)), "0A 83 0C 00"),
    Golden(.request(.spelling(.guesses("a", language: "el"))), "0A 83 0C 02 0100000061 02000000656C"),
    Golden(.request(.lexicon), "0A 83 0D"),
    Golden(.request(.text(.sentences("a", language: "el"))), "0A 83 0B 01 0100000061 02000000656C"),
    Golden(
      .request(.text(.capitalizes(.sentences, after: InsertionContext("a"), language: ""))),
      "0A 83 0B 02 02 00 0100000061 00000000"),
  ]
}
