internal import TextInput

/// What one keyboard may still do in one turn (BEHAVIOUR §3.11): edits, bytes, and the host's own time for them.
struct EditBudget {
  private var edits = 0
  private var insertedBytes = 0
  private let end = ContinuousClock.now + .seconds(1)

  /// Takes one edit on a document out of the budget, or says what it passes, or what in it no keyboard may insert there.
  mutating func spend(_ edit: Edit, on document: TextDocument) throws(EditRefusal) {
    edits += 1
    insertedBytes += edit.insertedText?.utf8.count ?? 0
    guard edits <= TurnLimit.edits else { throw .tooManyEdits }
    guard insertedBytes <= TurnLimit.insertedBytes else { throw .tooMuchText }
    if let control = document.firstForbiddenControl(in: edit) { throw .controlCharacter(control) }
    guard ContinuousClock.now < end else { throw .tooMuchWork }
  }
}
