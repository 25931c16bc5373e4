import Foundation
import InputViewModel
import RandomValues
import TestSupport
import Testing
import TextModel

@testable import KeyboardProtocol
@testable import KeyboardLink

/// Tests of traps and memory use. Each test runs in its own process, so that a trap or a high memory use does not
/// affect other tests.
@Suite("Hostile bytes do not trap or exhaust memory")
struct MemoryTests {
  @Test("Decoding a hundred thousand random frames uses little memory")
  func randomFrames() async {
    await #expect(processExitsWith: .success) {
      var random = SeededGenerator(seed: 0xFEED)
      let sample = HostileFrames()
      // Decode some frames first, so that the program's code is in memory before the measurement.
      for _ in 0..<20_000 { sample.decode(sample.random(&random)) }
      let grown = try PeakMemory.growth {
        for _ in 0..<100_000 { sample.decode(sample.random(&random)) }
      }
      #expect(grown < 8 * 1024 * 1024)
    }
  }

  @Test("Decoding a hundred thousand mutated frames uses little memory")
  func mutatedFrames() async {
    await #expect(processExitsWith: .success) {
      var random = SeededGenerator(seed: 0xBEEF)
      let sample = HostileFrames()
      // Decode some frames first, so that the program's code is in memory before the measurement.
      for _ in 0..<20_000 { sample.decode(sample.mutated(&random)) }
      let grown = try PeakMemory.growth {
        for _ in 0..<100_000 { sample.decode(sample.mutated(&random)) }
      }
      #expect(grown < 8 * 1024 * 1024)
    }
  }

  @Test("Short frames that claim two billion elements use little memory")
  func claims() async {
    await #expect(processExitsWith: .success) {
      let grown = try PeakMemory.growth {
        for message in EveryCase.hostMessages(seed: 5) { HostileFrames.claimEverywhere(in: message) }
        for message in EveryCase.runnerMessages(seed: 5) { HostileFrames.claimEverywhere(in: message) }
      }
      #expect(grown < 16 * 1024 * 1024)
    }
  }

  @Test("Decoding the longest frames uses at most 64 times their size in memory", arguments: 0..<10)
  func longestFrames(kind: Int) async {
    await #expect(processExitsWith: .success) { [kind = kind as Int] in
      let frame = HostileFrames.longest(kind)
      #expect(frame.count <= (kind == 8 ? HostileFrames.roomForFile : HostileFrames.room))
      // Decode some messages first, so that the program's code is in memory before the measurement.
      for message in EveryCase.runnerMessages(seed: 1) { #expect(try RunnerMessage(frame: message.frame) == message) }
      let grown = try PeakMemory.growth { _ = try? RunnerMessage(frame: frame) }
      // The margin covers pages of the program that the kernel loads from disk at their first use.
      #expect(grown <= 64 * frame.count + 2 * 1024 * 1024)
    }
  }
}

/// Measures how much the resident memory of this process grows.
enum PeakMemory {
  static func growth(of work: () throws -> Void) throws -> Int {
    // Writing "5" resets the peak to the current resident size (proc(5), clear_refs).
    try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    let before = try status("VmRSS:")
    try work()
    return max(0, try status("VmHWM:") - before)
  }

  private static func status(_ name: String) throws -> Int {
    let lines = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
    let fields = try #require(lines.first { $0.hasPrefix(name) }).split(whereSeparator: \.isWhitespace)
    return try #require(Int(fields[1])) * 1024
  }
}

/// Frames that a hostile process could send.
struct HostileFrames {
  private let good: [[UInt8]] =
    (EveryCase.hostMessages(seed: 31).map(\.frame) + EveryCase.runnerMessages(seed: 31).map(\.frame))
    .filter { $0.count < 160 }

  /// Returns random bytes. The first two bytes are often valid, so that the decoder does not stop there.
  func random(_ random: inout SeededGenerator) -> [UInt8] {
    var frame = (0..<random.integer(below: 48)).map { _ in
      // A small number is often a valid enum case, flag or count, so half of the bytes are small.
      random.boolean() ? UInt8(random.integer(below: 8)) : UInt8(truncatingIfNeeded: random.next())
    }
    if frame.count > 2 && random.integer(below: 8) > 0 {
      frame[0] = WireFormat.version
      frame[1] = random.one(of: [0x01, 0x02, 0x81, 0x82, 0x83])
    }
    return frame
  }

  /// A valid frame with a few bytes changed, removed, inserted or moved.
  func mutated(_ random: inout SeededGenerator) -> [UInt8] {
    var frame = random.one(of: good)
    for _ in 0...random.integer(below: 3) where !frame.isEmpty {
      let place = random.integer(below: frame.count)
      switch random.integer(below: 5) {
      case 0: frame[place] ^= 1 << random.integer(below: 8)
      case 1: frame[place] = random.one(of: [0, 1, 0x7F, 0x80, 0xFF])
      case 2: frame.removeSubrange(place..<min(frame.count, place + 1 + random.integer(below: 8)))
      case 3: frame.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
      default: frame.swapAt(place, random.integer(below: frame.count))
      }
    }
    return frame
  }

  /// Decodes a frame as a runner's message and as a host's message. A decoded message must encode to the same bytes.
  func decode(_ frame: [UInt8]) {
    do throws(WireError) {
      let message = try RunnerMessage(frame: frame)
      if message.frame != frame { Issue.record("\(frame) is read as another frame's message") }
    } catch {
      if error.offset > frame.count { Issue.record("\(frame): the error lies past the end") }
    }
    do throws(WireError) {
      let message = try HostMessage(frame: frame)
      if message.frame != frame { Issue.record("\(frame) is read as another frame's message") }
    } catch {
      if error.offset > frame.count { Issue.record("\(frame): the error lies past the end") }
    }
  }

  /// Writes the largest possible counts at every offset of the message's frame and decodes the results.
  static func claimEverywhere<Message: WireMessage>(in message: Message) {
    var frame = message.frame
    guard frame.count > 6 else { return }
    for place in 2...(frame.count - 4) {
      let kept = frame[place..<place + 4]
      for claim in [[0xFF, 0xFF, 0xFF, 0x7F], [0xFF, 0xFF, 0xFF, 0xFF]] as [[UInt8]] {
        frame.replaceSubrange(place..<place + 4, with: claim)
        _ = try? Message(frame: frame)
      }
      frame.replaceSubrange(place..<place + 4, with: kept)
    }
  }

  /// The longest frame without a file, in bytes.
  static let room = WireFormat.ordinaryBytes
  /// The longest frame that fits into the mailbox to the host, in bytes.
  static let roomForFile = Mailbox.Layout.toHostSize - Mailbox.Offset.payload

  /// Returns one of ten frames. Each frame contains as many values as possible, and most frames have the maximum
  /// length.
  static func longest(_ kind: Int) -> [UInt8] {
    let result: [UInt8] = [WireFormat.version, 0x82] + Array(repeating: 0, count: 8)
    let inputView = result + count(0) + count(1) + [3]
    let request: [UInt8] = [WireFormat.version, 0x83]
    let letters = count(16) + Array(repeating: 0x61, count: 16)
    switch kind {
    case 0: return filled(inputView + [0], with: [0] + count(0))
    case 1: return filled(inputView + [0], with: [4] + Array(repeating: 0, count: 8))
    case 2: return filled(inputView + [0], with: [3] + count(0) + count(0) + Array(repeating: 0, count: 8))
    case 3: return filled(inputView + [0], with: [0] + count(1) + [0] + count(0))
    case 4:
      // Nested rows. The count in each row claims all remaining bytes of the frame.
      let claims = (0..<InputViewTree.Limit.depth).reduce(into: inputView) { frame, _ in
        frame += [0] + count(room - frame.count - 5)
      }
      return claims + Array(repeating: 0, count: room - claims.count)
    case 5:
      let many = count(10_000)
      return result + many + Array(repeating: 1, count: 10_000) + many + Array(repeating: 0, count: 10_000) + many
        + Array(repeating: 0, count: 10_001)
    case 6: return request + [0] + count(10_000) + Array(repeating: 1, count: 10_000)
    case 7: return filled(request + [0], with: [0] + letters, most: 10_000)
    case 8:
      let bytes = roomForFile - 12
      return request + [5] + count(1) + [0x61] + count(bytes) + Array(repeating: 0, count: bytes)
    default: return request + [1] + count(room - 7) + Array(repeating: 0x61, count: room - 7)
    }
  }

  /// Returns a frame with a head, a count, and as many copies of `part` as fit.
  private static func filled(_ head: [UInt8], with part: [UInt8], most: Int = .max) -> [UInt8] {
    let parts = min(most, (room - head.count - 4) / part.count)
    var frame: [UInt8] = []
    frame.reserveCapacity(room)
    frame += head + count(parts)
    for _ in 0..<parts { frame += part }
    return frame
  }

  private static func count(_ count: Int) -> [UInt8] {
    WireWriter.bytes { $0.writeCount(count) }
  }
}
