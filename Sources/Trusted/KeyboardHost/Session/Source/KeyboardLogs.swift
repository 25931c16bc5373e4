internal import BundleFiles
internal import BundleFormat
internal import Diagnostics
internal import KeyboardProtocol
internal import KeyboardStore
internal import Timing

/// The logs and the audits of the user's keyboards, with limits on the bytes of each log.
final class KeyboardLogs {
  private let keyboards: RegisteredKeyboards
  /// The keyboards whose audit the host cannot write.
  private var brokenAudits: Set<String> = []
  /// The counts that the host could not add to the audits, because another process kept the audits locked.
  private var unwritten: [String: AuditSummary] = [:]

  /// The maximum number of lines that the log stores for one turn, so that a flood of lines does not slow down typing.
  private static let maximumLines = 256
  /// The maximum number of bytes that the log stores for the logged messages of one turn. For printed output, the
  /// capacity of the pipe is the limit.
  private static let maximumBytes = 64 * 1024
  /// The bytes that the logs may still store now, by the keyboard's identifier. Without a limit, a keyboard could keep
  /// the disk busy with log lines, and each crash report would soon be lost when the log starts a new file. The limit
  /// includes the host's reports, because a keyboard can cause many reports, for example by requests that fail.
  private var limiters = RateLimiters(perSecond: 16 * 1024, maximum: 1_024 * 1024)
  /// The keyboards whose log lines the host drops now.
  private var floods: Set<String> = []

  init(_ keyboards: RegisteredKeyboards) { self.keyboards = keyboards }

  /// The log of a keyboard.
  subscript(identifier: String) -> KeyboardLog { KeyboardLog(of: identifier, in: keyboards.registry.folders) }

  /// Adds the lines that a keyboard logged in one turn.
  func add(_ lines: [(level: LogLevel, message: String)], of identifier: String) {
    var bytes = 0
    let kept = lines.prefix(Self.maximumLines).prefix { _, message in
      bytes += message.utf8.count
      return bytes <= Self.maximumBytes
    }
    append(Array(kept), others: lines.count - kept.count, source: .logged, of: identifier)
  }

  /// Adds the lines that a keyboard printed.
  func add(printed bytes: [UInt8], of identifier: String) {
    // Do not convert the lines beyond the limit to strings, because the host drops these lines and logs only their
    // number.
    var lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: Self.maximumLines)
    let rest = lines.count > Self.maximumLines ? lines.removeLast() : []
    append(
      lines.map { (LogLevel.info, String(decoding: $0, as: UTF8.self)) }.filter { !Self.isBacktrace($0.1) },
      others: rest.split(separator: UInt8(ascii: "\n")).count, source: .printed, of: identifier)
  }

  /// Whether a line belongs to the stack trace that the Swift runtime prints after a fatal error. The runtime knows few
  /// names of functions, and the host logs a better stack (``recordEnd(_:stack:in:of:)``).
  static func isBacktrace(_ line: String) -> Bool {
    // For example: "18   libQuick.so                        0x00007fb0a1b2c3d4 <unavailable> + 710169"
    guard let first = line.utf8.first, (0x30...0x39).contains(first) else { return line == "Current stack trace:" }
    return line.wholeMatch(of: /[0-9]+ +\S+ +0x[0-9a-f]{16} .+ \+ [0-9]+/) != nil
  }

  /// Adds a message from the host. A message about dropped data has the level `notice`.
  func record(_ message: String, of identifier: String, isNotice: Bool = false) {
    guard keyboards.isThere(identifier), mayStore(of: identifier) else { return }
    spend(self[identifier].record(message, level: isNotice ? .notice : .error), of: identifier)
  }

  /// Adds the report on the end of a keyboard's process. The log stores this report even if the keyboard has reached
  /// the limit, because the host starts a keyboard only a few times in a minute.
  func recordEnd(_ messages: [String], stack: [UInt64], in bundle: KeyboardBundle?, of identifier: String) {
    guard keyboards.isThere(identifier) else { return }
    let log = self[identifier]
    for message in messages { spend(log.record(message), of: identifier) }
    guard !stack.isEmpty, let bundle else { return }
    spend(log.recordStack(stack, in: bundle.libraryPath), of: identifier)
  }

  func audit(_ summary: AuditSummary, of identifier: String) {
    guard keyboards.extraBundles[identifier] == nil, !brokenAudits.contains(identifier), keyboards.isThere(identifier)
    else { return }
    let waiting = unwritten.removeValue(forKey: identifier)
    var all = waiting ?? AuditSummary()
    all.add(summary)
    do throws(Diagnostic) {
      try KeyboardAudit(of: identifier, in: keyboards.registry.folders).add(all)
    } catch {
      if error.code == .registryLocked {
        unwritten[identifier] = all
        if waiting == nil { keyboards.diagnostics.append(error) }
        return
      }
      // Report the error of an audit once, not for each field.
      brokenAudits.insert(identifier)
      keyboards.diagnostics.append(error)
    }
  }

  /// Adds the counts to the audits that another process kept locked. Call this method at the end of a session.
  func writeKeptAudits() {
    for identifier in unwritten.keys { audit(AuditSummary(), of: identifier) }
  }

  /// Whether the log of a keyboard may store lines now. If the keyboard begins to exceed the limit, the method logs a
  /// message about the limit.
  private func mayStore(of identifier: String) -> Bool {
    // After a keyboard has reached the limit, wait until half of the limit is available again. With this wait, a steady
    // flood of lines causes only one message.
    let needed = floods.contains(identifier) ? limiters.maximum / 2 : 0
    guard limiters.available(for: identifier, at: SystemClock.uptime) > needed else {
      if floods.insert(identifier).inserted {
        let message =
          "the host drops lines: the limits are \(limiters.maximum) bytes at once and \(limiters.perSecond) bytes in each second"
        spend(self[identifier].record(message, level: .notice), of: identifier)
      }
      return false
    }
    floods.remove(identifier)
    return true
  }

  /// Subtracts the size of stored lines from the limit. The size is the size in the file, because JSON needs six bytes
  /// for a control character.
  private func spend(_ bytes: Int, of identifier: String) {
    limiters.spend(bytes, for: identifier, at: SystemClock.uptime)
  }

  /// Appends the lines of one turn, with a message about the number of dropped lines.
  private func append(
    _ lines: [(level: LogLevel, message: String)], others: Int, source: KeyboardLog.Source, of identifier: String
  ) {
    guard keyboards.isThere(identifier), mayStore(of: identifier) else { return }
    let bytes = keyboards.noting(0) { () throws(Diagnostic) in try self[identifier].append(lines, source: source) }
    spend(bytes, of: identifier)
    guard others > 0 else { return }
    record(
      "the host dropped \(others) more lines: the limits are \(Self.maximumLines) lines and \(Self.maximumBytes) bytes for one event",
      of: identifier, isNotice: true)
  }
}
