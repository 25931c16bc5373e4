/// The emoji that the user used last, the latest first.
struct RecentEmoji: Hashable {
  /// The maximum number of recent emoji.
  static let limit = 14

  private(set) var emoji: [String] = []

  /// Creates an empty list.
  init() {}

  /// Creates the list from ``lines``.
  init(parsing lines: String) {
    emoji = lines.split(separator: "\n").prefix(Self.limit).map { String($0) }
  }

  /// The list as text, one emoji in each line.
  var lines: String { emoji.map { $0 + "\n" }.joined() }

  /// Moves or adds an emoji to the front.
  mutating func record(_ text: String) {
    emoji.removeAll { $0 == text }
    emoji.insert(text, at: 0)
    emoji = Array(emoji.prefix(Self.limit))
  }
}
