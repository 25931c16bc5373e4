internal import Glibc
internal import KeyboardLink
internal import LinuxShims
internal import Measurement
internal import SystemSupport

/// Two processes that exchange a 32-bit word through shared memory, to measure the shortest possible round trip on this
/// machine.
///
/// The two processes of the ping-pong wait in the same way as host and runner. If words arrive in quick succession, a
/// process spins before it sleeps. A caller can turn spinning off. This process sleeps in `ppoll`, and the other
/// process sleeps on a futex.
final class PingPong {
  private let memory: Descriptor
  private let mapping: SharedMapping
  private let event: Descriptor
  private let child: pid_t
  private let pidfd: Descriptor
  private let words: Words
  private var spin: AdaptiveSpin
  private var count: UInt32 = 0

  /// The shared words, each on a separate cache line.
  private struct Words {
    let base: UnsafeMutableRawPointer

    var ping: UnsafeMutablePointer<UInt32> { word(0) }
    var pingSleeper: UnsafeMutablePointer<UInt32> { word(1) }
    var pingCore: UnsafeMutablePointer<UInt32> { word(4) }
    var pong: UnsafeMutablePointer<UInt32> { word(2) }
    var pongSleeper: UnsafeMutablePointer<UInt32> { word(3) }
    var pongCore: UnsafeMutablePointer<UInt32> { word(5) }

    private func word(_ line: Int) -> UnsafeMutablePointer<UInt32> {
      (base + 64 * line).assumingMemoryBound(to: UInt32.self)
    }
  }

  /// Starts the other process, a fork of this process.
  init(spins: Bool = true) throws {
    // To turn spinning off, pass a single core, because `AdaptiveSpin` never spins on a machine with one core.
    spin = spins ? AdaptiveSpin() : AdaptiveSpin(cores: 1)
    memory = try Descriptor(klv_memfd_create("klava-ping-pong"), of: "memfd_create")
    guard ftruncate(memory.number, 4096) == 0 else { throw WrongWorkError("ftruncate failed: errno \(errno)") }
    mapping = try SharedMapping(memory, count: 4096)
    event = try Descriptor(klv_eventfd_create(), of: "eventfd")
    words = Words(base: mapping.base)
    let parent = getpid()
    child = klv_fork()
    if child == 0 {
      Self.reply(words, event.number, parent, spin)
      _exit(0)
    }
    guard child > 0 else { throw WrongWorkError("the other process did not start: errno \(errno)") }
    pidfd = try Descriptor(klv_pidfd_open(child), of: "pidfd_open")
  }

  deinit {
    kill(child, SIGKILL)
    while waitpid(child, nil, 0) < 0 && errno == EINTR {}
  }

  /// Sends the word and waits until the other process has sent the word back.
  func roundTrip() throws {
    let sleepsOn = klv_load_acquire(words.pingSleeper) != 0 ? klv_load_acquire(words.pingCore) : 0
    var cores = klv_cores()
    let moves =
      spin.shouldMoveReceiver(on: sleepsOn, awayFrom: AdaptiveSpin.currentCore, at: AdaptiveSpin.now)
      && klv_forbid_current_core(child, &cores)
    send()
    if moves { _ = klv_allow_cores(child, &cores) }
    try awaitAnswer()
    spin.messageArrived(at: AdaptiveSpin.now)
  }

  private func send() {
    count &+= 1
    klv_store_release(words.ping, count)
    klv_fence()
    if klv_exchange(words.pingSleeper, 0) != 0 { klv_futex_wake(words.ping) }
  }

  private func awaitAnswer() throws {
    if Self.spin(spin, words.pongCore, for: words.pingCore, { klv_load_acquire(words.pong) == count }) { return }
    defer { klv_store_release(words.pongSleeper, 0) }
    var descriptors = [
      pollfd(fd: event.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: pidfd.number, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      _ = klv_exchange(words.pongSleeper, 1)
      klv_fence()
      if klv_load_acquire(words.pong) == count { return }
      let found = klv_poll(&descriptors, 2, 1_000_000_000)
      if found < 0, errno == EINTR { continue }
      guard found > 0, descriptors[1].revents == 0 else { throw WrongWorkError("the other process does not answer") }
      _ = klv_eventfd_drain(event.number)
    }
  }

  /// The loop of the other process, which sends each word back until the parent process kills it or ends.
  private static func reply(_ words: Words, _ event: Int32, _ parent: pid_t, _ spin: AdaptiveSpin) {
    klv_set_parent_death_signal(SIGKILL)
    var spin = spin
    var last: UInt32 = 0
    while getppid() == parent {
      if !Self.spin(spin, words.pingCore, for: words.pongCore, { klv_load_acquire(words.ping) != last }) {
        while true {
          _ = klv_exchange(words.pingSleeper, 1)
          klv_fence()
          guard klv_load_acquire(words.ping) == last else { break }
          klv_futex_wait(words.ping, last, -1)
        }
        klv_store_release(words.pingSleeper, 0)
      }
      last = klv_load_acquire(words.ping)
      spin.messageArrived(at: AdaptiveSpin.now)
      klv_store_release(words.pong, last)
      klv_fence()
      if klv_exchange(words.pongSleeper, 0) != 0 { klv_eventfd_signal(event) }
    }
  }

  /// Spins until the condition is true, or until the adaptive spin ends. Does not spin if both processes share a core.
  private static func spin(
    _ spin: AdaptiveSpin, _ core: UnsafeMutablePointer<UInt32>, for other: UnsafeMutablePointer<UInt32>,
    _ isThere: () -> Bool
  ) -> Bool {
    if isThere() { return true }
    guard let end = spin.spinEnd(from: AdaptiveSpin.now) else { return false }
    repeat {
      let own = AdaptiveSpin.currentCore
      klv_store_release(core, own)
      guard AdaptiveSpin.maySpin(on: own, forOneOn: klv_load_acquire(other)) else { return false }
      for _ in 0..<16 {
        klv_spin_hint()
        if isThere() { return true }
      }
    } while AdaptiveSpin.now < end
    return false
  }
}
