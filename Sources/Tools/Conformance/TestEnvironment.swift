package import Bundles
internal import Foundation
internal import KeyboardHost
package import Sandbox
internal import TextInput

/// Where a check tries a keyboard: the bundle, the runner, and a folder that lasts as long as the check.
package final class TestEnvironment {
  /// The bundle.
  let bundle: KeyboardBundle
  /// The program that keyboards run in.
  let runnerPath: String
  /// The folder for all that trials write.
  let root: String
  /// The person's languages.
  let languages: [String]
  /// Layers of the sandbox that the person does without.
  let unsafeWithout: Set<Layer>
  /// Where what is random comes from.
  let seed: UInt64
  /// How long random typing goes on.
  var fuzzTime: Duration = .zero
  /// Is told what is done, as it is done.
  let note: (String) -> Void
  private var containers = 0

  /// A laboratory for this bundle.
  package init(
    _ bundle: KeyboardBundle, runnerPath: String, root: String, languages: [String] = ["en-US"],
    unsafeWithout: Set<Layer> = [], seed: UInt64 = 1, note: @escaping (String) -> Void = { _ in }
  ) {
    self.bundle = bundle
    self.runnerPath = runnerPath
    self.root = root
    self.languages = languages
    self.unsafeWithout = unsafeWithout
    self.seed = seed
    self.note = note
  }

  /// A fresh trial; with a container of its own, unless the conditions name one.
  func trial(_ conditions: Conditions = Conditions()) -> TestRun {
    var conditions = conditions
    if conditions.container == 0 {
      containers += 1
      conditions.container = containers
    }
    return TestRun(bundle, in: self, conditions)
  }

  /// Runs a trial to its end; what ended the keyboard by itself is called `special`, of `offender`.
  ///
  /// Answers with the finding of how the keyboard ended, nil where it did not.
  func attempt(
    _ conditions: Conditions = Conditions(), _ special: FindingCode? = nil, about offender: String? = nil,
    _ body: (TestRun) throws(Interruption) -> Void
  ) throws(Interruption) -> Finding? {
    let trial = trial(conditions)
    defer { trial.abandon() }
    do throws(Interruption) {
      try body(trial)
      try trial.end()
      return nil
    } catch {
      guard case .ended(let end) = error else { throw error }
      return end.finding(special, about: offender)
    }
  }
}
