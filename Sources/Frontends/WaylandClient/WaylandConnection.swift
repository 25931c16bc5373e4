// WaylandClient: a connection to a Wayland compositor over libwayland.
//
// For:    `Desktop`, and the drivers of its tests, which are Wayland clients too.
// Never:  decides what to show or type. Never starts a thread.
// Start:  `WaylandConnection` below; `WaylandObject.swift` for requests and events.

internal import CWayland
internal import Glibc
internal import WaylandProtocols

/// A connection to a compositor. Use a connection on one thread only.
package final class WaylandConnection {
  /// An object that the compositor offers to all clients.
  package struct Global: Hashable, Sendable {
    /// The number by which a client binds the global.
    package var name: UInt32
    /// The name of the interface, such as `wl_seat`.
    package var interface: String
    /// The highest version that the compositor supports.
    package var version: UInt32
  }

  /// The globals, in the order in which the compositor announced them.
  package private(set) var globals: [Global] = []
  /// Called when the compositor adds a global after ``open(_:)``.
  package var globalAdded: ((Global) -> Void)?
  /// Called when the compositor removes a global after ``open(_:)``.
  package var globalRemoved: ((Global) -> Void)?

  private let display: OpaquePointer
  // The registry is not a `WaylandObject`, because the object would retain the connection in a reference cycle.
  private var registry: OpaquePointer?
  /// An upper bound for the number of bytes in libwayland's buffer for requests.
  private var unsentBytes = 0
  /// Whether the compositor has read no requests for a second.
  private var isStalled = false
  /// Whether libwayland has failed to create an object.
  private var isWithoutMemory = false

  private init(_ display: OpaquePointer) { self.display = display }

  deinit {
    if let registry { wl_proxy_destroy(registry) }
    wl_display_disconnect(display)
  }

  /// Connects to the compositor and waits until the globals are known.
  ///
  /// The environment variable `WAYLAND_SOCKET` or `WAYLAND_DISPLAY` names the compositor. libwayland removes
  /// `WAYLAND_SOCKET` from the environment. Child processes do not inherit the descriptor that `WAYLAND_SOCKET` names.
  ///
  /// - Parameters:
  ///   - path: The path of the compositor's socket; nil for the socket that `WAYLAND_DISPLAY` names.
  ///   - end: A descriptor that ends the wait when it becomes readable; nil if there is none.
  /// - Throws: ``WaylandError`` if the compositor cannot be reached or ends the connection, or if `end` becomes
  ///   readable.
  package static func open(_ path: String? = nil, unless end: Int32? = nil) throws(WaylandError) -> WaylandConnection {
    if path == nil { try checkAddress() }
    guard let display = wl_display_connect(path) else { throw .notConnected(path ?? Self.display, errno) }
    let connection = WaylandConnection(display)
    try connection.readGlobals(unless: end)
    return connection
  }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The name or the path of the compositor's socket.
  private static var display: String { variable("WAYLAND_DISPLAY") ?? "wayland-0" }

  /// Checks the variables that name the compositor. If the variables are wrong, libwayland itself prints a message to
  /// standard error or reports no reason.
  private static func checkAddress() throws(WaylandError) {
    if let descriptor = variable("WAYLAND_SOCKET") {
      guard let number = Int32(descriptor), fcntl(number, F_GETFD) >= 0 else {
        throw .wrongAddress("WAYLAND_SOCKET is not the number of an open descriptor, so unset it")
      }
      return
    }
    var path = display
    if !path.hasPrefix("/") {
      guard let folder = variable("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else {
        throw .wrongAddress("XDG_RUNTIME_DIR is not set to an absolute path")
      }
      path = "\(folder)/\(path)"
    }
    guard path.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else {
      throw .wrongAddress("the path of the compositor's socket is too long")
    }
  }

  /// The descriptor of the connection. The descriptor is readable when the compositor has sent events.
  package var descriptor: Int32 { wl_display_get_fd(display) }

  /// Binds the first global with this interface.
  ///
  /// - Parameters:
  ///   - interface: The name of the interface.
  ///   - version: The highest version that the client supports.
  /// - Returns: The object; nil if the compositor does not offer the interface.
  package func bind(_ interface: String, version: UInt32) -> WaylandObject? {
    globals.first { $0.interface == interface }.flatMap { bind($0, version: version) }
  }

  /// Binds a global in the given version or the compositor's version, whichever is lower. Returns nil for an unknown
  /// interface.
  package func bind(_ global: Global, version: UInt32) -> WaylandObject? {
    guard let registry, let interface = klv_wayland_interface(global.interface) else { return nil }
    let version = min(version, global.version, UInt32(interface.pointee.version))
    // The arguments of `wl_registry.bind` are the number, the interface, the version, and the new object.
    var values = [
      wl_argument(u: global.name), wl_argument(s: interface.pointee.name), wl_argument(u: version),
      wl_argument(o: nil),
    ]
    let proxy = wl_proxy_marshal_array_flags(registry, 0, interface, version, 0, &values)
    return proxy.map { WaylandObject($0, interface, self) }
  }

  // MARK: Input and output

  /// Sends all requests that are still in libwayland's buffer.
  ///
  /// - Throws: ``WaylandError`` if the connection has ended, or the compositor does not read for a long time.
  package func flush() throws(WaylandError) {
    guard !isWithoutMemory else { throw .ended(ENOMEM) }
    while wl_display_flush(display) < 0 {
      // After an error of the connection, every call fails with the same `errno`, and waiting does not help.
      guard errno == EAGAIN, wl_display_get_error(display) == 0, !isStalled else { throw failure }
      // The compositor does not read. Wait for up to ``patience``, so that a short stall does not end the connection.
      var place = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      isStalled = poll(&place, 1, Self.patience) <= 0
    }
    unsentBytes = 0
  }

  /// Makes all later input and output fail, because libwayland could not create an object.
  func endWithoutMemory() { isWithoutMemory = true }

  /// Sends the earlier requests if libwayland's buffer may have no room for the next request. If libwayland's buffer
  /// were full while the compositor does not read, libwayland would end the connection.
  func makeRoom(forBytes count: Int) {
    unsentBytes += count
    guard unsentBytes > Self.bufferBytes, !isStalled else { return }
    // Ignore an error: every error of a connection is permanent, so the owner's next call reports the same error.
    do throws(WaylandError) { try flush() } catch {}
    unsentBytes = count
  }

  /// Delivers the events that have arrived, without waiting. If very many events have arrived, the next calls deliver
  /// the rest.
  ///
  /// - Throws: ``WaylandError`` if the connection has ended.
  package func dispatch() throws(WaylandError) {
    // Read several times, because one read gets at most 4,096 bytes, and a compositor disconnects a client that leaves
    // many more bytes unread.
    for _ in 0..<Self.readsInOneTurn { guard try read() else { return } }
  }

  /// Reads once, without waiting, and delivers the events.
  ///
  /// - Returns: Whether data has arrived.
  private func read() throws(WaylandError) -> Bool {
    guard !isWithoutMemory else { throw .ended(ENOMEM) }
    while wl_display_prepare_read(display) != 0 {
      guard wl_display_dispatch_pending(display) >= 0 else { throw failure }
    }
    var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let isReadable = poll(&place, 1, 0) > 0
    if isReadable {
      guard wl_display_read_events(display) >= 0 else { throw failure }
    } else {
      wl_display_cancel_read(display)
    }
    guard wl_display_dispatch_pending(display) >= 0 else { throw failure }
    return isReadable
  }

  /// Sends all requests and waits until the compositor has handled them.
  ///
  /// - Parameters:
  ///   - limit: The longest wait for the answer.
  ///   - end: A descriptor that ends the wait when it becomes readable; nil if there is none.
  /// - Throws: ``WaylandError/stalled`` if the compositor does not answer within the limit, and
  ///   ``WaylandError/interrupted`` if `end` becomes readable.
  package func roundtrip(within limit: Duration = .seconds(10), unless end: Int32? = nil) throws(WaylandError) {
    var isAnswered = false
    let answer = synchronize()
    answer?.handler = { _ in isAnswered = true }
    let deadline = ContinuousClock.now + limit
    // poll(2) ignores the descriptor -1.
    var places = [descriptor, end ?? -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      try flush()
      _ = try read()
      guard !isAnswered else { return }
      let left = (deadline - .now) / .milliseconds(1)
      guard left > 0 else { throw .stalled }
      _ = poll(&places, 2, Int32(left.rounded(.up)))
      guard places[1].revents == 0 else { throw .interrupted }
    }
  }

  /// Asks the compositor to answer when it has handled all earlier requests. The compositor's answer is the event
  /// `done` of the callback.
  package func synchronize() -> WaylandObject? {
    guard let interface = klv_wayland_interface("wl_callback") else { return nil }
    // Request 0 of wl_display is `sync`.
    var values = [wl_argument(o: nil)]
    guard let proxy = wl_proxy_marshal_array_flags(display, 0, interface, 1, 0, &values) else {
      endWithoutMemory()
      return nil
    }
    return WaylandObject(proxy, interface, self)
  }

  /// The maximum time, in milliseconds, to wait for a compositor that does not read requests.
  private static let patience: Int32 = 1_000
  /// The maximum number of reads in one call of ``dispatch()``. The limit prevents a flood of events from keeping the
  /// owner from other work.
  private static let readsInOneTurn = 16
  /// The size of libwayland's buffer for requests.
  private static let bufferBytes = 4_096

  private var failure: WaylandError {
    let number = wl_display_get_error(display)
    guard !isStalled, number != EAGAIN else { return .stalled }
    guard number == EPROTO else { return .ended(number == 0 ? errno : number) }
    var interface: UnsafePointer<wl_interface>?
    var object: UInt32 = 0
    let code = wl_display_get_protocol_error(display, &interface, &object)
    return .protocolError(interface: interface.map { String(cString: $0.pointee.name) } ?? "wl_display", code: code)
  }

  // MARK: Globals

  private func readGlobals(unless end: Int32?) throws(WaylandError) {
    guard let interface = klv_wayland_interface("wl_registry") else { throw .notConnected(Self.display, ENOMEM) }
    // Request 1 of wl_display is `get_registry`.
    var values = [wl_argument(o: nil)]
    registry = wl_proxy_marshal_array_flags(display, 1, interface, 1, 0, &values)
    guard let registry else { throw .notConnected(Self.display, ENOMEM) }
    wl_proxy_add_dispatcher(registry, dispatchRegistry, nil, Unmanaged.passUnretained(self).toOpaque())
    try roundtrip(unless: end)
  }

  fileprivate func handleRegistry(opcode: UInt32, _ values: UnsafeMutablePointer<wl_argument>) {
    if opcode == 0, let interface = values[1].s {
      let global = Global(name: values[0].u, interface: String(cString: interface), version: values[2].u)
      globals.append(global)
      globalAdded?(global)
    } else if opcode == 1, let index = globals.firstIndex(where: { $0.name == values[0].u }) {
      let global = globals.remove(at: index)
      globalRemoved?(global)
    }
  }
}

/// Delivers an event of the registry: event 0 adds a global, and event 1 removes a global.
private func dispatchRegistry(
  _: UnsafeRawPointer?, target: UnsafeMutableRawPointer?, opcode: UInt32, _: UnsafePointer<wl_message>?,
  values: UnsafeMutablePointer<wl_argument>?
) -> Int32 {
  guard let target, let values, let data = wl_proxy_get_user_data(OpaquePointer(target)) else { return 0 }
  Unmanaged<WaylandConnection>.fromOpaque(data).takeUnretainedValue().handleRegistry(opcode: opcode, values)
  return 0
}

/// The reason why a connection cannot be used.
package enum WaylandError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The environment variables name no compositor. The associated value is the reason.
  case wrongAddress(String)
  /// No compositor answers at the display with this name. The number is an `errno`.
  case notConnected(String, Int32)
  /// The compositor closed the connection. The number is an `errno`.
  case ended(Int32)
  /// The compositor reports that this client violated a protocol.
  case protocolError(interface: String, code: UInt32)
  /// The compositor did not read requests for one second, or did not answer a round trip within the limit.
  case stalled
  /// The descriptor `end` became readable while the connection waited for an answer.
  case interrupted

  /// The error as a phrase without a final period.
  package var description: String {
    switch self {
    case .wrongAddress(let reason): reason
    case .notConnected(let display, let number):
      "no Wayland compositor answers at the display \"\(display)\" (\(String(cString: strerror(number))))"
    case .ended(let number): "the compositor closed the connection (\(String(cString: strerror(number))))"
    case .protocolError(let interface, let code): "the compositor reports error \(code) of \(interface)"
    case .stalled: "the compositor does not respond"
    case .interrupted: "the wait for the compositor was interrupted"
    }
  }
}
