/// Romaji (Japanese in Latin letters), which becomes kana while the user types.
struct Romaji: Hashable {
  /// The complete kana.
  private(set) var kana = ""
  /// The letters at the end that do not form a kana yet, such as "ky".
  private(set) var letters = ""

  /// The maximum length of ``text`` in characters.
  static let maximumLength = 48

  /// The complete kana, followed by the letters.
  var text: String { kana + letters }

  /// Creates an empty text.
  init() {}

  /// Creates romaji that consists of complete kana, such as the rest of a reading.
  init(kana: String) { self.kana = kana }

  /// Adds a letter, a hyphen, or an apostrophe.
  mutating func press(_ letter: Character) {
    guard text.count < Self.maximumLength else { return }
    letters.append(letter)
    while let first = letters.first {
      if let complete = Self.table[letters] {
        kana += complete
        letters = ""
      } else if Self.starts.contains(letters) {
        return
      } else {
        // A double consonant becomes a small tsu, and n before a consonant becomes the kana n.
        let isDouble = letters.dropFirst().first == first && !"aeiou".contains(first) || letters.hasPrefix("tc")
        kana += first == "n" ? "ん" : isDouble ? "っ" : String(first)
        letters.removeFirst()
      }
    }
  }

  /// The complete kana. If the only remaining letter is n, the kana ん follows the complete kana.
  var finished: String { letters == "n" ? kana + "ん" : kana }

  /// Removes the last letter or kana.
  mutating func deleteBackward() {
    if letters.isEmpty { kana = String(kana.dropLast()) } else { letters.removeLast() }
  }

  /// Returns the letter with which SKK's dictionaries abbreviate an ending that begins with this kana; nil if the
  /// character is not a kana.
  static func initial(of kana: Character) -> Character? { initials[kana] }

  /// Converts hiragana to katakana.
  static func katakana(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          ("ぁ"..."ゖ").contains(scalar) ? Unicode.Scalar(scalar.value + 0x60) ?? scalar : scalar
        }))
  }

  /// For each consonant, the kana with the vowels a, i, u, e and o. The character "＿" stands for a missing kana.
  private static let rows: [(String, String)] = [
    ("", "あいうえお"), ("k", "かきくけこ"), ("s", "さしすせそ"), ("t", "たちつてと"), ("n", "なにぬねの"), ("h", "はひふへほ"),
    ("m", "まみむめも"), ("y", "や＿ゆ＿よ"), ("r", "らりるれろ"), ("w", "わ＿＿＿を"), ("g", "がぎぐげご"), ("z", "ざじずぜぞ"),
    ("d", "だぢづでど"), ("b", "ばびぶべぼ"), ("p", "ぱぴぷぺぽ"), ("x", "ぁぃぅぇぉ"), ("l", "ぁぃぅぇぉ"), ("xy", "ゃ＿ゅ＿ょ"),
    ("ly", "ゃ＿ゅ＿ょ"),
  ]

  /// Consonants, each with the kana that precedes a small ya, yu or yo.
  private static let contracted: [(String, Character)] = [
    ("ky", "き"), ("sy", "し"), ("sh", "し"), ("ty", "ち"), ("ch", "ち"), ("cy", "ち"), ("ny", "に"), ("hy", "ひ"), ("my", "み"),
    ("ry", "り"), ("gy", "ぎ"), ("zy", "じ"), ("jy", "じ"), ("j", "じ"), ("dy", "ぢ"), ("by", "び"), ("py", "ぴ"),
  ]

  private static let special = [
    "shi": "し", "chi": "ち", "tsu": "つ", "dzu": "づ", "fu": "ふ", "ji": "じ", "nn": "ん", "n'": "ん", "xtu": "っ", "xtsu": "っ",
    "ltu": "っ",
    "she": "しぇ", "che": "ちぇ", "je": "じぇ", "fa": "ふぁ", "fi": "ふぃ", "fe": "ふぇ", "fo": "ふぉ", "va": "ゔぁ", "vi": "ゔぃ",
    "vu": "ゔ", "ve": "ゔぇ", "vo": "ゔぉ", "thi": "てぃ", "dhi": "でぃ", "wi": "うぃ", "we": "うぇ", "-": "ー", "'": "’",
  ]

  private static let table: [String: String] = {
    var table: [String: String] = [:]
    for (consonant, kana) in rows {
      for (vowel, kana) in zip("aiueo", kana) where kana != "＿" { table[consonant + String(vowel)] = String(kana) }
    }
    for (consonant, kana) in contracted {
      for (vowel, small) in zip("auo", "ゃゅょ") { table[consonant + String(vowel)] = "\(kana)\(small)" }
    }
    return table.merging(special) { $1 }
  }()

  /// All beginnings of the romaji in the table, such as "ky" for "kya", without the complete romaji.
  private static let starts = Set(table.keys.flatMap { key in (1..<max(key.count, 1)).map { String(key.prefix($0)) } })

  private static let initials: [Character: Character] = {
    var initials: [Character: Character] = ["ん": "n", "っ": "t"]
    for (consonant, kana) in rows.prefix(15) {
      for (vowel, kana) in zip("aiueo", kana) where kana != "＿" { initials[kana] = consonant.first ?? vowel }
    }
    return initials
  }()
}
