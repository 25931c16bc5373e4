import CSystemd
import DesktopBus
import Glibc

/// Another program on a bus. This program uses sd-bus directly instead of the module `DesktopBus`, so that the tests
/// check the messages that `DesktopBus` really sends.
final class BusPeer {
  /// A message that the program received.
  struct Message: Hashable, Sendable {
    var path: String
    var interface: String
    var member: String
    var arguments: [PeerValue]
  }

  /// The reply of the program to a method call.
  enum Answer {
    case values([PeerValue])
    case error(String, String)
    /// Replies when the test calls ``replyLate(_:)``.
    case later
  }

  /// The reply to a method call that the program made.
  final class Reply {
    var values: [PeerValue]?
    var error: (name: String, text: String)?
    var isThere: Bool { values != nil || error != nil }
  }

  /// Returns the reply to a method call.
  var answer: (Message) -> Answer = { _ in .error("org.klava.Test.Error", "unexpected call") }
  /// The method calls and signals that the program received, in order.
  private(set) var received: [Message] = []
  /// The serial numbers of the messages in ``received``. Each sender numbers its own messages.
  private(set) var serials: [UInt64] = []

  private let bus: OpaquePointer
  /// The method calls to which the program has not replied yet.
  private var waiting: [OpaquePointer] = []

  init(_ address: BusAddress, name: String? = nil) throws {
    var made: OpaquePointer?
    try Self.check(sd_bus_new(&made))
    guard let made else { throw Failure(number: ENOMEM) }
    bus = made
    try Self.check(sd_bus_set_address(bus, address.text))
    try Self.check(sd_bus_set_bus_client(bus, 1))
    try Self.check(sd_bus_start(bus))
    let me = Unmanaged.passUnretained(self).toOpaque()
    try Self.check(
      sd_bus_add_filter(
        bus, nil,
        { message, data, _ in
          guard let message, let data else { return 0 }
          return Unmanaged<BusPeer>.fromOpaque(data).takeUnretainedValue().receive(message)
        }, me))
    if let name { try Self.check(sd_bus_request_name(bus, name, 0)) }
  }

  deinit {
    for call in waiting { sd_bus_message_unref(call) }
    sd_bus_close_unref(bus)
  }

  var uniqueName: String {
    var name: UnsafePointer<CChar>?
    return sd_bus_get_unique_name(bus, &name) >= 0 ? name.map { String(cString: $0) } ?? "" : ""
  }

  func releaseName(_ name: String) throws { try Self.check(sd_bus_release_name(bus, name)) }
  func requestName(_ name: String) throws { try Self.check(sd_bus_request_name(bus, name, 0)) }

  /// Makes the program receive the messages that match a rule.
  func match(_ rule: String) throws {
    try Self.check(sd_bus_add_match(bus, nil, rule, { _, _, _ in 0 }, nil))
  }

  /// Handles all messages that have arrived.
  func process() { while sd_bus_process(bus, nil) > 0 {} }

  /// Calls a method. The reply comes while ``process()`` runs.
  @discardableResult
  func call(
    _ name: String, _ path: String, _ interface: String, _ member: String, _ arguments: [PeerValue] = []
  ) throws -> Reply {
    var message: OpaquePointer?
    try Self.check(sd_bus_message_new_method_call(bus, &message, name, path, interface, member))
    defer { sd_bus_message_unref(message) }
    for argument in arguments { argument.append(to: message) }
    let reply = Reply()
    try Self.check(
      sd_bus_call_async(
        bus, nil, message,
        { message, data, _ in
          guard let message, let data else { return 0 }
          let reply = Unmanaged<Reply>.fromOpaque(data).takeRetainedValue()
          if let error = sd_bus_message_get_error(message)?.pointee {
            reply.error = (String(cString: error.name), String(cString: error.message))
          } else {
            reply.values = PeerValue.all(of: message)
          }
          return 0
        }, Unmanaged.passRetained(reply).toOpaque(), 0))
    return reply
  }

  /// Sends a signal to all programs or to one program.
  func signal(
    _ path: String, _ interface: String, _ member: String, _ arguments: [PeerValue], to destination: String? = nil
  ) throws {
    var message: OpaquePointer?
    try Self.check(sd_bus_message_new_signal(bus, &message, path, interface, member))
    defer { sd_bus_message_unref(message) }
    for argument in arguments { argument.append(to: message) }
    try Self.check(sd_bus_send_to(bus, message, destination, nil))
  }

  private func receive(_ message: OpaquePointer) -> Int32 {
    var type: UInt8 = 0
    sd_bus_message_get_type(message, &type)
    let isCall = type == UInt8(SD_BUS_MESSAGE_METHOD_CALL)
    guard isCall || type == UInt8(SD_BUS_MESSAGE_SIGNAL) else { return 0 }
    func text(_ value: UnsafePointer<CChar>?) -> String { value.map { String(cString: $0) } ?? "" }
    let copy = Message(
      path: text(sd_bus_message_get_path(message)), interface: text(sd_bus_message_get_interface(message)),
      member: text(sd_bus_message_get_member(message)), arguments: PeerValue.all(of: message))
    received.append(copy)
    var serial: UInt64 = 0
    sd_bus_message_get_cookie(message, &serial)
    serials.append(serial)
    guard isCall else { return 0 }
    switch answer(copy) {
    case .values(let values): send(values, replyingTo: message)
    case .error(let name, let text):
      var error = sd_bus_error()
      sd_bus_error_set(&error, name, text)
      sd_bus_reply_method_error(message, &error)
      sd_bus_error_free(&error)
    case .later: waiting.append(sd_bus_message_ref(message))
    }
    return 1
  }

  /// Replies to the calls for which ``answer`` returned ``Answer/later``.
  func replyLate(_ values: [PeerValue]) {
    for call in waiting {
      send(values, replyingTo: call)
      sd_bus_message_unref(call)
    }
    waiting = []
  }

  private func send(_ values: [PeerValue], replyingTo call: OpaquePointer) {
    var reply: OpaquePointer?
    guard sd_bus_message_new_method_return(call, &reply) >= 0 else { return }
    defer { sd_bus_message_unref(reply) }
    for value in values { value.append(to: reply) }
    sd_bus_send(bus, reply, nil)
  }

  struct Failure: Error { var number: Int32 }

  private static func check(_ result: Int32) throws { guard result >= 0 else { throw Failure(number: -result) } }
}
