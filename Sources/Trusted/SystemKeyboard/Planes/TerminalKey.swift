internal import KeyboardHost
internal import KeyboardStore
internal import Translations

/// A key that types no text, such as Escape or Control, for terminals and other desktop programs. The raw value is the
/// identifier in key events.
enum TerminalKey: String, CaseIterable, Sendable {
  case escape, tab, control, alt, logo, left, up, down, right
  case home, end, pageUp, pageDown, insert, forwardDelete
  case f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12

  /// Whether the key is a modifier, which changes the next key press.
  var isModifier: Bool { self == .control || self == .alt || self == .logo }

  /// Whether the key press repeats while the user holds the key.
  var repeats: Bool { [.left, .up, .down, .right, .pageUp, .pageDown, .forwardDelete].contains(self) }

  /// The key press that the application receives; nil for a modifier.
  var key: KeyPress.Key? {
    switch self {
    case .escape: .escape
    case .tab: .tab
    case .control, .alt, .logo: nil
    case .left: .left
    case .up: .up
    case .down: .down
    case .right: .right
    case .home: .home
    case .end: .end
    case .pageUp: .pageUp
    case .pageDown: .pageDown
    case .insert: .insert
    case .forwardDelete: .forwardDelete
    case .f1, .f2, .f3, .f4, .f5, .f6, .f7, .f8, .f9, .f10, .f11, .f12:
      Int(rawValue.dropFirst()).map(KeyPress.Key.function)
    }
  }

  var title: String {
    switch self {
    case .escape: "Esc"
    case .tab: "Tab"
    case .control: "Ctrl"
    case .alt: "Alt"
    case .logo: "Super"
    case .left: "←"
    case .up: "↑"
    case .down: "↓"
    case .right: "→"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .insert: "Ins"
    case .forwardDelete: "Del"
    case .f1, .f2, .f3, .f4, .f5, .f6, .f7, .f8, .f9, .f10, .f11, .f12: rawValue.uppercased()
    }
  }

  /// Returns the name of the key for a screen reader.
  func spoken(_ names: SystemKeyTexts) -> String {
    switch self {
    case .escape: names.escape
    case .tab: names.tab
    case .control: names.control
    case .alt: names.alt
    case .logo: names.logo
    case .left: names.left
    case .up: names.up
    case .down: names.down
    case .right: names.right
    case .home: names.home
    case .end: names.end
    case .pageUp: names.pageUp
    case .pageDown: names.pageDown
    case .insert: names.insertKey
    case .forwardDelete: names.forwardDelete
    case .f1, .f2, .f3, .f4, .f5, .f6, .f7, .f8, .f9, .f10, .f11, .f12: rawValue
    }
  }
}
