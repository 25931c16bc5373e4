@_spi(KlavaUIKit) internal import KlavaKit

/// The keyboard's log, for code that can run on any thread.
enum HostLog {
  enum Level { case debug, info, notice, error, fault }

  /// Whether the current thread may call the host. If the process has a host and the current thread may not call it,
  /// logs an error.
  ///
  /// - Parameter subject: The start of the log line: what the calling code does, such as "Bundle reads Info.plist".
  static func canCallHost(_ subject: String) -> Bool {
    if KlavaKit.Logger.current != nil { return true }
    if InputViewController.isHosted { write("\(subject) on the main thread only.", .error) }
    return false
  }

  /// Adds a line to the log. A thread that may not call the host writes the line to standard error. The host copies
  /// standard error to the log.
  static func write(_ message: String, _ level: Level) {
    guard let logger = KlavaKit.Logger.current else {
      FileHandle.standardError.write(Data((message + "\n").utf8))
      return
    }
    switch level {
    case .debug: logger.debug(message)
    case .info: logger.info(message)
    case .notice: logger.notice(message)
    case .error: logger.error(message)
    case .fault: logger.fault(message)
    }
  }
}
