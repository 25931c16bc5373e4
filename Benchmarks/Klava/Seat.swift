package import Bundles
package import KeyboardHost
internal import Measurement
internal import Play
internal import TextInput

/// One person who types with some keyboards, as a frontend seats them: a session over their list, on the machine's clock.
package final class Seat {
  /// What the person types through.
  package let session: KeyboardSession
  private let keyboards: PersonsKeyboards

  /// A person with these keyboards enabled, in this order.
  package convenience init(_ ground: Ground, _ identifiers: [String]) throws {
    let registry = ground.registry()
    for identifier in identifiers { try registry.enable(identifier) }
    let others = try registry.modes().map(\.identifier).filter { !identifiers.contains($0) }
    for identifier in others where identifier != KeyboardIdentifier.system { try registry.disable(identifier) }
    try registry.order(identifiers)
    self.init(registry, runnerPath: ground.runnerPath)
  }

  /// A person with the keyboards of their own list.
  package init(_ registry: KeyboardRegistry, runnerPath: String) {
    keyboards = PersonsKeyboards(
      registry: registry, runnerPath: runnerPath, clock: SystemClock(), deadlines: RunnerKeyboard.Deadlines())
    session = keyboards.session
  }

  /// A field with this text gets the focus.
  package func focus(before: String = "", after: String = "", _ change: (inout TextField) -> Void = { _ in }) {
    var field = TextField(document: TextDocument(before: before, after: after))
    field.application = "benchmark"
    change(&field)
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
      let reasons = failures.map { ": \($0.kind)" }.joined() + keyboards.takeProblems().map { ": \($0)" }.joined()
      throw WrongWork("\(identifier) is not shown but \(session.keyboard ?? "nothing")\(because)\(reasons)")
    }
  }

  /// Throws where a keyboard failed since somebody last looked.
  package func requireNoFailure() throws {
    if let failure = session.takeReport().failures.first {
      throw WrongWork("\(failure.identifier) failed: \(failure.kind)")
    }
  }

  /// All text of the field, with a bar where the insertion point is.
  package var text: String { "\(session.field?.document.before ?? "")|\(session.field?.document.after ?? "")" }

  /// Ends every process.
  package func end() { session.end() }

  deinit { session.end() }
}
