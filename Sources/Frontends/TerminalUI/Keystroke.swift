package import TextInput

/// A key of the person's own keyboard, as a terminal tells of it.
package enum Keystroke: Hashable, Sendable {
  /// It types this.
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
  /// Delete, which takes what follows.
  case delete
  /// An arrow key, perhaps with Shift.
  case arrow(SwipeDirection, isShifted: Bool)
  /// Home.
  case home
  /// End.
  case end
  /// Page Up.
  case pageUp
  /// Page Down.
  case pageDown
  /// F1 and the following.
  case function(Int)
  /// Control with a letter, which is small.
  case control(Character)

  /// The name by which a session knows it as a key of a hardware keyboard; nil for what is the simulator's own.
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

extension SwipeDirection {
  fileprivate var hardwareName: String {
    switch self {
    case .left: "ArrowLeft"
    case .right: "ArrowRight"
    case .up: "ArrowUp"
    case .down: "ArrowDown"
    }
  }
}
