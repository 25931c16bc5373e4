package import TextInput

extension KeyboardSession {
  /// The person moves the selection: so many characters, from an offset in characters.
  package func select(offset: Int, length: Int) throws(SessionError) {
    guard let document = field?.document else { throw .noField }
    guard let difference = field?.document.select(offset: offset, length: length) else {
      let characters = (document.before + document.selected + document.after).count
      throw .outOfRange(offset: offset, length: length, characters: characters)
    }
    tell(difference, .person)
  }

  /// The application changes its text and selection.
  package func replaceText(before: String, selected: String, after: String) throws(SessionError) {
    guard field != nil else { throw .noField }
    let difference = field?.document.replace(before: before, selected: selected, after: after)
    tell(difference ?? DocumentDifference(), .application)
  }

  /// The field's traits change while it has the focus; a field that becomes secret is so before its next event.
  package func changeTraits(_ change: (inout TextField) -> Void) throws(SessionError) {
    guard var field else { throw .noField }
    field.change(change)
    self.field = field
    let before = keyboard
    showWhoMay()
    guard let life = shownLife, keyboard == before else { return }
    tellStanding()
    serve(.traitsChanged(field.state(life.standing)), to: life)
  }

  /// Size or appearance changes.
  package func changeEnvironment(_ environment: KeyboardEnvironment) {
    field?.environment = environment
    if let life = shownLife { serve(.environmentChanged(environment), to: life) }
  }

  /// The person presses a key of a hardware keyboard: it goes to the application, never to a third-party keyboard.
  package func hardwareKey(_ name: String) throws(SessionError) {
    guard let document = field?.document else { throw .noField }
    guard let key = HardwareKey(name) else { throw .noHardwareKey(name) }
    switch key {
    case .command: report.events.append(.keyCommand)
    case .edit(let edit): self.edit(edit)
    case .deleteForward:
      guard document.selected.isEmpty else { return edit(.deleteBackward) }
      guard !document.after.isEmpty else { return }
      let endedMarking = field?.document.unmark() == true
      _ = field?.document.apply(.adjustTextPositionByCharacters(1))
      // A character that is deleted mark by mark goes as a whole here, for its marks are not what was typed last.
      while let now = field?.document.before, now.utf8.count > document.before.utf8.count {
        _ = field?.document.apply(.deleteBackward)
      }
      tell(DocumentDifference(changedText: true, endedMarking: endedMarking), .person)
    }
  }

  /// The person makes an edit, with whatever but a keyboard. What a keyboard has marked becomes plain text
  /// (Behavior.md#marked-text).
  ///
  /// The keyboard is told of both at once, when the edit is made: it may answer with edits of its own, and between the two it
  /// would move what the person edits.
  func edit(_ edit: Edit) {
    let endedMarking = field?.document.unmark() == true
    let effect = field?.document.apply(edit) ?? EditEffect()
    report.events += Array(repeating: .return, count: effect.returnKeys)
    tell(
      DocumentDifference(
        changedText: effect.changedText, changedSelection: effect.changedSelection, endedMarking: endedMarking),
      .person)
  }

  /// Tells the keyboard shown that somebody else changed the document (Behavior.md#document-changes).
  func tell(_ difference: DocumentDifference, _ cause: ChangeCause) {
    guard difference != DocumentDifference(), let life = shownLife else { return }
    serve(
      .documentChanged(
        DocumentChange(
          cause: cause, changedText: difference.changedText, changedSelection: difference.changedSelection,
          endedMarking: difference.endedMarking)),
      to: life)
  }
}

/// What a hardware key does in a text field.
enum HardwareKey {
  /// It edits or moves.
  case edit(Edit)
  /// It deletes what follows.
  case deleteForward
  /// It is a command of the application.
  case command

  /// The key of this name: a character, a name such as `ArrowLeft`, or either after `Command+`, `Control+`, `Alt+`, `Shift+`.
  init?(_ name: String) {
    var parts = name.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    // "+" itself is a key, alone and behind modifiers.
    if name == "+" { parts = ["+"] } else if name.hasSuffix("++") { parts = parts.dropLast(2) + ["+"] }
    guard let key = parts.popLast(), !key.isEmpty else { return nil }
    guard parts.allSatisfy(["Command", "Control", "Alt", "Shift"].contains) else { return nil }
    guard let plain = Self(key: key, isShifted: parts.contains("Shift")) else { return nil }
    self = parts.contains("Command") || parts.contains("Control") || parts.contains("Alt") ? .command : plain
  }

  private init?(key: String, isShifted: Bool) {
    switch key {
    case "Return", "Enter": self = .edit(.insertText("\n"))
    case "Space": self = .edit(.insertText(" "))
    case "Tab": self = .edit(.insertText("\t"))
    case "Backspace": self = .edit(.deleteBackward)
    case "Delete": self = .deleteForward
    case "ArrowLeft": self = .edit(.adjustTextPositionByCharacters(-1))
    case "ArrowRight": self = .edit(.adjustTextPositionByCharacters(1))
    case "Home": self = .edit(.adjustTextPosition(byCharacterOffset: -Int(Int32.max)))
    case "End": self = .edit(.adjustTextPosition(byCharacterOffset: Int(Int32.max)))
    case "ArrowUp", "ArrowDown", "Escape", "PageUp", "PageDown": self = .command
    default:
      guard key.count == 1 else { return nil }
      self = .edit(.insertText(isShifted ? key.uppercased() : key))
    }
  }
}
