internal import Foundation
internal import Measurement

/// The kernel's information about a process.
struct ProcessFacts {
  /// The process identifier.
  let identifier: Int32

  /// The descendants of the process.
  var descendants: [Int32] {
    let tasks = Self.names("/proc/\(identifier)/task").flatMap { task in
      (Self.text("/proc/\(identifier)/task/\(task)/children") ?? "").split(separator: " ").compactMap { Int32($0) }
    }
    return tasks.flatMap { [$0] + ProcessFacts(identifier: $0).descendants }
  }

  /// The descendants that run keyboards: runners without children.
  var keyboards: [Int32] {
    descendants.filter { child in
      let name = Self.text("/proc/\(child)/comm") ?? ""
      return name.hasPrefix("klava-runner") && ProcessFacts(identifier: child).descendants.isEmpty
    }
  }

  /// The private memory and the proportional share in bytes; nil if this user may not read them.
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

  /// The number of times that the process's threads got a processor.
  var wakeUps: Int {
    Self.names("/proc/\(identifier)/task").reduce(0) { sum, task in
      let lines = (Self.text("/proc/\(identifier)/task/\(task)/status") ?? "").split(separator: "\n")
      // Each wake-up ends in a voluntary or an involuntary context switch.
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
      // The process ended in the meantime.
      return []
    }
  }

  private static func text(_ path: String) -> String? {
    // Files in /proc report no size, so read to the end.
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { file.closeFile() }
    do {
      return try file.readToEnd().map { String(decoding: $0, as: UTF8.self) } ?? ""
    } catch {
      return nil
    }
  }
}
