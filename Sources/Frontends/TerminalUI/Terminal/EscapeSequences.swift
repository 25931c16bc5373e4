internal import CNcurses

/// The escape sequences of arrow keys and editing keys that terminals send, without the escape character.
enum EscapeSequences {
  /// The sequences, with the key codes of ncurses.
  static let codes: [(sequence: String, code: Int32)] = [
    ("[A", KEY_UP), ("[B", KEY_DOWN), ("[C", KEY_RIGHT), ("[D", KEY_LEFT), ("OA", KEY_UP), ("OB", KEY_DOWN),
    ("OC", KEY_RIGHT), ("OD", KEY_LEFT), ("[H", KEY_HOME), ("[F", KEY_END), ("OH", KEY_HOME), ("OF", KEY_END),
    ("[1~", KEY_HOME), ("[4~", KEY_END), ("[7~", KEY_HOME), ("[8~", KEY_END), ("[3~", KEY_DC), ("[5~", KEY_PPAGE),
    ("[6~", KEY_NPAGE), ("[Z", KEY_BTAB), ("[1;2A", KEY_SR), ("[1;2B", KEY_SF), ("[1;2C", KEY_SRIGHT),
    ("[1;2D", KEY_SLEFT),
  ]

  private static let keystrokes = Dictionary(
    uniqueKeysWithValues: codes.compactMap { entry in Keystroke(curses: entry.code).map { (entry.sequence, $0) } })

  /// Returns the keystroke of a sequence (ECMA-48). Ignores all modifiers except the Shift key with an arrow key.
  ///
  /// - Parameters:
  ///   - parameters: The parameters, which semicolons separate in the sequence.
  ///   - end: The last character of the sequence.
  /// - Returns: The keystroke; nil for a key that the simulator does not use.
  static func keystroke(_ parameters: [Substring], _ end: Character) -> Keystroke? {
    if end == "~" { return parameters.first.flatMap { keystrokes["[\($0)~"] } }
    let isShifted = parameters.count > 1 && parameters[1] == "2"
    return (isShifted ? keystrokes["[1;2\(end)"] : nil) ?? keystrokes["[\(end)"]
  }
}
