internal import TextInput

extension KeyboardSession {
  /// Does what can wait until the person does: call this before waiting for them, never inside of what they wait for.
  ///
  /// The keyboard shown gets a memory warning that it is due (BEHAVIOUR §4.5), what keyboards have stored by
  /// themselves is kept or counted, and a process is prepared that can take the place of its own (§5). What was counted of keyboards for a long time is kept.
  ///
  /// - Parameter idle: When nobody waits: the keyboards next in the person's order are then made ready. Nil where the
  ///   person may do something at any moment, and for a host that is to do the same each time.
  package func prepare(while idle: IdleTime? = nil) {
    tellDueAudits()
    for life in thirdParties { keepFiles(of: life, while: idle) }
    guard let life = shownLife else { return }
    warnOfMemory(life)
    endForStorage(life)
    prepareSpare()
    if let idle { warmNeighbours(while: idle) }
  }
}
