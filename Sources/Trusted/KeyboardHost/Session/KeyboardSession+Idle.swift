internal import TextInput

extension KeyboardSession {
  /// Does what can wait until the person does: call this before waiting for them, never inside of what they wait for.
  ///
  /// The keyboard shown gets a memory warning that it is due (Behavior.md#memory-warning). The host keeps or counts
  /// what keyboards have stored by themselves, and what it has counted for audits. It prepares a process that can
  /// replace the keyboard's own (Behavior.md#standby-process).
  ///
  /// - Parameter idle: When nobody waits: the keyboards next in the person's order are then made ready. Nil where the
  ///   person may do something at any moment, and for a host that is to do the same each time.
  package func prepare(while idle: IdleTime? = nil) {
    tellDueAudits()
    source.keepEndedFiles(while: idle)
    for life in thirdParties { keepFiles(of: life, while: idle) }
    guard let life = shownLife else { return }
    warnOfMemory(life, unless: idle?.descriptors)
    endForStorage(life)
    prepareStandbyProcess()
    if let idle { preloadNeighbors(while: idle) }
  }
}
