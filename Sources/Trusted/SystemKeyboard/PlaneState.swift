internal import TextInput

/// Which plane is shown and what shift is set to: all that a key press can change of the keyboard itself.
struct PlaneState: Hashable, Sendable {
  /// The plane shown.
  private(set) var plane: KeyPlane.Name
  /// What shift is set to.
  private(set) var shift = ShiftState.off

  /// The state in which a field's keyboard opens.
  init(home: KeyPlane.Name) { plane = home }

  /// What a key does besides changing this state.
  enum Consequence: Hashable, Sendable {
    /// Nothing.
    case nothing
    /// Changes the document.
    case edit(Edit)
    /// Deletes the word before the insertion point.
    case deleteWord
    /// Asks the host for something.
    case request(KeyboardRequest)
  }

  /// Takes in a tap on a key and says what else it does.
  mutating func press(_ key: PlaneKey, home: KeyPlane.Name) -> Consequence {
    switch key {
    case .shift:
      shift = shift.tapped
      return .nothing
    case .plane(let name):
      plane = name
      shift = shift.afterOtherKey
      return .nothing
    case .letter, .text:
      return type(key.identifier(shift: shift))
    case .space:
      // One symbol between words is the common case: the letters come back by themselves.
      if plane != .letters { plane = home }
      return type(" ")
    case .return: return type("\n")
    case .delete:
      shift = shift.afterOtherKey
      return .edit(.deleteBackward)
    case .globe: return .request(.advanceToNextInputMode)
    case .dismiss: return .request(.dismissKeyboard)
    }
  }

  /// Takes in that this text was typed.
  mutating func type(_ text: String) -> Consequence {
    shift = shift.afterOtherKey
    return .edit(.insertText(text))
  }
}
