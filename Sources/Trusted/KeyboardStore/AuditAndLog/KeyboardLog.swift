internal import BundleFiles
package import BundleFormat
package import Diagnostics
internal import FoundationEssentials
internal import Glibc
internal import HostFiles
internal import JSON
package import KeyboardProtocol
internal import SystemSupport

/// A keyboard's log: the text that the keyboard logged and printed, and the host's reports about the keyboard
/// (Behavior.md#logs).
///
/// The log consists of one or two files of JSON lines. When the newer file reaches 1 MB, the host renames it, so that
/// it replaces the older file. The next line of the log starts a new file. The messages in the files are not sanitized.
/// ``Entry/description`` sanitizes a message.
package struct KeyboardLog: Sendable {
  /// The size in bytes at which the newer file becomes the older file (Behavior.md#logs).
  package static let maximumBytes = 1_000_000
  /// The maximum size of one message in UTF-8 bytes. The log shortens a longer message.
  package static let maximumMessageBytes = 16 * 1024

  /// The source of a message.
  package enum Source: String, CaseIterable, Sendable {
    /// The keyboard's logger.
    case logged
    /// The keyboard's standard output or standard error.
    case printed
    /// The host, for example about a crash or a refused request.
    case host
  }

  /// One line of the log.
  package struct Entry: Hashable, Sendable, CustomStringConvertible {
    /// The time in seconds since 1970.
    package var time: Double
    /// The level of the message.
    package var level: LogLevel
    /// The source of the message.
    package var source: Source
    /// The message. Sanitize the message before you show it.
    package var message: String
    /// The stack that the keyboard's process had when it ended. Nil if the message is not about the end of a process.
    package var stack: Stack?

    /// The line as a terminal shows it, sanitized: time in UTC, level, source and message.
    package var description: String {
      let date = Date(timeIntervalSince1970: time).formatted(.iso8601)
      return "\(date) \(level) \(source.rawValue): \(message.sanitized(limit: 4_096))"
    }
  }

  /// The stack of the thread in which a keyboard's process ended.
  package struct Stack: Hashable, Sendable {
    /// The absolute path of the keyboard's library.
    package var library: String
    /// The size of the library in bytes.
    package var size: Int
    /// The modification time of the library in nanoseconds since 1970.
    package var modified: Int
    /// The addresses of the stack, as offsets in the library (``CodeQuery/addresses``).
    package var addresses: [UInt64]
  }

  private let path: String
  private let folders: KlavaFolders

  /// Creates a reference to the log of the keyboard with this identifier.
  package init(of identifier: String, in folders: KlavaFolders) {
    path = folders.log(of: identifier)
    self.folders = folders
  }

  /// Returns the paths of a keyboard's log files, the older file first.
  static func paths(of identifier: String, in folders: KlavaFolders) -> [String] {
    let path = folders.log(of: identifier)
    return ["\(path).1", path]
  }

  /// Appends a line.
  ///
  /// - Parameters:
  ///   - message: The message. The log contains at most the first 16 KiB of the message.
  ///   - level: The level.
  ///   - source: The source.
  ///   - time: The time in seconds since 1970.
  /// - Returns: The number of bytes that the log grew by.
  /// - Throws: `stateUnwritable`.
  @discardableResult
  package func append(
    _ message: String, level: LogLevel = .info, source: Source, time: Double = Date().timeIntervalSince1970
  ) throws(Diagnostic) -> Int {
    try append([(level, message)], source: source, time: time)
  }

  /// Appends several lines that have the same time, with one write.
  ///
  /// - Returns: The number of bytes that the log grew by.
  /// - Throws: `stateUnwritable`.
  @discardableResult
  package func append(
    _ messages: [(level: LogLevel, message: String)], source: Source, time: Double = Date().timeIntervalSince1970,
    stack: Stack? = nil
  ) throws(Diagnostic) -> Int {
    var lines: [UInt8] = []
    for (level, message) in messages {
      let cut = String(decoding: message.utf8.prefix(Self.maximumMessageBytes), as: UTF8.self)
      var members: [String: JSONValue] = [
        "time": .real(time), "level": .string("\(level)"), "source": .string(source.rawValue), "message": .string(cut),
      ]
      members["stack"] = stack?.json
      lines += Array(JSONValue.object(sorting: members).json.utf8) + [0x0A]
    }
    try StateFile.createFolder(StateFile.parent(of: path))
    do throws(SystemError) {
      // Use one write with O_APPEND, so that lines of two processes do not mix in the file.
      let file = try Descriptor(open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600))
      try file.write(lines)
      if try file.status().st_size >= Self.maximumBytes {
        guard rename(path, "\(path).1") == 0 || errno == ENOENT else { throw SystemError.last }
      }
      return lines.count
    } catch {
      throw Diagnostic.system(.stateUnwritable, path, errno: error.number)
    }
  }

  /// Appends a report from the host. Ignores a failed write.
  ///
  /// - Returns: The number of bytes that the log grew by.
  @discardableResult
  package func record(_ message: String, level: LogLevel = .error) -> Int {
    do {
      return try append(message, level: level, source: .host)
    } catch {
      // Ignore the error. The host has no other file for the report, and the user must be able to type even if the host
      // cannot write the log.
      return 0
    }
  }

  /// Appends a report from the host with the stack that a keyboard's process had when it ended. Ignores a failed write.
  ///
  /// - Parameters:
  ///   - addresses: The addresses of the stack as offsets in the library, the innermost address first.
  ///   - library: The absolute path of the library.
  /// - Returns: The number of bytes that the log grew by.
  package func recordStack(_ addresses: [UInt64], in library: String) -> Int {
    let offsets = addresses.map { "0x" + String($0, radix: 16) }.joined(separator: " ")
    var status = stat()
    guard stat(library, &status) == 0 else { return 0 }
    do {
      let message = "its stack, as offsets in the library: \(offsets)"
      let stack = Stack(library: library, status, addresses)
      return try append([(.error, message)], source: .host, stack: stack)
    } catch {
      return 0
    }
  }

  /// Reads all lines, oldest first. Skips damaged lines.
  ///
  /// - Throws: `stateUnreadable`.
  package func entries() throws(Diagnostic) -> [Entry] {
    var entries: [Entry] = []
    for path in ["\(path).1", path] {
      guard let bytes = try StateFile.read(path) else { continue }
      entries += bytes.split(separator: 0x0A).compactMap { Entry(Array($0)) }
    }
    return entries
  }

  /// A position in the newest file of a log. A reader has already read the lines before this position.
  package struct Position: Hashable, Sendable {
    fileprivate var inode: UInt64 = 0
    fileprivate var offset = 0
    /// Creates the position at the start of the newest file.
    package init() {}
  }

  /// Reads the lines after a position, and returns the lines and the position after the last line. `klava log --follow`
  /// uses this function.
  ///
  /// If the log has started a new file since this position, or if the file became shorter, this function reads the file
  /// from its start.
  ///
  /// - Throws: `stateUnreadable`.
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
    // Ignore an incomplete last line. The next call reads the complete line.
    let whole = bytes.prefix((bytes.lastIndex(of: 0x0A) ?? -1) + 1)
    position.offset += whole.count
    return (whole.split(separator: 0x0A).compactMap { Entry(Array($0)) }, position)
  }
}

extension KeyboardLog.Entry {
  fileprivate init?(_ line: [UInt8]) {
    do {
      let members = try JSONValue(reading: line).members ?? [:]
      guard let time = members["time"]?.number, let message = members["message"]?.string,
        let level = LogLevel.allCases.first(where: { "\($0)" == members["level"]?.string }),
        let source = members["source"]?.string.flatMap(KeyboardLog.Source.init(rawValue:))
      else { return nil }
      let stack = source == .host ? members["stack"].flatMap(KeyboardLog.Stack.init) : nil
      self.init(time: time, level: level, source: source, message: message, stack: stack)
    } catch {
      // Skip a damaged line: a process may have died while it wrote the line.
      return nil
    }
  }
}

extension KeyboardLog.Stack {
  fileprivate init(library: String, _ status: stat, _ addresses: [UInt64]) {
    self.library = library
    self.addresses = addresses
    size = Int(status.st_size)
    modified = Int(status.st_mtim.tv_sec) * 1_000_000_000 + status.st_mtim.tv_nsec
  }

  fileprivate init?(_ json: JSONValue) {
    let members = json.members ?? [:]
    guard let library = members["library"]?.string, let size = members["size"]?.integer,
      let modified = members["modified"]?.integer, case .array(let numbers) = members["addresses"]
    else { return nil }
    self.init(
      library: library, size: size, modified: modified,
      addresses: numbers.compactMap { $0.integer.flatMap(UInt64.init(exactly:)) })
  }

  fileprivate var json: JSONValue {
    .object([
      "library": .string(library), "size": .integer(size), "modified": .integer(modified),
      "addresses": .array(addresses.map { .integer(Int(clamping: $0)) }),
    ])
  }

  /// Returns the functions and source lines for each address of the stack, from the library's debug information.
  ///
  /// - Throws: A diagnostic if the library's file has changed since the process ended, or is unreadable.
  package func places() throws(Diagnostic) -> [CodePlaces] { try BundleReader.places(of: addresses, in: openLibrary()) }

  private func openLibrary() throws(Diagnostic) -> Descriptor {
    do throws(SystemError) {
      let file = try Descriptor(open(library, O_RDONLY | O_CLOEXEC | O_NONBLOCK))
      if self == Self(library: library, try file.status(), addresses) { return file }
    } catch {
      throw Diagnostic.system(.stateUnreadable, library, errno: error.number)
    }
    throw Diagnostic(.stateUnreadable, library, "The library file has changed.")
  }
}
