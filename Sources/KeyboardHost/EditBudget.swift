internal import TextInput

/// What one keyboard may still do in one turn (BEHAVIOUR §3.11): edits, bytes, and the host's own time for them.
struct EditBudget {
  private var edits = 0
  private var insertedBytes = 0
  private let end = ContinuousClock.now + .seconds(1)

  /// Takes one edit out of the budget, or says what it passes.
  mutating func spend(_ edit: Edit) throws(EditRefusal) {
    edits += 1
    switch edit {
    case .insertText(let text), .setMarkedText(let text, _): insertedBytes += text.utf8.count
    default: break
    }
    guard edits <= TurnLimit.edits else { throw .tooManyEdits }
    guard insertedBytes <= TurnLimit.insertedBytes else { throw .tooMuchText }
    guard ContinuousClock.now < end else { throw .tooMuchWork }
  }
}
