/// The emoji that the user typed last, the most recent emoji first.
struct RecentEmoji: Hashable {
  /// The maximum number of recent emoji.
  static let maximumEmoji = 14

  private(set) var emoji: [String] = []

  /// Creates an empty list.
  init() {}

  /// Creates the list from text in the format of ``lines``.
  init(parsing lines: String) {
    emoji = lines.split(separator: "\n").prefix(Self.maximumEmoji).map { String($0) }
  }

  /// The list as text, one emoji in each line.
  var lines: String { emoji.map { $0 + "\n" }.joined() }

  /// Adds an emoji at the start of the list, or moves it to the start if the list already contains it.
  mutating func record(_ text: String) {
    emoji.removeAll { $0 == text }
    emoji.insert(text, at: 0)
    emoji = Array(emoji.prefix(Self.maximumEmoji))
  }
}
