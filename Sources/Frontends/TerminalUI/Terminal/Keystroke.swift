package import Layout

/// A keystroke on the hardware keyboard, as the terminal reports it.
package enum Keystroke: Hashable, Sendable {
  /// A key that types a character.
  case character(Character)
  /// Return or Enter.
  case `return`
  /// Tab.
  case tab
  /// Shift and Tab.
  case backTab
  /// Escape.
  case escape
  /// Backspace.
  case backspace
  /// Delete, which deletes forward.
  case delete
  /// An arrow key, with or without Shift.
  case arrow(ArrowKey, isShifted: Bool)
  /// Home.
  case home
  /// End.
  case end
  /// Page Up.
  case pageUp
  /// Page Down.
  case pageDown
  /// A function key. The number 1 means F1.
  case function(Int)
  /// Control with a lowercase letter.
  case control(Character)

  /// The key's name as a hardware key of a session; nil for keys that only the simulator uses.
  package var hardwareName: String? {
    switch self {
    case .character(let character): String(character)
    case .return: "Return"
    case .tab: "Tab"
    case .backspace: "Backspace"
    case .delete: "Delete"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PageUp"
    case .pageDown: "PageDown"
    case .arrow(let direction, let isShifted): "\(isShifted ? "Shift+" : "")\(direction.hardwareName)"
    case .control(let letter): "Control+\(letter)"
    case .backTab: "Shift+Tab"
    case .escape, .function: nil
    }
  }
}

extension ArrowKey {
  fileprivate var hardwareName: String {
    switch self {
    case .left: "ArrowLeft"
    case .right: "ArrowRight"
    case .up: "ArrowUp"
    case .down: "ArrowDown"
    }
  }
}
