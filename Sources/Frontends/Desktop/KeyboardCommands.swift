internal import Diagnostics
internal import KeyboardHost
internal import Scripting

/// The commands with which other programs choose keyboards and undo steps. A command throws an error if it cannot have
/// the requested effect.
struct KeyboardCommands {
  /// The reason why a command is refused.
  struct CommandError: Error {
    /// A sentence for the user of the other program.
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }

  let keyboards: UserKeyboards
  private var session: KeyboardSession { keyboards.session }

  /// Changes to the next keyboard.
  func advance() throws(CommandError) {
    let shown = session.keyboard
    try run { () throws(SessionError) in try session.advance() }
    guard session.keyboard == shown else { return }
    let reason = session.shownBecause ?? session.field?.reasonAgainstThirdParties
    throw CommandError(reason?.sentence(in: session.field) ?? "There is no other keyboard for this field.")
  }

  /// Undoes the user's last step.
  func undo() throws(CommandError) {
    try run { () throws(SessionError) in try session.undo() }
  }

  /// Chooses the keyboard with a name. Stores the choice even if the host must show another keyboard in the current
  /// field.
  func pick(_ name: String) throws(CommandError) {
    let identifier: String
    do throws(Diagnostic) {
      identifier = try keyboards.resolve(name)
    } catch {
      throw CommandError("\(error.subject): \(error.text)")
    }
    try run { () throws(SessionError) in try session.pick(identifier) }
    guard session.field != nil, let shown = session.keyboard, shown != identifier else { return }
    let reason =
      session.shownBecause?.sentence(in: session.field) ?? "This field requires an ASCII-capable keyboard."
    throw CommandError(
      "\(reason) Klava shows \(shown) here, and will show \(identifier) in the next field that allows it.")
  }

  private func run(_ body: () throws(SessionError) -> Void) throws(CommandError) {
    do throws(SessionError) { try body() } catch { throw CommandError(Diagnostic(error).text) }
  }
}
