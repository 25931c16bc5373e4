internal import SuggestionProtocol

/// The costs of typing errors in centibels, from the distances between the keys.
final class TypingErrors {
  typealias Cost = WordTrie.Cost

  /// The cost of two letters in the wrong order.
  static let transposition: Cost = 160
  /// The cost of an additional letter.
  static let extraLetter: Cost = 220
  /// The cost of a missing letter.
  static let missingLetter: Cost = 200
  /// The cost of a letter that the user typed twice instead of once, or once instead of twice.
  static let doubledLetter: Cost = 110
  /// The cost of a missing apostrophe.
  static let missingApostrophe: Cost = 40
  /// The cost of a letter without its accent, or with another accent.
  static let accent: Cost = 60
  /// The cost of a letter on a key beside the intended key.
  static let nearKey: Cost = 170
  /// The cost of a vowel instead of another vowel, which is a spelling error.
  static let vowel: Cost = 170
  /// The cost of any other wrong letter.
  static let otherLetter: Cost = 270
  /// The additional cost of an error in the first letter.
  static let firstLetter: Cost = 90
  static let apostrophe = UInt16(0x27)

  /// The largest distance, in key widths, at which a typed key counts as near the intended key.
  private static let reach = 1.3

  private var positions: [UInt16: (x: Double, y: Double)] = [:]
  /// For each typed letter, the costs for all wanted letters whose code unit is below ``tableSize``. A table exists
  /// only after the first search for its letter.
  private var tables: [UInt16: [Cost]] = [:]
  /// The number of code units in a table: enough for Latin, Greek and Cyrillic.
  private static let tableSize = 0x530
  /// The maximum number of tables.
  private static let maximumTables = 256

  init(_ keys: [KeyPosition]) {
    for key in keys where key.x.isFinite && key.y.isFinite {
      let units = Array(key.character.lowercased().utf16)
      if units.count == 1 { positions[units[0]] = (key.x, key.y) }
    }
  }

  /// Returns a table with the cost of typing `typed` instead of each wanted letter. The table does not contain letters
  /// from ``tableSize`` on.
  func table(of typed: UInt16) -> [Cost] {
    if let known = tables[typed] { return known }
    let table = (0..<UInt16(Self.tableSize)).map { substitution(typed, for: $0) }
    if tables.count < Self.maximumTables { tables[typed] = table }
    return table
  }

  /// The cost of typing `typed` instead of `wanted`.
  private func substitution(_ typed: UInt16, for wanted: UInt16) -> Cost {
    if typed == wanted { return 0 }
    let (typedBase, wantedBase) = (Self.baseLetter(typed), Self.baseLetter(wanted))
    if typedBase == wantedBase { return Self.accent }
    if let one = positions[typed], let other = positions[wanted] ?? positions[wantedBase] {
      let (x, y) = (one.x - other.x, one.y - other.y)
      if x * x + y * y <= Self.reach * Self.reach { return Self.nearKey }
    }
    return Self.vowels.contains(typedBase) && Self.vowels.contains(wantedBase) ? Self.vowel : Self.otherLetter
  }

  private static let vowels = Set("aeiouyаеиоуыэюя".utf16)

  /// The letter without accents.
  static func baseLetter(_ unit: UInt16) -> UInt16 { unit < 0x80 ? unit : baseLetters[unit] ?? unit }

  /// The letter without accents for each accented letter of Latin and Cyrillic.
  private static let baseLetters: [UInt16: UInt16] = {
    // Swift compares strings by canonical equivalence, so a composed letter equals its decomposition.
    var letters: [String: UInt16] = [:]
    for letter in "abcdefghijklmnopqrstuvwxyzабвгдежзийклмнопрстуфхцчшщъыьэюя".unicodeScalars {
      for mark in "\u{300}\u{301}\u{302}\u{303}\u{304}\u{306}\u{307}\u{308}\u{30A}\u{30B}\u{30C}\u{323}\u{327}\u{328}"
        .unicodeScalars
      {
        letters[String(String.UnicodeScalarView([letter, mark]))] = letter.utf16.first
      }
    }
    var result: [UInt16: UInt16] = [:]
    for unit in [UInt16](0xC0...0x24F) + [UInt16](0x400...0x45F) {
      guard let scalar = Unicode.Scalar(unit) else { continue }
      result[unit] = letters[String(scalar)]
    }
    // Add letters that have no decomposition.
    for (letter, base) in ["ł": "l", "ø": "o", "đ": "d", "ı": "i"] {
      if let letter = letter.utf16.first { result[letter] = base.utf16.first }
    }
    return result
  }()
}
