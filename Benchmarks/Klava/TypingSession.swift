internal import Bundles
package import KeyboardHost
internal import Measurement
package import Sandbox
internal import SystemKeyboard
internal import TextInput

/// One person who types with some keyboards, as a frontend seats them: a session over their list, on the machine's clock.
package final class TypingSession {
  /// What the person types through.
  package let session: KeyboardSession
  private let source: BundleSource
  // What the session writes at its end goes there, so it must not go before.
  private let scratch: ScratchFolder

  /// A person with these keyboards enabled, in this order, and the system keyboard after them.
  ///
  /// - Parameters:
  ///   - ground: Where the keyboards come from.
  ///   - identifiers: The keyboards.
  ///   - unsafeWithout: Layers of the sandbox that they do without.
  package convenience init(_ ground: BenchmarkEnvironment, _ identifiers: [String], unsafeWithout: Set<Layer> = [])
    throws
  {
    let registry = try ground.registry(enabling: identifiers)
    let source = BundleSource(
      registry: registry, runnerPath: ground.runnerPath, deadlines: RunnerKeyboard.Deadlines(),
      unsafeWithout: unsafeWithout)
    self.init(source, source, ground.scratch)
  }

  /// A person with a keyboard that shares this process.
  convenience init(inProcess ground: BenchmarkEnvironment, _ identifier: String) throws {
    let source = BundleSource(
      registry: try ground.registry(enabling: [identifier]), runnerPath: ground.runnerPath,
      deadlines: RunnerKeyboard.Deadlines())
    self.init(InProcessSource(source), source, ground.scratch)
  }

  private init(_ keyboards: any KeyboardSource, _ source: BundleSource, _ scratch: ScratchFolder) {
    self.source = source
    self.scratch = scratch
    session = KeyboardSession(
      source: keyboards, system: SystemKeyboard(language: "en-US"), systemIdentifier: SystemKeyboard.identifier,
      clock: SystemClock())
  }

  deinit { session.end() }

  /// A field with this text gets the focus.
  package func focus(before: String = "", after: String = "") {
    var field = TextField(document: TextDocument(before: before, after: after))
    field.application = "benchmark"
    session.focus(field)
  }

  /// The person picks a keyboard, which must then be shown.
  package func pick(_ identifier: String) throws {
    try session.pick(identifier)
    try requireShown(identifier)
  }

  /// Throws unless this keyboard is shown, with an interface.
  package func requireShown(_ identifier: String) throws {
    let failures = session.takeReport().failures
    guard session.keyboard == identifier, session.interface != nil else {
      let because = session.shownBecause.map { " (\($0))" } ?? ""
      let reasons = failures.map { ": \($0.kind)" }.joined() + source.takeProblems().map { ": \($0)" }.joined()
      throw WrongWork("\(identifier) is not shown but \(session.keyboard ?? "nothing")\(because)\(reasons)")
    }
  }

  /// Throws where a keyboard failed since somebody last looked.
  package func requireNoFailure() throws {
    if let failure = session.takeReport().failures.first {
      throw WrongWork("\(failure.identifier) failed: \(failure.kind)")
    }
  }

  /// The person does nothing for so long, which the session uses as frontends let it.
  package func rest(seconds: Double) {
    let idle = IdleTime(endedBy: [], within: .seconds(seconds))
    session.prepare(while: idle)
    // A signal that ends the waiting early is none of ours.
    _ = idle.waitUntilOver()
  }

  /// All text of the field, with a bar where the insertion point is.
  package var text: String { "\(session.field?.document.before ?? "")|\(session.field?.document.after ?? "")" }
}
