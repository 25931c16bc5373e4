extension KeyboardSession {
  /// Does the work that can wait for the user's pause. Call this before waiting for the user, never during a key
  /// press.
  ///
  /// The host sends the shown keyboard a due memory warning (Behavior.md#memory-warning). It saves or measures the
  /// files that keyboards stored, and writes the audit counts. It prepares a standby process
  /// (Behavior.md#standby-process).
  ///
  /// - Parameter idle: The pause of the user, in which the host also preloads keyboards. Nil if the user may do
  ///   something at any moment, or if each run must do the same.
  package func prepare(while idle: IdleTime? = nil) {
    reportDueAudits()
    source.keepEndedFiles(while: idle)
    for instance in thirdParties { keepFiles(of: instance, while: idle) }
    guard let instance = shownInstance else { return }
    warnOfMemory(instance, unless: idle?.descriptors)
    endForStorage(instance)
    prepareStandbyProcess()
    if let idle { preloadNeighbors(while: idle) }
  }
}
