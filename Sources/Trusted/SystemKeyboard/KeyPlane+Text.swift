// The planes of the layouts with letters: US QWERTY.

extension KeyPlane {
  /// Returns the plane of letters.
  ///
  /// - Parameters:
  ///   - extras: The texts of additional keys between the space bar and return.
  ///   - spaceWeight: The weight of the space bar.
  static func letters(beforeReturn extras: [String] = [], spaceWeight: Double = 4) -> KeyPlane {
    KeyPlane(rows: [
      row(letters: "qwertyuiop"),
      [.gap(weight: 0.5)] + row(letters: "asdfghjkl") + [.gap(weight: 0.5)],
      [.key(.shift, weight: 1.5)] + row(letters: "zxcvbnm") + [.key(.delete, weight: 1.5)],
      bottomRow(.plane(.numbers), extras: extras, spaceWeight: spaceWeight),
    ])
  }

  /// Numbers and common punctuation.
  static let numbers = KeyPlane(rows: [
    row("1234567890"),
    row("-/:;()$&@\""),
    punctuationRow(.plane(.symbols), ".,?!'"),
    bottomRow(.plane(.letters)),
  ])

  /// The other symbols of ASCII, and the most common symbols outside ASCII.
  static let symbols = KeyPlane(rows: [
    row("[]{}#%^*+="),
    row("_\\|~<>€£¥•"),
    punctuationRow(.plane(.numbers), ".,?!'`"),
    bottomRow(.plane(.letters)),
  ])

  /// The plane with a row of the keys that terminals need.
  var withTerminalKeys: KeyPlane {
    KeyPlane(rows: [TerminalKey.allCases.map { .key(.terminal($0)) }] + rows, language: language)
  }

  private static func punctuationRow(_ switchKey: PlaneKey, _ characters: String) -> [Cell] {
    [.key(switchKey, weight: 1.5)] + row(characters) + [.key(.delete, weight: 1.5)]
  }

  /// Returns the row of the space bar.
  static func bottomRow(
    _ switchKey: PlaneKey, extras: [String] = [], spaceWeight: Double = 4, sideWeight: Double = 1.25,
    returnWeight: Double = 2
  ) -> [Cell] {
    [
      .key(switchKey, weight: sideWeight), .key(.globe), .key(.dismiss), .key(.space, weight: spaceWeight),
    ] + extras.map { .key(.text($0), weight: $0.count > 1 ? 1.5 : 1) } + [.key(.return, weight: returnWeight)]
  }

  /// Returns a row of keys that type one character each.
  static func row(_ characters: String) -> [Cell] { characters.map { .key(.text(String($0))) } }

  private static func row(letters: String) -> [Cell] { letters.map { .key(.letter($0)) } }
}
