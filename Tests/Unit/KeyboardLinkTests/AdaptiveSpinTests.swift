import Testing

@testable import KeyboardLink

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
}
