package import KeyboardHost
internal import Measurement
package import Sandbox
internal import SystemKeyboard
internal import Timing

/// A simulated user who types with a list of keyboards, in a session with the machine's real clock.
package final class TypingSession {
  /// The session in which the user types.
  package let session: KeyboardSession
  private let source: BundleSource
  // The session writes to this directory at its end, so do not remove the directory before the session ends.
  private let directory: TemporaryDirectory

  /// Creates a session whose list has the given keyboards in their order, and then the system keyboard.
  ///
  /// - Parameters:
  ///   - benchmarkEnvironment: The command sandbox with the keyboards.
  ///   - identifiers: The keyboards.
  ///   - unsafeWithout: The sandbox layers to omit.
  /// - Throws: ``Diagnostic`` if a keyboard cannot be installed or enabled.
  package convenience init(
    _ benchmarkEnvironment: BenchmarkEnvironment, _ identifiers: [String], unsafeWithout: Set<Layer> = []
  )
    throws
  {
    let registry = try benchmarkEnvironment.registry(enabling: identifiers)
    let source = BundleSource(
      registry: registry, runnerPath: benchmarkEnvironment.runnerPath, deadlines: RunnerKeyboard.Deadlines(),
      unsafeWithout: unsafeWithout)
    self.init(source, source, benchmarkEnvironment.directory)
  }

  /// Creates a session whose keyboard runs in this process.
  convenience init(inProcess benchmarkEnvironment: BenchmarkEnvironment, _ identifier: String) throws {
    let source = BundleSource(
      registry: try benchmarkEnvironment.registry(enabling: [identifier]), runnerPath: benchmarkEnvironment.runnerPath,
      deadlines: RunnerKeyboard.Deadlines())
    self.init(InProcessSource(source), source, benchmarkEnvironment.directory)
  }

  private init(_ keyboards: any KeyboardSource, _ source: BundleSource, _ directory: TemporaryDirectory) {
    source.measuresShortTurns = false
    self.source = source
    self.directory = directory
    session = KeyboardSession(
      source: keyboards, system: SystemKeyboard(language: "en-US"), systemIdentifier: SystemKeyboard.identifier,
      clock: SystemClock())
  }

  deinit { session.end() }

  /// Gives the focus to a field with a text.
  package func focus(before: String = "", after: String = "") {
    var field = TextField(document: TextDocument(before: before, after: after))
    field.application = "benchmark"
    session.focus(field)
  }

  /// Selects a keyboard, and checks that the session shows this keyboard.
  ///
  /// - Throws: ``SessionError``; ``WrongWorkError`` if the session does not show the keyboard.
  package func pick(_ identifier: String) throws {
    try session.pick(identifier)
    try requireShown(identifier)
  }

  /// Checks that the session shows this keyboard, and that the keyboard has an input view.
  ///
  /// - Throws: ``WrongWorkError`` if the session shows another keyboard or no input view.
  package func requireShown(_ identifier: String) throws {
    let failures = session.drainReport().failures
    guard session.keyboard == identifier, session.inputView != nil else {
      let reason = session.shownBecause.map { " (\($0))" } ?? ""
      let reasons = failures.map { ": \($0.kind)" }.joined() + source.drainDiagnostics().map { ": \($0)" }.joined()
      throw WrongWorkError(
        "expected \(identifier) with an input view; \(session.keyboard ?? "nothing") is shown\(reason)\(reasons)")
    }
  }

  /// Checks that no keyboard failed since the last check.
  ///
  /// - Throws: ``WrongWorkError`` if a keyboard failed.
  package func requireNoFailure() throws {
    if let failure = session.drainReport().failures.first {
      throw WrongWorkError("\(failure.identifier) failed: \(failure.kind)")
    }
  }

  /// Lets the user rest for a number of seconds. During the rest, the session does its deferred work, as the session of
  /// a frontend does.
  package func rest(seconds: Double) {
    let idle = IdleTime(endedBy: [], within: .seconds(seconds))
    session.prepare(while: idle)
    // A signal may end the wait early, which is harmless.
    _ = idle.waitUntilOver()
  }

  /// The field's whole text, with a bar at the insertion point.
  package var text: String { "\(session.field?.document.before ?? "")|\(session.field?.document.after ?? "")" }
}
