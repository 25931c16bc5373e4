import InputViewModel
import RandomValues
import Testing
import TextModel

@testable import KeyboardProtocol

@Suite("Invalid frames are rejected")
struct InvalidFrameTests {
  @Test("A truncated frame is rejected", arguments: [11, 12] as [UInt64])
  func truncation(seed: UInt64) {
    for message in EveryCase.hostMessages(seed: seed) { expectTruncationsRefused(message) }
    for message in EveryCase.runnerMessages(seed: seed) { expectTruncationsRefused(message) }
  }

  @Test("If one bit of a frame flips, the frame is rejected or is the valid frame of another message")
  func bitFlips() {
    for message in EveryCase.hostMessages(seed: 21) { expectBitFlipsSafe(message) }
    for message in EveryCase.runnerMessages(seed: 21) { expectBitFlipsSafe(message) }
  }

  @Test("A frame with extra bytes at its end is rejected")
  func trailing() {
    let frame = HostMessage.reply(.done).frame
    #expect(throws: WireError(.trailingBytes(1), at: frame.count)) { try HostMessage(frame: frame + [0]) }
  }

  @Test("A frame of another version is rejected")
  func version() {
    var frame = HostMessage.reply(.done).frame
    frame[0] = WireFormat.version + 1
    #expect(throws: WireError(.unsupportedVersion(WireFormat.version + 1), at: 0)) { try HostMessage(frame: frame) }
    #expect(throws: WireError(.truncated(missing: 1), at: 0)) { try HostMessage(frame: []) }
  }

  @Test("A message for the other direction is rejected")
  func directions() {
    #expect(throws: WireError(.unknownCase(0x01), at: 1)) {
      try RunnerMessage(frame: HostMessage.turn(Turn(serial: 1, event: .destroy)).frame)
    }
    #expect(throws: WireError(.unknownCase(0x81), at: 1)) {
      try HostMessage(frame: RunnerMessage.hello(version: 1, process: 2).frame)
    }
  }

  @Test(
    "A string that is not UTF-8 is rejected",
    arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80]] as [[UInt8]])
  func invalidUTF8(bytes: [UInt8]) {
    let frame = RunnerMessage.request(.resource(path: String(repeating: "x", count: bytes.count))).frame
    let start = frame.count - bytes.count
    #expect(throws: WireError(.invalidUTF8, at: start)) { try RunnerMessage(frame: frame[..<start] + bytes) }
  }

  @Test("A flag other than 0 and 1 is rejected, and so is an undefined flag bit")
  func flags() {
    var frame = RunnerMessage.result(TurnResult(serial: 1)).frame
    frame[frame.count - 1] = 2
    #expect(throws: WireError(.invalidFlag(2), at: frame.count - 1)) { try RunnerMessage(frame: frame) }
    let buffer = TextBuffer(before: "a", isCutBefore: true)
    let bytes = WireWriter.bytes { $0.write(buffer) }
    #expect(throws: WireError(.invalidFlag(9), at: 0)) { try TextBuffer(decoding: [0x09] + bytes.dropFirst()) }
  }

  @Test("A range whose end is before its start is rejected")
  func range() {
    var frame = RunnerMessage.request(.document(after: [.setMarkedText("ab", selectedRange: 1..<1)])).frame
    frame[frame.count - 8] = 0
    #expect(throws: WireError(.outOfRange, at: frame.count - 16)) { try RunnerMessage(frame: frame) }
  }

  @Test("A range of marked text that exceeds the text is rejected", arguments: [-1, 3, .max])
  func marking(reach: Int) {
    let bytes = WireWriter.bytes { writer in
      writer.writeByte(0)
      writer.write("ab", "", "", TextBuffer.Marking(before: reach, after: 0) as TextBuffer.Marking?)
    }
    #expect(throws: WireError(.outOfRange, at: 15)) { try TextBuffer(decoding: bytes) }
  }

  @Test(
    "A frame with repeated, unordered or canonically equivalent dictionary keys is rejected",
    arguments: [["a", "a"], ["b", "a"], ["e\u{301}", "\u{E9}"]])
  func keys(keys: [String]) {
    let bytes = WireWriter.bytes { writer in
      writer.writeCount(keys.count)
      for key in keys { writer.write(key, "value") }
    }
    let second = 4 + 4 + keys[0].utf8.count + 4 + 5
    #expect(throws: WireError(.unorderedKeys, at: second)) { try [String: String](decoding: bytes) }
  }

  /// Names that are too expensive to compare or hash: too long, or with too many combining marks.
  static let unboundedNames = [
    String(repeating: "x", count: BoundedText.bytes + 1), "a" + String(repeating: "\u{301}", count: 31),
    "a" + String(repeating: "\u{301}\u{323}", count: 200_000),
  ]

  @Test("A frame with a dictionary key that is not bounded text is rejected", arguments: unboundedNames)
  func unboundedKeys(key: String) {
    let bytes = WireWriter.bytes { writer in
      writer.writeCount(1)
      writer.write(key, "value")
    }
    #expect(throws: WireError(.unboundedText, at: 4)) { try [String: String](decoding: bytes) }
  }

  @Test("A request with a name that is not bounded text is rejected", arguments: unboundedNames)
  func unboundedRequests(name: String) {
    let requests: [HostRequest] = [
      .resource(path: name), .resourceNames(folder: name), .localizedStrings(table: name, language: ""),
      .localizedStrings(table: "", language: name), .containerRead(name: name), .containerWrite(name: name, bytes: [1]),
      .containerRemove(name: name), .network(.connect(name: name, port: 1)),
    ]
    for request in requests {
      #expect(!request.hasBoundedNames)
      #expect(throws: WireError(.unboundedText, at: 2)) {
        try RunnerMessage(frame: RunnerMessage.request(request).frame)
      }
    }
  }

  @Test("A name with the maximum length or the maximum number of combining marks is accepted")
  func boundedNames() throws {
    for name in [String(repeating: "x", count: BoundedText.bytes), "a" + String(repeating: "\u{301}", count: 30), ""] {
      let request = RunnerMessage.request(.resource(path: name))
      #expect(try RunnerMessage(frame: request.frame) == request)
    }
  }

  @Test("A negative context window is rejected")
  func window() {
    let bytes = WireWriter.bytes { writer in
      writer.writeByte(0)
      writer.write(-1)
    }
    #expect(throws: WireError(.outOfRange, at: 1)) { try ContextPolicy(decoding: bytes) }
  }

  @Test("A frame may contain nested rows up to the maximum depth of an input view")
  func depth() throws {
    func nested(_ depth: Int) -> RunnerMessage {
      var element = InputViewTree.Element.spacer(weight: 1)
      for _ in 0..<depth { element = .row([element]) }
      return .result(TurnResult(serial: 1, requests: [.setInputView(InputViewTree(root: element))]))
    }
    let deepest = nested(InputViewTree.Limit.depth)
    #expect(try RunnerMessage(frame: deepest.frame) == deepest)
    for depth in [InputViewTree.Limit.depth + 1, 1_000] {
      let error = #expect(throws: WireError.self) { try RunnerMessage(frame: nested(depth).frame) }
      #expect(error?.fault == .tooDeep)
    }
  }

  @Test("A frame can contain the deepest valid input view")
  func depthAgreesWithValidation() {
    var element = InputViewTree.Element.key(Key("k"))
    for _ in 0..<InputViewTree.Limit.depth { element = .row([element]) }
    #expect(throws: Never.self) { try InputViewTree(root: element).validate() }
    #expect(throws: InputViewError.self) { try InputViewTree(root: .row([element])).validate() }
  }

  @Test("A result with more edits than a turn allows is rejected (Behavior.md#turn-limits)")
  func edits() throws {
    let most = RunnerMessage.result(
      TurnResult(serial: 1, edits: Array(repeating: .deleteBackward, count: TurnLimit.edits)))
    #expect(try RunnerMessage(frame: most.frame) == most)
    let more = RunnerMessage.result(
      TurnResult(serial: 1, edits: Array(repeating: .deleteBackward, count: TurnLimit.edits + 1)))
    #expect(throws: WireError(.tooManyElements(TurnLimit.edits + 1), at: 10)) { try RunnerMessage(frame: more.frame) }
  }

  private func expectTruncationsRefused<Message: WireMessage>(_ message: Message) {
    let frame = message.frame
    for count in 0..<frame.count {
      #expect(throws: WireError.self) { try Message(frame: Array(frame.prefix(count))) }
    }
  }

  private func expectBitFlipsSafe<Message: WireMessage>(_ message: Message) {
    var frame = message.frame
    for bit in 0..<frame.count * 8 {
      frame[bit / 8] ^= 1 << (bit % 8)
      if let decoded = try? Message(frame: frame), decoded.frame != frame {
        Issue.record("bit \(bit) of \(message): \(frame) is encoded as \(decoded.frame)")
      }
      frame[bit / 8] ^= 1 << (bit % 8)
    }
  }
}
