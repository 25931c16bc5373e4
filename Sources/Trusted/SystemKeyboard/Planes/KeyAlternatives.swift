// The alternatives of held keys of the system keyboard, as data. Latin letters have the same alternatives as in iOS. On
// a narrow keyboard, some Cyrillic letters have no separate keys, and another key offers such a letter as an
// alternative.

enum KeyAlternatives {
  /// Returns the alternatives that a held key with this text offers, in order. The alternatives of a capital letter are
  /// capitals.
  static func alternatives(to text: String) -> [String] {
    if let alternatives = table[text] { return alternatives }
    guard let small = table[text.lowercased()] else { return [] }
    // Leave out a capital of two letters, such as "SS" for "ß". Leave out a capital that equals the text of the key,
    // such as "I" for "ı".
    return small.map { $0.uppercased() }.filter { $0.count == 1 && $0 != text }
  }

  private static let table: [String: [String]] = letters.merging(symbols) { first, _ in first }

  private static let letters = [
    "a": "àáâäæãåāą", "c": "çćč", "d": "ďđ", "e": "èéêëēėęě", "g": "ğ", "h": "ħ", "i": "ìíîïīįı", "l": "łľ",
    "n": "ñńň", "o": "òóôöœøōõő", "r": "ř", "s": "ßśšşș", "t": "ťțþ", "u": "ùúûüūůű", "w": "ŵ", "y": "ýÿŷ",
    "z": "žźż", "г": "ґ", "е": "ёэє", "і": "ї", "у": "ў", "ь": "ъ",
  ].mapValues { $0.map(String.init) }

  private static let symbols = [
    "0": ["°"], "-": ["–", "—", "•"], "/": ["\\"], "$": ["€", "£", "¥", "₽", "₴", "₩", "¢"], "&": ["§"],
    "\"": ["“", "”", "„", "«", "»"], "'": ["’", "‘", "‚", "`"], ".": ["…"], "?": ["¿"], "!": ["¡"], "%": ["‰"],
    "=": ["≠", "≈"], ".com": [".net", ".org", ".edu", ".eu"],
  ]
}
