import Glibc
import KeyboardProtocol
import Testing

@testable import KeyboardHost

@Suite("What the host measures for its limits")
struct ProcessResourcesTests {
  @Test("After short turns, the host measures a process once in a millisecond; after other turns, always")
  func interval() {
    var limits = KeyboardLimits()
    // Each measurement finds that this process exceeds the limit.
    limits.memory = 0
    var resources = ProcessResources(limits)
    #expect(resources.watch(getpid()) != nil)
    let turns: [(time: Int, isShort: Bool, isMeasured: Bool)] = [
      (0, true, true), (999, true, false), (999, false, true), (1_998, true, false), (1_999, true, true),
    ]
    for turn in turns {
      let violation = resources.measureAfterTurn(isShort: turn.isShort, counted: 0, at: .microseconds(turn.time))
      #expect((violation != nil) == turn.isMeasured, "\(turn)")
    }
    #expect(resources.measureLatestTurn() == nil)
    #expect(resources.measureAfterTurn(isShort: true, counted: 0, at: .microseconds(2_000)) == nil)
    #expect(resources.measureLatestTurn() != nil)
    #expect(resources.measureLatestTurn() == nil)
  }

  @Test("The bound of the processor time is at most a millisecond more than the processor time")
  func processorBound() {
    let clocks = MachineClocks()
    for _ in 0..<1_000 {
      let before = clocks.read(.processor)
      let bound = clocks.read(.processorBound)
      let after = clocks.read(.processor)
      #expect(before <= bound && bound <= after + 1_000_000)
    }
  }
}
