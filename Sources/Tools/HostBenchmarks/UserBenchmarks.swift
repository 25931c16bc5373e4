internal import Diagnostics
package import KeyboardStore
package import Measurement

/// The benchmarks that `klava bench` runs on the user's keyboards.
package struct UserBenchmarks {
  /// The benchmarks to run.
  package let benchmarks: [any Benchmark]
  /// The keyboards that the benchmarks cannot measure, with the reasons.
  package let leftOut: [(name: String, reason: String)]

  /// Selects benchmarks and keyboards by name.
  ///
  /// - Parameters:
  ///   - rows: The names of benchmarks; empty for all benchmarks.
  ///   - names: The names of keyboards as the user writes them; empty for all enabled keyboards.
  ///   - registry: The user's keyboards.
  ///   - runnerPath: The path of `klava-runner`.
  /// - Throws: A ``Diagnostic`` if a name is unknown or nothing can be measured.
  package init(rows: [String], keyboards names: [String], of registry: KeyboardRegistry, runnerPath: String) throws {
    for row in rows where !Rows.namesForUsers.contains(row) {
      throw Diagnostic(
        .benchmarkUnknown, row, remedy: "Use one of \(Rows.namesForUsers.joined(separator: ", ")).")
    }
    let named = try names.map { name throws(Diagnostic) in try registry.resolve(name) }
    let needsKeyboards = rows.isEmpty || !Rows.keyboardlessNames.isSuperset(of: rows)
    let all = named.isEmpty && needsKeyboards ? try registry.modes() : named
    let keyboards = all.filter { $0.origin != .system }
    let benchmarkEnvironment = try BenchmarkEnvironment(
      runnerPath: runnerPath, keyboards: keyboards, of: registry.folders)
    var subjects: [Subject] = []
    var leftOut: [(name: String, reason: String)] = []
    for keyboard in keyboards {
      do {
        if let subject = try Subject(finding: keyboard, benchmarkEnvironment) {
          subjects.append(subject)
        } else {
          leftOut.append((keyboard.displayName, "no key types the same text every time"))
        }
      } catch {
        leftOut.append((keyboard.displayName, "\(error)"))
      }
    }
    guard !subjects.isEmpty || !needsKeyboards else {
      let reasons = leftOut.map { "\($0.name): \($0.reason)." }.joined(separator: " ")
      throw Diagnostic(.keyboardNotMeasured, names.joined(separator: ", "), reasons.isEmpty ? nil : reasons)
    }
    benchmarks = Rows.forUsers(benchmarkEnvironment, subjects).filter { rows.isEmpty || rows.contains($0.name) }
    self.leftOut = leftOut
  }
}
