internal import TextModel
internal import Glibc
internal import LinuxShims
internal import RandomValues
internal import TestSupport
internal import InputViewModel
internal import KeyboardProtocol
internal import KeyboardLink

/// A runner's end of a link without any of the runner's manners: what it writes, when, and whether it is a message is up
/// to whoever uses it.
final class HostilePeer {
  /// The link's memory, all of it.
  let memory: UnsafeMutableRawPointer
  /// Every random choice comes from here.
  var random: SeededGenerator
  /// Counts what was said, as the host counts it.
  private var said: UInt32 = 0
  private var heard: UInt32 = 0

  /// The link's descriptors, as the host hands them down.
  static let memoryDescriptor: Int32 = 3
  static let eventDescriptor: Int32 = 4

  /// The peer of the host that started this process; nil without one.
  init?(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    guard
      let base = mmap(nil, Mailbox.Layout.size, PROT_READ | PROT_WRITE, MAP_SHARED, Self.memoryDescriptor, 0),
      base != MAP_FAILED
    else { return nil }
    memory = base
  }

  // MARK: Speaking

  /// A word of the mailbox to the host.
  func word(_ offset: Int) -> UnsafeMutablePointer<UInt32> {
    (memory + Mailbox.Layout.toHostOffset + offset).assumingMemoryBound(to: UInt32.self)
  }

  /// The bytes of the mailbox to the host.
  var payload: UnsafeMutableRawPointer { memory + Mailbox.Layout.toHostOffset + Mailbox.Offset.payload }

  /// Says a message, as the host expects it to be said.
  func say(_ message: RunnerMessage) { say(frame: message.frame) }

  /// Says bytes that may be no message.
  func say(frame: [UInt8]) {
    begin()
    write(frame)
    finish()
  }

  /// Makes the counter odd: a message is being written.
  func begin() { klv_store_release(word(Mailbox.Offset.sequence), said &+ 1) }

  /// Writes a message's length and bytes, and nothing that says that they are there.
  func write(_ frame: [UInt8]) {
    klv_store_release(word(Mailbox.Offset.length), UInt32(clamping: frame.count))
    UnsafeMutableRawBufferPointer(start: payload, count: Mailbox.Layout.toHostSize - Mailbox.Offset.payload)
      .copyBytes(from: frame.prefix(Mailbox.Layout.toHostSize - Mailbox.Offset.payload))
  }

  /// Says that the message is whole, and wakes the host.
  func finish() {
    said &+= 2
    klv_store_release(word(Mailbox.Offset.sequence), said)
    _ = klv_eventfd_signal(Self.eventDescriptor)
  }

  // MARK: Listening

  /// Waits for what the host says next; nil where it is no message.
  func hear() -> HostMessage? {
    let sequence = (memory + Mailbox.Offset.sequence).assumingMemoryBound(to: UInt32.self)
    let sleeper = (memory + Mailbox.Offset.sleeper).assumingMemoryBound(to: UInt32.self)
    while true {
      _ = klv_exchange(sleeper, 1)
      klv_fence()
      let now = klv_load_acquire(sequence)
      if now == heard &+ 2 { break }
      _ = klv_futex_wait(sequence, now, 100_000_000)
    }
    klv_store_release(sleeper, 0)
    heard &+= 2
    admitHearing(heard)
    let length = Int(klv_load_acquire((memory + Mailbox.Offset.length).assumingMemoryBound(to: UInt32.self)))
    let bytes = UnsafeRawBufferPointer(
      start: memory + Mailbox.Offset.payload, count: min(length, Mailbox.Layout.toRunnerSize - Mailbox.Offset.payload))
    do throws(WireError) {
      return try HostMessage(frame: [UInt8](bytes))
    } catch {
      return nil
    }
  }

  /// Says up to where this process has heard what the host says.
  private func admitHearing(_ sequence: UInt32) {
    klv_store_release((memory + Mailbox.Offset.taken).assumingMemoryBound(to: UInt32.self), sequence)
  }

  /// Says that it has not heard what it heard last.
  func denyHearing() { admitHearing(heard &- 2) }

  /// Waits for the next turn.
  func hearTurn() -> Turn {
    while true {
      if case .turn(let turn) = hear() { return turn }
    }
  }

  /// Asks and waits for the answer.
  func ask(_ request: HostRequest) {
    say(.request(request))
    _ = hear()
  }

  // MARK: Honesty, until it is time for something else

  /// Says hello as a runner of this version does.
  func greet() { say(.hello(version: Self.version, process: getpid())) }

  /// The version of the plugin contract that honest runners speak.
  static let version: UInt32 = 1 << 16

  /// What an honest runner answers a turn with.
  func answer(_ turn: Turn) {
    var result = TurnResult(serial: turn.serial)
    if case .load = turn.event { result.requests = [.setInterface(Self.interface)] }
    if case .key(let event) = turn.event, event.key == "h" { result.edits = [.insertText("h")] }
    say(.result(result))
  }

  /// Serves honestly until a turn of this kind comes, and answers with that turn.
  func serve(until isAwaited: (TurnEvent) -> Bool) -> Turn {
    while true {
      let turn = hearTurn()
      if isAwaited(turn.event) { return turn }
      answer(turn)
    }
  }

  /// Serves honestly until a key is pressed.
  func serveUntilKey() -> Turn {
    serve { event in if case .key = event { true } else { false } }
  }

  /// One letter that the system keyboard has too, one key that it has not.
  static let interface = Interface(
    root: .row([
      .key(Key("h")), .key(Key("odd", role: .action)), .key(Key("globe", role: .nextKeyboard)),
    ]))

  /// Does nothing any more.
  func stall() -> Never {
    while true { pause() }
  }
}
