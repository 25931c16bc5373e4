internal import BundleFormat
package import InputViewModel
package import KeyboardProtocol
internal import KeyboardStore
package import TextModel

/// A keyboard that can serve turns. The keyboard runs in its own process or, like the system keyboard, in the host's
/// process.
package protocol Keyboard: AnyObject {
  /// Serves one turn, or continues the unfinished turn.
  ///
  /// The keyboard works on an unfinished turn only during a call of this function. A keyboard in the host's process
  /// always serves the whole turn, because the host cannot interrupt such a keyboard.
  ///
  /// - Parameters:
  ///   - turn: The turn.
  ///   - idle: The time in which the user is idle. The call returns at the latest at the end of this time. Nil if the
  ///     user waits for the result.
  ///   - answer: Answers the keyboard's requests during the turn.
  /// - Returns: The result; nil if the turn is unfinished at the end of the idle time.
  /// - Throws: ``KeyboardEndError`` if the keyboard has ended. After this error, the caller must not apply any effect
  ///   of the turn.
  func serve(
    _ turn: Turn, while idle: IdleTime?, answering answer: (HostRequest) -> HostReply
  ) throws(KeyboardEndError) -> TurnResult?
}

extension Keyboard {
  /// Serves one turn for which the user waits.
  ///
  /// - Throws: ``KeyboardEndError``, as ``serve(_:while:answering:)``.
  package func serve(
    _ turn: Turn, answering answer: (HostRequest) -> HostReply
  ) throws(KeyboardEndError) -> TurnResult {
    guard let result = try serve(turn, while: nil, answering: answer) else {
      throw .protocolViolation("it did not finish the event")
    }
    return result
  }
}

/// The system keyboard. The protocol declares the operations that other keyboards do not have.
package protocol SystemTyping: Keyboard {
  /// Returns the gestures that type a character, in order. The first gesture begins on the plane that the keyboard now
  /// shows.
  ///
  /// - Returns: The gestures on keys; nil if the keyboard has no key for exactly this character.
  func path(to character: Character) -> [KeyEvent]?

  /// Selects the keyboard layout of an input mode, such as `system:ru`, for the next field that gets the focus. The
  /// first call for a keyboard layout reads and compiles the keyboard layout.
  ///
  /// - Parameters:
  ///   - mode: The identifier of the input mode.
  ///   - showsLanguage: Whether the user has several keyboard layouts. With several keyboard layouts, the space bar
  ///     shows the language of the selected keyboard layout. If the user has only one keyboard layout, the space bar
  ///     shows a language only for a keyboard layout that is not built in.
  func selectLayout(of mode: String, showsLanguage: Bool)

  /// Compiles the keyboard layouts of input modes that the user may select next. Call this method while the user is
  /// idle.
  func prepareLayouts(of modes: [String])

  /// Whether the field is a terminal, for which the keyboard shows additional keys. Set this property before the field
  /// gets the focus.
  var isInTerminal: Bool { get set }

  /// Whether the keyboard may have an emoji key in the field. Set this property before the field gets the focus.
  var allowsEmoji: Bool { get set }

  /// The current time on the session's clock. Set this property before each call by the user or the application, and
  /// before ``path(to:)``.
  var now: Duration { get set }

  /// Returns the key presses that the keyboard sends to the application, since the last call of this method.
  func drainKeyPresses() -> [KeyPress]

  /// The descriptor that becomes readable when the keyboard itself requests a turn; nil if the keyboard cannot request
  /// turns.
  var turnRequestDescriptor: Int32? { get }

  /// Whether the keyboard waits for its suggestion process. The keyboard needs a turn when the answer arrives.
  var awaitsAnswer: Bool { get }

  /// Learns words from a field that the user left. The session calls this method after the keyboard has disappeared
  /// from the field.
  ///
  /// - Parameter text: The text of the field in the context window; nil if the keyboard must learn nothing from the
  ///   field.
  func leave(_ text: TextBuffer?)

  /// The pasteboard. The keyboard adds the pasteboard's texts to its history of copied texts. Nil if there is no
  /// pasteboard.
  var pasteboard: (any Pasteboard)? { get set }

  /// Adds a text that the user copied in an application to the history of copied texts. Does nothing if the user wants
  /// no history, or if the text may be a password.
  func keepCopied(_ text: String)

  /// The user's preferences for automatic changes of typed text and for the keys. New preferences take effect with the
  /// keyboard's next event `settingsChanged` or `appear`.
  var preferences: TypingPreferences { get set }
}

/// The user's preferences for the system keyboard. The preferences control automatic changes of typed text
/// (Behavior.md#text-services) and the keys (Behavior.md#key-arrangement).
package struct TypingPreferences: Hashable, Sendable {
  /// Whether the keyboard turns shift on at the start of a sentence or word.
  package var capitals = true
  /// Whether two spaces become a period and a space.
  package var periods = true
  /// Whether hyphens and straight quotes become dashes and quotation marks.
  package var punctuation = true
  /// Whether the keyboard suggests words.
  package var suggestions = true
  /// Whether the keyboard corrects a word when the user finishes the word.
  package var corrections = true

  /// A side of the screen, for typing with one hand.
  package enum Side: String, Sendable {
    case left, right
  }

  /// The height of the keys, as a multiple of the standard height.
  package var keyHeight = 1.0
  /// The size of the texts on the keys of all keyboards, as a multiple of the standard size.
  package var textScale = 1.0
  /// Whether the keyboard shows a row of digits above the letters.
  package var showsNumberRow = false
  /// Whether the planes of letters, numbers and symbols have a row with Esc, Tab, Ctrl, Alt, arrows and a key for
  /// function keys.
  package var showsDesktopKeys = false
  /// The side to which the keyboard moves all keys, for typing with one hand; nil if the keys use the whole width.
  package var oneHanded: Side?
  /// Whether the host divides wide keyboards into two halves (Desktop.md#split-keyboard).
  package var splitsKeyboards = false
  /// Whether the keyboard remembers copied texts until the session ends.
  package var keepsClipboard = false

  /// Creates preferences that allow all automatic changes, with the standard keys.
  package init() {}

  /// Reads the preferences from the settings of the system keyboard. The default preferences allow all automatic
  /// changes, with the standard keys.
  init(_ settings: [String: SettingValue]) {
    capitals = settings[SettingsSchema.capitalsKey] != .boolean(false)
    periods = settings[SettingsSchema.periodsKey] != .boolean(false)
    punctuation = settings[SettingsSchema.punctuationKey] != .boolean(false)
    suggestions = settings[SettingsSchema.suggestionsKey] != .boolean(false)
    corrections = settings[SettingsSchema.correctionsKey] != .boolean(false)
    keyHeight = Self.factor(settings[SettingsSchema.keyHeightKey], in: 75...150)
    textScale = Self.factor(settings[SettingsSchema.fontSizeKey], in: 75...200)
    showsNumberRow = settings[SettingsSchema.numberRowKey] == .boolean(true)
    showsDesktopKeys = settings[SettingsSchema.desktopKeysKey] == .boolean(true)
    splitsKeyboards = settings[SettingsSchema.splitKey] == .boolean(true)
    keepsClipboard = settings[SettingsSchema.clipboardKey] == .boolean(true)
    if case .string(let side)? = settings[SettingsSchema.oneHandedKey] { oneHanded = Side(rawValue: side) }
  }

  private static func factor(_ value: SettingValue?, in percent: ClosedRange<Double>) -> Double {
    let number: Double? =
      switch value {
      case .integer(let value): Double(value)
      case .real(let value): value.isFinite ? value : nil
      default: nil
      }
    return number.map { min(max($0, percent.lowerBound), percent.upperBound) / 100 } ?? 1
  }
}

/// A key press that the system keyboard sends to the application instead of text, such as Control-C in a terminal.
package struct KeyPress: Hashable, Sendable {
  /// A key of a hardware keyboard.
  package enum Key: Hashable, Sendable {
    /// The key that types this character.
    case character(Character)
    /// The function key with this number, such as 1 for F1.
    case function(Int)
    case escape, tab, left, up, down, right, home, end, pageUp, pageDown, insert, forwardDelete, backspace, `return`
  }

  /// The pressed key.
  package var key: Key
  /// Whether the user holds Control.
  package var control: Bool
  /// Whether the user holds Alt.
  package var alt: Bool
  /// Whether the user holds Super.
  package var logo: Bool
  /// Whether the user holds Shift with a key that types no text.
  package var shift: Bool

  /// Creates a key press.
  package init(_ key: Key, control: Bool = false, alt: Bool = false, logo: Bool = false, shift: Bool = false) {
    self.key = key
    self.control = control
    self.alt = alt
    self.logo = logo
    self.shift = shift
  }

  /// The name of the key press for `KeyboardSession.hardwareKey(_:)`. In the name, `Command` stands for Super.
  var hardwareName: String {
    let name =
      switch key {
      case .character(let character): character == " " ? "Space" : String(character)
      case .function(let number): "F\(number)"
      case .escape: "Escape"
      case .tab: "Tab"
      case .left: "ArrowLeft"
      case .up: "ArrowUp"
      case .down: "ArrowDown"
      case .right: "ArrowRight"
      case .home: "Home"
      case .end: "End"
      case .pageUp: "PageUp"
      case .pageDown: "PageDown"
      case .insert: "Insert"
      case .forwardDelete: "Delete"
      case .backspace: "Backspace"
      case .return: "Return"
      }
    return (logo ? "Command+" : "") + (control ? "Control+" : "") + (alt ? "Alt+" : "") + (shift ? "Shift+" : "") + name
  }
}
