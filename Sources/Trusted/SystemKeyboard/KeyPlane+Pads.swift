// The pads: digits as on a telephone, and additional keys for the type of the field.

extension KeyPlane {
  /// Digits only, for a PIN.
  static let digitPad = pad([[.gap(weight: 1), .key(.text("0")), .key(.delete)]])

  /// Returns the pad with digits and the decimal separator.
  static func decimalPad(separator: Character) -> KeyPlane {
    pad([[.key(.text(String(separator), spoken: "decimal separator")), .key(.text("0")), .key(.delete)]])
  }

  /// All characters that a telephone can dial. A comma means a pause, and a semicolon means a wait.
  static let phonePad = pad(phoneRows)

  /// The phone pad for a field that also takes names.
  static let phonePadBesideLetters = pad(phoneRows, switchKey: .plane(.letters))

  private static let phoneRows: [[Cell]] = [
    row("*0#"),
    [
      .key(.text("+")), .key(.text(",", spoken: "pause")), .key(.text(";", spoken: "wait")), .key(.delete),
    ],
  ]

  private static func pad(_ lowerRows: [[Cell]], switchKey: PlaneKey? = nil) -> KeyPlane {
    let digits = [row("123"), row("456"), row("789")]
    let bottomRow = (switchKey.map { [.key($0)] } ?? []) + [Cell.key(.globe), .key(.dismiss)]
    return KeyPlane(rows: digits + lowerRows + [bottomRow])
  }
}
