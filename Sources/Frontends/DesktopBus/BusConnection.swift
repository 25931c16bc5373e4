internal import CSystemd
internal import Glibc

/// The arguments with which the owner of a connection calls poll(2). Because the arguments change, get them again
/// before each wait.
package struct BusWait: Hashable, Sendable {
  /// The descriptor. The descriptor may change until the connection is established.
  package var descriptor: Int32
  /// The events to wait for, such as `POLLIN`.
  package var events: Int16
  /// The time after which the owner must call ``process()`` even without an event; nil if there is no time limit.
  package var timeout: Duration?
}

/// A connection to a message bus. Use a connection on one thread.
///
/// Only ``waitForWork(within:)`` blocks. ``process()`` establishes the connection and handles the replies to calls
/// without waiting.
final class BusConnection {
  /// The largest number of messages that one call of ``process()`` handles, so that a flood of messages cannot block
  /// the owner.
  static let messagesInOneTurn = 8

  private let bus: OpaquePointer
  private var isOpen = true

  /// Begins to connect.
  ///
  /// - Throws: ``BusError/noBus(_:reason:)`` if no bus listens at the address.
  init(_ address: BusAddress) throws(BusError) {
    var made: OpaquePointer?
    var result = sd_bus_new(&made)
    guard result >= 0, let made else { throw .noBus(address.kind, reason: Self.text(of: result)) }
    bus = made
    result = sd_bus_set_address(bus, address.text)
    if result >= 0 { result = sd_bus_set_bus_client(bus, 1) }
    // No method has descriptors as arguments, so tell the bus not to deliver messages that contain descriptors.
    if result >= 0 { result = sd_bus_negotiate_fds(bus, 0) }
    if result >= 0 { result = sd_bus_start(bus) }
    guard result >= 0 else { throw .noBus(address.kind, reason: Self.text(of: result)) }
  }

  deinit { sd_bus_close_unref(bus) }

  private static func text(of result: Int32) -> String { String(cString: strerror(-result)) }

  // MARK: The owner's loop

  /// The descriptor and events to wait for; nil if the connection has ended.
  var wait: BusWait? {
    guard isOpen else { return nil }
    let events = sd_bus_get_events(bus)
    let descriptor = sd_bus_get_fd(bus)
    // If the descriptor or the events are negative, the library has closed the connection. A timeout of zero makes the
    // owner call ``process()``, which detects the end of the connection.
    guard events >= 0, descriptor >= 0 else { return BusWait(descriptor: -1, events: 0, timeout: .zero) }
    var deadline = UInt64.max
    guard sd_bus_get_timeout(bus, &deadline) > 0, deadline != .max else {
      return BusWait(descriptor: descriptor, events: Int16(truncatingIfNeeded: events), timeout: nil)
    }
    let now = Self.now
    let left = deadline > now ? Int64(clamping: deadline - now) : 0
    return BusWait(
      descriptor: descriptor, events: Int16(truncatingIfNeeded: events), timeout: .microseconds(left))
  }

  /// The library's clock: microseconds of `CLOCK_MONOTONIC`.
  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(clamping: time.tv_sec) &* 1_000_000 &+ UInt64(clamping: time.tv_nsec / 1_000)
  }

  /// Handles messages that have arrived and calls that have timed out, and sends queued messages.
  ///
  /// - Returns: Whether the connection still exists.
  func process() -> Bool {
    guard isOpen else { return false }
    for _ in 0..<Self.messagesInOneTurn {
      let result = sd_bus_process(bus, nil)
      if result == 0 { break }
      guard result > 0 else {
        isOpen = false
        sd_bus_close(bus)
        break
      }
    }
    return isOpen
  }

  /// Waits until the owner must call ``process()``, but not longer than the limit.
  func waitForWork(within limit: Duration) {
    _ = sd_bus_wait(bus, UInt64(clamping: Int64(limit / .microseconds(1))))
  }

  /// Whether the connection is open. The value is already false while the library ends the pending calls with an error.
  var isConnected: Bool { sd_bus_is_open(bus) > 0 }

  /// Whether messages are still queued, because the bus does not read them.
  var isCongested: Bool { sd_bus_get_events(bus) & POLLOUT != 0 }

  // MARK: Messages

  /// Calls a method and passes its result to a function.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - arguments: The arguments.
  ///   - reply: Called with the result or the error. If no reply comes in time, the function `reply` gets an error.
  func call(
    _ method: BusMethod, _ arguments: [BusValue], _ reply: @escaping (borrowing BusMessage) -> Void
  ) {
    guard let message = message(method, arguments) else { return }
    // The time limit 0 selects the library's default of 25 seconds.
    own(BusHandler(reply)) { slot, data in sd_bus_call_async(bus, &slot, message.pointer, handle, data, 0) }
  }

  /// Calls a method and ignores its result.
  func send(_ method: BusMethod, _ arguments: [BusValue]) {
    guard let message = message(method, arguments) else { return }
    sd_bus_message_set_expect_reply(message.pointer, 0)
    sd_bus_send(bus, message.pointer, nil)
  }

  private func message(_ method: BusMethod, _ arguments: [BusValue]) -> BusMessage? {
    let made = BusMessage {
      sd_bus_message_new_method_call(bus, &$0, method.destination, method.path, method.interface, method.member)
    }
    guard let made else { return nil }
    // A call must not start a program: see `SessionBus`.
    sd_bus_message_set_auto_start(made.pointer, 0)
    for argument in arguments { guard made.append(argument) else { return nil } }
    return made
  }

  /// Calls a function with each message that a D-Bus match rule selects.
  ///
  /// Any program can send a signal that the rule selects, because the library does not compare the sender with a
  /// well-known name. So a function must not trust the signal's values before it has checked the sender.
  func match(_ rule: String, _ received: @escaping (borrowing BusMessage) -> Void) {
    own(BusHandler(received)) { slot, data in sd_bus_add_match_async(bus, &slot, rule, handle, nil, data) }
  }

  /// Reports to a function whether a program owns a name on the bus. Calls the function when the bus has replied, and
  /// after each change.
  func watch(_ name: String, _ changed: @escaping (Bool) -> Void) {
    let rule = "type='signal',sender='\(BusMethod.bus)',member='NameOwnerChanged',arg0='\(name)'"
    match(rule) { message in
      guard message.sender == BusMethod.bus, message.readText() == name, message.readText() != nil,
        let owner = message.readText()
      else { return }
      changed(!owner.isEmpty)
    }
    call(.ofBus("NameHasOwner"), [.text(name)]) { reply in
      changed(reply.readBoolean() ?? false)
    }
  }

  // MARK: Objects

  /// Offers an interface of an object to other programs.
  func serve(_ interface: BusInterface, _ object: BusObject) {
    own(object) { slot, data in
      sd_bus_add_object_vtable(bus, &slot, interface.path, interface.name, interface.table, data)
    }
  }

  /// Announces that properties of an interface have changed.
  func announce(_ properties: [String], of interface: BusInterface) {
    var names = properties.map { strdup($0) }
    defer { for name in names { free(name) } }
    names.append(nil)
    sd_bus_emit_properties_changed_strv(bus, interface.path, interface.name, &names)
  }

  /// Registers an object with the library. The library retains the object until it makes no more calls to the object.
  private func own(_ object: AnyObject, _ register: (inout OpaquePointer?, UnsafeMutableRawPointer) -> Int32) {
    let data = Unmanaged.passRetained(object)
    var slot: OpaquePointer?
    guard register(&slot, data.toOpaque()) >= 0, let slot else { return data.release() }
    sd_bus_slot_set_destroy_callback(slot) { data in
      if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
    }
    sd_bus_slot_set_floating(slot, 1)
    sd_bus_slot_unref(slot)
  }
}

/// A D-Bus method of an object that another program offers.
struct BusMethod: Hashable {
  /// The name of the bus itself, which is also the sender name of the bus's signals.
  static let bus = "org.freedesktop.DBus"

  var destination: String
  var path: String
  var interface: String
  var member: String

  /// A method of the bus itself.
  static func ofBus(_ member: String) -> BusMethod {
    BusMethod(destination: bus, path: "/org/freedesktop/DBus", interface: bus, member: member)
  }
}

extension BusMethod {
  /// Calls the method on a new connection, waits for the reply, and passes the result to a function.
  ///
  /// - Returns: The error that the method returned; nil for a result.
  /// - Throws: ``BusError/noReply``, or an error from the bus.
  func call(
    _ arguments: [BusValue], at address: BusAddress, within limit: Duration,
    _ receive: @escaping (borrowing BusMessage) -> Void
  ) throws(BusError) -> BusReplyError? {
    let deadline = ContinuousClock.now + limit
    let connection = try BusConnection(address)
    // If there is no reply in time, the closure outlives this scope, so an object holds the result.
    let outcome = Outcome()
    connection.call(self, arguments) {
      outcome.result = .some($0.failure)
      if $0.failure == nil { receive($0) }
    }
    while true {
      let isOpen = connection.process()
      if let failure = outcome.result { return failure }
      guard isOpen else { throw .disconnected(address.kind) }
      let left = deadline - .now
      guard left > .zero else { throw .noReply }
      connection.waitForWork(within: left)
    }
  }

  /// The reply to a call: nil until the reply arrives, and `.some(nil)` for a result.
  private final class Outcome { var result: BusReplyError?? }
}

/// A function that handles messages.
private final class BusHandler {
  let body: (borrowing BusMessage) -> Void

  init(_ body: @escaping (borrowing BusMessage) -> Void) { self.body = body }
}

/// Calls the handler of a message.
private func handle(
  _ message: OpaquePointer?, _ data: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  guard let message, let data else { return 0 }
  Unmanaged<BusHandler>.fromOpaque(data).takeUnretainedValue().body(BusMessage(message))
  return 0
}
