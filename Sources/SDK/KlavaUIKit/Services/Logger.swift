/// A logger with the methods of `os.Logger`. The logger writes to the keyboard's log, which `klava log` shows.
///
/// As on iOS, an interpolated text is private unless it has `privacy: .public`. In place of a private text, the log
/// shows `<private>`. Never log text that the user typed.
public struct Logger: Sendable {
  private let category: String

  /// Creates a logger.
  ///
  /// - Parameters:
  ///   - subsystem: Ignored. All lines go to the keyboard's log.
  ///   - category: The text in brackets at the start of each line.
  public init(subsystem: String, category: String) { self.category = category }
  /// Creates a logger without a category.
  public init() { category = "" }

  /// Logs a message at a level.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - message: The message. A line has at most 4,096 bytes.
  public func log(level: OSLogType, _ message: OSLogMessage) { write(message, level.level) }
  /// Logs an unusual condition that the keyboard handled.
  ///
  /// - Parameter message: The message. A line has at most 4,096 bytes.
  public func log(_ message: OSLogMessage) { write(message, .notice) }
  /// Logs a detail for the author.
  ///
  /// - Parameter message: The message. A line has at most 4,096 bytes.
  public func trace(_ message: OSLogMessage) { write(message, .debug) }
  /// Logs a detail for the author.
  ///
  /// - Parameter message: The message. A line has at most 4,096 bytes.
  public func debug(_ message: OSLogMessage) { write(message, .debug) }
  /// Logs information.
  ///
  /// - Parameter message: The message. A line has at most 4,096 bytes.
  public func info(_ message: OSLogMessage) { write(message, .info) }
  /// Logs an unusual condition that the keyboard handled.
  ///
  /// - Parameter message: The message. A line has at most 4,096 bytes.
  public func notice(_ message: OSLogMessage) { write(message, .notice) }
  /// Logs a condition that can cause a failure later.
  ///
  /// - Parameter message: The message. A line has at most 4,096 bytes.
  public func warning(_ message: OSLogMessage) { write(message, .error) }
  /// Logs a failure.
  ///
  /// - Parameter message: The message. A line has at most 4,096 bytes.
  public func error(_ message: OSLogMessage) { write(message, .error) }
  /// Logs a bug of the keyboard.
  ///
  /// - Parameter message: The message. A line has at most 4,096 bytes.
  public func critical(_ message: OSLogMessage) { write(message, .fault) }
  /// Logs a bug of the keyboard.
  ///
  /// - Parameter message: The message. A line has at most 4,096 bytes.
  public func fault(_ message: OSLogMessage) { write(message, .fault) }

  private func write(_ message: OSLogMessage, _ level: HostLog.Level) {
    HostLog.write(category.isEmpty ? message.text : "[\(category)] \(message.text)", level)
  }
}

/// The level of a message.
public struct OSLogType: Hashable, Sendable {
  let level: HostLog.Level

  /// An unusual condition that the keyboard handled.
  public static let `default` = OSLogType(level: .notice)
  /// A detail for the author.
  public static let debug = OSLogType(level: .debug)
  /// Information.
  public static let info = OSLogType(level: .info)
  /// A failure.
  public static let error = OSLogType(level: .error)
  /// A bug of the keyboard.
  public static let fault = OSLogType(level: .fault)
}

/// Whether the log shows a value of a message.
public struct OSLogPrivacy: Hashable, Sendable {
  let isShown: Bool?

  /// The type of the value decides: the log shows numbers and Boolean values, and hides texts and objects.
  public static let auto = OSLogPrivacy(isShown: nil)
  /// The log shows the value.
  public static let `public` = OSLogPrivacy(isShown: true)
  /// The log hides the value.
  public static let `private` = OSLogPrivacy(isShown: false)
  /// The log hides the value.
  public static let sensitive = OSLogPrivacy(isShown: false)
}

/// A message for the log. The log hides an interpolated text unless the text has `privacy: .public`.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  let text: String

  /// Creates a message from literal text, which the log shows.
  ///
  /// - Parameter value: The text.
  public init(stringLiteral value: String) { text = value }
  /// Creates a message from an interpolation.
  ///
  /// - Parameter stringInterpolation: The parts of the message.
  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  /// The parts of a message.
  public struct StringInterpolation: StringInterpolationProtocol {
    var text = ""

    /// Creates an empty message.
    ///
    /// - Parameters:
    ///   - literalCapacity: The number of bytes of literal text.
    ///   - interpolationCount: Ignored.
    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }
    /// Adds literal text.
    ///
    /// - Parameter literal: The text.
    public mutating func appendLiteral(_ literal: String) { text += literal }
    /// Adds a number, which the log shows by default.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - privacy: Whether the log shows the value.
    public mutating func appendInterpolation(_ value: some Numeric, privacy: OSLogPrivacy = .auto) {
      text += privacy.isShown ?? true ? "\(value)" : "<private>"
    }
    /// Adds a Boolean value, which the log shows by default.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - privacy: Whether the log shows the value.
    public mutating func appendInterpolation(_ value: Bool, privacy: OSLogPrivacy = .auto) {
      text += privacy.isShown ?? true ? "\(value)" : "<private>"
    }
    /// Adds the name of a type, which the log shows by default.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - privacy: Whether the log shows the value.
    public mutating func appendInterpolation(_ value: Any.Type, privacy: OSLogPrivacy = .auto) {
      text += privacy.isShown ?? true ? "\(value)" : "<private>"
    }
    /// Adds any other value, which the log hides by default.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - privacy: Whether the log shows the value.
    @_disfavoredOverload
    public mutating func appendInterpolation<Value>(
      _ value: @autoclosure () -> Value, privacy: OSLogPrivacy = .auto
    ) {
      text += privacy.isShown ?? false ? "\(value())" : "<private>"
    }
  }
}

/// A log with a category, for `os_log`.
public struct OSLog: Sendable {
  let logger: Logger
  /// The log without a category.
  public static let `default` = OSLog()
  private init() { logger = Logger() }

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - subsystem: Ignored. All lines go to the keyboard's log.
  ///   - category: The text in brackets at the start of each line.
  public init(subsystem: String, category: String) { logger = Logger(subsystem: subsystem, category: category) }
}

extension Logger {
  /// Creates a logger that writes to a log.
  ///
  /// - Parameter log: The log.
  public init(_ log: OSLog) { self = log.logger }
}

/// Logs a message.
///
/// - Parameters:
///   - type: The level.
///   - log: The log.
///   - message: The message.
public func os_log(_ type: OSLogType = .default, log: OSLog = .default, _ message: OSLogMessage) {
  log.logger.log(level: type, message)
}

/// Formats values like `printf`, and logs the text.
///
/// The log shows the format, the numbers, and each value whose specifier starts with `%{public}`. The log hides all
/// other values.
///
/// - Parameters:
///   - message: The format, such as `"%{public}@ keys"`.
///   - log: The log.
///   - type: The level.
///   - arguments: The values.
public func os_log(
  _ message: StaticString, log: OSLog = .default, type: OSLogType = .default, _ arguments: any CVarArg...
) {
  var (rest, text, next) = (Substring("\(message)"), "", 0)
  while let percent = rest.firstIndex(of: "%") {
    text += rest[..<percent]
    rest = rest[rest.index(after: percent)...]
    if rest.first == "%" {
      text += "%"
      rest = rest.dropFirst()
      continue
    }
    let isPublic = rest.hasPrefix("{public")
    if rest.first == "{" { rest = rest.firstIndex(of: "}").map { rest[rest.index(after: $0)...] } ?? "" }
    let specifier =
      rest.prefix { !$0.isLetter && $0 != "@" }
      + rest.drop { !$0.isLetter && $0 != "@" }.prefix { "hlqzjt".contains($0) }
    let kind = rest.dropFirst(specifier.count).first
    rest = rest.dropFirst(specifier.count + (kind == nil ? 0 : 1))
    let value = arguments.indices.contains(next) ? "\(arguments[next])" : "<missing>"
    next += 1
    text += isPublic || kind.map { "dDiuxXfFgGeEcp".contains($0) } == true ? value : "<private>"
  }
  text += rest
  log.logger.log(level: type, OSLogMessage(stringLiteral: text))
}
