package import EmojiData
internal import KeyboardLayouts
internal import KeyboardStore
internal import Translations

/// Data for the system keyboard: the emoji, the recent emoji, and texts and names in the user's languages.
package final class EmojiServices {
  let library: EmojiLibrary
  let languages: [String]
  /// The host's texts in the best of the user's languages.
  let texts: HostTexts
  /// The user's first language.
  var language: String { languages.first ?? "en" }
  /// The title of a space bar that shows no language. If the host has no texts in any of the user's languages, the
  /// title is the symbol `␣`.
  let spaceTitle: String
  private let symbols: SymbolNames
  private let recentAfter: ([String]) -> [String]
  private let store: (([String]) -> Void)?
  /// The typed emoji that are not stored yet, the newest first.
  private var typed: [String] = []

  /// Creates the data for the system keyboard.
  ///
  /// - Parameters:
  ///   - library: The emoji and their names.
  ///   - languages: The user's languages, best first, as BCP 47 tags.
  ///   - recent: Returns the recent emoji, the newest first. The argument of `recent` contains the typed emoji that are
  ///     not stored yet, and its result begins with them. By default, the function returns no emoji.
  ///   - record: Stores the emoji that the user typed, the newest first. If `record` is nil, this object keeps the
  ///     typed emoji in memory.
  package init(
    library: EmojiLibrary = EmojiLibrary(), languages: [String] = [],
    recent: @escaping ([String]) -> [String] = { _ in [] },
    record: (([String]) -> Void)? = nil
  ) {
    self.library = library
    self.languages = languages
    texts = HostTexts.best(for: languages)
    let hasTexts = languages.isEmpty || languages.contains { HostTexts.texts(in: $0) != nil }
    spaceTitle = hasTexts ? texts.keys.space : "␣"
    symbols = library.symbolNames(in: languages.first ?? "en")
    recentAfter = recent
    store = record
  }

  /// Starts to read the names of symbols on another thread. Until that thread has read all names, the names are in
  /// English.
  func prepareNames() { symbols.prepare() }

  /// Reads the names of symbols on this thread.
  package func readNames() { symbols.read() }

  /// Whether a thread has read the names of symbols.
  package var hasNames: Bool { symbols.areRead }

  /// Returns the name of a key's text for a screen reader; nil if the screen reader can read the text itself.
  func name(ofSymbol text: String) -> String? {
    if let name = symbols[text] { return name }
    // CLDR 41 has no names for `(` and `"`.
    if text == "(" { return texts.keys.leftParenthesis }
    if text == "\"" { return texts.keys.quotationMark }
    guard let english = SpokenSymbols.name(of: text) else { return nil }
    // CLDR has no names for domain endings such as ".com". Use the name of the period, followed by the rest of the
    // text.
    guard text.count > 1, let point = symbols[String(text.prefix(1))] else { return english }
    return "\(point) \(text.dropFirst())"
  }

  /// Returns the name of a keyboard layout's symbol for a screen reader; nil if the screen reader can read the symbol.
  func name(of symbol: LayoutSymbol) -> String? {
    symbols[symbol.startsSequence ? symbol.title : symbol.text] ?? symbol.spoken ?? name(ofSymbol: symbol.text)
  }

  /// The maximum number of typed emoji in memory. Beyond this number, the object forgets the oldest emoji.
  private static let maximumTyped = 40

  /// The recent emoji, the newest first.
  func recent() -> [String] { recentAfter(typed) }

  /// Records an emoji that the user typed, without writing a file.
  func record(_ emoji: String) {
    typed.removeAll { $0 == emoji }
    typed = Array(([emoji] + typed).prefix(Self.maximumTyped))
  }

  /// Stores the emoji that the user typed since the last call of this method. Call this method after the user has left
  /// the field.
  func save() {
    guard let store, !typed.isEmpty else { return }
    store(typed)
    typed = []
  }

  /// The languages for the names in a field: the field's language, the user's first two languages, and English.
  func languages(in field: String) -> [String] {
    var all: [String] = []
    for language in [field] + languages.prefix(2) + ["en"] where !all.contains(language) { all.append(language) }
    return all
  }
}
