// The pads are planes with digits in the order of a telephone, and with additional keys that depend on the keyboard
// type of the field.

extension KeyPlane {
  /// The pad with digits only, for a PIN.
  static let digitPad = pad([digits[0], digits[1], digits[2], [.gap(weight: 1), .key(.text("0")), .key(.delete)]])

  /// Returns the pad with digits and the decimal separator.
  static func decimalPad(separator: Character) -> KeyPlane {
    let separator = Cell.key(.text(String(separator), function: .decimalSeparator))
    return pad([digits[0], digits[1], digits[2], [separator, .key(.text("0")), .key(.delete)]])
  }

  /// The pad with all characters that a telephone can dial. A comma makes the telephone pause. A semicolon makes the
  /// telephone wait for the user.
  static let phonePad = pad(phoneRows)

  /// The phone pad of a field that accepts telephone numbers and names.
  static let phonePadBesideLetters = pad(phoneRows, switchKey: .plane(.letters))

  private static let digits = [row("123"), row("456"), row("789")]

  private static let phoneRows: [[Cell]] = [
    digits[0] + [.key(.delete)],
    digits[1] + [.key(.text("+"))],
    digits[2] + [.key(.text(",", function: .pause))],
    row("*0#") + [.key(.text(";", function: .wait))],
  ]

  private static func pad(_ rows: [[Cell]], switchKey: PlaneKey? = nil) -> KeyPlane {
    KeyPlane(rows: rows + [(switchKey.map { [.key($0)] } ?? []) + [.key(.globe), .key(.dismiss), .key(.return)]])
  }
}
