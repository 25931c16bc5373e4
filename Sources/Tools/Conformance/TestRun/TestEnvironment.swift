package import BundleFiles
internal import BundleFormat
internal import Diagnostics
internal import KeyboardProtocol
package import Sandbox

/// The test environment of a check: the bundle, the runner, and a temporary folder.
package final class TestEnvironment {
  let bundle: KeyboardBundle
  let runnerPath: String
  let rendererPath: String
  /// The folder that contains all files that test runs write.
  let root: String
  let languages: [String]
  /// The sandbox layers that the user disabled.
  let unsafeWithout: Set<Layer>
  let seed: UInt64
  /// The time for which the check of random input fuzzes the keyboard.
  var fuzzTime: Duration = .zero
  /// A function that test runs call with each step before they perform the step.
  let record: (String) -> Void
  private var containers = 0

  /// Creates a test environment for a bundle.
  package init(
    _ bundle: KeyboardBundle, runnerPath: String, rendererPath: String, root: String,
    languages: [String] = ["en-US"], unsafeWithout: Set<Layer> = [], seed: UInt64 = 1,
    record: @escaping (String) -> Void = { _ in }
  ) {
    self.bundle = bundle
    self.runnerPath = runnerPath
    self.rendererPath = rendererPath
    self.root = root
    self.languages = languages
    self.unsafeWithout = unsafeWithout
    self.seed = seed
    self.record = record
  }

  /// Creates a test run. If the conditions name no data container, the test run has a new data container.
  func testRun(_ conditions: Conditions = Conditions()) -> TestRun {
    var conditions = conditions
    if conditions.container == 0 {
      containers += 1
      conditions.container = containers
    }
    return TestRun(bundle, in: self, conditions)
  }

  /// Performs a complete test run.
  ///
  /// - Parameters:
  ///   - conditions: The conditions of the test run.
  ///   - special: The code of the finding if the keyboard's process ended by itself. If the same key presses also end
  ///     the process in an ordinary field, the finding has the usual code and names the presses.
  ///   - offender: The part of the keyboard that the finding names.
  ///   - body: Performs the steps.
  /// - Returns: The finding if the keyboard's process ended; nil if the keyboard survived.
  func attempt(
    _ conditions: Conditions = Conditions(), _ special: DiagnosticCode? = nil, about offender: String? = nil,
    _ body: (TestRun) throws(CheckError) -> Void
  ) throws(CheckError) -> CheckDiagnostic? {
    try attemptWithSteps(conditions, special, about: offender, body)?.finding
  }

  /// Performs a complete test run, as ``attempt(_:_:about:_:)`` does.
  ///
  /// - Returns: The finding, and the steps that ended the keyboard's process; nil if the keyboard survived.
  func attemptWithSteps(
    _ conditions: Conditions = Conditions(), _ special: DiagnosticCode? = nil, about offender: String? = nil,
    _ body: (TestRun) throws(CheckError) -> Void
  ) throws(CheckError) -> (finding: CheckDiagnostic, steps: [Step])? {
    guard let end = try end(conditions, of: body) else { return nil }
    if special != nil, end.recorded.during == .key, let plain = try self.end(pressingKeysOf: end.script) {
      return (plain.finding(), plain.script)
    }
    return (end.finding(special, about: offender), end.script)
  }

  /// Performs the key presses of a script in an ordinary field: first the presses since the last focus step, then all
  /// presses.
  ///
  /// - Returns: How the keyboard's process ended in a key press; nil if the keyboard survived.
  private func end(pressingKeysOf script: [Step]) throws(CheckError) -> TestRunEnd? {
    for script in [ScriptReduction.lastField(script), script] {
      let end = try end(Conditions()) { testRun throws(CheckError) in
        try testRun.focus()
        for step in script where step.isPress {
          try testRun.show()
          try testRun.perform(step)
        }
      }
      if let end, end.recorded.during == .key { return end }
    }
    return nil
  }

  /// Performs a complete test run.
  ///
  /// - Returns: How the keyboard's process ended; nil if the keyboard survived.
  func end(
    _ conditions: Conditions, of body: (TestRun) throws(CheckError) -> Void
  ) throws(CheckError) -> TestRunEnd? {
    let testRun = testRun(conditions)
    defer { testRun.abandon() }
    do throws(CheckError) {
      try body(testRun)
      try testRun.end()
      return nil
    } catch {
      guard case .ended(let end) = error else { throw error }
      return end
    }
  }
}
