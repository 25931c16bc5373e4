internal import TextInput

extension KeyboardSession {
  /// Does what can wait until the person does: call this before waiting for them, never inside of what they wait for.
  ///
  /// The keyboard shown gets a memory warning that it is due (BEHAVIOUR §4.5), what it has stored itself is counted, and a
  /// process is prepared that can take the place of its own (§5). What was counted of keyboards for a long time is kept.
  package func prepare() {
    tellDueAudits()
    guard let life = shownLife else { return }
    warnOfMemory(life)
    endForStorage(life)
    prepareSpare()
  }
}
