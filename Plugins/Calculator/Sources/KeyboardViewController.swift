import KlavaKit

/// The Calculator keyboard, which computes, and inserts the number on its display into the document
/// (Behavior.md#calculator).
final class KeyboardViewController: InputViewController {
  private var calculation = Calculation()
  /// The document in which the calculation began. If another document gets the focus, the calculation starts with 0.
  private var document: DocumentIdentifier?
  private var separator = "."
  private var shape: CalculatorShape?
  /// The operation whose key looks switched on.
  private var shownOperation: Calculation.Operation?
  /// Whether the last press of the delete key deleted a digit.
  private var deletesDigits = false
  /// Whether the digit keys are disabled because the number has the maximum number of digits.
  private var hasDisabledDigits = false

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
    // If the document has no language, use the decimal separator of the language of the keys.
    let language = proxy.documentInputMode?.primaryLanguage ?? text("languageTag", "en")
    separator = String(DecimalSeparator.character(language: language))
    showKeys()
    setKey(Self.pointKey, title: separator)
    showDisplay()
  }

  override func standingDidChange() { showKeys() }
  override func environmentDidChange() { showKeys() }

  private func press(_ key: Calculation.Key) {
    calculation.press(key)
    showDisplay()
  }

  /// Finishes the calculation and types its result. Types nothing if the display shows a message.
  private func insert() {
    let number = calculation.finish()
    showDisplay()
    if let number { textDocumentProxy.insertText(localized(number)) }
  }

  /// Deletes the last digit of the number that the user is entering. If the user has entered no digit, deletes text of
  /// the document.
  private func deleteBackward() {
    deletesDigits = calculation.canDeleteDigit
    repeatDelete()
  }

  /// Deletes another digit while the user holds the delete key. When the number has no more digits, a held key does not
  /// go on to delete text of the document.
  private func repeatDelete() {
    if deletesDigits { press(.delete) } else { textDocumentProxy.deleteBackward() }
  }

  // MARK: Input view

  private var displayText: String {
    switch calculation.display {
    case .number(let number): localized(number)
    case .message(.divisionByZero): text("message.divisionByZero", "Cannot divide by zero")
    case .message(.undefined): text("message.undefined", "Result is undefined")
    case .message(.tooLarge): text("message.tooLarge", "The result is too large")
    }
  }

  /// The number with the decimal separator of the language.
  private func localized(_ number: String) -> String {
    number.split(separator: ".", omittingEmptySubsequences: false).joined(separator: separator)
  }

  private func showDisplay() {
    setText(displayText, ofLabel: Self.displayLabel)
    if calculation.isEntryFull != hasDisabledDigits {
      hasDisabledDigits = calculation.isEntryFull
      for digit in 0...9 { setKey(String(digit), isEnabled: !hasDisabledDigits) }
    }
    let awaited = calculation.awaitedOperation
    guard awaited != shownOperation else { return }
    if let shownOperation { setKey(shownOperation.identifier, isSelected: false) }
    if let awaited { setKey(awaited.identifier, isSelected: true) }
    shownOperation = awaited
  }

  private func showKeys() {
    let shape = CalculatorShape(
      hasNextKeyboardKey: needsInputModeSwitchKey, isLow: environment.isLandscape && environment.height < 300)
    guard shape != self.shape else { return }
    self.shape = shape
    shownOperation = calculation.awaitedOperation
    hasDisabledDigits = calculation.isEntryFull
    inputView = (shape.isLow ? lowView : highView).background(.calculatorBackground).forceLeftToRight()
  }

  /// The input view with the display above the keys, as on a phone in portrait orientation.
  private var highView: InputView {
    InputView(height: 300, enableInputClicksWhenVisible: true) {
      display
      Row {
        clearKey.weight(0.65)
        signKey.weight(0.65)
        deleteKey.weight(0.65)
        insertKey.weight(1.05)
        operation(.divide)
      }
      Row {
        digit(7); digit(8); digit(9); operation(.multiply)
      }
      Row {
        digit(4); digit(5); digit(6); operation(.subtract)
      }
      Row {
        digit(1); digit(2); digit(3); operation(.add)
      }
      Row {
        if let nextKeyboardKey { nextKeyboardKey }
        digit(0).weight(shape?.hasNextKeyboardKey == true ? 1 : 2)
        pointKey
        equalsKey
      }
    }
    .spacing(8)
  }

  /// The input view with the display beside the keys, for a small height.
  private var lowView: InputView {
    InputView(height: 180, enableInputClicksWhenVisible: true) {
      Row {
        Column {
          display
          Row {
            clearKey; signKey; deleteKey
          }
          Row { insertKey }
          if let nextKeyboardKey { Row { nextKeyboardKey } }
        }
        .weight(2)
        Grid(columns: 4) {
          digit(7); digit(8); digit(9); operation(.divide)
          digit(4); digit(5); digit(6); operation(.multiply)
          digit(1); digit(2); digit(3); operation(.subtract)
          digit(0); pointKey; equalsKey; operation(.add)
        }
        .weight(4)
      }
    }
  }

  private var display: Label {
    Label(Self.displayLabel, text: displayText).font(size: 34, weight: .light).alignment(.trailing)
      .foreground(.calculatorDisplay)
  }

  private func digit(_ digit: Int) -> Key {
    key(String(digit), .digit(digit), isEnabled: !hasDisabledDigits).digitLook
  }

  private var pointKey: Key {
    key(separator, identifier: Self.pointKey, .point).digitLook
      .accessibilityLabel(text("point", "Decimal separator"))
  }

  private var equalsKey: Key {
    key("=", .equals).operationLook.accessibilityLabel(text("equals", "Equals"))
  }

  private func operation(_ operation: Calculation.Operation) -> Key {
    key(operation.title, identifier: operation.identifier, .operation(operation)).operationLook
      .accessibilityLabel(text(operation.textKey, operation.name)).selected(operation == calculation.awaitedOperation)
  }

  private var clearKey: Key { key("C", .clear).functionLook.accessibilityLabel(text("clear", "Clear")) }

  private var signKey: Key { key("±", .sign).functionLook.accessibilityLabel(text("sign", "Change sign")) }

  private var deleteKey: Key {
    Key("⌫", role: .delete, accessibilityLabel: text("delete", "Delete")) { [unowned self] in deleteBackward() }
      .onRepeat { [unowned self] in repeatDelete() }.functionLook
  }

  private var insertKey: Key {
    Key(text("insert", "Insert"), identifier: "insert", role: .action) { [unowned self] in insert() }
      .functionLook.font(size: 17, weight: .medium)
  }

  private var nextKeyboardKey: Key? {
    guard shape?.hasNextKeyboardKey == true else { return nil }
    return Key("🌐", role: .nextKeyboard, accessibilityLabel: text("nextKeyboard", "Next keyboard")).functionLook
  }

  /// Returns a key of the calculator. The key has the role `action`, because a press does not change the document.
  private func key(
    _ title: String, identifier: String? = nil, _ key: Calculation.Key, isEnabled: Bool = true
  ) -> Key {
    Key(title, identifier: identifier, role: .action, isEnabled: isEnabled) { [unowned self] in press(key) }
  }

  private func text(_ key: String, _ english: String) -> String {
    resources.localizedString(forKey: key, value: english)
  }
}
