internal import KeyboardABI

/// The keyboard's log, which `klava log` shows. Corresponds to `os.Logger`. Never log text that the user typed.
///
/// During one event, a keyboard can log at most 255 lines. A line has at most 4,096 bytes. If the keyboard's process
/// crashes or does not answer in time, the log does not contain the lines of the last event. It contains the text that
/// the process printed.
public struct Logger {
  let tables: HostFunctionTables?

  /// Logs a detail for the author.
  ///
  /// - Parameter message: The line, at most 4,096 bytes.
  public func debug(_ message: String) { log(KLV_LOG_DEBUG, message) }
  /// Logs information.
  ///
  /// - Parameter message: The line, at most 4,096 bytes.
  public func info(_ message: String) { log(KLV_LOG_INFO, message) }
  /// Logs an unusual condition that the keyboard handled.
  ///
  /// - Parameter message: The line, at most 4,096 bytes.
  public func notice(_ message: String) { log(KLV_LOG_NOTICE, message) }
  /// Logs a failure.
  ///
  /// - Parameter message: The line, at most 4,096 bytes.
  public func error(_ message: String) { log(KLV_LOG_ERROR, message) }
  /// Logs a bug of the keyboard.
  ///
  /// - Parameter message: The line, at most 4,096 bytes.
  public func fault(_ message: String) { log(KLV_LOG_FAULT, message) }

  private func log(_ level: Int32, _ message: String) {
    guard let tables, let log = tables.log else { return }
    // Ignore the result: KlavaKit reports errors only in the log, and the log refused this line.
    _ = message.withBytes { log.write(tables.host, level, $0, $1) }
  }
}

extension Logger {
  /// The log of the keyboard that the host is calling on this thread; nil outside of a call by the host.
  @_spi(KlavaUIKit) public static var current: Logger? { HostFunctionTables.current.map(Logger.init(tables:)) }
}

extension KeyboardServices where Self: InputViewController {
  /// The keyboard's log.
  public var logger: Logger { Logger(tables: tables) }
}
