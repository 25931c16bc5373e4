import Foundation

extension GoldenTable {
  /// A line of the table: one system call, or a range of numbers without system calls.
  struct Line: CustomStringConvertible {
    var first: UInt32
    var last: UInt32
    var name: String
    var filter: String
    var probe: Probe
    var decision: String

    var description: String {
      let numbers = first == last ? Self.text(first) : "\(Self.text(first))-\(Self.text(last))"
      let arguments = probe.sorted { $0.key < $1.key }
        .map { "\(ArgumentName.of($0.key, in: name))[\($0.key)]=0x\(String($0.value, radix: 16))" }
        .joined(separator: " ")
      return [
        numbers.padded(to: 8), name.padded(to: 24), filter.padded(to: 14), arguments.padded(to: 44), "-> \(decision)",
      ]
      .joined()
    }

    /// Formats a number up to 0xFFFF in decimal, and a larger number in hexadecimal.
    private static func text(_ number: UInt32) -> String {
      number > 0xFFFF ? "0x\(String(number, radix: 16))" : String(number)
    }
  }
}

extension GoldenTable.Line {
  init(parsing text: String) throws {
    let malformed = GoldenTable.Malformed(line: text)
    let sides = text.components(separatedBy: "-> ")
    let words = sides[0].split(separator: " ").map(String.init)
    guard sides.count == 2, words.count >= 3 else { throw malformed }
    let numbers = words[0].split(separator: "-").map { UInt32(prefixed: $0) }
    guard let first = numbers.first ?? nil, let last = numbers.last ?? nil else { throw malformed }
    var probe: Probe = [:]
    for word in words.dropFirst(3) {
      let parts = word.split(whereSeparator: { "[]=".contains($0) })
      guard parts.count == 3, let index = UInt32(parts[1]), let value = UInt64(prefixed: parts[2]) else {
        throw malformed
      }
      probe[index] = value
    }
    self.init(first: first, last: last, name: words[1], filter: words[2], probe: probe, decision: sides[1])
  }
}

extension FixedWidthInteger {
  /// Parses a decimal number, or a hexadecimal number after `0x`.
  fileprivate init?(prefixed text: some StringProtocol) {
    if text.hasPrefix("0x") { self.init(text.dropFirst(2), radix: 16) } else { self.init(text, radix: 10) }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    count < width ? self + String(repeating: " ", count: width - count) : self + " "
  }
}

/// The names of the arguments that filters check, as in the manual pages.
private enum ArgumentName {
  static func of(_ index: UInt32, in call: String) -> String { names[call]?[index] ?? "argument" }

  private static let names: [String: [UInt32: String]] = [
    "mmap": [0: "addr", 2: "prot", 3: "flags", 4: "fd"], "mprotect": [0: "addr", 2: "prot"], "munmap": [0: "addr"],
    "mremap": [0: "addr", 3: "flags"], "madvise": [0: "addr", 2: "advice"], "close": [0: "fd"],
    "rt_sigaction": [0: "signal", 1: "action"],
    "clone": [0: "flags"], "futex": [1: "operation"], "kill": [0: "pid"], "tgkill": [0: "tgid"],
    "sched_getaffinity": [0: "pid"], "getpriority": [0: "which", 1: "who"],
    "prctl": [0: "option"], "prlimit64": [0: "pid", 2: "new_limit"], "fcntl": [0: "fd", 1: "command", 2: "argument"],
    "fstat": [0: "fd"], "dup": [0: "fd"], "newfstatat": [0: "dirfd"],
    "pipe2": [1: "flags"], "open": [1: "flags"], "openat": [2: "flags"], "clock_gettime": [0: "clock"],
    "clock_getres": [0: "clock"], "clock_nanosleep": [0: "clock"],
  ]
}
