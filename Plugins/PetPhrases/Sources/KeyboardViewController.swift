import KlavaKit

/// The PetPhrases keyboard, which shows ``PetPhrasesInputView`` and types its phrases into the document
/// (Behavior.md#petphrases).
final class KeyboardViewController: InputViewController {
  private var language = PhraseLanguage.english
  /// The document for which the keyboard last set the language. The language stays the same while this document has the
  /// focus.
  private var document: DocumentIdentifier?

  override func viewDidLoad() {
    super.viewDidLoad()
    speak(preferredLanguages.lazy.compactMap { PhraseLanguage(tag: $0) }.first ?? .english)
    showPhrases()
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    let proxy = textDocumentProxy
    if document != proxy.documentIdentifier {
      document = proxy.documentIdentifier
      let stored = PhraseLanguage(tag: proxy.documentInputMode?.primaryLanguage)
      speak(stored ?? PhraseLanguage(tag: primaryLanguage) ?? .english)
    }
    showPhrases()
  }

  override func settingsDidChange() { showPhrases() }
  override func standingDidChange() { showPhrases() }
  override func environmentDidChange() { showPhrases() }
  override func traitsDidChange() { showPhrases() }

  /// Sets the language of the phrases and the primary language of the input mode.
  private func speak(_ language: PhraseLanguage) {
    self.language = language
    // Keep the current tag if it stands for the chosen language, such as the manifest's en-US for English.
    if PhraseLanguage(tag: primaryLanguage) != language { primaryLanguage = language.tag }
  }

  private func showPhrases() {
    let proxy = textDocumentProxy
    let pad = NumberPad(
      keyboardType: proxy.keyboardType, language: proxy.documentInputMode?.primaryLanguage ?? language.tag,
      accessories: accessories, deleteName: name("delete")
    ) { [unowned self] in textDocumentProxy.insertText($0) }
    if let pad {
      inputView = pad.inputView
      return
    }
    let (resources, settings, language) = (resources, settings, language)
    let phrases = PetPhrase.phrases {
      settings.string(forKey: $0)
    } translation: {
      resources.localizedString(forKey: $0, language: language.tag)
    }
    let isLow = environment.isLandscape && environment.height < 300
    let view = PetPhrasesInputView(phrases: phrases, accessories: accessories, height: isLow ? nil : 240) {
      [unowned self] in
      // Insert the phrase without a space or a line break. The user can type spaces and line breaks with another
      // keyboard.
      textDocumentProxy.insertText($0)
    }
    inputView = view.inputView
  }

  private var accessories: [any InputViewContent] {
    var keys: [Key] = []
    if needsInputModeSwitchKey {
      keys.append(Key("🌐", role: .nextKeyboard, accessibilityLabel: name("nextKeyboard")))
    }
    keys.append(
      Key(language.title, identifier: "language", role: .planeSwitch, accessibilityLabel: name("language")) {
        [unowned self] in
        speak(language.next)
        showPhrases()
      })
    return keys
  }

  /// Returns the name of a key in the language of the phrases.
  private func name(_ key: String) -> String {
    resources.localizedString(forKey: key, language: language.tag)
  }
}
