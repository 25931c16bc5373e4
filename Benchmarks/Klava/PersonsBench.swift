package import Bundles
internal import Diagnostics
package import Measurement

/// What is measured on a person's own machine, of their own keyboards.
package struct PersonsBench {
  /// The rows.
  package let benchmarks: [any Benchmark]
  /// The keyboards that cannot be measured, each with the reason.
  package let leftOut: [(name: String, reason: String)]

  /// The rows and keyboards of these names.
  ///
  /// - Parameters:
  ///   - rows: The names of rows; none for all.
  ///   - names: What the person calls the keyboards; none for all that are enabled.
  ///   - registry: The person's keyboards.
  ///   - runnerPath: The program that keyboards run in.
  /// - Throws: ``Diagnostic`` where one is not there, or nothing can be measured.
  package init(rows: [String], keyboards names: [String], of registry: KeyboardRegistry, runnerPath: String) throws {
    for row in rows where !Rows.personsNames.contains(row) {
      throw Diagnostic(
        .benchmarkUnknown, row, remedy: "Use one of \(Rows.personsNames.joined(separator: ", ")).")
    }
    let named = try names.map { name throws(Diagnostic) in try registry.resolve(name) }
    let needsKeyboards = rows.isEmpty || !Rows.keyboardlessNames.isSuperset(of: rows)
    let all = named.isEmpty && needsKeyboards ? try registry.modes() : named
    let keyboards = all.filter { $0.origin != .system }
    let ground = try BenchmarkEnvironment(runnerPath: runnerPath, keyboards: keyboards, of: registry.folders)
    var subjects: [Subject] = []
    var leftOut: [(name: String, reason: String)] = []
    for keyboard in keyboards {
      do {
        if let subject = try Subject(finding: keyboard, ground) {
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
    benchmarks = Rows.ofPerson(ground, subjects).filter { rows.isEmpty || rows.contains($0.name) }
    self.leftOut = leftOut
  }
}
