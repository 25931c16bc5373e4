// SystemKeyboard: the host's own keyboard, which gets the protected fields (Behavior.md#system-keyboard).
//
// For:    typing in every kind of field, with letters, numbers, symbols and pads. The host trusts the
//         keyboard, which runs in the host's process.
// Never:  keeps data of a field that has lost the focus, or reads a file during the press of a letter key. Never waits
//         for suggestions, and never finds suggestions itself (`SuggestionClient` lets a confined process find them).
//         `EmojiData` reads Unicode's files when the user opens the emoji plane. `EmojiData` reads the names of symbols
//         on another thread.
// Start:  `FocusedField.swift` for the effect of a key press and the automatic changes of text, `SystemLayout.swift`
//         for the planes of a field. `KeyPlane+Text.swift` and `KeyPlane+Pads.swift` contain the built-in planes as
//         data. `LayoutPlanes.swift` creates the planes of a keyboard layout, `WordSuggestions.swift` the suggestion
//         bar, and `EmojiPanel.swift` the emoji plane.
//
// `PlaneState` is a struct with the shown plane, the shift state, the modifiers and the compose sequence. The keyboard
// uses `PlaneState` to handle a key press, and to find the keys with which a script types a character. So a script
// types a character with the same keys as a user.

package import InputViewModel
package import Diagnostics
package import KeyboardHost
internal import KeyboardLayouts
package import KeyboardProtocol
internal import KeyboardStore
package import SuggestionClient
package import TextModel
internal import TextServices

/// The system keyboard, which serves turns like any other keyboard but never fails.
package final class SystemKeyboard: SystemTyping {
  /// The identifier of the system keyboard. The system keyboard has no bundle, and therefore no `CFBundleIdentifier`.
  package static let identifier = "org.klava.system"

  private let language: String
  private let services = TextServices()
  private let suggester: (any WordSuggesting)?
  private let emoji: EmojiServices
  private let personal: PersonalTexts
  private var focus: FocusedField?
  /// The language for which the keyboard last prepared suggestions.
  private var suggestionLanguage = ""
  private let layouts = CompiledLayouts()
  /// The selected keyboard layout for the next field; nil for the built-in keyboard layout.
  private var selection: LayoutSelection?
  /// Whether the space bar shows the language of the built-in keyboard layout.
  private var showsLanguage = false
  /// The primary language that the keyboard last reported to the host; nil for the built-in keyboard layout.
  private var primaryLanguage: String?
  private var keyPresses: [KeyPress] = []
  package var isInTerminal = false
  package var allowsEmoji = true
  package var now = Duration.zero
  package var preferences = TypingPreferences() {
    didSet { if !preferences.keepsClipboard { clipboard.clear() } }
  }
  package var pasteboard: (any Pasteboard)?
  private var clipboard = ClipboardHistory()
  /// The words that the user typed with this keyboard in the current field, by language.
  private var typedWords: [String: TypedWords] = [:]

  /// Creates a keyboard.
  ///
  /// - Parameters:
  ///   - language: The user's language as a BCP 47 tag. The user's language determines the decimal separator, and the
  ///     rules for capitals and quotation marks.
  ///   - suggester: The source of suggestions; nil for a keyboard without suggestions.
  ///   - emoji: The texts in the user's languages, and the data of the emoji plane.
  ///   - personal: The user's own data and text shortcuts.
  package init(
    language: String = "en-US", suggester: (any WordSuggesting)? = nil, emoji: EmojiServices = EmojiServices(),
    personal: PersonalTexts = PersonalTexts()
  ) {
    self.personal = personal
    self.language = language
    self.suggester = suggester
    self.emoji = emoji
  }

  /// Serves one turn. Never throws.
  ///
  /// A press of a hidden key has no effect. If no field has the focus, no key has an effect.
  package func serve(
    _ turn: Turn, while idle: IdleTime?, answering answer: (HostRequest) -> HostReply
  ) -> TurnResult? {
    var result = TurnResult(serial: turn.serial)
    let before = focus?.text
    if let pasteboard { clipboard.update(from: pasteboard, isAllowed: mayKeepCopied) }
    if let document = turn.document { focus?.update(document) }
    switch turn.event {
    case .load: result.callbacks = [.viewDidLoad]
    case .appear(let field):
      emoji.prepareNames()
      focus = FocusedField(
        field, document: turn.document, isTerminal: isInTerminal, allowsEmoji: allowsEmoji, language: language,
        preferences: preferences, services: services, selection: selection, showsLanguage: showsLanguage, emoji: emoji)
      result.callbacks = [.viewWillAppear, .viewDidAppear]
      if primaryLanguage != selection?.layout.language {
        primaryLanguage = selection?.layout.language
        result.requests = [.setPrimaryLanguage(primaryLanguage)]
      }
    case .disappear:
      keepTypedWords()
      focus = nil
      result.callbacks = [.viewWillDisappear, .viewDidDisappear]
    case .key(let event): apply(event, result: &result, answering: answer)
    case .documentChanged(let change, let cause):
      if let before { focus?.followChange(cause, of: before) }
      result.callbacks = KeyboardCallback.callbacks(for: change, cause)
    case .traitsChanged(let field):
      focus?.update(field)
      result.callbacks = [.traitsDidChange, .textDidChange]
    case .standingChanged(let standing):
      focus?.update(standing)
      result.callbacks = [.standingDidChange]
    case .environmentChanged(let environment):
      focus?.update(environment)
      result.callbacks = [.environmentDidChange]
    case .settingsChanged:
      focus?.update(preferences)
      result.callbacks = [.settingsDidChange]
    case .memoryWarning: result.callbacks = [.didReceiveMemoryWarning]
    // The keyboard requested the current turn after its suggestion process had answered.
    case .timer: if let answer = suggester?.receive() { focus?.show(answer) }
    case .destroy: (focus, typedWords) = (nil, [:])
    }
    switch turn.event {
    case .appear, .traitsChanged, .settingsChanged: focus?.setOwnTexts(personal)
    default: break
    }
    if let suggester { updateSuggestions(suggester, after: turn.event) }
    if let requests = focus?.redraw(), !requests.isEmpty { result.requests += requests }
    return result
  }

  /// Sends a query for suggestions if the word changed, without waiting for the answer.
  private func updateSuggestions(_ suggester: any WordSuggesting, after event: TurnEvent) {
    guard focus != nil else { return }
    switch event {
    case .appear, .traitsChanged, .settingsChanged: beginSuggestions(suggester)
    case .documentChanged where focus?.textLanguage != suggestionLanguage: beginSuggestions(suggester)
    default: break
    }
    // If the source of suggestions has failed, remove the suggestion bar, because the bar would stay empty.
    if !suggester.canAnswer { focus?.setSuggestions(false) }
    if let query = focus?.suggestionQuery() { suggester.ask(query) }
  }

  /// Prepares suggestions for the field, and shows or removes the suggestion bar.
  private func beginSuggestions(_ suggester: any WordSuggesting) {
    guard let focus else { return }
    keepTypedWords()
    suggestionLanguage = focus.textLanguage
    let areShown = focus.allowsSuggestions && suggester.begin(language: focus.textLanguage)
    // Do not learn the typed words if the field no longer allows suggestions, or if the user turned suggestions off.
    if !focus.allowsSuggestions { typedWords = [:] }
    self.focus?.setSuggestions(areShown, shortcuts: areShown ? personal.shortcuts() : [:])
    self.focus?.typedWords = typedWords[focus.textLanguage] ?? TypedWords()
    if areShown { suggester.setKeys(focus.keyPositions) }
  }

  /// Saves the typed words of ``focus`` in ``typedWords``. Call this method before the keyboard discards ``focus`` or
  /// its suggestions.
  private func keepTypedWords() {
    guard let words = focus?.typedWords, words != TypedWords() else { return }
    typedWords[suggestionLanguage] = words
  }

  package func keepCopied(_ text: String) { if mayKeepCopied { clipboard.keep(text) } }

  /// Whether the history of copied texts may keep a text that the user copies now. The value is false if the field is
  /// secure or was secure, because the text may be a password.
  private var mayKeepCopied: Bool { preferences.keepsClipboard && focus?.hasBeenSecure != true }

  package func leave(_ text: TextBuffer?) {
    emoji.save()
    if let suggester {
      if let text {
        for (language, words) in typedWords {
          for word in words.learned(leaving: text) { suggester.learn(word, language: language) }
        }
      }
      suggester.end()
    }
    typedWords = [:]
  }

  package var turnRequestDescriptor: Int32? { suggester?.descriptor }
  package var awaitsAnswer: Bool { focus != nil && suggester?.isAsked == true }

  /// Returns the gestures that type exactly this character on the current plane, in order.
  ///
  /// - Returns: The gestures; nil if the keyboard layout cannot type the character, or if no field has the focus.
  package func path(to character: Character) -> [KeyEvent]? { focus?.path(to: character, at: now) }

  package func selectLayout(of mode: String, showsLanguage: Bool) {
    selection = layouts[mode]
    self.showsLanguage = showsLanguage
  }

  package func prepareLayouts(of modes: [String]) { for mode in modes { _ = layouts[mode] } }

  /// Returns the errors about keyboard layouts that occurred since the last call of this method.
  package func drainDiagnostics() -> [Diagnostic] { layouts.drainDiagnostics() }

  package func drainKeyPresses() -> [KeyPress] {
    defer { keyPresses = [] }
    return keyPresses
  }

  private func apply(_ event: KeyEvent, result: inout TurnResult, answering answer: (HostRequest) -> HostReply) {
    if let edits = focus?.edits(choosing: event) {
      return self.edit(edits, result: &result, answering: answer)
    }
    switch focus?.apply(event, at: now) {
    case .edit(let edit): self.edit(focus?.edits(typing: edit) ?? [], result: &result, answering: answer)
    case .deleteWord:
      focus?.forgetReplacement()
      edit(focus?.wordDeletion ?? [], result: &result, answering: answer)
    case .request(let request): result.requests = [request]
    case .keyPress(let press):
      focus?.didPressApplicationKey()
      keyPresses.append(press)
    case .clipboard: focus?.clipboard = ClipboardPanel(texts: clipboard.texts, words: emoji.texts)
    case .paste(let text):
      focus?.forgetReplacement()
      edit([.insertText(text)], result: &result, answering: answer)
      focus?.forgetOwnText()
    case .forgetCopied(let text):
      if let text { clipboard.forget(text) } else { clipboard.clear() }
      focus?.clipboard = ClipboardPanel(texts: clipboard.texts, words: emoji.texts)
    case .nothing, .emoji, .wait, nil: break
    }
  }

  private func edit(_ edits: [Edit], result: inout TurnResult, answering answer: (HostRequest) -> HostReply) {
    result.edits = edits
    guard let effect = focus?.apply(edits, answering: answer) else { return }
    result.callbacks = KeyboardCallback.callbacks(for: effect, .keyboard)
  }
}
