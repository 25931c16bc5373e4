internal import KeyboardProtocol
internal import TextModel

/// The shown plane and the shift state: the whole state of the keyboard that a key press can change.
struct PlaneState: Hashable, Sendable {
  /// The shown plane.
  private(set) var plane: KeyPlane.Name
  /// The shift state.
  private(set) var shift = ShiftState.off

  /// Creates the state in which the keyboard opens.
  ///
  /// - Parameter home: The first plane of the field.
  init(home: KeyPlane.Name) { plane = home }

  /// The effect of a key apart from a change of this state.
  enum Consequence: Hashable, Sendable {
    /// No effect.
    case nothing
    /// The key edits the document.
    case edit(Edit)
    /// The key deletes the word before the insertion point.
    case deleteWord
    /// The key sends a request to the host.
    case request(KeyboardRequest)
  }

  /// Applies a press of a key.
  ///
  /// - Returns: The effect of the key apart from the change of this state.
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
      // Users mostly type one symbol between words, so the letters return after a space.
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

  /// Types a text, and returns the edit.
  mutating func type(_ text: String) -> Consequence {
    shift = shift.afterOtherKey
    return .edit(.insertText(text))
  }
}
