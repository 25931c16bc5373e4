internal import EmojiData
internal import InputViewModel
internal import KeyboardLayouts
internal import KeyboardProtocol
internal import KeyboardStore
internal import Layout
internal import TextModel
internal import Translations

/// The state of the emoji plane (Behavior.md#emoji): a category of emoji, or a search by name.
struct EmojiPanel: Hashable {
  /// A group of emoji that the plane can show.
  enum Page: Hashable {
    /// The recent emoji at the time when the user chose this page.
    case recent([String])
    /// The emoji of the category with this index in the catalog.
    case category(Int)
  }

  /// A search for emoji by name. During a search, the keys type into the search field instead of the document.
  struct Search: Hashable {
    /// The text of the search field.
    var query = ""
    /// The emoji whose names match ``query``.
    var results: [EmojiCatalog.Emoji] = []
    /// The state of the keys below the search field: the plane and its shift state.
    var state: PlaneState
  }

  /// The group of emoji that the plane shows outside of a search.
  private(set) var page: Page
  /// The search; nil while the user does not search.
  private(set) var search: Search?
  private let languages: [String]

  /// The identifiers of the keys that only the emoji plane has.
  enum Identifier {
    static let search = "search"
    static let recent = "recent"
    static let clear = "clear"
    static let field = "search field"
    static let message = "message"
  }

  /// The maximum length of the search text in characters.
  private static let maximumQueryLength = 64
  /// The maximum number of results of a search.
  private static let maximumResults = 32

  /// Opens the plane with the recent emoji, or with the first category if there are no recent emoji.
  ///
  /// - Parameters:
  ///   - services: The data of the plane.
  ///   - language: The language of the field.
  init(_ services: EmojiServices, language: String) {
    languages = services.languages(in: language)
    let recent = Self.recent(services)
    page = recent.isEmpty ? .category(0) : .recent(recent)
    services.library.prepareNames(in: languages)
  }

  /// The effect of a gesture on a key.
  enum Consequence: Hashable {
    /// The emoji plane closes.
    case close
    /// The held key shows its alternatives. If the user releases the key without choosing an alternative, the key has
    /// the effect of a press.
    case wait
    /// The key has the same effect as on another plane.
    case other(PlaneState.Consequence)
  }

  /// Applies a gesture on a key of the plane.
  ///
  /// - Parameters:
  ///   - event: The gesture.
  ///   - hasWaited: Whether the user holds the key and the keyboard shows its alternatives.
  ///   - layout: The planes of the field. During a search, the user types with the keys of one of these planes.
  ///   - services: The data of the plane.
  ///   - isReturnEnabled: Whether the field's return key is enabled.
  ///   - now: The time of the gesture on the session's clock.
  ///   - table: The compose sequences for the letters of the search.
  mutating func apply(
    _ event: KeyEvent, hasWaited: Bool, layout: SystemLayout, services: EmojiServices, isReturnEnabled: Bool,
    at now: Duration, composing table: ComposeTable? = nil
  ) -> Consequence {
    guard let identifier = event.key else { return .other(.nothing) }
    if [.longPress, .swipe(.up)].contains(event.gesture), identifier == PlaneKey.globe.identifier(shift: .off),
      hasGlobe(layout)
    {
      return .other(.request(.showInputModeList))
    }
    if let emoji = shownEmoji(services).first(where: { $0.text == identifier }) {
      switch event.gesture {
      case .longPress where !emoji.tones.isEmpty: return .wait
      case .press, .longPress, .repeat, .repeatWord: return type(emoji.text, services)
      case .release where hasWaited: return type(emoji.text, services)
      case .alternative(let index) where emoji.tones.indices ~= index: return type(emoji.tones[index], services)
      case .release, .alternative, .swipe, .touches: return .other(.nothing)
      }
    }
    if search != nil {
      return applyInSearch(
        event, identifier, hasWaited: hasWaited, layout: layout, services: services, at: now, composing: table)
    }
    switch event.gesture {
    case .press, .longPress, .repeat, .repeatWord:
      return press(identifier, event.gesture, layout: layout, services: services, isReturnEnabled: isReturnEnabled)
    case .release, .alternative, .swipe, .touches: return .other(.nothing)
    }
  }

  private func type(_ emoji: String, _ services: EmojiServices) -> Consequence {
    services.record(emoji)
    return .other(.edit(.insertText(emoji)))
  }

  private func hasGlobe(_ layout: SystemLayout) -> Bool { layout[layout.home].keys.contains(.globe) }

  private mutating func press(
    _ identifier: String, _ gesture: KeyEvent.Gesture, layout: SystemLayout, services: EmojiServices,
    isReturnEnabled: Bool
  ) -> Consequence {
    switch identifier {
    case Identifier.search where services.library.catalog != nil:
      search = Search(state: PlaneState(layout))
      return .other(.nothing)
    case Identifier.recent:
      page = .recent(Self.recent(services))
      return .other(.nothing)
    default: break
    }
    let categories = services.library.catalog?.categories ?? []
    if let index = categories.firstIndex(where: { $0.name == identifier }) {
      page = .category(index)
      return .other(.nothing)
    }
    switch layout.panelKeys.first(where: { $0.identifier(shift: .off) == identifier }) {
    case .plane: return .close
    case .space: return .other(.edit(.insertText(" ")))
    case .return where isReturnEnabled: return .other(.edit(.insertText("\n")))
    case .delete where gesture == .repeatWord: return .other(.deleteWord)
    case .delete: return .other(.edit(.deleteBackward))
    case .globe: return .other(.request(.advanceToNextInputMode))
    case .dismiss: return .other(.request(.dismissKeyboard))
    default: return .other(.nothing)
    }
  }

  private mutating func applyInSearch(
    _ event: KeyEvent, _ identifier: String, hasWaited: Bool, layout: SystemLayout, services: EmojiServices,
    at now: Duration, composing table: ComposeTable?
  ) -> Consequence {
    guard var search else { return .other(.nothing) }
    if identifier == Identifier.clear, event.gesture == .press {
      self.search = nil
      return .other(.nothing)
    }
    guard let key = layout[search.state.plane].key(identifier, shift: search.state.shift) else {
      return .other(.nothing)
    }
    if key == .return {
      guard event.gesture == .press || event.gesture == .longPress else { return .other(.nothing) }
      return search.results.first.map { type($0.text, services) } ?? .other(.nothing)
    }
    let effect = search.state.apply(
      event.gesture, to: key, hasWaited: hasWaited, home: layout.home, at: now, composing: table)
    switch effect {
    case .wait: return .wait
    // During a search, the emoji key ends the search and shows the categories again.
    case .emoji:
      self.search = nil
      return .other(.nothing)
    case .edit(.insertText(let text)):
      if search.query.count + text.count <= Self.maximumQueryLength { search.query += text }
    case .edit(.deleteBackward): search.query = String(search.query.dropLast())
    case .deleteWord: search.query = ""
    case .request: return .other(effect)
    case .nothing, .edit, .keyPress, .clipboard, .paste, .forgetCopied: break
    }
    if search.query != self.search?.query {
      search.results = services.library.search(search.query, in: languages, limit: Self.maximumResults)
    }
    self.search = search
    return .other(.nothing)
  }

  /// The recent emoji that are in the catalog.
  private static func recent(_ services: EmojiServices) -> [String] {
    guard let catalog = services.library.catalog else { return [] }
    var seen: Set<String> = []
    return services.recent().filter { catalog.contains($0) && seen.insert($0).inserted }
  }

  /// The emoji that the plane shows.
  private func shownEmoji(_ services: EmojiServices) -> [EmojiCatalog.Emoji] {
    if let search { return search.results }
    guard let catalog = services.library.catalog else { return [] }
    switch page {
    case .recent(let texts):
      // The key of a recent emoji with a skin tone offers no other skin tones, because the catalog has no entry for
      // such an emoji.
      return texts.map { text in catalog.emoji.first { $0.text == text } ?? EmojiCatalog.Emoji(text) }
    case .category(let index): return catalog.categories.indices ~= index ? catalog.categories[index].emoji : []
    }
  }
}

// The input view of the emoji plane.
extension EmojiPanel {
  /// The width of an emoji's key, and the space between two keys, in points.
  private static let keyWidth = 42.0
  private static let spacing = 2.0
  /// The minimum height in points of an emoji's key with the space below the key. The number of emoji in a column
  /// depends on the height of an emoji's key.
  private static let lineHeight = 36.0

  /// Returns the input view of the plane.
  ///
  /// - Parameters:
  ///   - field: The field. The environment of the field contains the size of the keyboard.
  ///   - layout: The planes of the field.
  ///   - plane: The plane that the keyboard showed before the emoji plane.
  ///   - height: The height of the plane of letters with the suggestion bar, in points. The emoji plane is higher
  ///     during a search, because it has more rows.
  ///   - services: The data of the plane.
  ///   - returnKey: The field's return key.
  ///   - table: The compose sequences. After a dead key, the keys show the texts that they would type.
  func inputView(
    _ field: FieldState, layout: SystemLayout, after plane: KeyPlane, height: Double, services: EmojiServices,
    returnKey: ReturnKey, composing table: ComposeTable? = nil
  ) -> InputViewTree {
    let rows =
      if let search {
        searchRows(search, layout: layout, services: services, composing: table)
      } else {
        categoryRows(height: height, layout: layout, after: plane, services: services, returnKey: returnKey)
      }
    return InputViewTree(
      root: .column(rows),
      height: search == nil ? height : field.environment.usualHeight(rows: 5.8), enableInputClicksWhenVisible: true)
  }

  private func categoryRows(
    height: Double, layout: SystemLayout, after plane: KeyPlane, services: EmojiServices, returnKey: ReturnKey
  ) -> [InputViewTree.Element] {
    let state = PlaneState(layout)
    let categories = services.library.catalog?.categories ?? []
    let texts = services.texts
    var tabs = [Key("🕘", identifier: Identifier.recent, role: .planeSwitch, accessibilityLabel: texts.recentEmoji)]
    if case .recent = page { tabs[0].isSelected = true }
    tabs += categories.enumerated().map { index, category in
      Key(
        category.emoji[0].text, identifier: category.name, role: .planeSwitch,
        accessibilityLabel: category.name(in: services.language),
        isSelected: page == .category(index))
    }
    let bottom = plane.panelRow(openedBy: .emoji, layout.panelKeys).map {
      InputViewTree.Element.key($0.key.key(weight: $0.weight, state, returnKey: returnKey, services: services))
    }
    guard !categories.isEmpty else {
      return [
        message(services.library.failure.map { "\($0)" } ?? ""),
        .keyRow([.spacer(weight: KeyPlane.firstPanelWeight)] + bottom),
      ]
    }
    let search = Key(
      "🔍", identifier: Identifier.search, role: .planeSwitch, accessibilityLabel: texts.searchEmoji,
      weight: KeyPlane.firstPanelWeight)
    return [.row(tabs.map { .key($0) }), content(height: height, services), .keyRow([.key(search)] + bottom)]
  }

  private func message(_ text: String) -> InputViewTree.Element {
    .label(Label(Identifier.message, text: text, weight: 4, style: ElementStyle(fontSize: 13)))
  }

  /// The emoji of the page, in a scroll area of columns.
  private func content(height: Double, _ services: EmojiServices) -> InputViewTree.Element {
    let emoji = shownEmoji(services)
    guard !emoji.isEmpty else { return message(services.texts.noRecentEmoji) }
    let keys = emoji.map { InputViewTree.Element.key(key($0, services)) }
    let lines = max(Int(height * 3 / 5 / Self.lineHeight), 1)
    let columns = stride(from: 0, to: keys.count, by: lines).map { start in
      var column = Array(keys[start..<min(start + lines, keys.count)])
      // Fill the rest of the last column with empty space.
      while column.count < lines { column.append(.spacer(weight: 1)) }
      return InputViewTree.Element.stack(
        ElementStack(.column, column, size: FixedSize(width: Self.keyWidth), spacing: Self.spacing))
    }
    let scroll = InputViewTree.Element.stack(ElementStack(.horizontalScroll, columns, spacing: Self.spacing))
    // A frontend remembers the scroll offset for each path in the tree of elements. Give each page a different path, so
    // that a page that the user opens starts without an offset.
    let position =
      switch page {
      case .recent: 0
      case .category(let index): index + 1
      }
    return .stack(
      ElementStack(.layers, Array(repeating: .spacer(weight: 1), count: position) + [scroll], weight: 3))
  }

  private func searchRows(
    _ search: Search, layout: SystemLayout, services: EmojiServices, composing table: ComposeTable?
  ) -> [InputViewTree.Element] {
    let texts = services.texts
    let query = search.query.isEmpty ? texts.searchPrompt : search.query
    let field = Label(
      Identifier.field, text: query, weight: 8, style: ElementStyle(fontSize: 17),
      accessibilityLabel: search.query.isEmpty ? texts.emptySearchField : "\(texts.searchField): \(search.query)")
    let clear = Key("✕", identifier: Identifier.clear, role: .action, accessibilityLabel: texts.endSearch)
    let results: InputViewTree.Element =
      if search.results.isEmpty {
        message(search.query.isEmpty ? "" : texts.noEmojiFound)
      } else {
        .stack(
          ElementStack(
            .horizontalScroll,
            search.results.map { emoji in
              var key = key(emoji, services)
              key.size = FixedSize(width: Self.keyWidth)
              return .key(key)
            }, spacing: Self.spacing))
      }
    var rows: [InputViewTree.Element] = [
      .stack(ElementStack(.row, [.label(field), .key(clear)], weight: 0.8)), results.weighted(1),
    ]
    let letters = layout[search.state.plane].inputView(
      search.state, returnKey: ReturnKey(title: texts.keys.insert, isEnabled: !search.results.isEmpty),
      services: services, composing: table)
    if case .stack(let column) = letters.root { rows += column.children }
    return rows
  }

  private func key(_ emoji: EmojiCatalog.Emoji, _ services: EmojiServices) -> Key {
    Key(
      emoji.text, role: .character, accessibilityLabel: services.library.name(of: emoji, in: languages),
      style: ElementStyle(background: InputViewColor(0), fontSize: 28), alternatives: emoji.tones)
  }
}

extension InputViewTree.Element {
  /// Returns a label or a stack with the given weight, and any other element unchanged.
  fileprivate func weighted(_ weight: Double) -> InputViewTree.Element {
    switch self {
    case .stack(var stack):
      stack.weight = weight
      return .stack(stack)
    case .label(var label):
      label.weight = weight
      return .label(label)
    default: return self
    }
  }
}
