// What is offered above a key of the system keyboard while it is held: data, as a Latin layout of iOS has it.

/// The other texts of a key.
enum KeyAlternatives {
  /// The alternatives of what is written on a key, in the order of the pop-up; a capital's are capitals.
  static func alternatives(to text: String) -> [String] {
    if let alternatives = table[text] { return alternatives }
    guard let small = table[text.lowercased()] else { return [] }
    // "ß" has no capital of one letter, and that of "ı" is the key itself.
    return small.map { $0.uppercased() }.filter { $0.count == 1 && $0 != text }
  }

  private static let table: [String: [String]] = letters.merging(symbols) { first, _ in first }

  private static let letters = [
    "a": "àáâäæãåāą", "c": "çćč", "d": "ďđ", "e": "èéêëēėęě", "g": "ğ", "h": "ħ", "i": "ìíîïīįı", "l": "łľ",
    "n": "ñńň", "o": "òóôöœøōõő", "r": "ř", "s": "ßśšşș", "t": "ťțþ", "u": "ùúûüūůű", "w": "ŵ", "y": "ýÿŷ",
    "z": "žźż",
  ].mapValues { $0.map(String.init) }

  private static let symbols = [
    "0": ["°"], "-": ["–", "—", "•"], "/": ["\\"], "$": ["€", "£", "¥", "₽", "₴", "₩", "¢"], "&": ["§"],
    "\"": ["“", "”", "„", "«", "»"], "'": ["’", "‘", "‚", "`"], ".": ["…"], "?": ["¿"], "!": ["¡"], "%": ["‰"],
    "=": ["≠", "≈"], ".com": [".net", ".org", ".edu", ".eu"],
  ]
}
