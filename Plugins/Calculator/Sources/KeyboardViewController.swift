import KlavaKit

/// Calculator: computes, and puts what it shows into the document (BEHAVIOUR §8).
final class KeyboardViewController: InputViewController {
  private var calculation = Calculation()
  /// The document that the calculation belongs to; another one starts with 0.
  private var document: DocumentIdentifier?
  private var separator = "."
  private var hasNextKeyboardKey: Bool?

  private static let displayLabel = "display"
  private static let pointKey = "."

  override func viewDidLoad() {
    super.viewDidLoad()
    showKeys()
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    let proxy = textDocumentProxy
    if document != proxy.documentIdentifier {
      document = proxy.documentIdentifier
      calculation = Calculation()
    }
    let language = proxy.documentInputMode?.primaryLanguage ?? primaryLanguage
    separator = String(DecimalSeparator.character(language: language))
    showKeys()
    setKey(Self.pointKey, title: separator)
    showDisplay()
  }

  override func standingDidChange() { showKeys() }

  private func press(_ key: Calculation.Key) {
    calculation.press(key)
    showDisplay()
  }

  /// Types what is shown, as it is shown; a message is not typed.
  private func insert() {
    guard case .number = calculation.display else { return }
    textDocumentProxy.insertText(displayText)
  }

  // MARK: What is shown

  private var displayText: String {
    switch calculation.display {
    case .number(let number):
      number.split(separator: ".", omittingEmptySubsequences: false).joined(separator: separator)
    case .message(.divisionByZero): text("message.divisionByZero", "Cannot divide by zero")
    case .message(.undefined): text("message.undefined", "Result is undefined")
    case .message(.tooLarge): text("message.tooLarge", "The result is too large")
    }
  }

  private func showDisplay() {
    setText(displayText, ofLabel: Self.displayLabel)
  }

  private func showKeys() {
    guard hasNextKeyboardKey != needsInputModeSwitchKey else { return }
    hasNextKeyboardKey = needsInputModeSwitchKey
    inputView = InputView(enableInputClicksWhenVisible: true) {
      Row {
        Label(Self.displayLabel, text: displayText, weight: 3)
        Key("⌫", role: .delete, accessibilityLabel: text("delete", "Delete"))
      }
      Row {
        digit(7); digit(8); digit(9); operation("÷", identifier: "/", .divide)
      }
      Row {
        digit(4); digit(5); digit(6); operation("×", identifier: "*", .multiply)
      }
      Row {
        digit(1); digit(2); digit(3); operation("-", identifier: "-", .subtract)
      }
      Row {
        digit(0); key(separator, identifier: Self.pointKey, .point); key("=", .equals);
        operation("+", identifier: "+", .add)
      }
      Row {
        if needsInputModeSwitchKey {
          Key("🌐", role: .nextKeyboard, accessibilityLabel: text("nextKeyboard", "Next keyboard"))
        }
        key("C", .clear)
        Key(text("insert", "Insert"), identifier: "insert", role: .action, weight: 2) { [unowned self] in insert() }
      }
    }
  }

  private func digit(_ digit: Int) -> Key { key(String(digit), .digit(digit)) }

  private func operation(_ title: String, identifier: String, _ operation: Calculation.Operation) -> Key {
    key(title, identifier: identifier, .operation(operation))
  }

  /// A key of the calculator. Its role is an action and not a character: pressing it types nothing.
  private func key(_ title: String, identifier: String? = nil, _ key: Calculation.Key) -> Key {
    Key(title, identifier: identifier, role: .action) { [unowned self] in press(key) }
  }

  private func text(_ key: String, _ english: String) -> String {
    resources.localizedString(forKey: key, value: english)
  }
}
