import Foundation
import KeyboardProtocol
import LinuxShims
import TestSupport
import Testing

@testable import HostLink
@testable import KeyboardLink
@testable import RunnerLink

@Suite("Adaptive spin of a receiver")
struct AdaptiveSpinTests {
  private static let gap = AdaptiveSpin.burstGap

  @Test("A receiver spins only after two messages have arrived in quick succession")
  func start() {
    var spin = AdaptiveSpin(cores: 2)
    #expect(spin.spinEnd(from: 0) == nil)
    spin.messageArrived(at: 1_000)
    #expect(spin.spinEnd(from: 1_000) == nil)
    spin.messageArrived(at: 1_000 + Self.gap)
    #expect(spin.spinEnd(from: 2_000 + Self.gap) == 2_000 + Self.gap + AdaptiveSpin.spinTime)
  }

  @Test("A receiver does not spin at typing speed or after a burst")
  func idle() {
    var spin = AdaptiveSpin(cores: 2)
    for press in 1...10 as ClosedRange<UInt64> {
      spin.messageArrived(at: press * 100_000_000)
      #expect(spin.spinEnd(from: press * 100_000_000) == nil)
    }
    spin.messageArrived(at: 1_000_000_001)
    #expect(spin.spinEnd(from: 1_000_000_001) != nil)
    #expect(spin.spinEnd(from: 1_000_000_002 + Self.gap) == nil)
  }

  @Test("A receiver does not spin on a machine with one core")
  func oneCore() {
    var spin = AdaptiveSpin(cores: 1)
    for time in 1...10 as ClosedRange<UInt64> {
      spin.messageArrived(at: time)
      #expect(spin.spinEnd(from: time) == nil)
    }
  }

  @Test(
    "A receiver does not spin on a core that the sender needs",
    arguments: [(1, 1, false), (1, 2, true), (2, 1, true), (1, 0, true), (0, 0, true), (0, 1, true)]
      as [(
        UInt32, UInt32, Bool
      )])
  func sameCore(own: UInt32, other: UInt32, maySpin: Bool) {
    #expect(AdaptiveSpin.maySpin(on: own, forOneOn: other) == maySpin)
  }

  @Test("The receiver moves if it sleeps on the sender's core before eight messages of a burst")
  func sharedCore() {
    var spin = AdaptiveSpin(cores: 2)
    var moves: [UInt64] = []
    for message in 0..<30 as Range<UInt64> {
      let time = message * 1_000_000
      if spin.shouldMoveReceiver(on: 1, awayFrom: 1, at: time) { moves.append(message) }
      spin.messageArrived(at: time)
    }
    // The first two messages are not part of a burst. The next move must wait for 10 ms.
    #expect(moves == [9, 19, 29])
  }

  @Test(
    "The receiver does not move on a machine with one core, at typing speed, and if it is awake or on another core",
    arguments: [(1, 1, 1), (2, 100, 1), (2, 1, 2), (2, 1, 0)] as [(cores: Int, milliseconds: UInt64, core: UInt32)])
  func keptCore(_ receiver: (cores: Int, milliseconds: UInt64, core: UInt32)) {
    var spin = AdaptiveSpin(cores: receiver.cores)
    var moves = 0
    for message in 0..<100 as Range<UInt64> {
      let time = message * receiver.milliseconds * 1_000_000
      if spin.shouldMoveReceiver(on: receiver.core, awayFrom: 1, at: time) { moves += 1 }
      spin.messageArrived(at: time)
    }
    #expect(moves == 0)
  }

  @Test("The count starts again if the receiver is awake or sleeps on another core", arguments: [0, 2] as [UInt32])
  func interruptedCount(core: UInt32) {
    var spin = AdaptiveSpin(cores: 2)
    var moves = 0
    for time in 0..<100 as Range<UInt64> {
      if spin.shouldMoveReceiver(on: time % 8 == 0 ? core : 1, awayFrom: 1, at: time) { moves += 1 }
      spin.messageArrived(at: time)
    }
    #expect(moves == 0)
  }

  @Test(
    "The host moves a runner that sleeps on its core", .enabled(if: klv_usable_cores() > 1), arguments: [true, false])
  func movesRunner(sleeps: Bool) throws {
    // Both ends run on this thread, so they run on the same core.
    var pair = try LinkPair()
    try pair.greet()
    let runner = try Scribbler(pair.host)
    var moves = 0
    for _ in 0..<100 {
      if sleeps { runner.announceSleep() }
      if pair.host.shouldMoveRunner() { moves += 1 }
      try pair.host.send(.reply(.bytes([])))
      _ = try pair.runner.receive()
      try pair.runner.send(.request(.containerNames))
      _ = try pair.host.receive(deadline: .soon, pidfd: -1)
    }
    #expect((moves > 0) == sleeps)
  }

  @Test("A process loses the current core, and then gets all its cores back", .enabled(if: klv_usable_cores() > 1))
  func forbidsCore() throws {
    let process = try Command("/bin/sleep", ["60"]).start()
    defer { process.kill(SIGKILL) }
    func cores() throws -> Int {
      let status = try String(contentsOfFile: "/proc/\(process.identifier)/status", encoding: .utf8)
      let mask = try #require(status.firstMatch(of: /Cpus_allowed:\t(.*)/))
      return mask.1.compactMap(\.hexDigitValue).map(\.nonzeroBitCount).reduce(0, +)
    }
    var before = klv_cores()
    let all = try cores()
    try #require(klv_forbid_current_core(process.identifier, &before))
    #expect(try cores() == all - 1)
    #expect(klv_allow_cores(process.identifier, &before) == 0)
    #expect(try cores() == all)
  }

  @Test("A process that does not exist keeps its cores")
  func missingProcess() {
    var before = klv_cores()
    #expect(!klv_forbid_current_core(pid_t.max, &before))
    #expect(klv_allow_cores(pid_t.max, &before) == -1)
  }
}
