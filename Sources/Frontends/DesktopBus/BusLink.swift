/// A connection to a bus. After the end of the connection, klava-desktop connects again (Desktop.md#lost-bus).
///
/// Only a call of ``process()`` connects, never a timer. So a missing bus does not wake up an idle klava-desktop.
final class BusLink {
  /// A change of the connection.
  enum Change {
    /// The link begins a new connection, which serves no interfaces and watches nothing yet.
    case began(BusConnection)
    /// There is no connection. The associated value is the reason.
    case failed(BusError)
  }

  /// The shortest time between two attempts to connect, and between two attempts to make a call that failed.
  static let pause = Duration.seconds(1)

  /// The current connection; nil if there is none.
  private(set) var connection: BusConnection?

  private let address: BusAddress
  private var nextAttempt = ContinuousClock.now

  /// Creates a link without a connection.
  init(_ address: BusAddress) { self.address = address }

  /// The descriptor and events to wait for; nil without a connection.
  var wait: BusWait? { connection?.wait }

  /// Handles the messages that have arrived. Without a connection, begins to connect if ``pause`` has passed since the
  /// last attempt. The function never waits.
  ///
  /// - Returns: A change of the connection; nil if there is no further change. Call the function until it returns nil.
  func process() -> Change? {
    if let connection {
      guard !connection.process() else { return nil }
      self.connection = nil
      return .failed(.disconnected(address.kind))
    }
    guard ContinuousClock.now >= nextAttempt else { return nil }
    nextAttempt = .now + Self.pause
    do throws(BusError) {
      let new = try BusConnection(address)
      connection = new
      return .began(new)
    } catch {
      return .failed(error)
    }
  }
}
