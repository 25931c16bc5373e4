// TerminalUI: the terminal frontend, in which a person really uses a keyboard (`klava simulate`).
//
// For:    a text field above, the keyboard below; the mouse, the arrow keys, one switch alone, or a screen reader.
// Never:  decides what a keyboard may (`KeyboardHost` does) or where a key stands (`Layout` does), and shows nothing
//         that came from a keyboard before `DisplayText` or `harmless` has had it.
// Start:  `TypingSession` for the person at their field; `FullScreen` for the picture of it, drawn into a `CellGrid` that
//         `Terminal` brings to the screen with ncurses; `LinearView` for the same read out line by line.

package import Scripting

/// What a simulator is started with.
package struct SimulatorOptions: Sendable {
  /// The field that the person types into.
  package var field = FocusedFieldOptions()
  /// Whether colors are dark.
  package var isDark = false
  /// Whether the layout runs from right to left.
  package var isRightToLeft = false
  /// How long scanning stays at each row and key; nil for no scanning.
  package var scanInterval: Duration?

  /// A light field without traits.
  package init() {}
}

/// How a simulator ended.
package enum SimulatorEnd: Hashable, Sendable {
  /// The person quit, or there is nobody any more.
  case quit
  /// A signal asked for it; whoever started the simulator wants to see the program end by it.
  case signal(Int32)
}
