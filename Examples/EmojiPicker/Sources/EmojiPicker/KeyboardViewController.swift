import KlavaKit

/// A keyboard that shows emoji by category in a scrolling grid. While the user holds a key, the key offers the variants
/// with skin tones.
final class KeyboardViewController: InputViewController {
  private var table = EmojiTable(parsing: "")
  private var recent = RecentEmoji()
  /// The index of the visible category; nil for recent emoji.
  private var category: Int? = 0

  /// The text for which the user searches; nil outside a search.
  ///
  /// A keyboard cannot have a text field. Therefore this keyboard shows the query in a label, and has keys that change
  /// the query.
  private var query: String?

  private static let columns = 7
  private static let recentFile = "recent.txt"

  override func viewDidLoad() {
    super.viewDidLoad()
    do {
      table = EmojiTable(parsing: try resources.text(at: "emoji.txt"))
    } catch {
      logger.error("emoji.txt cannot be read: \(error)")
    }
    do {
      recent = RecentEmoji(parsing: String(decoding: try container.bytes(of: Self.recentFile), as: UTF8.self))
    } catch HostError.notFound {
      // The file is missing, because the user has not typed emoji yet.
    } catch {
      logger.error("\(Self.recentFile) cannot be read: \(error)")
    }
    showKeys()
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    showKeys()
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    query = nil
  }

  override func traitsDidChange() { showKeys() }

  override func standingDidChange() { showKeys() }

  private func type(_ emoji: String) {
    textDocumentProxy.insertText(emoji)
    recent.record(emoji)
    do {
      try container.write(Array(recent.lines.utf8), to: Self.recentFile)
    } catch {
      logger.error("\(Self.recentFile) cannot be written: \(error)")
    }
  }

  private func show(_ category: Int?) {
    self.category = category
    showKeys()
  }

  private func search(_ query: String?) {
    self.query = query
    showKeys()
  }

  // MARK: Input view

  private func showKeys() {
    let type = textDocumentProxy.keyboardType
    // In a field for numbers, the keyboard offers no search for emoji.
    let query = [.numberPad, .asciiCapableNumberPad, .decimalPad].contains(type) ? nil : query
    inputView = InputView(height: 270, enableInputClicksWhenVisible: true) {
      switch type {
      case .numberPad, .asciiCapableNumberPad: digits(separator: nil)
      case .decimalPad: digits(separator: DecimalSeparator.character(language: primaryLanguage))
      default:
        if let query {
          searchRows(query)
        } else {
          categories()
          grid(shownEmoji)
        }
      }
      if let query { searchControls(query) } else { controls() }
    }
  }

  private func controls() -> Row {
    Row {
      if needsInputModeSwitchKey { Key("🌐", role: .nextKeyboard, accessibilityLabel: "Next keyboard") }
      Key("space", role: .space, weight: 3)
      Key("⌫", role: .delete, accessibilityLabel: "Delete")
      Key("⏎", role: .return, accessibilityLabel: "Return")
    }
  }

  // MARK: Search

  @InputViewBuilder private func searchRows(_ query: String) -> [any InputViewContent] {
    let found = table.search(query, limit: Self.columns)
    Label("query", text: query.isEmpty ? "Search by name" : query)
    Row {
      for text in found { key(Emoji(text: text)) }
      if found.isEmpty { Label("found", text: query.isEmpty ? "" : "No emoji found.").alignment(.center) }
    }
    for letters in ["qwertyuiop", "asdfghjkl", "zxcvbnm"] {
      Row {
        for letter in letters {
          Key(String(letter), role: .action) { [unowned self] in search(query + String(letter)) }
        }
      }
      .forceLeftToRight()
    }
  }

  /// Returns the keys that change the query instead of the document.
  private func searchControls(_ query: String) -> Row {
    Row {
      if needsInputModeSwitchKey { Key("🌐", role: .nextKeyboard, accessibilityLabel: "Next keyboard") }
      Key("space", identifier: "word", role: .action, accessibilityLabel: "Next word of the search") { [unowned self] in
        search(query + " ")
      }
      .weight(3)
      Key("⌫", identifier: "erase", role: .action, accessibilityLabel: "Delete a letter of the search") {
        [unowned self] in search(String(query.dropLast()))
      }
      .repeats(delay: 0.4, interval: 0.05)
      Key("Done", identifier: "done", role: .action, accessibilityLabel: "End the search") { [unowned self] in
        search(nil)
      }
    }
  }

  private var shownEmoji: [String] {
    guard let category, table.categories.indices.contains(category) else { return recent.emoji }
    return table.categories[category].emoji
  }

  private func categories() -> Row {
    Row {
      Key("🔍", identifier: "search", role: .action, accessibilityLabel: "Search") { [unowned self] in search("") }
      Key("🕘", identifier: "recent", role: .action, accessibilityLabel: "Last used") { [unowned self] in show(nil) }
        .selected(category == nil)
      for (index, category) in table.categories.enumerated() {
        Key(
          category.sign, identifier: category.name.lowercased(), role: .action, accessibilityLabel: category.name
        ) { [unowned self] in show(index) }
        .selected(index == self.category)
      }
    }
  }

  private func grid(_ emoji: [String]) -> ScrollArea {
    let rows = (emoji.count + Self.columns - 1) / Self.columns
    return ScrollArea(.vertical) {
      if rows > 0 {
        Grid(columns: Self.columns) { for text in emoji { key(Emoji(text: text)) } }.weight(Double(rows))
      } else {
        Label("empty", text: "No emoji used yet.").alignment(.center)
      }
    }
    .weight(3)
  }

  private func key(_ emoji: Emoji) -> Key {
    Key(emoji.text, accessibilityLabel: emoji.name) { [unowned self] in type(emoji.text) }
      .alternatives(emoji.tones) { [unowned self] in type($0) }
  }

  @InputViewBuilder private func digits(separator: Character?) -> [any InputViewContent] {
    for first in [1, 4, 7] {
      Row { for digit in first..<first + 3 { Key(String(digit)) } }.forceLeftToRight()
    }
    Row {
      if let separator { Key(String(separator)) } else { Spacer() }
      Key("0")
      Spacer()
    }
    .forceLeftToRight()
  }
}
