/// The emoji that the person used last, the latest first.
struct RecentEmoji: Hashable {
  /// The most that are kept.
  static let limit = 14

  /// The emoji.
  private(set) var emoji: [String] = []

  /// None yet.
  init() {}

  /// Those that ``lines`` wrote.
  init(parsing lines: String) {
    emoji = lines.split(separator: "\n").prefix(Self.limit).map { String($0) }
  }

  /// One a line.
  var lines: String { emoji.map { $0 + "\n" }.joined() }

  /// Puts one first.
  mutating func use(_ text: String) {
    emoji.removeAll { $0 == text }
    emoji.insert(text, at: 0)
    emoji = Array(emoji.prefix(Self.limit))
  }
}
