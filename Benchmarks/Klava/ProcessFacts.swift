internal import Foundation
internal import Measurement

/// What the kernel tells of a process.
struct ProcessFacts {
  /// Its number.
  let identifier: Int32

  /// The processes that it started, and those that these started.
  var descendants: [Int32] {
    let tasks = Self.names("/proc/\(identifier)/task").flatMap { task in
      (Self.text("/proc/\(identifier)/task/\(task)/children") ?? "").split(separator: " ").compactMap { Int32($0) }
    }
    return tasks.flatMap { [$0] + ProcessFacts(identifier: $0).descendants }
  }

  /// The processes among them that keyboards run in: those that started no other.
  var keyboards: [Int32] {
    descendants.filter { child in
      let name = Self.text("/proc/\(child)/comm") ?? ""
      return name.hasPrefix("klava-runner") && ProcessFacts(identifier: child).descendants.isEmpty
    }
  }

  /// The bytes of memory that it shares with no other process, and its share of all that it uses; nil where this user may not
  /// see that.
  var memory: (own: Double, share: Double)? {
    guard let text = Self.text("/proc/\(identifier)/smaps_rollup") else { return nil }
    func bytes(_ name: String) -> Double? {
      let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
      return line?.split(separator: " ").dropFirst().first.flatMap { Double($0) }.map { $0 * 1024 }
    }
    guard let clean = bytes("Private_Clean"), let dirty = bytes("Private_Dirty"), let share = bytes("Pss") else {
      return nil
    }
    return (clean + dirty, share)
  }

  /// How often its threads have got a processor.
  var wakeUps: Int {
    Self.names("/proc/\(identifier)/task").reduce(0) { sum, task in
      let lines = (Self.text("/proc/\(identifier)/task/\(task)/status") ?? "").split(separator: "\n")
      // Of those that it gave up and of those that were taken from it each began with a wake-up.
      let counts = lines.filter { $0.contains("voluntary_ctxt_switches:") }.compactMap { line in
        line.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) }
      }
      return sum + counts.reduce(0, +)
    }
  }

  private static func names(_ folder: String) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      // It has ended meanwhile.
      return []
    }
  }

  private static func text(_ path: String) -> String? {
    // Files in /proc have no size, and are read until nothing comes.
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { file.closeFile() }
    do {
      return try file.readToEnd().map { String(decoding: $0, as: UTF8.self) } ?? ""
    } catch {
      return nil
    }
  }
}
