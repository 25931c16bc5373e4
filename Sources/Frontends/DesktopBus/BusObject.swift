internal import CSystemd
internal import Glibc

/// An interface that an object offers on the bus. libsystemd checks the types of a call's arguments against the table
/// of the interface.
///
/// `@unchecked Sendable`: nothing changes the table after `init`.
struct BusInterface: @unchecked Sendable {
  /// A member of an interface, with D-Bus type signatures.
  enum Member {
    /// A method without a result. In `names`, each name of an argument ends in U+0000.
    case method(StaticString, takes: StaticString = "", names: StaticString = "")
    /// A property that other programs can read. klava-desktop announces each change.
    case property(StaticString, StaticString)
  }

  let path: String
  let name: String
  /// The members in the library's format. Klava never frees this table, because the library may use the table until no
  /// message exists.
  let table: UnsafePointer<sd_bus_vtable>

  init(_ name: String, at path: String, _ members: [Member]) {
    self.name = name
    self.path = path
    let entries = UnsafeMutablePointer<sd_bus_vtable>.allocate(capacity: members.count + 2)
    entries.initialize(repeating: sd_bus_vtable(), count: members.count + 2)
    entries[0].type = UInt8(_SD_BUS_VTABLE_START)
    entries[0].x.start.element_size = MemoryLayout<sd_bus_vtable>.stride
    entries[0].x.start.features = UInt64(_SD_BUS_VTABLE_PARAM_NAMES)
    entries[0].x.start.vtable_format_reference = klv_bus_table_format()
    for (index, member) in members.enumerated() {
      switch member {
      case .method(let name, let signature, let names):
        entries[index + 1].type = UInt8(_SD_BUS_VTABLE_METHOD)
        // Without the flag SD_BUS_VTABLE_UNPRIVILEGED, the library asks the bus at each call which user runs the
        // caller, and waits for the answer.
        entries[index + 1].flags = UInt64(SD_BUS_VTABLE_UNPRIVILEGED)
        entries[index + 1].x.method.member = name.characters
        entries[index + 1].x.method.signature = signature.characters
        entries[index + 1].x.method.result = ("" as StaticString).characters
        entries[index + 1].x.method.handler = receive
        entries[index + 1].x.method.names = names.characters
      case .property(let name, let signature):
        entries[index + 1].type = UInt8(_SD_BUS_VTABLE_PROPERTY)
        entries[index + 1].flags = UInt64(SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE)
        entries[index + 1].x.property.member = name.characters
        entries[index + 1].x.property.signature = signature.characters
        entries[index + 1].x.property.get = read
      }
    }
    entries[members.count + 1].type = UInt8(_SD_BUS_VTABLE_END)
    table = UnsafePointer(entries)
  }
}

/// The behavior of an object with a ``BusInterface``.
final class BusObject {
  let call: (borrowing BusMessage) -> Void
  let value: (String) -> BusValue

  /// Creates the behavior.
  ///
  /// - Parameters:
  ///   - call: Called with each call of a method of the interface. The function must reply, now or later.
  ///   - value: Returns the value of a property of the interface.
  init(call: @escaping (borrowing BusMessage) -> Void, value: @escaping (String) -> BusValue) {
    self.call = call
    self.value = value
  }
}

extension StaticString {
  /// The string as a C string, which exists until the process ends.
  fileprivate var characters: UnsafePointer<CChar> {
    UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

/// Passes a call to its object. The library has already checked the types of the arguments.
private func receive(
  _ message: OpaquePointer?, _ data: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  guard let message, let data else { return 0 }
  Unmanaged<BusObject>.fromOpaque(data).takeUnretainedValue().call(BusMessage(message))
  return 1
}

/// Appends the value of a property to a message.
private func read(
  _: OpaquePointer?, _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?, _ name: UnsafePointer<CChar>?,
  _ reply: OpaquePointer?, _ data: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  guard let name, let reply, let data else { return 0 }
  let value = Unmanaged<BusObject>.fromOpaque(data).takeUnretainedValue().value(String(cString: name))
  return BusMessage(reply).append(value) ? 1 : -EIO
}
