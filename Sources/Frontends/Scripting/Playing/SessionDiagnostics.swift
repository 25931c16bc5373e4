package import Diagnostics
internal import JSON
package import KeyboardHost
internal import KeyboardProtocol
internal import KeyboardStore
internal import SystemKeyboard
internal import TextModel

extension Diagnostic {
  /// The sentences for a keyboard that shows no input view.
  package static func noInputView(_ name: String, identifier: String) -> String {
    "\(name) shows no input view. If the host refused it, `klava log \(identifier)` gives the reason."
  }

  /// Creates the diagnostic for an action that the session refused.
  package init(_ error: SessionError, subject: String = "") {
    switch error {
    case .noField: self.init(.scriptNoField, subject)
    case .noKeyboard: self.init(.scriptNoKeyboard, subject)
    case .noKey(let name, let keyboard, let keys):
      self.init(
        .scriptKeyUnknown, subject, "\(keyboard) has no key \(Self.quoted(name)); its keys are \(Self.list(keys)).",
        remedy: "Use the title or identifier of a key of the visible keyboard. For a text, use `type`.")
    case .keyDisabled(let name):
      self.init(.scriptKeyDisabled, subject, "The key \(Self.quoted(name)) is disabled.")
    case .noCharacter(let character, let keyboard):
      self.init(
        .scriptKeyUnknown, subject, "\(keyboard) has no key that types \(Self.quoted(String(character))).",
        remedy: KeyboardLayoutName.isIdentifier(keyboard) || keyboard == SystemKeyboard.identifier
          ? "The field decides which keys the system keyboard has. Use another field, such as one with the keyboard type default."
          : "Choose a keyboard that has the key.")
    case .notEnabled(let identifier):
      self.init(
        .keyboardNotEnabled, subject,
        "\(subject == identifier ? "The keyboard" : identifier) is not an enabled input mode.",
        remedy: KeyboardLayoutName.isIdentifier(identifier)
          ? "If `klava list --layouts` lists it, run `klava enable \(identifier)`." : nil)
    case .failedTooOften(let identifier, let left):
      let seconds = max(left.components.seconds + (left.components.attoseconds > 0 ? 1 : 0), 1)
      self.init(
        .keyboardRestartedTooOften, subject.isEmpty ? identifier : "\(subject): \(identifier)",
        "The keyboard failed four times in a minute. The host restarts it after \(seconds) s.",
        remedy: "Wait until the restart, or run `klava log \(identifier)` to see the last messages of the keyboard.")
    case .quarantined(let identifier):
      self.init(
        .keyboardQuarantined, subject.isEmpty ? identifier : "\(subject): \(identifier)",
        "The host did not start the keyboard: it is in quarantine, or its files are damaged.",
        remedy: "Run `klava list` to see the reason, and `klava enable \(identifier)` to try again.")
    case .outOfRange(let offset, let length, let characters):
      self.init(
        .scriptValueOutOfRange, subject,
        "The range of \(length) characters at \(offset) is outside the text of \(characters) characters.")
    case .tooFewSteps(let steps, let available):
      self.init(
        .scriptTooFewSteps, subject,
        available == 0
          ? "There is nothing to undo."
          : "There \(available == 1 ? "is only 1 step" : "are only \(available) steps") to undo, not \(steps).",
        remedy: available == 0
          ? "Type first. Klava forgets the undo steps of a field when the field loses the focus or the application changes the "
            + "text, and keeps no undo steps of secure fields."
          : nil)
    case .noHardwareKey(let name):
      self.init(
        .scriptHardwareKeyUnknown, subject, "Unknown hardware key \(Self.quoted(name)).",
        remedy: name.firstForbiddenControl == nil
          ? nil : "Write the name of a key, such as Backspace, instead of a control character.")
    case .refused(let reason):
      self.init(
        .scriptKeyboardBarred, subject,
        "The host refuses proxy calls in this field, because third-party keyboards do not get this field "
          + "(\(reason.rawValue)).")
    }
  }

  /// Creates the diagnostic for a keyboard's failure without text that the keyboard chose. Use this diagnostic for the
  /// system's log, because a keyboard can put typed text into its messages.
  package init(withoutKeyboardText failure: SessionFailure) {
    self.init(failure)
    switch failure.kind {
    case .ended(.crashed(_, _?)), .foundEnded(.crashed(_, _?)):
      self.init(code, failure.identifier)
    case .turn, .edits(.text), .ended(.refused), .ended(.protocolViolation), .foundEnded(.refused),
      .foundEnded(.protocolViolation):
      self.init(
        code, failure.identifier,
        remedy: "Run `klava log \(failure.identifier)` to see the message.")
    case .edits, .ended, .foundEnded: break
    }
  }

  /// Creates the diagnostic for a keyboard's failure.
  package init(_ failure: SessionFailure) {
    let identifier = failure.identifier
    switch failure.kind {
    case .ended(.crashed(_, let line?)), .foundEnded(.crashed(_, let line?)):
      let isIdle = if case .foundEnded = failure.kind { true } else { false }
      self.init(
        .keyboardCrashed, identifier,
        "The keyboard crashed\(isIdle ? " while it was idle" : "") and printed “\(line.prefix(512))”.",
        remedy: "Authors: correct the cause of the fatal error. `klava log \(identifier)` also shows the functions in "
          + "which the process ended. To restart the keyboard, choose it again.")
    case .ended(let end):
      let remedy: String? = if case .loadedTooLate = end { "Choose the keyboard again to load it." } else { nil }
      self.init(end.code, identifier, Self.sentence(end), remedy: remedy)
    case .foundEnded(.heldUp(let time)):
      self.init(
        .keyboardHung, identifier,
        "The user's next input waited for more than \(time.wholeMilliseconds) ms while the keyboard handled a timer, a "
          + "request or a memory warning. The host restarted the keyboard."
      )
    case .foundEnded(let end):
      let sentence =
        end == .killed
        ? "Another process killed the keyboard's process while it was idle."
        : "The keyboard's process ended while it was idle."
      self.init(
        .keyboardCrashed, identifier, "\(sentence) The text is unchanged.",
        remedy: "Klava starts the keyboard again for the next key press. Run `klava log` with the keyboard's "
          + "identifier to see its last messages.")
    case .turn(let refusal):
      self.init(
        refusal.codeOfTurn, identifier,
        "The keyboard failed to handle an event, and the host discarded its changes: \(refusal.message).",
        remedy: refusal.step == .action
          ? "Report the fault to the keyboard's author. Authors: check the signature of the action in KLVActions." : nil
      )
    case .edits(.tooManyEdits), .edits(.tooMuchText), .edits(.tooMuchTextAfterPress), .edits(.tooMuchWork):
      self.init(.turnLimitPassed, identifier)
    case .edits(.text):
      self.init(
        .controlCharacterInserted, identifier, "The host discarded the keyboard's changes: \(failure.kind).")
    case .edits(.lineBreakWithText):
      self.init(
        .activationMissing, identifier, "The host discarded the keyboard's changes: \(failure.kind).",
        remedy: "Authors: insert the text with one key, and press Return or Tab with the next. "
          + "Documentation/Design/Behavior.md#return-and-tab lists the rules.")
    case .edits(.notActivated), .edits(.lineBreakWithoutGesture), .edits(.heightNotActivated):
      self.init(.activationMissing, identifier, "The host discarded the keyboard's changes: \(failure.kind).")
    }
  }

  private static func sentence(_ end: KeyboardEndError) -> String {
    switch end {
    case .killed: "Another process killed the keyboard's process."
    case .crashed(let how, _): "The keyboard crashed: \(how)."
    case .exceeded(let excess): "The host ended the keyboard: \(excess)."
    case .forbidden(let action): "The kernel ended the keyboard: \(action)."
    case .hung(let time):
      "The keyboard did not answer within \(time.wholeMilliseconds) ms, and the host ended it."
    case .loadedTooLate(let time):
      "The keyboard's process had ended, and a new process did not load the keyboard within "
        + "\(time.wholeMilliseconds) ms of a key press. "
        + "The system keyboard handled the key press."
    case .heldUp: "The host ended the keyboard: \(end)."
    case .protocolViolation(let how): "The keyboard violated the protocol, and the host ended it: \(how)."
    case .notStarted(let why): "The host could not start the keyboard: \(why)."
    case .withoutMainThread(let time):
      "The keyboard needs the main thread, and the main thread did not run the keyboard's code within "
        + "\(time.wholeMilliseconds) ms."
    case .unconfined(_, let why): "The host did not start the keyboard: \(why)."
    case .refused(let refusal): "The keyboard did not load: \(refusal.message)."
    }
  }

  private static func quoted(_ text: String) -> String { JSONValue.string(text.shortened).json }

  private static func list(_ keys: [String]) -> String {
    guard !keys.isEmpty else { return "none" }
    let shown = keys.prefix(60).map(quoted).joined(separator: ", ")
    return keys.count > 60 ? "\(shown) and \(keys.count - 60) more" : shown
  }
}

extension ShownBecause {
  /// A sentence that tells the user why the system keyboard is shown (Behavior.md#shown-because).
  package func sentence(in field: TextField?) -> String {
    switch self {
    case .secureTextEntry where field?.traits.isSecureTextEntry == false:
      "This field was secure earlier. The system keyboard handles this field until it gets the focus again."
    case .secureTextEntry: "The system keyboard handles secure fields."
    case .phonePad: "The system keyboard handles telephone numbers."
    case .namePhonePad: "The system keyboard handles names and telephone numbers."
    case .appForbids: "The application forbids third-party keyboards here."
    case .screenLocked: "Only the system keyboard is available while the screen is locked."
    case .notASCIICapable: "This field requires ASCII, and no enabled third-party keyboard is ASCII-capable."
    case .crashed:
      "The keyboard crashed. The text is kept, and the system keyboard types the last key if it can."
    case .hung:
      "The keyboard did not answer in time. The text is kept, and the system keyboard types the last key if it can."
    case .quarantined: "The keyboard is in quarantine; `klava list --all` shows why."
    case .noneEnabled: "No third-party keyboard is available; `klava list --all` shows why."
    }
  }
}
