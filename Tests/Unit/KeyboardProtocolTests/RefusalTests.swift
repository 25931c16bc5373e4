import RandomValues
import Testing
import TextModel
import InputViewModel

@testable import KeyboardProtocol

@Suite("Bytes that are no message are refused")
struct RefusalTests {
  @Test("a frame cut off anywhere", arguments: [11, 12] as [UInt64])
  func truncation(seed: UInt64) {
    for message in EveryCase.hostMessages(seed: seed) { expectTruncationsRefused(message) }
    for message in EveryCase.runnerMessages(seed: seed) { expectTruncationsRefused(message) }
  }

  @Test("a frame with one bit changed is refused, or is exactly the frame of another message")
  func bitFlips() {
    for message in EveryCase.hostMessages(seed: 21) { expectBitFlipsSafe(message) }
    for message in EveryCase.runnerMessages(seed: 21) { expectBitFlipsSafe(message) }
  }

  @Test("a frame with bytes after its message")
  func trailing() {
    let frame = HostMessage.reply(.done).frame
    #expect(throws: WireError(.trailingBytes(1), at: frame.count)) { try HostMessage(frame: frame + [0]) }
  }

  @Test("a frame of another version")
  func version() {
    var frame = HostMessage.reply(.done).frame
    frame[0] = WireFormat.version + 1
    #expect(throws: WireError(.unsupportedVersion(WireFormat.version + 1), at: 0)) { try HostMessage(frame: frame) }
    #expect(throws: WireError(.truncated(missing: 1), at: 0)) { try HostMessage(frame: []) }
  }

  @Test("a message of one's own side")
  func directions() {
    #expect(throws: WireError(.unknownCase(0x01), at: 1)) {
      try RunnerMessage(frame: HostMessage.turn(Turn(serial: 1, event: .destroy)).frame)
    }
    #expect(throws: WireError(.unknownCase(0x81), at: 1)) {
      try HostMessage(frame: RunnerMessage.hello(version: 1, process: 2).frame)
    }
  }

  @Test(
    "a string that is not UTF-8",
    arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80]] as [[UInt8]])
  func invalidUTF8(bytes: [UInt8]) {
    let frame = RunnerMessage.request(.resource(path: String(repeating: "x", count: bytes.count))).frame
    let start = frame.count - bytes.count
    #expect(throws: WireError(.invalidUTF8, at: start)) { try RunnerMessage(frame: frame[..<start] + bytes) }
  }

  @Test("a flag that is neither 0 nor 1, and a flag without a meaning")
  func flags() {
    var frame = RunnerMessage.result(TurnResult(serial: 1)).frame
    frame[frame.count - 1] = 2
    #expect(throws: WireError(.invalidFlag(2), at: frame.count - 1)) { try RunnerMessage(frame: frame) }
    let buffer = TextBuffer(before: "a", isCutBefore: true)
    var writer = WireWriter()
    writer.write(buffer)
    var reader = WireReader([0x09] + writer.bytes.dropFirst(), count: writer.bytes.count)
    #expect(throws: WireError(.invalidFlag(9), at: 0)) { try TextBuffer(from: &reader) }
  }

  @Test("a range that ends before it starts")
  func range() {
    var frame = RunnerMessage.request(.document(after: [.setMarkedText("ab", selectedRange: 1..<1)])).frame
    frame[frame.count - 8] = 0
    #expect(throws: WireError(.outOfRange, at: frame.count - 16)) { try RunnerMessage(frame: frame) }
  }

  @Test("marked text that reaches past the text", arguments: [-1, 3, .max])
  func marking(reach: Int) {
    var writer = WireWriter()
    writer.writeByte(0)
    writer.write("ab", "", "", TextBuffer.Marking(before: reach, after: 0) as TextBuffer.Marking?)
    var reader = WireReader(writer.bytes, count: writer.bytes.count)
    #expect(throws: WireError(.outOfRange, at: 15)) { try TextBuffer(from: &reader) }
  }

  @Test(
    "keys that are repeated, out of order, or the same text in other code points",
    arguments: [["a", "a"], ["b", "a"], ["e\u{301}", "\u{E9}"]])
  func keys(keys: [String]) {
    var writer = WireWriter()
    writer.writeCount(keys.count)
    for key in keys { writer.write(key, "value") }
    var reader = WireReader(writer.bytes, count: writer.bytes.count)
    let second = 4 + 4 + keys[0].utf8.count + 4 + 5
    #expect(throws: WireError(.unorderedKeys, at: second)) { try [String: String](from: &reader) }
  }

  /// Names that no one may compare or hash: too long, and with marks without end.
  static let unboundedNames = [
    String(repeating: "x", count: BoundedText.bytes + 1), "a" + String(repeating: "\u{301}", count: 31),
    "a" + String(repeating: "\u{301}\u{323}", count: 200_000),
  ]

  @Test("keys that are not bounded", arguments: unboundedNames)
  func unboundedKeys(key: String) {
    var writer = WireWriter()
    writer.writeCount(1)
    writer.write(key, "value")
    var reader = WireReader(writer.bytes, count: writer.bytes.count)
    #expect(throws: WireError(.unboundedText, at: 4)) { try [String: String](from: &reader) }
  }

  @Test("a request whose name is not bounded", arguments: unboundedNames)
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

  @Test("a name as long as one may be, with as many marks as one may have")
  func boundedNames() throws {
    for name in [String(repeating: "x", count: BoundedText.bytes), "a" + String(repeating: "\u{301}", count: 30), ""] {
      let request = RunnerMessage.request(.resource(path: name))
      #expect(try RunnerMessage(frame: request.frame) == request)
    }
  }

  @Test("a window of less than nothing")
  func window() {
    var writer = WireWriter()
    writer.writeByte(0)
    writer.write(-1)
    var reader = WireReader(writer.bytes, count: writer.bytes.count)
    #expect(throws: WireError(.outOfRange, at: 1)) { try ContextPolicy(from: &reader) }
  }

  @Test("rows inside each other: as deep as an interface may be, and not one more")
  func depth() throws {
    func nested(_ depth: Int) -> RunnerMessage {
      var element = Interface.Element.spacer(weight: 1)
      for _ in 0..<depth { element = .row([element]) }
      return .result(TurnResult(serial: 1, requests: [.setInterface(Interface(root: element))]))
    }
    let deepest = nested(Interface.Limit.depth)
    #expect(try RunnerMessage(frame: deepest.frame) == deepest)
    for depth in [Interface.Limit.depth + 1, 1_000] {
      let error = #expect(throws: WireError.self) { try RunnerMessage(frame: nested(depth).frame) }
      #expect(error?.problem == .tooDeep)
    }
  }

  @Test("a deepest valid interface is one that crosses")
  func depthAgreesWithValidation() {
    var element = Interface.Element.key(Key("k"))
    for _ in 0..<Interface.Limit.depth { element = .row([element]) }
    #expect(throws: Never.self) { try Interface(root: element).validate() }
    #expect(throws: InterfaceError.self) { try Interface(root: .row([element])).validate() }
  }

  @Test("more edits than a turn may have (Behavior.md#turn-limits)")
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
      #expect(throws: WireError.self) { try Message(frame: frame, count: count) }
    }
  }

  private func expectBitFlipsSafe<Message: WireMessage>(_ message: Message) {
    var frame = message.frame
    for bit in 0..<frame.count * 8 {
      frame[bit / 8] ^= 1 << (bit % 8)
      if let decoded = try? Message(frame: frame) { #expect(decoded.frame == frame) }
      frame[bit / 8] ^= 1 << (bit % 8)
    }
  }
}
