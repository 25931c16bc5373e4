// TerminalUI: the terminal frontend, in which a user types with a keyboard (`klava simulate`).
//
// For:    a text field with a keyboard below it, which the user operates with a mouse, arrow keys, one switch, or a
//         screen reader.
// Never:  decides what a keyboard may do (`KeyboardHost` does) or where a key is (`Layout` does). The module shows no
//         text of a keyboard unless `DisplayText` or `sanitized` has processed it.
// Start:  `TypingSession` for the actions of a user in a field. `FullScreen` draws the field and the keyboard into a
//         `CellGrid`, which `Terminal` shows with ncurses. `LinearView` announces the field and the keyboard line by
//         line.

package import Scripting

/// The options of a simulator.
package struct SimulatorOptions: Sendable {
  /// The field that the user types into.
  package var field = FocusedFieldOptions()
  /// Whether the appearance is dark.
  package var isDark = false
  /// Whether the layout runs from right to left.
  package var isRightToLeft = false
  /// How long scanning highlights each row and key; nil for no scanning.
  package var scanInterval: Duration?

  /// Creates the default options: a field without traits, and the light appearance.
  package init() {}
}

/// The reason why a simulator ended.
package enum SimulatorEnd: Hashable, Sendable {
  /// The user quit, or the input ended.
  case quit
  /// A signal ended the simulator. The program ends itself with the same signal, so that its parent sees the cause.
  case signal(Int32)
}

/// Notices for the user of a simulator that come from outside the typing session.
package struct SimulatorNews {
  /// A descriptor that is readable when there are notices.
  package var descriptor: Int32
  /// Returns the notices since the last call, without waiting.
  package var drain: () -> [String]

  /// Creates the source of the notices.
  package init(descriptor: Int32, drain: @escaping () -> [String]) {
    self.descriptor = descriptor
    self.drain = drain
  }
}
