internal import Glibc
internal import LinuxShims
internal import TextInput
internal import Wire

/// One TCP connection of a keyboard. Nothing here waits but ``wait(_:)``, and nothing happens but when it is asked for.
final class KeyboardConnection {
  /// Which addresses it may be made to.
  typealias Judge = (NetworkAddress) -> Bool

  private enum Phase {
    case resolving(NameLookup)
    case connecting(since: Duration)
    case open
    case closed
    case failed(HostReply.Refusal)
  }

  private var phase: Phase
  /// Nil but while it is being made or is open.
  private var socket: OwnedDescriptor?
  /// The addresses that are left to try; each was judged.
  private var addresses: ArraySlice<NetworkAddress> = []
  private let port: UInt16
  private let isPermitted: Judge
  private let clock: any SessionClock
  /// When it may be said that a name leads nowhere, for a keyboard that may not learn which local names there are.
  private var earliestRefusal: Duration?

  /// How long one address is tried while there is another.
  private static let patience: Duration = .seconds(5)
  /// Bytes that the kernel keeps for each direction.
  private static let bufferBytes: Int32 = 256 * 1024

  /// A name that leads nowhere is said to no sooner, whatever the resolver took to find out: a local name, which it may
  /// have in a file, is then like one that it had to ask for.
  private static let refusalDelay: Duration = .seconds(1)

  /// A connection to who has the name that is being looked up.
  ///
  /// - Parameter hidesLocalNames: Whether a name that has no address that is permitted, or cannot be looked up, is answered
  ///   like one that nothing has.
  init(
    to lookup: NameLookup, port: UInt16, clock: any SessionClock, hidesLocalNames: Bool, isPermitted: @escaping Judge
  ) {
    phase = .resolving(lookup)
    earliestRefusal = hidesLocalNames ? clock.now + Self.refusalDelay : nil
    self.port = port
    self.isPermitted = isPermitted
    self.clock = clock
  }

  /// A connection to one of these addresses.
  init(to addresses: [NetworkAddress], port: UInt16, clock: any SessionClock, isPermitted: @escaping Judge) {
    phase = .closed
    self.port = port
    self.isPermitted = isPermitted
    self.clock = clock
    found(addresses)
  }

  /// What it is doing now.
  var state: ConnectionState {
    advance()
    return switch phase {
    case .resolving, .connecting: .connecting
    case .open: .open
    case .closed: .closed
    case .failed(let refusal): .failed(refusal)
    }
  }

  /// Sends as many of these bytes as go out now, and says how many; nil if none ever will.
  func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    switch state {
    case .connecting: return 0
    case .closed, .failed: return nil
    case .open: break
    }
    guard let descriptor = socket?.rawValue else { return nil }
    let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    guard count < 0 else { return count }
    guard errno != EAGAIN, errno != EINTR else { return 0 }
    end(.failed(.failed))
    return nil
  }

  /// Receives up to so many bytes that are there now; nil if the connection failed.
  func receive(_ capacity: Int) -> [UInt8]? {
    switch state {
    case .connecting, .closed: return []
    case .failed: return nil
    case .open: break
    }
    guard let descriptor = socket?.rawValue else { return nil }
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

  /// Waits until something can have changed, or so long.
  func wait(_ duration: Duration) {
    guard duration > .zero else { return }
    let descriptor: Int32
    var events = Int16(POLLIN)
    var duration = duration
    switch phase {
    case .resolving(let lookup):
      descriptor = lookup.answer == nil || earliestRefusal == nil ? lookup.descriptor : -1
      // A lookup that has its answer waits for the time at which the keyboard may learn it.
      if let earliestRefusal, descriptor < 0 { duration = min(duration, earliestRefusal - clock.now) }
    case .connecting:
      descriptor = socket?.rawValue ?? -1
      events = Int16(POLLOUT)
    case .open: descriptor = socket?.rawValue ?? -1
    case .closed, .failed: return
    }
    // A negative time would be taken for no limit.
    guard duration > .zero else { return }
    var place = pollfd(fd: descriptor, events: events, revents: 0)
    _ = klv_poll(&place, 1, Int64(duration / .nanoseconds(1)))
  }

  // MARK: Being made

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

  /// The very addresses that are judged here are connected to: a name is looked up once, so that nobody can answer the
  /// judge with one address and the connection with another.
  private func found(_ addresses: [NetworkAddress]) {
    self.addresses = addresses.filter(isPermitted)[...]
    guard !self.addresses.isEmpty else { return refuse(.noAccess) }
    connectNext()
  }

  /// The name leads nowhere, for this reason, which may be hidden.
  private func refuse(_ reason: HostReply.Refusal) {
    guard let earliestRefusal else { return end(.failed(reason)) }
    if clock.now >= earliestRefusal { end(.failed(.notFound)) }
  }

  private func connectNext() {
    while let address = addresses.popFirst() {
      let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
      let descriptor = Glibc.socket(address.family, type, 0)
      guard descriptor >= 0 else { continue }
      socket = OwnedDescriptor(owning: descriptor)
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
    guard let descriptor = socket?.rawValue else { return }
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

  /// An option that the kernel refuses makes a connection slower, not wrong.
  private static func set(_ option: Int32, _ level: Int32, to value: Int32, on descriptor: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }
}
