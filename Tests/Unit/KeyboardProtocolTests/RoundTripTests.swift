import InputViewModel
import RandomValues
import TestSupport
import Testing
import TextModel

@testable import KeyboardProtocol

@Suite("Decoding a frame returns the encoded message")
struct RoundTripTests {
  @Test("Encoding and decoding preserves each case of every type", arguments: [1, 2, 3] as [UInt64])
  func everyCase(seed: UInt64) throws {
    for message in EveryCase.hostMessages(seed: seed) { try expectRoundTrip(message) }
    for message in EveryCase.runnerMessages(seed: seed) { try expectRoundTrip(message) }
  }

  @Test("Encoding and decoding preserves random messages", arguments: [0x6B6C_6176_61, 0xC0FFEE] as [UInt64])
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      try expectRoundTrip(random.hostMessage())
      try expectRoundTrip(random.runnerMessage())
    }
  }

  @Test("Each case of an enumeration has a unique byte")
  func enumerations() throws {
    try expectRoundTrips(KeyboardType.self)
    try expectRoundTrips(ReturnKeyType.self)
    try expectRoundTrips(TextAutocapitalizationType.self)
    try expectRoundTrips(TextTraitSwitch.self)
    try expectRoundTrips(KeyboardAppearance.self)
    try expectRoundTrips(KeyboardEnvironment.SizeClass.self)
    try expectRoundTrips(SwipeDirection.self)
    try expectRoundTrips(KeyRole.self)
    try expectRoundTrips(ChangeCause.self)
    try expectRoundTrips(LogLevel.self)
    try expectRoundTrips(KeyboardCallback.self)
    try expectRoundTrips(KeyboardError.Step.self)
    try expectRoundTrips(HostReply.Refusal.self)
  }

  @Test("Encoding preserves the bits of NaN, so that the receiver can reject it")
  func nan() throws {
    let odd = Double(bitPattern: 0x7FF8_0000_0000_BEEF)
    let message = RunnerMessage.result(
      TurnResult(serial: 1, requests: [.startTimer(identifier: 1, seconds: odd, repeats: false)]))
    #expect(try RunnerMessage(frame: message.frame).frame == message.frame)
  }

  private func expectRoundTrip<Message: WireMessage & Equatable>(
    _ message: Message, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let frame = message.frame
    let decoded = try Message(frame: frame)
    #expect(decoded == message, sourceLocation: location)
    // Equal strings may consist of different scalars, so also compare the bytes.
    #expect(decoded.frame == frame, sourceLocation: location)
  }

  private func expectRoundTrips<Value: WireValue & CaseIterable & Equatable>(_ type: Value.Type) throws {
    var encodings: Set<[UInt8]> = []
    for value in type.allCases {
      let bytes = WireWriter.bytes { $0.write(value) }
      #expect(try Value(decoding: bytes) == value)
      #expect(encodings.insert(bytes).inserted)
    }
  }
}

extension WireValue {
  /// Decodes a value from these bytes, and requires that no byte remains.
  init(decoding bytes: [UInt8]) throws(WireError) {
    self = try bytes.withUnsafeBufferPointer { (bytes) throws(WireError) in
      var reader = WireReader(UnsafeRawBufferPointer(bytes))
      let value = try Self(from: &reader)
      #expect(reader.remaining == 0)
      return value
    }
  }
}
