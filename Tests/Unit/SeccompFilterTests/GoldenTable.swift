import Foundation
import Glibc
import SeccompFilter

/// The decision of each filter about each system call, either from the recorded file or from the current filter
/// programs.
struct GoldenTable {
  /// A system call under a filter, with the arguments that the filter checks.
  struct Key: Hashable {
    let filter: Filter
    let number: UInt32
    let probe: Probe
  }

  /// The decisions, such as `allow` or `trap ENOENT`.
  private(set) var decisions: [Key: String] = [:]
  /// The names of calls, by number.
  private(set) var names: [UInt32: String] = [:]
  /// The table as text.
  private(set) var text = ""

  static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "SystemCalls.txt")

  /// The system call numbers in the table: all current and likely future calls, and extreme numbers.
  static let numbers = Array(UInt32(0)...600) + [0x3FFF_FFFF, 0x4000_0000, 0x4000_0001, 0x7FFF_FFFF, 0xFFFF_FFFF]
}

// MARK: - The evaluated table

extension GoldenTable {
  /// Evaluates the filter programs for every number, and for all edge values of the arguments that the rules check.
  static func evaluated() throws -> GoldenTable {
    var table = GoldenTable()
    table.text = header
    let probes = Dictionary(
      uniqueKeysWithValues: Filter.allCases.map { filter in
        (
          filter,
          Dictionary(
            (filter.rules + FilterRule.appliedFirst).flatMap { rule in
              rule.calls.compactMap { call in
                SystemCallNames.number(call).map { ($0, Probes.edges(of: rule.verdict)) }
              }
            }, uniquingKeysWith: { ($0 == [[:]] ? [] : $0) + $1 })
        )
      })
    var lines: [Line] = []
    for number in numbers {
      let name = SystemCallNames.name(number)
      table.names[number] = name
      var ofCall: [Line] = []
      for filter in Filter.allCases {
        for probe in probes[filter]?[number] ?? [[:]] {
          let decision = try table.describe(number, probe, in: filter)
          table.decisions[Key(filter: filter, number: number, probe: probe)] = decision
          ofCall.append(
            Line(first: number, last: number, name: name, filter: filter.rawValue, probe: probe, decision: decision))
        }
      }
      lines += merged(ofCall)
    }
    table.text += runs(lines).map { "\($0)\n" }.joined()
    return table
  }

  private func describe(_ number: UInt32, _ probe: Probe, in filter: Filter) throws -> String {
    switch try filter.decision(SystemCall(number, probe)) {
    case .allow: return "allow"
    case .errno(0): return "success"
    case .errno(let error): return "errno \(ErrorName.of(error))"
    case .trap:
      let answer = try filter.program().trappedAnswers.first { $0.number == number }
      return "trap \(answer.map { ErrorName.of(Int32($0.errno)) } ?? "without an answer")"
    case .kill: return "kill"
    case .other(let word): return "0x\(String(word, radix: 16))"
    }
  }

  /// Merges the lines of a call if both filters have the same decision.
  private static func merged(_ lines: [Line]) -> [Line] {
    var result: [Line] = []
    for line in lines {
      if line.filter == Filter.paths.rawValue,
        let twin = result.firstIndex(where: { $0.probe == line.probe && $0.filter == Filter.noPaths.rawValue }),
        result[twin].decision == line.decision
      {
        result[twin].filter = bothProfiles
      } else {
        result.append(line)
      }
    }
    return result
  }

  /// Merges lines of consecutive numbers without names that have the same decision.
  private static func runs(_ lines: [Line]) -> [Line] {
    var result: [Line] = []
    for line in lines {
      if let before = result.last, before.name == "-", line.name == "-", before.last &+ 1 == line.first,
        before.filter == line.filter, before.decision == line.decision
      {
        result[result.count - 1].last = line.last
      } else {
        result.append(line)
      }
    }
    return result
  }

  private static let bothProfiles = "both"

  private static let header = """
    # The action of the filter for each system call on x86-64: number, name, filter, the arguments that the filter
    # checks with their index, and the action.
    #
    # Filters: `no-paths` and `paths` are the profiles; `both` stands for both.
    # Actions: `trap` names the error that the trap handler returns; `success` returns 0 and does nothing.
    # 0x7fff4b4c stands for the number of the process, 0x7fff4c49 for the descriptor of the keyboard's library.
    #
    # `KLAVA_RECORD=1 swift test --filter GoldenTableTests` writes this file. Review the difference.


    """
}

// MARK: - The recorded table

extension GoldenTable {
  /// An error: a line of the table is malformed.
  struct Malformed: Error {
    let line: String
  }

  static func recorded() throws -> GoldenTable {
    var table = GoldenTable()
    table.text = try String(contentsOf: file, encoding: .utf8)
    for text in table.text.split(separator: "\n") where !text.hasPrefix("#") {
      let line = try Line(parsing: String(text))
      for number in line.first...line.last {
        table.names[number] = line.name
        let filters = line.filter == bothProfiles ? Filter.allCases : Filter(rawValue: line.filter).map { [$0] } ?? []
        for filter in filters {
          table.decisions[Key(filter: filter, number: number, probe: line.probe)] = line.decision
        }
      }
    }
    return table
  }
}

/// The names of the errors that filters return.
private enum ErrorName {
  static func of(_ number: Int32) -> String {
    let names: [Int32: String] = [
      EPERM: "EPERM", ENOENT: "ENOENT", EACCES: "EACCES", EMFILE: "EMFILE", EINVAL: "EINVAL", ENOTTY: "ENOTTY",
      ENOSYS: "ENOSYS",
    ]
    return names[number] ?? "\(number)"
  }
}
