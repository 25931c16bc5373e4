package import Diagnostics
package import KeyboardHost
internal import TextInput

extension Diagnostic {
  /// What a person reads of a session that could not do what it was asked.
  package init(_ error: SessionError, subject: String = "") {
    switch error {
    case .noField: self.init(.scriptNoField, subject)
    case .noKeyboard: self.init(.scriptNoKeyboard, subject)
    case .noKey(let name, let keyboard, let keys):
      self.init(
        .scriptKeyUnknown, subject, "\(keyboard) shows no key \(Self.quoted(name)); it shows \(Self.list(keys)).")
    case .keyDisabled(let name):
      self.init(.scriptKeyDisabled, subject, "The key \(Self.quoted(name)) cannot be pressed now.")
    case .noCharacter(let character, let keyboard):
      self.init(
        .scriptKeyUnknown, subject, "\(keyboard) shows no key that types \(Self.quoted(String(character))).")
    case .notEnabled(let identifier):
      self.init(.keyboardNotEnabled, subject, "\(identifier) is not one of the person's input modes.")
    case .failedTooOften(let identifier, let left):
      let seconds = max(left.components.seconds + (left.components.attoseconds > 0 ? 1 : 0), 1)
      self.init(
        .keyboardRestartedTooOften, subject.isEmpty ? identifier : "\(subject): \(identifier)",
        "The keyboard failed four times in a minute, so it is not started again for the next \(seconds) s.",
        remedy: "It is chosen, and comes back then; `klava log` shows its last words.")
    case .quarantined(let identifier):
      self.init(
        .keyboardQuarantined, subject.isEmpty ? identifier : "\(subject): \(identifier)",
        "The keyboard cannot be started: it is in quarantine, or its files are broken.",
        remedy: "`klava list` says why; `klava enable` lets it try again.")
    case .outOfRange(let offset, let length, let characters):
      self.init(
        .scriptValueOutOfRange, subject,
        "The range at \(offset) of \(length) characters does not lie in the text, which has \(characters).")
    case .noHardwareKey(let name):
      self.init(.scriptHardwareKeyUnknown, subject, "There is no hardware key \(Self.quoted(name)).")
    case .refused(let because):
      self.init(
        .scriptKeyboardBarred, subject,
        "The call is refused as a third-party keyboard's would be, because of \(because.rawValue).")
    }
  }

  /// What a person reads of a keyboard that failed.
  package init(_ failure: SessionFailure) {
    switch failure.kind {
    case .ended(.killed):
      self.init(.keyboardCrashed, failure.identifier, "The keyboard's process was killed from outside.")
    case .ended(.crashed(let how)):
      self.init(.keyboardCrashed, failure.identifier, "The keyboard crashed: \(how).")
    case .ended(.exceeded(let excess)):
      self.init(
        excess.resource == .memory ? .keyboardOutOfMemory : .keyboardPassedLimit, failure.identifier,
        "The keyboard was ended: \(excess).")
    case .ended(.forbidden(let deed)):
      self.init(.keyboardBrokePolicy, failure.identifier, "The keyboard was ended: \(deed).")
    case .ended(.hung(let time)):
      self.init(
        .keyboardHung, failure.identifier,
        "The keyboard did not answer in time: it has \(time.wholeMilliseconds) ms for a turn.")
    case .ended(.loadedTooLate(let time)):
      self.init(
        .keyboardHung, failure.identifier,
        "The keyboard's process had ended, and a new one did not load within \(time.wholeMilliseconds) ms of a key press. "
          + "The system keyboard got the key.",
        remedy: "Choose the keyboard again to load it.")
    case .ended(.heldUp):
      self.init(.keyboardHung, failure.identifier, "The keyboard was ended: \(failure.kind).")
    case .ended(.protocolViolation(let how)):
      self.init(.keyboardBrokeProtocol, failure.identifier, "The keyboard broke the protocol and was ended: \(how).")
    case .ended(.notStarted(let why)):
      self.init(.runnerNotStarted, failure.identifier, "The keyboard could not be started: \(why).")
    case .ended(.unconfined(_, let why)):
      self.init(.keyboardNotConfined, failure.identifier, "The keyboard was not started: \(why).")
    case .ended(.refused(let refusal)):
      self.init(refusal.refusalCode, failure.identifier, "The keyboard could not be loaded: \(refusal.message).")
    case .foundEnded(.heldUp(let time)):
      self.init(
        .keyboardHung, failure.identifier,
        "A timer's turn was not over \(time.wholeMilliseconds) ms after a key press came. The keyboard was started again."
      )
    case .foundEnded:
      self.init(
        .keyboardCrashed, failure.identifier,
        "The keyboard's process had ended while nobody used it; nothing of the text is lost.")
    case .turn(let refusal):
      let code: DiagnosticCode =
        switch refusal.step {
        case .limit: .turnLimitPassed
        case .text: .controlCharacterInserted
        default: .actionFailed
        }
      self.init(code, failure.identifier, "The keyboard's turn failed and was undone: \(refusal.message).")
    case .edits(.tooManyEdits), .edits(.tooMuchText), .edits(.tooMuchWork):
      self.init(.turnLimitPassed, failure.identifier)
    case .edits(.text):
      self.init(.controlCharacterInserted, failure.identifier, "The keyboard's turn was undone: \(failure.kind).")
    case .edits(.documentChanged), .edits(.otherDocument): self.init(.editsRefused, failure.identifier)
    }
  }

  private static func quoted(_ text: String) -> String { ScriptValue.string(text).json }

  private static func list(_ keys: [String]) -> String {
    guard !keys.isEmpty else { return "none" }
    let shown = keys.prefix(60).map(quoted).joined(separator: ", ")
    return keys.count > 60 ? "\(shown) and \(keys.count - 60) more" : shown
  }
}

extension KeyboardFailure {
  fileprivate var refusalCode: DiagnosticCode {
    switch step {
    case .library: .keyboardNotLinked
    case .create: .keyboardNotCreated
    case .version: .keyboardVersionDiffers
    case .load, .event, .action, .limit, .text: .keyboardRefusedLoad
    }
  }
}
