internal import KeyboardABI

/// `os.Logger`: the keyboard's own log, which `klava log` shows. Never log what a person typed.
public struct Logger {
  let interfaces: HostInterfaces?

  /// A line for the author.
  public func debug(_ message: String) { log(KLV_LOG_DEBUG, message) }
  /// A line worth knowing.
  public func info(_ message: String) { log(KLV_LOG_INFO, message) }
  /// Something unusual that was handled.
  public func notice(_ message: String) { log(KLV_LOG_NOTICE, message) }
  /// Something failed.
  public func error(_ message: String) { log(KLV_LOG_ERROR, message) }
  /// A bug.
  public func fault(_ message: String) { log(KLV_LOG_FAULT, message) }

  private func log(_ level: Int32, _ message: String) {
    guard let interfaces, let log = interfaces.log else { return }
    // A line that cannot be logged has nowhere else to go.
    _ = message.withBytes { log.write(interfaces.host, level, $0, $1) }
  }
}

extension InputViewController {
  /// The keyboard's own log.
  public var logger: Logger { Logger(interfaces: interfaces) }
}
