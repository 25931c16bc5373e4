internal import EmojiData
internal import InputViewModel
internal import KeyboardHost
internal import KeyboardLayouts
internal import KeyboardProtocol
internal import KeyboardStore
internal import Layout
internal import SuggestionProtocol
internal import TextModel
internal import TextServices
internal import Translations

/// The state of the system keyboard for the field that has the focus. When the field loses the focus, the keyboard
/// discards this value with the field's text.
struct FocusedField {
  private let decimalSeparator: Character
  private let isTerminal: Bool
  private let allowsEmoji: Bool
  private var preferences: TypingPreferences
  private let services: TextServices
  private let emojiServices: EmojiServices
  private let userLanguage: String
  /// The texts of keys in the language of the keyboard layout; nil if the host has no texts in that language.
  private let keyboardTexts: SystemKeyTexts?
  private let selection: LayoutSelection?
  private let showsLanguage: Bool
  /// The language of the field's text. If the document's language is unknown, the value is the language of the selected
  /// keyboard layout. For the built-in keyboard layout, the value is then the user's language.
  private var language: String
  /// The replacement that the keyboard made with its last edit; nil if the last edit was not a replacement. A press of
  /// the delete key undoes the replacement.
  private var replacement: PunctuationReplacement?
  /// The word that the last replacement corrected; nil if the replacement corrected no word.
  private var correctedWord: String?
  /// The number of characters before the insertion point that this keyboard typed.
  private var ownCharacters = 0
  /// The maximum of ``ownCharacters``, which is enough for the two words before the insertion point.
  private static let maximumOwnCharacters = 128
  /// Whether the last edit was a line break.
  private var endsWithReturn = false
  /// The suggestions; nil for a field without suggestions.
  private var suggestions: WordSuggestions?
  private var ownTexts = OwnTexts()
  /// Whether the keyboard's last edit inserted a chosen suggestion, followed by a space.
  private var hasAutomaticSpace = false
  private var field: FieldState
  private var state: PlaneState
  private var layout: SystemLayout
  /// The planes of the selected keyboard layout; nil for the built-in keyboard layout.
  private var planes: LayoutPlanes?
  private var buffer: TextBuffer
  /// The state that the host last received; nil if the keyboard must send the whole input view.
  private var shown: ShownPlane?
  /// The emoji plane; nil while the keyboard shows another plane.
  private var emoji: EmojiPanel?
  /// The emoji plane in the last input view that the host received; nil if that input view showed another plane.
  private var shownEmoji: EmojiPanel?
  /// The plane with copied texts; nil while the keyboard shows another plane.
  var clipboard: ClipboardPanel?
  /// Whether the field has been secure at any time since it got the focus. An application can make a secure field an
  /// ordinary field, for example to show the password.
  private(set) var hasBeenSecure: Bool
  /// The plane with copied texts in the last input view that the host received; nil if that input view showed another
  /// plane.
  private var shownClipboard: ClipboardPanel?
  /// The held keys with alternatives. If the user releases a held key without choosing an alternative, the key has the
  /// effect of a press.
  private var waitingKeys: Set<String> = []

  /// A buffer for a document with unknown text: the buffer is empty, but the document may have text before and after
  /// the insertion point.
  private static let unknownText = TextBuffer(isCutBefore: true, isCutAfter: true)

  /// Creates the state for a field that got the focus.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - document: The document; nil if the keyboard received no document.
  ///   - isTerminal: Whether the field is a terminal.
  ///   - allowsEmoji: Whether the keyboard may have an emoji key.
  ///   - language: The user's language as a BCP 47 tag.
  ///   - preferences: The automatic changes and the key arrangement that the user wants.
  ///   - services: The text services, which define the automatic changes.
  ///   - selection: The selected keyboard layout; nil for the built-in keyboard layout.
  ///   - showsLanguage: Whether the space bar shows the language of the built-in keyboard layout.
  ///   - emoji: The data of the emoji plane.
  init(
    _ field: FieldState, document: DocumentSnapshot?, isTerminal: Bool, allowsEmoji: Bool, language: String,
    preferences: TypingPreferences, services: TextServices, selection: LayoutSelection? = nil,
    showsLanguage: Bool = false, emoji: EmojiServices
  ) {
    self.showsLanguage = showsLanguage
    self.selection = selection
    self.field = field
    hasBeenSecure = field.traits.isSecureTextEntry
    self.isTerminal = isTerminal
    self.allowsEmoji = allowsEmoji
    self.preferences = preferences
    self.services = services
    emojiServices = emoji
    userLanguage = selection?.layout.language ?? language
    keyboardTexts = HostTexts.texts(in: userLanguage.isEmpty ? "en" : userLanguage)?.keys
    self.language = document?.documentInputModeLanguage ?? userLanguage
    buffer = document?.buffer ?? Self.unknownText
    decimalSeparator = DecimalSeparator.character(language: language)
    planes = selection?.planes(width: field.environment.columnsWidth(preferences.oneHanded))
    layout = SystemLayout(
      for: field, decimalSeparator: decimalSeparator, isTerminal: isTerminal, allowsEmoji: allowsEmoji,
      preferences: preferences, planes: planes, showsLanguage: showsLanguage)
    state = PlaneState(layout)
    updateCapitals()
  }

  private func makeLayout() -> SystemLayout {
    SystemLayout(
      for: field, decimalSeparator: decimalSeparator, isTerminal: isTerminal, allowsEmoji: allowsEmoji,
      preferences: preferences, planes: planes, showsLanguage: showsLanguage)
  }

  /// Updates the environment. A new width of the keyboard can change the rows of a keyboard layout.
  mutating func update(_ environment: KeyboardEnvironment) {
    field.environment = environment
    if emoji != nil || clipboard != nil || preferences.changesSize { shown = nil }
    let width = environment.columnsWidth(preferences.oneHanded)
    guard let selection, planes?.columns != LayoutPlanes.columns(width: width) else { return }
    planes = selection.planes(width: width)
    layout = makeLayout()
    shown = nil
  }

  /// Updates the field. If the keyboard type changes, the keyboard shows the first plane for that type.
  mutating func update(_ field: FieldState) {
    let isOtherType = field.traits.keyboardType != self.field.traits.keyboardType
    let hasOtherTraits = field.traits != self.field.traits
    self.field = field
    hasBeenSecure = hasBeenSecure || isSecure
    layout = makeLayout()
    if isOtherType { state = PlaneState(layout) }
    if !layout[layout.home].keys.contains(.emoji) { emoji = nil }
    if isSecure { clipboard = nil }
    if hasOtherTraits { updateCapitals() }
    shown = nil
  }

  /// Updates the standing of the keyboard (globe key and full access).
  mutating func update(_ standing: InputModeStanding) {
    var changed = field
    changed.standing = standing
    update(changed)
  }

  /// Applies changed preferences of the user.
  mutating func update(_ preferences: TypingPreferences) {
    guard preferences != self.preferences else { return }
    self.preferences = preferences
    planes = selection?.planes(width: field.environment.columnsWidth(preferences.oneHanded))
    layout = makeLayout()
    // If the keyboard no longer shows the modifiers, turn them off, because the user can no longer turn them off.
    if !isTerminal, !preferences.showsDesktopKeys { state.endModifiers(home: layout.home) }
    if !preferences.keepsClipboard { clipboard = nil }
    shown = nil
    updateCapitals()
  }

  /// Updates the document after a change by the application or the user.
  mutating func update(_ document: DocumentSnapshot) {
    buffer = document.buffer
    language = document.documentInputModeLanguage ?? userLanguage
    updateCapitals()
  }

  /// Handles a change of the document by the user or the application.
  ///
  /// - Parameters:
  ///   - cause: The cause of the change.
  ///   - before: The text before the change.
  mutating func followChange(_ cause: ChangeCause, of before: TextBuffer) {
    ownCharacters = 0
    if cause == .application, endsWithReturn, !buffer.hasText { suggestions?.typedWords.accept(before) }
    endsWithReturn = false
    if cause == .user, let correctedWord, let typed = returned(to: correctedWord) {
      keep(correctedWord, at: typed)
    }
    forgetReplacement()
  }

  /// The part of a corrected word that the user's undo restored, from the start of the word (Behavior.md#undo). The part
  /// can be the whole word. The result is nil if the undo did not restore the word.
  private func returned(to word: String) -> String? {
    guard let replacement, let typed = WordSuggestions.place(in: buffer, capitalizes: false)?.typed, !typed.isEmpty
    else { return nil }
    return typed == word || word.hasPrefix(typed) && !replacement.text.hasPrefix(typed) ? typed : nil
  }

  /// Keeps and learns a word that the user typed instead of the text `end` before the insertion point.
  private mutating func keep(_ word: String, at end: String) {
    let beginsSentence = beginsSentence(with: end)
    suggestions?.keep(word, beginsSentence: beginsSentence)
  }

  /// Whether a sentence begins with the capital at the start of this text. The text before the insertion point ends with
  /// this text.
  private func beginsSentence(with end: String) -> Bool {
    guard end.first?.isUppercase == true else { return false }
    let context = InsertionContext(buffer.before.dropLast(end.count), isCut: buffer.isCutBefore)
    return services.capitalizesNextLetter(.sentences, after: context, language: language)
  }

  /// Forgets the last replacement and the compose sequence, because the user or the application has changed the
  /// document.
  mutating func forgetReplacement() {
    state.endSequence()
    replacement = nil
    correctedWord = nil
    hasAutomaticSpace = false
  }

  /// Handles a press of a key of the additional row. The key can move the insertion point, so the text is unknown until
  /// the application reports it.
  mutating func didPressApplicationKey() {
    forgetReplacement()
    buffer = Self.unknownText
  }

  /// Updates the shift state for the text before the insertion point (Behavior.md#automatic-capitals).
  private mutating func updateCapitals() {
    let type = field.traits.capitals(requesting: field.traits.autocapitalizationType)
    let capitalizes =
      !isTerminal && preferences.capitals && type != .none && planes?.hasCapitals != false
      && services.capitalizesNextLetter(type, after: buffer.insertionContext, language: language)
    state.update(capitalizes: capitalizes)
  }

  /// Returns the requests that update the shown input view.
  mutating func redraw() -> [KeyboardRequest] {
    let now = ShownPlane(state, returnKey, bar, hasNames: emojiServices.hasNames)
    let plane = layout[state.plane]
    let shownEmoji = shownEmoji
    let shownClipboard = shownClipboard
    defer {
      shown = now
      self.shownEmoji = emoji
      self.shownClipboard = clipboard
    }
    if let clipboard {
      guard clipboard != shownClipboard || shown?.returnKey != now.returnKey else { return [] }
      let view = clipboard.inputView(
        bottom: plane.panelRow(openedBy: .clipboard, layout.panelKeys).map {
          $0.key.key(weight: $0.weight, state, returnKey: returnKey, services: emojiServices)
        },
        height: usualHeight)
      return [.setInputView(arranged(view, extraRows: extraRows(of: layout.home)))]
    }
    if let emoji {
      guard emoji != shownEmoji || shown?.returnKey != now.returnKey else { return [] }
      let view = emoji.inputView(
        field, layout: layout, after: plane, height: usualHeight, services: emojiServices, returnKey: returnKey,
        composing: table)
      return [.setInputView(arranged(view, extraRows: emoji.search == nil ? extraRows(of: layout.home) : 0))]
    }
    guard let shown, shownEmoji == nil, shownClipboard == nil, shown.hasSameKeys(as: now) else {
      let view = inputView(of: plane)
      return [.setInputView(arranged(view, extraRows: extraRows(of: state.plane)))]
    }
    var requests: [KeyboardRequest] = []
    if let bar = now.bar, bar != shown.bar {
      requests.append(.change(.suggestions(identifier: WordSuggestions.bar, bar.texts)))
    }
    if shown.returnKey != now.returnKey, plane.keys.contains(.return) {
      let identifier = PlaneKey.return.identifier(shift: state.shift)
      requests.append(.change(.key(identifier: identifier, title: nil, isEnabled: now.returnKey.isEnabled)))
    }
    return requests
  }

  private func inputView(of plane: KeyPlane) -> InputViewTree {
    let bar = bar.map { SuggestionBar(WordSuggestions.bar, suggestions: $0.texts, selected: $0.correction) }
    return plane.inputView(state, returnKey: returnKey, services: emojiServices, bar: bar, composing: table)
  }

  /// The height in points of the plane that the field shows first, without the additional rows that the user enabled.
  /// The planes of emoji and of copied texts have the same height, so that the keys at the bottom do not move.
  private var usualHeight: Double {
    let environment = field.environment
    return inputView(of: layout[layout.home]).withHeight(in: environment).height ?? environment.usualHeight(rows: 4)
  }

  /// The number of additional rows that a plane has because of the user's settings.
  private func extraRows(of plane: KeyPlane.Name) -> Int {
    guard layout.hasLetters else { return 0 }
    return [preferences.showsNumberRow && plane == .letters, preferences.showsDesktopKeys].count(where: \.self)
  }

  private func arranged(_ view: InputViewTree, extraRows: Int) -> InputViewTree {
    view.arranged(for: preferences, in: field.environment, extraRows: extraRows)
  }

  // MARK: Suggestions

  var textLanguage: String { language }

  var allowsSuggestions: Bool {
    !isTerminal && preferences.suggestions && field.traits.getsSuggestions
  }

  /// The part of the field's text that the keyboard knows.
  var text: TextBuffer { buffer }

  /// The words that the keyboard may learn when the user leaves the field. The value is empty in a field without
  /// suggestions.
  var typedWords: TypedWords {
    get { suggestions?.typedWords ?? TypedWords() }
    set { suggestions?.typedWords = newValue }
  }

  /// The part of the word at the insertion point that this keyboard typed.
  private var ownPosition: WordSuggestions.WordPosition? {
    WordSuggestions.place(in: TextBuffer(before: String(buffer.before.suffix(ownCharacters))), capitalizes: false)
  }

  private mutating func endWord(with word: String? = nil) {
    let own = ownPosition
    if let word {
      suggestions?.endWord(with: word, own: own)
    } else if let own {
      let beginsSentence = beginsSentence(with: own.typed)
      suggestions?.endWord(own: own, beginsSentence: beginsSentence)
    }
  }

  /// Reads the user's own data for the content type of the field (Behavior.md#content-type-suggestions).
  mutating func setOwnTexts(_ personal: PersonalTexts) {
    ownTexts = OwnTexts()
    guard !isTerminal, preferences.suggestions, !field.traits.isSecureTextEntry,
      let type = field.traits.textContentType
    else { return }
    ownTexts = OwnTexts(personal.own(type))
  }

  private var ownSuggestions: [String] { ownTexts.suggestions(for: buffer) }

  /// The content of the suggestion bar; nil if the keyboard shows no bar.
  private var bar: WordSuggestions.Bar? {
    let own = ownSuggestions
    guard own.isEmpty else { return WordSuggestions.Bar(texts: own) }
    // If none of the user's own data begins with the text of the field, keep an empty bar, so that the keys do not
    // move.
    return suggestions?.bar ?? (ownTexts.isEmpty ? nil : WordSuggestions.Bar())
  }

  /// Shows or removes the suggestion bar.
  mutating func setSuggestions(_ areShown: Bool, shortcuts: [String: String] = [:]) {
    guard areShown else {
      suggestions = nil
      return
    }
    let corrects = preferences.corrections && field.traits.spellCheckingType != .no
    if suggestions == nil { suggestions = WordSuggestions(corrects: corrects) }
    suggestions?.corrects = corrects
    suggestions?.shortcuts = shortcuts
    // Repeat the query: the caller has prepared suggestions for the field again, and has thereby discarded an
    // unanswered query.
    suggestions?.repeatQuery()
  }

  /// The positions of the keys that type letters.
  var keyPositions: [KeyPosition] { layout[.letters].keyPositions }

  /// Returns the query for the word at the insertion point; nil if the word has not changed, or if the field has no
  /// suggestions.
  mutating func suggestionQuery() -> SuggestionQuery? {
    guard suggestions != nil else { return nil }
    return suggestions?.query(for: WordSuggestions.place(in: buffer, capitalizes: state.shift.isOn))
  }

  /// Shows an answer in the suggestion bar. Replaces each `'` of the answer with the apostrophe that the keyboard types
  /// in this field.
  mutating func show(_ answer: SuggestionAnswer) {
    var answer = answer
    let apostrophe = services.replacement(
      of: "'", after: InsertionContext("a"), last: nil, in: field.traits, language: language)
    if preferences.punctuation, let apostrophe {
      answer.suggestions = answer.suggestions.map { $0.replacing("'", with: apostrophe.text) }
      answer.correction = answer.correction?.replacing("'", with: apostrophe.text)
    }
    suggestions?.show(answer)
  }

  /// Returns the edits for a gesture on a suggestion; nil if the key is not a suggestion.
  mutating func edits(choosing event: KeyEvent) -> [Edit]? {
    guard let identifier = event.key else { return nil }
    let own = ownSuggestions
    if !own.isEmpty {
      guard emoji == nil, let index = WordSuggestions.index(identifier), own.indices ~= index else { return nil }
      guard event.gesture == .press || event.gesture == .longPress else { return [] }
      forgetReplacement()
      state.endSequence()
      return OwnTexts.edits(completing: buffer, to: own[index], rules: field.editingRules)
    }
    guard let choice = suggestions?.choice(identifier) else { return nil }
    guard event.gesture == .press || event.gesture == .longPress else { return [] }
    replacement = nil
    correctedWord = nil
    state.endSequence()
    hasAutomaticSpace = buffer.after.first?.isWhitespace != true
    let space = hasAutomaticSpace ? " " : ""
    _ = state.type("")
    switch choice {
    case .keep(let word):
      keep(word, at: word)
      return space.isEmpty ? [] : [.insertText(space)]
    case .replace(let typed, let word):
      endWord(with: word)
      return Array(repeating: .deleteBackward, count: typed.count) + [.insertText(word + space)]
    }
  }

  private var table: ComposeTable? { selection?.table }

  private var returnKey: ReturnKey {
    ReturnKey(
      traits: field.traits, hasText: buffer.hasText, texts: emojiServices.texts.keys, keyboardTexts: keyboardTexts)
  }

  /// Handles a gesture on a key. A gesture on a hidden or disabled key does nothing.
  ///
  /// - Parameter now: The time of the gesture on the session's clock.
  mutating func apply(_ event: KeyEvent, at now: Duration) -> PlaneState.Consequence {
    if clipboard != nil { return applyToClipboard(event, at: now) }
    if emoji != nil { return applyToEmoji(event, at: now) }
    let consequence = applyToPlane(event, at: now)
    guard consequence == .emoji else { return consequence }
    emoji = EmojiPanel(emojiServices, language: language)
    return .nothing
  }

  var isSecure: Bool { field.traits.isSecureTextEntry }

  private mutating func applyToClipboard(_ event: KeyEvent, at now: Duration) -> PlaneState.Consequence {
    guard let panel = clipboard, let identifier = event.key else { return .nothing }
    let hasWaited = waitingKeys.remove(identifier) != nil
    if let text = panel.text(of: identifier) {
      switch event.gesture {
      case .longPress: waitingKeys.insert(identifier)
      case .alternative: return .forgetCopied(text)
      case .press: return .paste(pasted(text))
      case .release where hasWaited: return .paste(pasted(text))
      case .release, .repeat, .repeatWord, .swipe, .touches: break
      }
      return .nothing
    }
    if identifier == ClipboardPanel.clear, event.gesture == .press { return .forgetCopied(nil) }
    guard let key = layout.panelKeys.first(where: { $0.identifier(shift: .off) == identifier }), isEnabled(key) else {
      return .nothing
    }
    if case .plane = key { clipboard = nil }
    return state.apply(event.gesture, to: key, hasWaited: hasWaited, home: layout.home, at: now, composing: table)
  }

  /// Returns a copied text, changed for the field. In a single-line field, spaces replace line breaks, because a line
  /// break would act as Return. In fields with smart insertion, spaces separate the text from the words beside it
  /// (Behavior.md#clipboard-history).
  private func pasted(_ text: String) -> String {
    let text = field.editingRules.isMultiline ? text : String(text.map { $0.isNewline ? " " : $0 })
    guard field.traits.insertsSmartly, !buffer.isSelectionCut, buffer.marking == nil else { return text }
    func touches(_ one: Character?, _ other: Character?) -> Bool {
      one?.isOfSpacedWord == true && other?.isOfSpacedWord == true
    }
    return (touches(buffer.before.last, text.first) ? " " : "") + text
      + (touches(text.last, buffer.after.first) ? " " : "")
  }

  /// Makes the keyboard treat the text before the insertion point as text of another source, so that it learns no words
  /// from this text.
  mutating func forgetOwnText() { ownCharacters = 0 }

  private mutating func applyToEmoji(_ event: KeyEvent, at now: Duration) -> PlaneState.Consequence {
    guard var panel = emoji else { return .nothing }
    let hasWaited = event.key.map { waitingKeys.remove($0) != nil } ?? false
    switch panel.apply(
      event, hasWaited: hasWaited, layout: layout, services: emojiServices, isReturnEnabled: returnKey.isEnabled,
      at: now, composing: table)
    {
    case .wait:
      if let key = event.key { waitingKeys.insert(key) }
      return .nothing
    case .other(let consequence):
      emoji = panel
      return consequence
    case .close:
      emoji = nil
      return state.press(.plane(layout.home), home: layout.home, at: now, composing: table)
    }
  }

  private mutating func applyToPlane(_ event: KeyEvent, at now: Duration) -> PlaneState.Consequence {
    guard let identifier = event.key, let key = layout[state.plane].key(identifier, shift: state.shift),
      isEnabled(key)
    else { return .nothing }
    let hasWaited = waitingKeys.remove(identifier) != nil
    let consequence = state.apply(
      event.gesture, to: key, hasWaited: hasWaited, home: layout.home, at: now, composing: table)
    guard consequence == .wait else { return consequence }
    waitingKeys.insert(identifier)
    return .nothing
  }

  /// Returns the edits that delete the word before the insertion point.
  var wordDeletion: [Edit] {
    Array(repeating: .deleteBackward, count: buffer.deletionsOfLastWord(rules: field.editingRules))
  }

  /// Returns the edits that replace a key's own edit, with smart punctuation and corrections
  /// (Behavior.md#smart-punctuation).
  ///
  /// A deletion directly after a replacement restores the characters that the user typed.
  mutating func edits(typing edit: Edit) -> [Edit] {
    let last = replacement
    let lastWord = correctedWord
    let hadAutomaticSpace = hasAutomaticSpace
    replacement = nil
    correctedWord = nil
    hasAutomaticSpace = false
    guard !isTerminal, buffer.selected.isEmpty, !buffer.isSelectionCut else { return [edit] }
    switch edit {
    case .insertText(let text) where hadAutomaticSpace && buffer.before.last == " " && text == " ":
      // Ignore the typed space, because the keyboard has already inserted a space after the suggestion that the user
      // chose.
      return []
    case .insertText(let text)
    where hadAutomaticSpace && buffer.before.last == " " && WordSuggestions.spaceEaters.contains(text):
      return [.deleteBackward, edit]
    case .insertText(let text)
    where WordSuggestions.wordEnds.contains(text) && suggestions?.correction != nil && ownSuggestions.isEmpty:
      guard let (typed, corrected) = suggestions?.correction, buffer.before.hasSuffix(typed) else { return [edit] }
      // A single letter before a punctuation mark can be a part of "i.e." or the number of a list item, so do not
      // correct it.
      guard typed.count > 1 || text == " " else { return [edit] }
      endWord(with: corrected)
      correctedWord = typed
      replacement = PunctuationReplacement(
        deletions: typed.count, text: corrected + text, typed: typed + text)
      return Array(repeating: .deleteBackward, count: typed.count) + [.insertText(corrected + text)]
    case .deleteBackward:
      guard let last, buffer.before.hasSuffix(last.text) else { return [edit] }
      if let lastWord { keep(lastWord, at: last.text) }
      return Array(repeating: .deleteBackward, count: last.text.count) + [.insertText(last.typed)]
    case .insertText(let text) where PunctuationReplacement.typed.contains(text):
      if text == " " { endWord() }
      guard text == " " ? preferences.periods : preferences.punctuation else { return [edit] }
      replacement = services.replacement(
        of: text, after: buffer.insertionContext, last: last, in: field.traits, language: language)
      guard let replacement else { return [edit] }
      return Array(repeating: .deleteBackward, count: replacement.deletions) + [.insertText(replacement.text)]
    case .insertText(let text):
      if text == "\n" || WordSuggestions.wordEnds.contains(text) { endWord() }
      return [edit]
    default: return [edit]
    }
  }

  /// Applies the keyboard's own edits to ``buffer``.
  ///
  /// - Returns: The effect of the edits.
  mutating func apply(_ edits: [Edit], answering answer: (HostRequest) -> HostReply) -> DocumentChange {
    var effect = DocumentChange()
    var pending: [Edit] = []
    for edit in edits {
      countOwnCharacters(edit)
      pending.append(edit)
      if case .applied(let change) = buffer.apply(edit, rules: field.editingRules) {
        effect.merge(change)
        continue
      }
      if case .document(let document) = answer(.document(after: pending)) {
        buffer = document.buffer
        pending = []
      } else {
        buffer = Self.unknownText
      }
      // The edit needs text that the buffer does not contain, so it is a deletion, which always changes the text.
      effect.changedText = true
    }
    updateCapitals()
    return effect
  }

  private mutating func countOwnCharacters(_ edit: Edit) {
    endsWithReturn = edit == .insertText("\n")
    switch edit {
    case .insertText(let text): ownCharacters = min(ownCharacters + text.count, Self.maximumOwnCharacters)
    case .deleteBackward: ownCharacters = max(ownCharacters - 1, 0)
    default: ownCharacters = 0
    }
  }

  /// Returns gestures that type exactly this character; nil if the keyboard cannot type the character.
  ///
  /// While the user searches for emoji, the keys type into the search field.
  ///
  /// - Parameter now: The current time on the session's clock.
  func path(to character: Character, at now: Duration) -> [KeyEvent]? {
    // Accept only a character with few combining marks, because the time to compare two texts grows with the square of
    // the number of combining marks.
    guard BoundedText(String(character)) != nil else { return nil }
    if let search = emoji?.search {
      return gestureSearch(at: now).path(to: character, from: search.state, without: .return)
    }
    return pathOfPlanes(to: character, at: now) ?? pathOfEmoji(to: character)
  }

  private func gestureSearch(at now: Duration) -> GestureSearch {
    GestureSearch(
      layout: layout, table: table, hasKeyboardLayout: selection != nil, isReturnEnabled: returnKey.isEnabled, now: now)
  }

  /// The gestures that type an emoji on the emoji plane. If the keyboard shows another plane before the gestures, the
  /// last gesture shows the first plane of the field.
  private func pathOfEmoji(to character: Character) -> [KeyEvent]? {
    guard character.isEmoji, emoji != nil || clipboard == nil && layout[state.plane].keys.contains(.emoji) else {
      return nil
    }
    let text = String(character)
    for category in emojiServices.library.catalog?.categories ?? [] {
      for emoji in category.emoji {
        let tone = emoji.tones.firstIndex(of: text)
        guard emoji.text == text || tone != nil else { continue }
        let path = [
          KeyEvent(key: category.name, gesture: .press),
          KeyEvent(key: emoji.text, gesture: tone.map { .alternative($0) } ?? .press),
        ]
        guard self.emoji == nil else { return path }
        let (open, close) = (PlaneKey.emoji, PlaneKey.plane(layout.home))
        return [KeyEvent(key: open.identifier(shift: .off), gesture: .press)] + path
          + [KeyEvent(key: close.identifier(shift: .off), gesture: .press)]
      }
    }
    return nil
  }

  private func pathOfPlanes(to character: Character, at now: Duration) -> [KeyEvent]? {
    guard emoji != nil || clipboard != nil else { return gestureSearch(at: now).path(to: character, from: state) }
    var state = state
    let home = PlaneKey.plane(layout.home)
    _ = state.press(home, home: layout.home, at: now, composing: table)
    return gestureSearch(at: now).path(to: character, from: state).map {
      [KeyEvent(key: home.identifier(shift: .off), gesture: .press)] + $0
    }
  }

  private func isEnabled(_ key: PlaneKey) -> Bool { key != .return || returnKey.isEnabled }
}
