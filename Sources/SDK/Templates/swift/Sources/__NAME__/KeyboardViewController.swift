import KlavaKit

/// The keyboard's controller. Info.plist names this class. Klava creates an instance before it shows the keyboard.
final class KeyboardViewController: InputViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    showKeys()
  }

  /// Shows the keys for the field that has the focus. During this call, `textDocumentProxy` is the document of the
  /// field.
  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    showKeys()
  }

  override func traitsDidChange() { showKeys() }

  override func standingDidChange() { showKeys() }

  private func say(_ phrase: Phrase) {
    textDocumentProxy.insertText(phrase.text(after: textDocumentProxy.documentContextBeforeInput))
  }

  private func showKeys() {
    let proxy = textDocumentProxy
    let plane = KeyPlane(
      keyboardType: proxy.keyboardType, language: proxy.documentInputMode?.primaryLanguage ?? primaryLanguage)
    inputView = InputView(enableInputClicksWhenVisible: true) {
      switch plane {
      case .phrases: phrases()
      case .digits(let separator): digits(separator)
      }
      Row {
        if needsInputModeSwitchKey { Key("🌐", role: .nextKeyboard, accessibilityLabel: "Next keyboard") }
        // The role of a key without an action decides what a press does.
        Key("space", role: .space, weight: 2)
        Key("⌫", role: .delete, accessibilityLabel: "Delete")
        Key("⏎", role: .return, accessibilityLabel: "Return")
      }
    }
  }

  @InputViewBuilder private func phrases() -> [any InputViewContent] {
    for first in stride(from: 0, to: Phrase.all.count, by: 2) {
      Row { for phrase in Phrase.all[first...].prefix(2) { key(phrase) } }
    }
  }

  private func key(_ phrase: Phrase) -> Key {
    Key(phrase.words, identifier: phrase.identifier, role: .action) { [unowned self] in say(phrase) }
  }

  /// Rows of digits. The digits have the same order in right-to-left languages.
  @InputViewBuilder private func digits(_ separator: String?) -> [any InputViewContent] {
    for first in [1, 4, 7] {
      Row { for digit in first..<first + 3 { Key(String(digit)) } }.forceLeftToRight()
    }
    Row {
      if let separator { Key(separator) } else { Spacer() }
      Key("0")
      Spacer()
    }
    .forceLeftToRight()
  }
}
