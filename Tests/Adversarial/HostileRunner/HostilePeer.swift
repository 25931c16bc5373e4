internal import Glibc
internal import InputViewModel
internal import KeyboardLink
internal import KeyboardProtocol
internal import LinuxShims
internal import RandomValues
internal import TestSupport
internal import TextModel

/// The runner's end of a link, without any checks. The caller decides which bytes to write and when.
final class HostilePeer {
  /// The link's complete memory.
  let memory: UnsafeMutableRawPointer
  var random: SeededGenerator
  /// The counter in the mailbox after the last sent message. Each message adds two.
  private var said: UInt32 = 0
  private var heard: UInt32 = 0

  /// The numbers of the link's descriptors, which the host passes to the runner.
  static let memoryDescriptor: Int32 = 3
  static let eventDescriptor: Int32 = 4

  /// Connects to the host that started this process; nil without a link.
  init?(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    guard
      let base = mmap(nil, Mailbox.Layout.size, PROT_READ | PROT_WRITE, MAP_SHARED, Self.memoryDescriptor, 0),
      base != MAP_FAILED
    else { return nil }
    memory = base
  }

  // MARK: Sending

  /// The 32-bit word at an offset in the half of the mailbox that carries messages to the host.
  func word(_ offset: Int) -> UnsafeMutablePointer<UInt32> {
    (memory + Mailbox.Layout.toHostOffset + offset).assumingMemoryBound(to: UInt32.self)
  }

  var payload: UnsafeMutableRawPointer { memory + Mailbox.Layout.toHostOffset + Mailbox.Offset.payload }

  /// Sends a valid message.
  func say(_ message: RunnerMessage) { say(frame: message.frame) }

  /// Sends any bytes, even if they are not a message.
  func say(frame: [UInt8]) {
    begin()
    write(frame)
    finish()
  }

  /// Makes the counter odd, which means that this side is writing a message.
  func begin() { klv_store_release(word(Mailbox.Offset.sequence), said &+ 1) }

  /// Writes a message's length and bytes, but does not publish the message.
  func write(_ frame: [UInt8]) {
    klv_store_release(word(Mailbox.Offset.length), UInt32(clamping: frame.count))
    UnsafeMutableRawBufferPointer(start: payload, count: Mailbox.Layout.toHostSize - Mailbox.Offset.payload)
      .copyBytes(from: frame.prefix(Mailbox.Layout.toHostSize - Mailbox.Offset.payload))
  }

  /// Publishes the message and wakes the host.
  func finish() {
    said &+= 2
    klv_store_release(word(Mailbox.Offset.sequence), said)
    _ = klv_eventfd_signal(Self.eventDescriptor)
  }

  // MARK: Receiving

  /// Waits for the host's next message; nil if its bytes are not a valid message.
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

  /// Acknowledges the host's messages up to this counter.
  private func admitHearing(_ sequence: UInt32) {
    klv_store_release((memory + Mailbox.Offset.taken).assumingMemoryBound(to: UInt32.self), sequence)
  }

  /// Withdraws the acknowledgment of the last message.
  func denyHearing() { admitHearing(heard &- 2) }

  /// Waits for the next turn.
  func hearTurn() -> Turn {
    while true {
      if case .turn(let turn) = hear() { return turn }
    }
  }

  /// Sends a request and waits for the reply.
  func ask(_ request: HostRequest) {
    say(.request(request))
    _ = hear()
  }

  // MARK: Correct behavior

  /// Sends the hello message of a correct runner.
  func greet() { say(.hello(version: Self.version, process: getpid())) }

  /// The version of the keyboard ABI that correct runners send.
  static let version: UInt32 = 1 << 16

  /// Sends the result of a correct runner.
  func reply(_ turn: Turn) {
    var result = TurnResult(serial: turn.serial)
    if case .load = turn.event { result.requests = [.setInputView(Self.inputView)] }
    if case .key(let event) = turn.event, event.position?.index == 0 { result.edits = [.insertText("h")] }
    say(.result(result))
  }

  /// Answers turns correctly until a turn of this kind arrives.
  ///
  /// - Returns: The turn of this kind, not yet answered.
  func serve(until isAwaited: (TurnEvent) -> Bool) -> Turn {
    while true {
      let turn = hearTurn()
      if isAwaited(turn.event) { return turn }
      reply(turn)
    }
  }

  /// Answers turns correctly until the user presses a key.
  func serveUntilKey() -> Turn {
    serve { event in if case .key = event { true } else { false } }
  }

  /// An input view with a letter of the system keyboard, a key that the system keyboard lacks, and a globe key.
  static let inputView = InputViewTree(
    root: .row([
      .key(Key("h")), .key(Key("odd", role: .action)), .key(Key("globe", role: .nextKeyboard)),
    ]))

  /// Stops responding.
  func stall() -> Never {
    while true { pause() }
  }
}
