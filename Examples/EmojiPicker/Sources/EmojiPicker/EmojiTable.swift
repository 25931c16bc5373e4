/// Emoji of one kind.
struct EmojiCategory: Hashable {
  /// What a person calls them.
  let name: String
  /// The emoji that stands for all.
  let sign: String
  /// The emoji, each once.
  let emoji: [String]
}

/// The emoji that are offered, as the resource `emoji.txt` has them.
struct EmojiTable: Hashable {
  /// The categories, in the order of their keys.
  let categories: [EmojiCategory]

  /// The table that a text holds: one category a line, and lines that begin with # passed over.
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
  /// The emoji whose names have a word that begins with each of the query's, at most so many: those first whose names begin
  /// with the query, then in the table's order.
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

/// One emoji, and what Unicode knows of it.
struct Emoji: Hashable {
  /// The emoji itself.
  let text: String

  /// Its name in English, such as "waving hand sign": what a screen reader says.
  var name: String {
    text.unicodeScalars.first?.properties.name?.lowercased() ?? text
  }

  /// The emoji in each colour of skin; none where it has no skin.
  var tones: [String] {
    guard let first = text.unicodeScalars.first, first.properties.isEmojiModifierBase else { return [] }
    return (0x1F3FB...0x1F3FF as ClosedRange<UInt32>).compactMap { Unicode.Scalar($0) }.map { tone in
      var scalars = String.UnicodeScalarView([first, tone])
      scalars.append(contentsOf: text.unicodeScalars.dropFirst().filter { $0.value != 0xFE0F })
      return String(scalars)
    }
  }
}
