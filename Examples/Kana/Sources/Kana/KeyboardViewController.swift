import KlavaKit

/// A keyboard for Japanese. Letters become kana, which are marked text until the user chooses kanji for the kana.
final class KeyboardViewController: InputViewController {
  private var dictionary = Dictionary(words: "")
  private var composition = Composition()
  /// Whether the space and return keys have the titles that they show during a composition.
  private var showsComposition = false

  private static let bar = "candidates"
  /// The maximum number of candidates in the bar.
  private static let shown = 6

  override func viewDidLoad() {
    super.viewDidLoad()
    do {
      let words = try resources.text(at: "words.txt")
      dictionary = Dictionary(words: words, index: skkIndex) { [resources, logger] name in
        do {
          return try resources.bytes(at: "skk/\(name)")
        } catch {
          logger.error("skk/\(name) cannot be read: \(error)")
          return []
        }
      }
    } catch {
      logger.error("words.txt cannot be read: \(error)")
    }
    showKeys()
  }

  /// The text of the index of SKK's dictionary; empty if the bundle does not contain SKK's dictionary.
  private var skkIndex: String {
    do {
      return try resources.names().contains("skk") ? resources.text(at: "skk/index.txt") : ""
    } catch {
      logger.error("skk/index.txt cannot be read: \(error)")
      return ""
    }
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    composition = Composition()
    showKeys()
  }

  override func traitsDidChange() {
    super.traitsDidChange()
    showKeys()
  }

  override func standingDidChange() { showKeys() }

  // The host calls this method after the marked text became plain text. The marked text becomes plain text if the user
  // moves the insertion point or leaves the field, or if the application changes the text.
  override func markedTextDidEnd(_ textInput: (any TextInputState)?) {
    composition = Composition()
    update()
  }

  // MARK: Composing

  private func press(_ letter: Character) {
    // If the user has chosen a candidate, a letter ends the composition and begins a new one.
    if composition.chosen != nil { finish() }
    composition.press(letter, &dictionary)
    mark()
  }

  private func pressSpace() {
    guard !composition.isEmpty else { return textDocumentProxy.insertText(" ") }
    composition.chooseNext(&dictionary)
    mark()
  }

  private func pressReturn() {
    if composition.isEmpty { textDocumentProxy.insertText("\n") } else { finish() }
  }

  private func pressDelete() {
    guard !composition.isEmpty else { return textDocumentProxy.deleteBackward() }
    composition.deleteBackward(&dictionary)
    mark()
  }

  private func choose(_ index: Int) {
    let page = composition.page(of: Self.shown)
    guard page.indices.contains(index) else { return }
    // The inserted text replaces the marked text.
    textDocumentProxy.insertText(page[index].text)
    composition.accept(page[index], &dictionary)
    if composition.isEmpty { update() } else { mark() }
  }

  private func type(_ text: String) {
    finish()
    textDocumentProxy.insertText(text)
  }

  /// Ends the composition: the marked text becomes plain text.
  private func finish() {
    guard !composition.isEmpty else { return }
    textDocumentProxy.unmarkText()
    composition = Composition()
    update()
  }

  private func mark() {
    let text = composition.text
    textDocumentProxy.setMarkedText(text, selectedRange: NSRange(location: text.utf16.count, length: 0))
    update()
  }

  /// Shows the candidates, and sets the titles of the space and return keys.
  private func update() {
    guard composes else { return }
    setSuggestions(composition.page(of: Self.shown).map(\.text), ofBar: Self.bar)
    guard showsComposition == composition.isEmpty else { return }
    showsComposition.toggle()
    setKey("space", title: spaceTitle)
    setKey("return", title: returnTitle)
  }

  private var spaceTitle: String { showsComposition ? "変換" : "空白" }
  /// The title of the return key. With an empty title, the host shows the title that the field requests, such as the
  /// title for a search.
  private var returnTitle: String { showsComposition ? "確定" : "" }

  // MARK: Input view

  /// Whether letters become kana in the field. In fields for web and email addresses, the keyboard types the letters
  /// themselves.
  private var composes: Bool {
    switch textDocumentProxy.keyboardType {
    case .numberPad, .asciiCapableNumberPad, .decimalPad, .URL, .emailAddress: false
    default: true
    }
  }

  private func showKeys() {
    showsComposition = !composition.isEmpty
    inputView = InputView(enableInputClicksWhenVisible: true) {
      switch textDocumentProxy.keyboardType {
      case .numberPad, .asciiCapableNumberPad: digits(separator: nil)
      case .decimalPad: digits(separator: ".")
      case .URL, .emailAddress: addressRows()
      default: kanaRows()
      }
    }
  }

  @InputViewBuilder private func kanaRows() -> [any InputViewContent] {
    SuggestionBar(Self.bar, suggestions: composition.page(of: Self.shown).map(\.text)) { [unowned self] index, _ in
      choose(index)
    }
    for letters in ["qwertyuiop", "asdfghjkl-"] { Row { for letter in letters { key(letter) } }.spacing(4) }
    Row {
      for letter in "zxcvbnm" { key(letter) }
      Key("⌫", identifier: "delete", role: .delete, accessibilityLabel: "削除") { [unowned self] in pressDelete() }
        .weight(1.5)
    }
    .spacing(4)
    Row {
      globe()
      for mark in ["、", "。"] { Key(mark) { [unowned self] in type(mark) } }
      Key(spaceTitle, identifier: "space", role: .space) { [unowned self] in pressSpace() }.weight(2.5)
      Key(returnTitle, identifier: "return", role: .return) { [unowned self] in pressReturn() }.weight(1.5)
    }
  }

  private func key(_ letter: Character) -> Key {
    Key(letter == "-" ? "ー" : String(letter), identifier: String(letter)) { [unowned self] in press(letter) }
  }

  @InputViewBuilder private func addressRows() -> [any InputViewContent] {
    for letters in ["1234567890", "qwertyuiop", "asdfghjkl-", "zxcvbnm./@"] {
      Row { for letter in letters { Key(String(letter)) } }.spacing(4)
    }
    controls()
  }

  @InputViewBuilder private func digits(separator: String?) -> [any InputViewContent] {
    for first in [1, 4, 7] {
      Row { for digit in first..<first + 3 { Key(String(digit)) } }.forceLeftToRight()
    }
    Row {
      if let separator { Key(separator) } else { Spacer() }
      Key("0")
      Spacer()
    }
    .forceLeftToRight()
    controls()
  }

  private func controls() -> Row {
    Row {
      globe()
      Key("空白", identifier: "space", role: .space).weight(2)
      Key("⌫", identifier: "delete", role: .delete, accessibilityLabel: "削除")
      Key("", identifier: "return", role: .return)
    }
  }

  @InputViewBuilder private func globe() -> [any InputViewContent] {
    if needsInputModeSwitchKey { Key("🌐", role: .nextKeyboard, accessibilityLabel: "次のキーボード") }
  }
}
