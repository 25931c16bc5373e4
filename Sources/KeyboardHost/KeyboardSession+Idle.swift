extension KeyboardSession {
  /// Does what can wait until the person does: call this before waiting for them, never inside of what they wait for.
  package func prepare() {
    guard let life = shownLife else { return }
    warnOfMemory(life)
    endForStorage(life)
  }
}
