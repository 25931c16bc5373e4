package import InputViewModel
internal import KeyboardProtocol
internal import TextModel

extension KeyboardSession {
  /// Moves the selection for the user.
  ///
  /// - Parameters:
  ///   - offset: The start of the selection, in characters.
  ///   - length: The length of the selection, in characters.
  /// - Throws: ``SessionError``: `noField` or `outOfRange`.
  package func select(offset: Int, length: Int) throws(SessionError) {
    guard let document = field?.document else { throw .noField }
    guard let difference = field?.document.select(offset: offset, length: length) else {
      let characters = (document.before + document.selected + document.after).count
      throw .outOfRange(offset: offset, length: length, characters: characters)
    }
    notify(difference, .user)
  }

  /// Replaces text and selection for the application.
  ///
  /// - Throws: ``SessionError/noField``.
  package func replaceText(before: String, selected: String, after: String) throws(SessionError) {
    guard field != nil else { throw .noField }
    let difference = field?.document.replace(before: before, selected: selected, after: after)
    notify(difference ?? DocumentDifference(), .application)
  }

  /// Changes the field's traits while it has the focus. If the field becomes protected, it is so before its next
  /// event.
  ///
  /// - Throws: ``SessionError/noField``.
  package func changeTraits(_ change: (inout TextField) -> Void) throws(SessionError) {
    guard var field else { throw .noField }
    field.change(change)
    self.field = field
    let before = keyboard
    showWhoMay()
    guard let instance = shownInstance, keyboard == before else { return }
    notifyStanding()
    serve(.traitsChanged(field.state(instance.standing)), to: instance)
  }

  /// Changes the environment of the keyboard, such as size or appearance.
  package func changeEnvironment(_ environment: KeyboardEnvironment) {
    field?.environment = environment
    if let instance = shownInstance { serve(.environmentChanged(environment), to: instance) }
  }

  /// Handles a key of a hardware keyboard. The key goes to the application, never to a third-party keyboard.
  ///
  /// - Throws: ``SessionError``: `noField` or `noHardwareKey`.
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
      // Deleting forward removes a whole character. Backward deletion by single marks is for marks that the user
      // typed last.
      while let now = field?.document.before, now.utf8.count > document.before.utf8.count {
        _ = field?.document.apply(.deleteBackward)
      }
      notify(DocumentDifference(changedText: true, endedMarking: endedMarking), .user)
    }
  }

  /// Applies an edit of the user that no keyboard made. The marked text becomes plain text (Behavior.md#marked-text).
  ///
  /// The keyboard gets one event for both changes, after the edit. With two events it could edit between them, and
  /// move the text that the user edits.
  func edit(_ edit: Edit) {
    let endedMarking = field?.document.unmark() == true
    let effect = field?.document.apply(edit) ?? EditEffect()
    report.events += Array(repeating: .return, count: effect.returnKeys)
    notify(
      DocumentDifference(
        changedText: effect.changedText, changedSelection: effect.changedSelection, endedMarking: endedMarking),
      .user)
  }

  /// Sends the shown keyboard a change of the document by the user or the application (Behavior.md#document-changes).
  func notify(_ difference: DocumentDifference, _ cause: ChangeCause) {
    guard difference != DocumentDifference(), let instance = shownInstance else { return }
    serve(
      .documentChanged(
        DocumentChange(
          cause: cause, changedText: difference.changedText, changedSelection: difference.changedSelection,
          endedMarking: difference.endedMarking)),
      to: instance)
  }
}

/// The action of a hardware key in a text field.
enum HardwareKey {
  /// The key edits the text or moves the insertion point.
  case edit(Edit)
  /// The key deletes the character after the insertion point.
  case deleteForward
  /// The key is a command of the application.
  case command

  /// Creates the action of a key name: a character, or a name such as `ArrowLeft`.
  ///
  /// `Command+`, `Control+`, `Alt+` and `Shift+` may precede the name. Returns nil for an unknown name.
  init?(_ name: String) {
    var parts = name.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    // "+" is a key too, alone and after modifiers.
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
