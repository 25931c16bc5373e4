internal import Glibc

/// A process, with the properties that /proc shows. Each access to a property reads /proc.
///
/// A property is empty, zero or nil if the process has ended, or if /proc hides the process from this user.
package struct ProcessStatus: Hashable, Sendable {
  /// The process identifier.
  package let identifier: Int32

  /// Creates a value for the process with this identifier.
  package init(_ identifier: Int32) { self.identifier = identifier }

  /// All processes.
  package static var all: [ProcessStatus] { numbers(in: "/proc").map(ProcessStatus.init) }

  /// The program's name, cut after 15 bytes.
  package var name: String {
    let text = Self.text(of: "\(path)/comm") ?? ""
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// The state of the first thread, as one of the letters in proc(5), such as R, S, D, T or Z.
  package var state: Character? { fields("\(path)/stat").first?.first }

  /// Whether the process exists and is no zombie.
  package var isAlive: Bool { state.map { $0 != "Z" } ?? false }

  /// The different states that the threads have.
  package var threadStates: Set<Character> {
    Set(threads.compactMap { fields("\(path)/task/\($0)/stat").first?.first })
  }

  /// The identifiers of the threads.
  package var threads: [Int32] { Self.numbers(in: "\(path)/task") }

  /// The parent of the process.
  package var parent: ProcessStatus? {
    let fields = fields("\(path)/stat")
    return fields.count > 1 ? Int32(fields[1]).map(ProcessStatus.init) : nil
  }

  /// The identifier of the process group.
  package var group: Int32? {
    let fields = fields("\(path)/stat")
    return fields.count > 2 ? Int32(fields[2]) : nil
  }

  /// The child processes that any thread of this process started.
  package var children: [ProcessStatus] {
    threads.flatMap { thread in
      words("\(path)/task/\(thread)/children").compactMap { Int32($0) }.map(ProcessStatus.init)
    }
  }

  /// All descendants of this process. In the array, each process comes before its children.
  package var descendants: [ProcessStatus] { children.flatMap { [$0] + $0.descendants } }

  /// The processor time of all threads, in the resolution of the kernel's ticks.
  package var processorTime: Duration {
    let fields = fields("\(path)/stat")
    guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else { return .zero }
    return .milliseconds((user + system) * 1_000 / max(sysconf(Int32(_SC_CLK_TCK)), 1))
  }

  /// The total time for which the threads ran, and the total time for which they waited for a processor. The value is
  /// nil if the kernel lacks `CONFIG_SCHED_INFO`.
  package var scheduled: (running: Duration, waiting: Duration)? {
    let times = threads.map { words("\(path)/task/\($0)/schedstat").compactMap { Int64($0) } }.filter { $0.count > 1 }
    guard !times.isEmpty else { return nil }
    return (
      .nanoseconds(times.reduce(0) { $0 + $1[0] }), .nanoseconds(times.reduce(0) { $0 + $1[1] })
    )
  }

  /// The number of context switches of all threads together, voluntary and involuntary.
  package var contextSwitches: Int {
    threads.reduce(0) { sum, thread in
      let lines = (Self.text(of: "\(path)/task/\(thread)/status") ?? "").split(separator: "\n")
      return sum
        + lines.filter { $0.contains("voluntary_ctxt_switches:") }.compactMap { line in
          line.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) }
        }.reduce(0, +)
    }
  }

  /// The private memory and the proportional set size (PSS), in bytes.
  package var memory: (own: Int, share: Int)? {
    guard let text = Self.text(of: "\(path)/smaps_rollup") else { return nil }
    let lines = text.split(separator: "\n")
    func bytes(_ name: String) -> Int? {
      let line = lines.first { $0.hasPrefix(name) }
      return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1_024 }
    }
    guard let clean = bytes("Private_Clean:"), let dirty = bytes("Private_Dirty:"), let share = bytes("Pss:") else {
      return nil
    }
    return (clean + dirty, share)
  }

  /// The files and other objects to which the open descriptors refer, by the numbers of the descriptors.
  package var openObjects: [Int32: String] {
    var objects: [Int32: String] = [:]
    // If the process is this process itself, the numbers include the descriptors with which this method read the
    // folder. They are already closed, so `readlink` fails.
    for number in Self.numbers(in: "\(path)/fd") { objects[number] = Self.target(of: "\(path)/fd/\(number)") }
    return objects
  }

  private static func target(of link: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &buffer, buffer.count)
    return count < 0 ? nil : String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The text of a file in /proc; nil if this user cannot read it.
  ///
  /// A file in /proc reports no size, so the function reads to the end of the file.
  package static func text(of path: String) -> String? {
    do throws(SystemError) {
      return String(decoding: try Descriptor(open(path, O_RDONLY | O_CLOEXEC)).read(limit: .max), as: UTF8.self)
    } catch {
      return nil
    }
  }

  private var path: String { "/proc/\(identifier)" }

  private func words(_ path: String) -> [Substring] {
    (Self.text(of: path) ?? "").split(whereSeparator: \.isWhitespace)
  }

  /// The fields of `stat` after the name: state, parent, group and more.
  ///
  /// In `stat`, the process's name is in parentheses and may contain any character.
  static func fields(ofStat text: String) -> [Substring] {
    guard let end = text.utf8.lastIndex(of: UInt8(ascii: ")")) else { return [] }
    return text[end...].dropFirst().split(separator: " ")
  }

  private func fields(_ path: String) -> [Substring] { Self.text(of: path).map(Self.fields) ?? [] }

  private static func numbers(in folder: String) -> [Int32] {
    do throws(SystemError) {
      let folder = try Descriptor(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
      return try folderNames(of: folder, limit: .max).compactMap { Int32(String(decoding: $0, as: UTF8.self)) }
    } catch {
      return []
    }
  }
}
