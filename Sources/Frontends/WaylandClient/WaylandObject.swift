internal import CWayland
internal import Glibc

/// An object of the Wayland protocol: the client's side of a surface, a seat and so on.
///
/// Requests and events have their names from the XML file of the protocol. Releasing the last Swift reference destroys
/// the protocol object. Use the object only on the thread of its connection.
package final class WaylandObject {
  /// The connection, which must outlive the object.
  package let connection: WaylandConnection
  /// Called for each event. Events without a handler have no effect.
  package var handler: ((WaylandEvent) -> Void)?

  /// The object of libwayland; nil after ``destroy()``. A request with a destroyed object as an argument ends the
  /// connection, unless the protocol allows null for this argument.
  private(set) var proxy: OpaquePointer?
  private let interface: UnsafePointer<wl_interface>

  /// Takes ownership of a proxy that has not received events yet.
  init(_ proxy: OpaquePointer, _ interface: UnsafePointer<wl_interface>, _ connection: WaylandConnection) {
    self.proxy = proxy
    self.interface = interface
    self.connection = connection
    wl_proxy_add_dispatcher(proxy, dispatch, nil, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Creates an object in the destroyed state.
  private init(destroyed interface: UnsafePointer<wl_interface>, _ connection: WaylandConnection) {
    self.interface = interface
    self.connection = connection
  }

  deinit { destroy() }

  /// The version of the interface that compositor and client agreed on; 0 after ``destroy()``.
  package var version: UInt32 { proxy.map(wl_proxy_get_version) ?? 0 }

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - name: The name of the request in the protocol. The interface must have a request of this name.
  ///   - arguments: The arguments, except the argument for a new object.
  package func request(_ name: StaticString, _ arguments: WaylandArgument...) {
    send(opcode(name), nil, arguments, destroys: false)
  }

  /// Sends a request that creates an object, and returns the object.
  ///
  /// If this object is destroyed, or libwayland cannot create an object, the result is an object in the destroyed
  /// state.
  ///
  /// - Parameters:
  ///   - name: The name of the request in the protocol. The interface must have a request of this name.
  ///   - arguments: The arguments, without the new object.
  package func create(_ name: StaticString, _ arguments: WaylandArgument...) -> WaylandObject {
    let opcode = opcode(name)
    guard let created = createdInterface(opcode) else { preconditionFailure("\(name) creates no object") }
    return create(opcode, created, version: version, arguments)
  }

  /// Sends the destructor request if this version of the interface has a destructor request. After this call, the
  /// object delivers no events, and requests have no effect.
  package func destroy() {
    guard let proxy else { return }
    handler = nil
    if let destructor {
      send(destructor, nil, [], destroys: true)
    } else {
      wl_proxy_destroy(proxy)
    }
    self.proxy = nil
  }

  // MARK: Sending

  /// The size of a request's header and of the identifier of a new object, in bytes.
  private static let headerBytes = 12

  func create(
    _ opcode: Int, _ created: UnsafePointer<wl_interface>, version: UInt32, _ arguments: [WaylandArgument]
  ) -> WaylandObject {
    guard let new = send(opcode, created, arguments, destroys: false, version: version) else {
      // libwayland cannot create a proxy if no memory is free, or if more than 15 million objects exist. A hostile
      // compositor can cause so many objects, because it can prevent libwayland from reusing the numbers of destroyed
      // objects.
      if proxy != nil { connection.endWithoutMemory() }
      return WaylandObject(destroyed: created, connection)
    }
    return WaylandObject(new, created, connection)
  }

  @discardableResult
  private func send(
    _ opcode: Int, _ created: UnsafePointer<wl_interface>?, _ arguments: [WaylandArgument], destroys: Bool,
    version: UInt32? = nil
  ) -> OpaquePointer? {
    guard let proxy else { return nil }
    connection.makeRoom(forBytes: arguments.reduce(Self.headerBytes) { $0 + $1.maximumBytes })
    return WaylandArgument.withCValues(arguments, hasNewObject: created != nil, signature(opcode)) { values in
      wl_proxy_marshal_array_flags(
        proxy, UInt32(opcode), created, version ?? self.version, destroys ? UInt32(WL_MARSHAL_FLAG_DESTROY) : 0, values)
    }
  }

  // MARK: The interface

  private var methods: UnsafeBufferPointer<wl_message> {
    UnsafeBufferPointer(start: interface.pointee.methods, count: Int(interface.pointee.method_count))
  }

  private func opcode(_ name: StaticString) -> Int {
    let found = methods.firstIndex { method in
      strlen(method.name) == name.utf8CodeUnitCount && memcmp(method.name, name.utf8Start, name.utf8CodeUnitCount) == 0
    }
    guard let found else {
      preconditionFailure("\(String(cString: interface.pointee.name)) has no request \(name)")
    }
    return found
  }

  private var destructor: Int? {
    methods.indices.first {
      ["destroy", "release"].contains(String(cString: methods[$0].name)) && firstVersion(ofRequest: $0) <= version
    }
  }

  /// The first version of the interface in which a request exists. The signature of a request begins with the version
  /// number, before the types of the arguments.
  private func firstVersion(ofRequest opcode: Int) -> UInt32 {
    UInt32(signature(opcode).prefix(while: \.isNumber)) ?? 1
  }

  private func signature(_ opcode: Int) -> String { String(cString: methods[opcode].signature) }

  private func createdInterface(_ opcode: Int) -> UnsafePointer<wl_interface>? {
    let letters = signature(opcode).filter(\.isLetter)
    guard let place = letters.firstIndex(of: "n") else { return nil }
    return methods[opcode].types[letters.distance(from: letters.startIndex, to: place)]
  }
}

/// Delivers an event of libwayland to the object's handler.
private func dispatch(
  _: UnsafeRawPointer?, target: UnsafeMutableRawPointer?, opcode: UInt32, message: UnsafePointer<wl_message>?,
  values: UnsafeMutablePointer<wl_argument>?
) -> Int32 {
  guard let target, let message, let data = wl_proxy_get_user_data(OpaquePointer(target)) else { return 0 }
  // The handler may drop the last other reference to the object, so hold a reference here.
  let object = Unmanaged<WaylandObject>.fromOpaque(data).takeUnretainedValue()
  let event = WaylandEvent(message: message, values: values, connection: object.connection)
  object.handler?(event)
  event.end()
  return 0
}

/// An event, with its arguments. The event is valid only while the handler runs.
///
/// libwayland has checked the number and the types of the arguments. If a handler reads an argument as another type,
/// the result is 0 or nil.
package final class WaylandEvent {
  /// The name of the event in the protocol.
  package let name: String
  private let types: [Character]
  private let message: UnsafePointer<wl_message>
  private let values: UnsafeMutablePointer<wl_argument>?
  private let connection: WaylandConnection
  private var adopted: Set<Int> = []

  init(
    message: UnsafePointer<wl_message>, values: UnsafeMutablePointer<wl_argument>?, connection: WaylandConnection
  ) {
    name = String(cString: message.pointee.name)
    types = String(cString: message.pointee.signature).filter(\.isLetter)
    self.message = message
    self.values = values
    self.connection = connection
  }

  private func value(_ index: Int, _ type: Character) -> wl_argument? {
    types.indices.contains(index) && types[index] == type ? values?[index] : nil
  }

  /// The unsigned integer at an index.
  package func uint(_ index: Int) -> UInt32 { value(index, "u")?.u ?? 0 }

  /// The signed integer at an index.
  package func int(_ index: Int) -> Int32 { value(index, "i")?.i ?? 0 }

  /// The fixed-point number at an index.
  package func fixed(_ index: Int) -> Double { Double(value(index, "f")?.f ?? 0) / 256 }

  /// The bytes of the string at an index, without the final zero. The bytes need not be valid UTF-8.
  package func bytes(_ index: Int) -> [UInt8] {
    guard let text = value(index, "s")?.s else { return [] }
    return Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }

  /// The unsigned integers of the array at an index.
  package func numbers(_ index: Int) -> [UInt32] {
    guard let array = value(index, "a")?.a, let data = array.pointee.data else { return [] }
    let bytes = UnsafeRawBufferPointer(start: data, count: array.pointee.size)
    return stride(from: 0, to: bytes.count - 3, by: 4).map { bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self) }
  }

  /// The descriptor at an index; nil if the argument is no descriptor. The event closes the descriptor after the
  /// handler has returned.
  package func descriptor(_ index: Int) -> Int32? { value(index, "h")?.h }

  /// The existing object at an index; nil if the argument is null, or the client has destroyed the object.
  package func object(_ index: Int) -> WaylandObject? {
    guard let proxy = value(index, "o")?.o, let data = wl_proxy_get_user_data(proxy) else { return nil }
    return Unmanaged<WaylandObject>.fromOpaque(data).takeUnretainedValue()
  }

  /// The object that the compositor created with this event. Call this method at most once. If the handler does not
  /// call it, the event destroys the object.
  package func created(_ index: Int) -> WaylandObject? {
    guard let proxy = value(index, "n")?.o, let interface = message.pointee.types[index],
      adopted.insert(index).inserted
    else { return nil }
    return WaylandObject(proxy, interface, connection)
  }

  /// Closes the descriptors of the event, and destroys the objects that the handler did not read.
  fileprivate func end() {
    for (index, type) in types.enumerated() {
      if type == "h", let descriptor = values?[index].h { close(descriptor) }
      if type == "n" { _ = created(index) }
    }
  }
}
