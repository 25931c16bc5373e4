import KlavaKit

/// The HabrTags keyboard, which inserts pairs of tags and moves the insertion point between them
/// (Behavior.md#habrtags).
final class KeyboardViewController: InputViewController {
  private var table = TagTable()
  private var plane: KeyPlane?
  private var clearing: KeyboardTimer?

  /// The maximum number of characters of a selection that the text document proxy returns. If `selectedText` has this
  /// length, the selection may be longer (Behavior.md#context).
  private static let readableSelection = 8_192

  override func viewDidLoad() {
    super.viewDidLoad()
    do {
      table = try TagTable(parsing: resources.text(at: "tags.json"))
    } catch {
      logger.fault("tags.json cannot be used: \(error)")
    }
    showPlane()
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    showPlane()
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    stopClearing()
  }

  override func traitsDidChange() { showPlane() }
  override func standingDidChange() { showPlane() }
  override func environmentDidChange() { showPlane() }

  override func textDidChange(_ textInput: (any TextInputState)?) {
    // Stop clearing the text, because the user or the application changed the text.
    stopClearing()
  }

  override func didSwipe(_ direction: SwipeDirection) {
    stopClearing()
    switch direction {
    case .left: textDocumentProxy.adjustTextPosition(byCharacters: -1)
    case .right: textDocumentProxy.adjustTextPosition(byCharacters: 1)
    default: break
    }
  }

  // MARK: Typing

  private func type(_ text: String) {
    stopClearing()
    textDocumentProxy.insertText(text)
  }

  /// Inserts a tag. If text is selected, puts the tag around the selected text, and the insertion point after this
  /// text.
  private func insert(_ entry: TagTable.Entry) {
    stopClearing()
    let settings = settings
    let tag = entry.tag { settings.string(forKey: $0) }
    let proxy = textDocumentProxy
    let selection = proxy.selectedText ?? ""
    guard selection.count < Self.readableSelection else {
      logger.notice("The selection is too long for a tag. The text is unchanged.")
      return
    }
    proxy.insertText(tag.text(around: selection))
    proxy.adjustTextPosition(byCharacterOffset: tag.offset)
  }

  private func deleteBackward() {
    stopClearing()
    textDocumentProxy.deleteBackward()
  }

  // MARK: Clearing

  private func clearText() {
    stopClearing()
    proceed(with: TextClearing(textDocumentProxy))
  }

  private func proceed(with clearing: TextClearing) {
    self.clearing = nil
    switch clearing.proceed(in: textDocumentProxy) {
    case .finished: break
    case .unfinished: self.clearing = perform(after: 0.01) { [weak self] in self?.proceed(with: clearing) }
    case .abandoned: logger.notice("The text was not cleared completely.")
    }
  }

  private func stopClearing() {
    if let clearing { cancel(clearing) }
    clearing = nil
  }

  // MARK: Input view

  private func showPlane() {
    let proxy = textDocumentProxy
    let plane = KeyPlane(
      keyboardType: proxy.keyboardType, language: proxy.documentInputMode?.primaryLanguage ?? primaryLanguage,
      needsInputModeSwitchKey: needsInputModeSwitchKey, isLow: environment.isLandscape && environment.height < 300)
    guard plane != self.plane else { return }
    self.plane = plane
    inputView = InputView(height: plane.height, recognizesSwipes: true, enableInputClicksWhenVisible: true) {
      switch plane.content {
      case .tags:
        for row in table.rows { tagRow(row) }
        Row {
          if plane.hasNextKeyboardKey { nextKeyboardKey }
          dismissKey
          deleteKey
        }
      case .digits(let separator):
        for row in ["123", "456", "789"] { digitRow(row) }
        Row {
          if plane.hasNextKeyboardKey { nextKeyboardKey }
          if let separator { textKey(separator) }
          textKey("0")
          deleteKey
        }
        .forceLeftToRight()
      }
    }
  }

  /// Returns a row of keys. The width of each key depends on the length of its name, so that the longest name fits on
  /// the narrowest phone.
  private func tagRow(_ entries: [TagTable.Entry]) -> Row {
    Row {
      for entry in entries {
        Key(entry.name, role: .action) { [unowned self] in insert(entry) }
          .weight(Double(max(entry.name.count, 5)) / 6).font(size: 14, weight: .medium)
          .accessibilityHint(label("tag", "Puts the tag around the selection or the insertion point"))
      }
    }
  }

  private func digitRow(_ digits: String) -> Row {
    Row {
      for digit in digits { textKey(String(digit)) }
    }
    .forceLeftToRight()
  }

  private func textKey(_ text: String) -> Key {
    Key(text) { [unowned self] in type(text) }
  }

  private var deleteKey: Key {
    let key = Key("⌫", role: .delete, accessibilityLabel: label("delete", "Delete")) { [unowned self] in
      deleteBackward()
    }
    return key.onLongPress { [unowned self] in clearText() }
  }

  private var nextKeyboardKey: Key {
    Key("🌐", role: .nextKeyboard, accessibilityLabel: label("nextKeyboard", "Next keyboard"))
  }

  private var dismissKey: Key {
    Key("⌨︎", identifier: "dismiss", role: .dismiss, accessibilityLabel: label("dismiss", "Dismiss keyboard"))
  }

  private func label(_ key: String, _ english: String) -> String {
    resources.localizedString(forKey: key, value: english)
  }
}
