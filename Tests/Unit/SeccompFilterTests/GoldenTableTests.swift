import Foundation
import SeccompFilter
import Testing

@Suite("Filters and the recorded table", .enabled(if: Machine.isX86))
struct GoldenTableTests {
  @Test("The filters' decisions match the recorded table for every call number and every edge of an argument")
  func agreement() throws {
    let evaluated = try GoldenTable.evaluated()
    if ProcessInfo.processInfo.environment["KLAVA_RECORD"] == "1" {
      try Data(evaluated.text.utf8).write(to: GoldenTable.file)
    }
    let recorded = try GoldenTable.recorded()
    let keys = Set(evaluated.decisions.keys).union(recorded.decisions.keys)
    let differing = keys.filter { evaluated.decisions[$0] != recorded.decisions[$0] }
      .sorted { ($0.number, $0.filter.rawValue) < ($1.number, $1.filter.rawValue) }
    let told = differing.prefix(20).map { key in
      let name = SystemCallNames.name(key.number)
      let old = recorded.decisions[key] ?? "no line", new = evaluated.decisions[key] ?? "no longer evaluated"
      return "\(name) (\(key.number)) in \(key.filter.rawValue) with \(key.probe): \(old), now \(new)"
    }
    #expect(
      differing.isEmpty, "\(differing.count) differences, of which\n\(told.joined(separator: "\n"))")
  }

  @Test("Each call that a rule names has the recorded number")
  func names() throws {
    let recorded = try GoldenTable.recorded()
    for call in Filter.allCases.flatMap(\.rules).flatMap(\.calls) {
      let number = try #require(SystemCallNames.number(call), "\(call)")
      #expect(recorded.names[number] == call)
    }
  }
}

/// The machine on which the tests run.
enum Machine {
  /// Whether the machine is x86-64. The table contains the numbers of that architecture.
  static var isX86: Bool {
    #if arch(x86_64)
      true
    #else
      false
    #endif
  }
}
