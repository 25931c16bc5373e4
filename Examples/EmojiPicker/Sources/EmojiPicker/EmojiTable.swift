/// A category of emoji.
struct EmojiCategory: Hashable {
  /// The category's name for users.
  let name: String
  /// The emoji on the key of the category.
  let sign: String
  /// The emoji of the category, without duplicates.
  let emoji: [String]
}

/// The emoji of the keyboard, from the resource `emoji.txt`.
struct EmojiTable: Hashable {
  /// The categories, in the order of their keys.
  let categories: [EmojiCategory]

  /// Creates the table from a text with one category in each line. Skips lines that begin with #.
  init(parsing text: String) {
    categories = text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ").map { String($0) }
      guard words.count > 2, !line.hasPrefix("#") else { return nil }
      var seen: Set<String> = []
      return EmojiCategory(name: words[0], sign: words[1], emoji: words[2...].filter { seen.insert($0).inserted })
    }
  }
}

extension EmojiTable {
  /// Finds emoji by name. Each word of the query must be the beginning of a word of the name.
  ///
  /// Emoji whose names begin with the first word of the query come first, then all other matching emoji. Emoji of equal
  /// rank keep the order of the table.
  func search(_ query: String, limit: Int) -> [String] {
    let wanted = query.lowercased().split(separator: " ")
    guard !wanted.isEmpty else { return [] }
    var found: [(emoji: String, isBest: Bool)] = []
    for text in categories.flatMap(\.emoji) where !found.contains(where: { $0.emoji == text }) {
      let words = Emoji(text: text).name.split { $0 == " " || $0 == "-" }
      guard wanted.allSatisfy({ part in words.contains { $0.hasPrefix(part) } }) else { continue }
      found.append((text, words.first.map { $0.hasPrefix(wanted[0]) } ?? false))
    }
    return (found.filter(\.isBest) + found.filter { !$0.isBest }).prefix(limit).map(\.emoji)
  }
}

/// An emoji, with its name and its variants with skin tones.
struct Emoji: Hashable {
  let text: String

  /// The Unicode name, such as "waving hand sign", for screen readers.
  var name: String {
    text.unicodeScalars.first?.properties.name?.lowercased() ?? text
  }

  /// One variant of the emoji for each skin tone; empty if the emoji has no skin tones.
  var tones: [String] {
    guard let first = text.unicodeScalars.first, first.properties.isEmojiModifierBase else { return [] }
    return (0x1F3FB...0x1F3FF as ClosedRange<UInt32>).compactMap { Unicode.Scalar($0) }.map { tone in
      var scalars = String.UnicodeScalarView([first, tone])
      scalars.append(contentsOf: text.unicodeScalars.dropFirst().filter { $0.value != 0xFE0F })
      return String(scalars)
    }
  }
}
