// The planes of the built-in keyboard layout: letters as on a US keyboard, numbers, symbols and function keys.

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

  /// The plane of numbers and common punctuation.
  static let numbers = KeyPlane(rows: [
    row("1234567890"),
    row("-/:;()$&@\""),
    punctuationRow(.plane(.symbols), ".,?!'"),
    bottomRow(.plane(.letters)),
  ])

  /// The plane of the ASCII symbols that are not on the plane of numbers, and of the most common symbols outside ASCII.
  static let symbols = KeyPlane(rows: [
    row("[]{}#%^*+="),
    row("_\\|~<>€£¥•"),
    punctuationRow(.plane(.numbers), ".,?!'`"),
    bottomRow(.plane(.letters)),
  ])

  /// This plane with an additional row of keys for terminals.
  var withTerminalKeys: KeyPlane {
    let keys = Self.row([.escape, .tab, .control, .alt, .left, .up, .down, .right])
    return KeyPlane(rows: [keys + [.key(.plane(.functions))]] + rows, language: language)
  }

  /// Returns this plane with an additional row at its top. The additional row omits keys that the plane already has.
  func withRow(_ row: [Cell]) -> KeyPlane {
    let known = Set(keys.flatMap { [$0.identifier(shift: .off), $0.identifier(shift: .once)] })
    let new = row.filter { cell in
      guard case .key(let key, _) = cell else { return true }
      return !known.contains(key.identifier(shift: .off)) && !known.contains(key.identifier(shift: .once))
    }
    return KeyPlane(rows: (new.isEmpty ? [] : [new]) + rows, language: language)
  }

  /// The plane with function keys, and with other keys of a desktop keyboard that type no text.
  static let functions = KeyPlane(rows: [
    row([.escape, .tab, .control, .alt, .logo]),
    row([.f1, .f2, .f3, .f4, .f5, .f6]),
    row([.f7, .f8, .f9, .f10, .f11, .f12]),
    row([.insert, .forwardDelete, .home, .end, .pageUp, .pageDown]),
    [.key(.plane(.letters)), .key(.globe), .key(.dismiss)] + row([.left, .up, .down, .right])
      + [.key(.return, weight: 1.5)],
  ])

  private static func row(_ keys: [TerminalKey]) -> [Cell] { keys.map { .key(.terminal($0)) } }

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
    ] + extras.map { .key(.text($0), weight: weight(ofExtra: $0)) } + [.key(.return, weight: returnWeight)]
  }

  /// Returns the weight of an additional key in the row of the space bar.
  static func weight(ofExtra text: String) -> Double { text.count > 1 ? 1.5 : 1 }

  /// Returns a row of keys that type one character each.
  static func row(_ characters: String) -> [Cell] { characters.map { .key(.text(String($0))) } }

  private static func row(letters: String) -> [Cell] { letters.map { .key(.letter($0)) } }
}
