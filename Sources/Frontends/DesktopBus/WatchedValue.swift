/// A value that another program offers over D-Bus. After each signal about a possible change, the owner reads the value
/// again.
///
/// Any program can send a signal with false values. So this type ignores the values in a signal, and calls the method
/// that returns the value. At most one call waits for its reply, so a flood of signals causes only one call at a time.
final class WatchedValue<Value: Equatable> {
  /// The last value that the other program reported; nil until it reports a value.
  private(set) var value: Value?

  private enum State { case idle, waiting, waitingForOld }

  private unowned let connection: BusConnection
  private let method: BusMethod
  private let arguments: [BusValue]
  private let parse: (borrowing BusMessage) -> Value?
  private let changed: (Value) -> Void
  private let failed: () -> Void
  private var state = State.idle

  /// Creates a watch that has read nothing yet.
  ///
  /// - Parameters:
  ///   - connection: The connection, which must outlive the watch.
  ///   - method: The method that returns the value.
  ///   - arguments: The arguments of the method.
  ///   - parse: Returns the value in a result; nil for a result without a value.
  ///   - changed: Called with each new value.
  ///   - failed: Called with each result without a value.
  init(
    _ connection: BusConnection, _ method: BusMethod, _ arguments: [BusValue],
    parse: @escaping (borrowing BusMessage) -> Value?, changed: @escaping (Value) -> Void,
    failed: @escaping () -> Void = {}
  ) {
    self.connection = connection
    self.method = method
    self.arguments = arguments
    self.parse = parse
    self.changed = changed
    self.failed = failed
  }

  /// Calls the method that returns the value, now or after the pending call.
  func read() {
    guard state == .idle else {
      state = .waitingForOld
      return
    }
    state = .waiting
    connection.call(method, arguments) { [weak self] in self?.receive($0) }
  }

  private func receive(_ reply: borrowing BusMessage) {
    let isOld = state == .waitingForOld
    state = .idle
    if reply.failure == nil, let new = parse(reply) {
      if new != value {
        value = new
        changed(new)
      }
    } else {
      failed()
    }
    // The other program may have sent this reply before the value changed, so read the value again.
    if isOld { read() }
  }
}
