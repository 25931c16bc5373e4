// The pads: digits as on a telephone, and what a field of that kind needs beside them.

extension KeyPlane {
  /// Digits alone, for a PIN.
  static let digitPad = pad([[.gap(weight: 1), .key(.text("0")), .key(.delete)]])

  /// Digits and the decimal separator.
  static func decimalPad(separator: Character) -> KeyPlane {
    pad([[.key(.text(String(separator), spoken: "decimal separator")), .key(.text("0")), .key(.delete)]])
  }

  /// What a telephone can dial: a comma makes it pause, a semicolon makes it wait.
  static let phonePad = pad(phoneRows)

  /// The phone pad of a field that takes names too.
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
