internal import KeyboardHost

/// A key that terminals need and other fields do not. The raw value is the identifier for key events.
enum TerminalKey: String, CaseIterable, Sendable {
  case escape, tab, control, alt, left, up, down, right

  /// Whether the key is a modifier: it changes the next key press.
  var isModifier: Bool { self == .control || self == .alt }

  /// Whether a held key repeats.
  var repeats: Bool { [.left, .up, .down, .right].contains(self) }

  /// The key that the application gets; nil for a modifier.
  var key: KeyPress.Key? {
    switch self {
    case .escape: .escape
    case .tab: .tab
    case .control, .alt: nil
    case .left: .left
    case .up: .up
    case .down: .down
    case .right: .right
    }
  }

  /// The title of the key.
  var title: String {
    switch self {
    case .escape: "Esc"
    case .tab: "Tab"
    case .control: "Ctrl"
    case .alt: "Alt"
    case .left: "←"
    case .up: "↑"
    case .down: "↓"
    case .right: "→"
    }
  }

  /// The name of the key for a screen reader.
  var spoken: String {
    switch self {
    case .escape, .tab, .control, .alt: rawValue
    case .left, .up, .down, .right: "\(rawValue) arrow"
    }
  }
}
