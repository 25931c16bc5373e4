internal import Glibc
internal import KeyboardProtocol
internal import LinuxShims
internal import SystemSupport
internal import Timing

/// One TCP connection of a keyboard. The connection changes only while the host calls a member of this type. Of all
/// members, only ``wait(_:)`` waits for the network.
final class KeyboardConnection {
  /// Returns whether the keyboard may connect to an address.
  typealias Judge = (NetworkAddress) -> Bool

  private enum Phase {
    case resolving(NameLookup)
    case connecting(since: Duration)
    case open
    case closed
    case failed(HostReply.Refusal)
  }

  private var phase: Phase
  /// The socket, while the host connects and while the connection is open; otherwise nil.
  private var socket: Descriptor?
  /// The permitted addresses that the host has not tried yet.
  private var addresses: ArraySlice<NetworkAddress> = []
  private let port: UInt16
  private let isPermitted: Judge
  private let clock: any SessionClock
  /// The earliest time at which the host reports that a name has no address. The value is nil for a keyboard that may
  /// find out which local names exist.
  private var earliestRefusal: Duration?

  /// The timeout for a connection to one address, if the host has further addresses to try.
  private static let patience: Duration = .seconds(5)
  /// The size of the kernel's buffer for each direction, in bytes.
  private static let bufferBytes: Int32 = 256 * 1024

  /// The minimum time from the start of a lookup until the keyboard learns that the name has no address.
  ///
  /// The resolver finds local names quickly in a file, but needs more time for any other name, because it sends a query
  /// to a server. Without this minimum time, the keyboard could recognize local names by the short time of the lookup.
  private static let refusalDelay: Duration = .seconds(1)

  /// Creates a connection to a server. A lookup resolves the name of the server.
  ///
  /// - Parameters:
  ///   - lookup: The lookup of the server's name.
  ///   - port: The TCP port.
  ///   - clock: The clock of the timeouts.
  ///   - hidesLocalNames: Whether the keyboard gets the same reply for a name without permitted addresses, a failed
  ///     lookup and an unknown name.
  ///   - isPermitted: Returns whether the keyboard may connect to an address.
  init(
    to lookup: NameLookup, port: UInt16, clock: any SessionClock, hidesLocalNames: Bool, isPermitted: @escaping Judge
  ) {
    phase = .resolving(lookup)
    earliestRefusal = hidesLocalNames ? clock.now + Self.refusalDelay : nil
    self.port = port
    self.isPermitted = isPermitted
    self.clock = clock
  }

  /// Creates a connection to the first of these addresses that is permitted and accepts the connection.
  init(to addresses: [NetworkAddress], port: UInt16, clock: any SessionClock, isPermitted: @escaping Judge) {
    phase = .closed
    self.port = port
    self.isPermitted = isPermitted
    self.clock = clock
    found(addresses)
  }

  /// The state of the connection. Before the getter returns, it continues the lookup and the connection as far as
  /// possible without waiting.
  var state: ConnectionState {
    advance()
    return switch phase {
    case .resolving, .connecting: .connecting
    case .open: .open
    case .closed: .closed
    case .failed(let refusal): .failed(refusal)
    }
  }

  /// Sends as many of these bytes as the kernel accepts without waiting.
  ///
  /// - Returns: The number of bytes sent; nil if the connection is closed or failed.
  func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    switch state {
    case .connecting: return 0
    case .closed, .failed: return nil
    case .open: break
    }
    guard let descriptor = socket?.number else { return nil }
    let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    guard count < 0 else { return count }
    guard errno != EAGAIN, errno != EINTR else { return 0 }
    end(.failed(.failed))
    return nil
  }

  /// Receives the bytes that have arrived, without waiting.
  ///
  /// - Parameter capacity: The maximum number of bytes to receive.
  /// - Returns: The bytes, which may be empty; nil if the connection failed.
  func receive(_ capacity: Int) -> [UInt8]? {
    switch state {
    case .connecting, .closed: return []
    case .failed: return nil
    case .open: break
    }
    guard let descriptor = socket?.number else { return nil }
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
      count = recv(descriptor, buffer.baseAddress, capacity, Int32(MSG_DONTWAIT))
      initialized = max(count, 0)
    }
    if count > 0 { return bytes }
    if count == 0 {
      end(.closed)
      return []
    }
    guard errno != EAGAIN, errno != EINTR else { return [] }
    end(.failed(.failed))
    return nil
  }

  /// Waits until the state of the connection may have changed, but at most for this duration.
  func wait(_ duration: Duration) {
    guard duration > .zero else { return }
    let descriptor: Int32
    var events = Int16(POLLIN)
    var duration = duration
    switch phase {
    case .resolving(let lookup):
      descriptor = lookup.answer == nil || earliestRefusal == nil ? lookup.descriptor : -1
      // If `descriptor` is -1, the lookup has ended, and the host waits until `earliestRefusal` before it reports that
      // the name has no address.
      if let earliestRefusal, descriptor < 0 { duration = min(duration, earliestRefusal - clock.now) }
    case .connecting:
      descriptor = socket?.number ?? -1
      events = Int16(POLLOUT)
    case .open: descriptor = socket?.number ?? -1
    case .closed, .failed: return
    }
    // Do not call `klv_poll` with a negative time, because `klv_poll` would then wait without a limit.
    guard duration > .zero else { return }
    var place = pollfd(fd: descriptor, events: events, revents: 0)
    _ = klv_poll(&place, 1, Int64(duration / .nanoseconds(1)))
  }

  // MARK: Connecting

  private func advance() {
    switch phase {
    case .resolving(let lookup):
      switch lookup.answer {
      case nil: break
      case .unknown: refuse(.notFound)
      case .failed: refuse(.failed)
      case .addresses(let addresses): found(addresses)
      }
    case .connecting(let since): checkConnecting(since: since)
    case .open, .closed, .failed: break
    }
  }

  /// Keeps the permitted addresses, and connects to the first permitted address.
  ///
  /// Klava connects only to the addresses that this method checked. Klava does not resolve the name a second time,
  /// because the name server could then return an unchecked address.
  private func found(_ addresses: [NetworkAddress]) {
    self.addresses = addresses.filter(isPermitted)[...]
    guard !self.addresses.isEmpty else { return refuse(.noAccess) }
    connectNext()
  }

  /// Ends the connection because the name has no usable address. If the host hides local names, the keyboard always
  /// gets the reason `notFound`.
  private func refuse(_ reason: HostReply.Refusal) {
    guard let earliestRefusal else { return end(.failed(reason)) }
    if clock.now >= earliestRefusal { end(.failed(.notFound)) }
  }

  private func connectNext() {
    while let address = addresses.popFirst() {
      let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
      let descriptor = Glibc.socket(address.family, type, 0)
      guard descriptor >= 0 else { continue }
      socket = Descriptor(owning: descriptor)
      Self.set(SO_SNDBUF, SOL_SOCKET, to: Self.bufferBytes, on: descriptor)
      Self.set(SO_RCVBUF, SOL_SOCKET, to: Self.bufferBytes, on: descriptor)
      Self.set(TCP_NODELAY, Int32(IPPROTO_TCP), to: 1, on: descriptor)
      let result = address.withSocketAddress(port: port) { Glibc.connect(descriptor, $0, $1) }
      if result == 0 {
        phase = .open
        return
      }
      if errno == EINPROGRESS || errno == EINTR {
        phase = .connecting(since: clock.now)
        return
      }
    }
    end(.failed(.failed))
  }

  private func checkConnecting(since: Duration) {
    guard let descriptor = socket?.number else { return }
    var place = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&place, 1, 0) > 0 else {
      if !addresses.isEmpty, clock.now - since > Self.patience { connectNext() }
      return
    }
    var error: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0, error == 0 else { return connectNext() }
    phase = .open
  }

  private func end(_ phase: Phase) {
    self.phase = phase
    socket = nil
    addresses = []
  }

  /// Sets a socket option. Ignores an error, because the connection works without the option too.
  private static func set(_ option: Int32, _ level: Int32, to value: Int32, on descriptor: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }
}
