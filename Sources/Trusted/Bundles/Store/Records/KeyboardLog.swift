package import Diagnostics
internal import Foundation
package import TextInput

/// What a keyboard printed and logged, and what the host says of it: a file of JSON lines, 1 MB and one older file.
///
/// Messages are kept as they came; what goes to a screen is made harmless there (``Entry/description``).
package struct KeyboardLog: Sendable {
  /// The most bytes of one file (Behavior.md#logs).
  package static let maximumBytes = 1_000_000
  /// The most UTF-8 bytes of one message; what is longer is cut.
  package static let maximumMessageBytes = 16 * 1024

  /// Who says something.
  package enum Source: String, CaseIterable, Sendable {
    /// The keyboard, through its logger.
    case logged
    /// The keyboard, on standard output or standard error.
    case printed
    /// The host: a crash, a hang, a refusal.
    case host
  }

  /// One line.
  package struct Entry: Hashable, Sendable, CustomStringConvertible {
    /// When, in seconds since 1970.
    package var time: Double
    /// How important.
    package var level: LogLevel
    /// Who says it.
    package var source: Source
    /// What was said, as it came.
    package var message: String

    /// The line as a terminal may show it: time in UTC, level, message.
    package var description: String {
      let date = Date(timeIntervalSince1970: time).formatted(.iso8601)
      return "\(date) \(level) \(source.rawValue): \(message.sanitized(limit: 4_096))"
    }
  }

  private let path: String
  private let folders: KlavaFolders

  /// The log of the keyboard with this identifier.
  package init(of identifier: String, in folders: KlavaFolders) {
    path = folders.log(of: identifier)
    self.folders = folders
  }

  /// The files that a keyboard's log is made of, the older one first.
  static func paths(of identifier: String, in folders: KlavaFolders) -> [String] {
    let path = folders.log(of: identifier)
    return ["\(path).1", path]
  }

  /// Adds a line.
  ///
  /// - Parameters:
  ///   - message: What was said, at most 16 KiB of it.
  ///   - level: How important it is.
  ///   - source: Who says it.
  ///   - time: When, in seconds since 1970.
  package func append(
    _ message: String, level: LogLevel = .info, source: Source, time: Double = Date().timeIntervalSince1970
  ) throws(Diagnostic) {
    try append([(level, message)], source: source, time: time)
  }

  /// Adds lines that were said at the same time, in one write.
  package func append(
    _ messages: [(level: LogLevel, message: String)], source: Source, time: Double = Date().timeIntervalSince1970
  ) throws(Diagnostic) {
    var lines: [UInt8] = []
    for (level, message) in messages {
      let cut = String(decoding: message.utf8.prefix(Self.maximumMessageBytes), as: UTF8.self)
      let value = JSONValue.object([
        "time": .real(time), "level": .string("\(level)"), "source": .string(source.rawValue), "message": .string(cut),
      ])
      // Escapes read as the same text, and harm nobody who shows the file by other means than `klava log`.
      lines += Array(String(decoding: try value.bytes(pretty: false), as: UTF8.self).sanitizedJSON.utf8) + [0x0A]
    }
    try StateFile.createFolder(StateFile.parent(of: path))
    do throws(SystemError) {
      // One write: lines of two processes do not mix (O_APPEND).
      let file = try Descriptor(open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600))
      try file.write(lines)
      if try file.status().st_size >= Self.maximumBytes {
        guard rename(path, "\(path).1") == 0 || errno == ENOENT else { throw SystemError.last }
      }
    } catch {
      throw Diagnostic.system(.stateUnwritable, path, errno: error.number)
    }
  }

  /// Adds what the host has to say; a log that cannot be written stops nothing.
  package func note(_ message: String, level: LogLevel = .error) {
    do {
      try append(message, level: level, source: .host)
    } catch {
      // There is nowhere else to say it: typing goes on without the line.
      return
    }
  }

  /// The lines that are kept, oldest first; one that is damaged is left out.
  package func entries() throws(Diagnostic) -> [Entry] {
    var entries: [Entry] = []
    for path in ["\(path).1", path] {
      guard let bytes = try StateFile.read(path) else { continue }
      entries += bytes.split(separator: 0x0A).compactMap { Entry(Array($0)) }
    }
    return entries
  }

  /// A place in the log up to which somebody has read.
  package struct Position: Hashable, Sendable {
    fileprivate var inode: UInt64 = 0
    fileprivate var offset = 0
    /// The start of whatever is kept in the newest file.
    package init() {}
  }

  /// The lines after a place, and the place after them: what `klava log --follow` asks for again and again.
  package func entries(after position: Position) throws(Diagnostic) -> ([Entry], Position) {
    var position = position
    var bytes: [UInt8] = []
    do throws(SystemError) {
      let number = open(path, O_RDONLY | O_CLOEXEC)
      if number < 0 && errno == ENOENT { return ([], Position()) }
      let file = try Descriptor(number)
      let status = try file.status()
      if status.st_ino != position.inode || status.st_size < position.offset {
        position = Position()
        position.inode = UInt64(status.st_ino)
      }
      bytes = try file.read(count: max(0, Int(status.st_size) - position.offset), at: position.offset) ?? []
    } catch {
      throw Diagnostic.system(.stateUnreadable, path, errno: error.number)
    }
    // A line that is being written is left for the next time.
    let whole = bytes.prefix((bytes.lastIndex(of: 0x0A) ?? -1) + 1)
    position.offset += whole.count
    return (whole.split(separator: 0x0A).compactMap { Entry(Array($0)) }, position)
  }
}

extension KeyboardLog.Entry {
  fileprivate init?(_ line: [UInt8]) {
    do {
      let members = try JSONValue(reading: line).members ?? [:]
      let time: Double? =
        switch members["time"] {
        case .real(let value): value
        case .integer(let value): Double(value)
        default: nil
        }
      guard let time, let message = members["message"]?.string,
        let level = LogLevel.allCases.first(where: { "\($0)" == members["level"]?.string }),
        let source = members["source"]?.string.flatMap(KeyboardLog.Source.init(rawValue:))
      else { return nil }
      self.init(time: time, level: level, source: source, message: message)
    } catch {
      // A process died while it wrote this line.
      return nil
    }
  }
}
