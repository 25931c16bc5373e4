import Diagnostics
import EmojiData
import FakeKeyboards
import Foundation
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import KeyboardStore
import Layout
import SystemKeyboard
import TestSupport
import Testing
import TextModel

@testable import KeyboardLayouts

@Suite("Keyboard layouts of xkeyboard-config (Behavior.md#keyboard-layouts)")
struct KeyboardLayoutTests {
  /// The keyboard layouts that Klava cannot load, each with a part of the reason. These layouts are for Braille, or
  /// contain symbols for a second group.
  private static let unusable = Dictionary(
    uniqueKeysWithValues: [
      "apl", "apl(apl2)", "apl(aplplusII)", "apl(aplx)", "apl(dyalog)", "apl(sax)", "apl(unified)", "brai",
      "brai(left_hand)", "brai(left_hand_invert)", "brai(right_hand)", "brai(right_hand_invert)", "cz(typo)",
      "se(swl)",
    ].map { ($0, "has no keys that type letters") } + [("custom", "Couldn't find file \"symbols/custom\"")])

  private static let widths = [320.0, 384, 1_024]

  private static let catalog = LayoutCatalog()
  /// All keyboard layouts of xkeyboard-config, or the reason why Klava cannot load them. Loading them takes seconds, so
  /// the tests share them.
  private static let loaded = Result {
    let table = try #require(ComposeTable(environment: { _ in nil }) { Issue.record("\($0)") })
    return catalog.entries.map { entry in
      (entry, Result { () throws(Diagnostic) in try KeyboardLayout(entry.name, catalog: catalog, composing: table) })
    }
  }
  private static let emojiLibrary = EmojiLibrary()

  @Test("Every keyboard layout of xkeyboard-config loads, or Klava names the reason")
  func all() throws {
    let loaded = try Self.loaded.get()
    try #require(loaded.count > 500)
    var faults: [String] = []
    var failed: [String: String] = [:]
    for (entry, layout) in loaded {
      switch layout {
      case .success(let layout):
        if layout.languageName.isEmpty { faults.append("\(entry.name): the space bar has no title") }
      case .failure(let error): failed[entry.name.description] = error.description
      }
    }
    for (name, reason) in failed {
      guard let expected = Self.unusable[name] else {
        faults.append("\(name): \(reason)")
        continue
      }
      if !reason.contains(expected) { faults.append("\(name): the reason is \(reason)") }
    }
    #expect(faults == [])
    #expect(Set(failed.keys) == Set(Self.unusable.keys))
  }

  /// The number of parts into which the test divides the list of keyboard layouts, so that several threads test them.
  private static let parts = 4

  @Test(
    "For every symbol of every keyboard layout, there is a key or an alternative, and no key is too narrow",
    arguments: 0..<parts)
  func reachable(part: Int) throws {
    let keyboard = SystemKeyboard()
    let shapes = ValidShapes()
    var faults: [String] = []
    for (index, (entry, layout)) in try Self.loaded.get().enumerated()
    where index % Self.parts == part && Self.unusable[entry.name.description] == nil {
      let symbols = try layout.get().keys.flatMap { $0.symbols.compactMap(\.self) }
      // Most variants of a language have rows of the same lengths, and keys are most likely to be missing or too narrow
      // at the smallest width.
      let isLanguage = entry.name.variant == nil
      for width in Checks.areComplete || isLanguage ? Self.widths : [Self.widths[0]] {
        let shown = try ShownLayout(entry.name, width: width, keyboard: keyboard, shapes: shapes)
        let missing = symbols.filter { !shown.contains($0) }
        if !missing.isEmpty { faults.append("\(entry.name), \(width): no key for \(missing.map(\.identifier))") }
        faults += shown.faults.map { "\(entry.name), \(width): \($0)" }
      }
      // Together, the languages have every arrangement.
      guard Checks.areComplete || isLanguage || index / Self.parts % 8 == 0 else { continue }
      for (side, widths) in Self.arrangements {
        for width in Checks.areComplete ? widths : [widths[index / Self.parts % widths.count]] {
          var preferences = TypingPreferences.none
          preferences.oneHanded = side
          let shown = try ShownLayout(entry.name, width: width, preferences, keyboard: keyboard, shapes: shapes)
          faults += shown.faults.map { "\(entry.name), \(width), \(side == nil ? "split" : "one-handed"): \($0)" }
        }
      }
    }
    #expect(faults == [])
    #expect(keyboard.drainDiagnostics() == [])
  }

  /// The widths at which the arrangements differ. A keyboard is split at 600 points or more, and its gaps become wider
  /// at 700 and at 1,000 points.
  private static let arrangements: [(side: TypingPreferences.Side?, widths: [Double])] = [
    (nil, [599, 600, 640, 699, 700, 800]), (.left, [320, 384, 600, 1_024]),
  ]

  @Test(
    "In each kind of field, with all added keys, no key of a language's layout is too narrow",
    arguments: [
      (320, nil), (384, nil), (384, .left), (384, .right), (600, nil), (700, nil), (1_024, .right),
    ] as [(width: Double, side: TypingPreferences.Side?)])
  func fields(width: Double, side: TypingPreferences.Side?) throws {
    let keyboard = SystemKeyboard()
    let shapes = ValidShapes()
    var preferences = TypingPreferences.none
    preferences.oneHanded = side
    preferences.showsNumberRow = true
    preferences.showsDesktopKeys = true
    preferences.keepsClipboard = true
    var faults: [String] = []
    let entries = Self.catalog.entries.filter { $0.name.variant == nil && Self.unusable[$0.name.description] == nil }
    for (index, entry) in entries.enumerated() {
      // The type of a field changes only the row of the space bar. Other settings do not affect this row, so check the
      // types only at one width, and a third of them for each language.
      for (number, type) in KeyboardType.allCases.filter(\.hasLetters).enumerated()
      where type == .default || width == 320 && (Checks.areComplete || (index + number) % 3 == 0) {
        let shown = try ShownLayout(entry.name, type, width: width, preferences, keyboard: keyboard, shapes: shapes)
        faults += shown.faults.map { "\(entry.name), \(type): \($0)" }
      }
    }
    #expect(faults == [])
  }

  @Test(
    "The capital of a letter that is an alternative has no key, because the held capital of the other letter offers it",
    arguments: [("ru", ["Е": "Ё", "Ь": "Ъ"]), ("by", ["Е": "Ё"])])
  func capitalAlternatives(layout: String, capitals: [String: String]) throws {
    let keyboard = SystemKeyboard()
    keyboard.selectLayout(of: "system:\(layout)", showsLanguage: true)
    var state = FieldState()
    state.environment.width = 320
    let field = try TypedField(state, keyboard: keyboard)
    try field.press("shift")
    for (key, capital) in capitals { #expect(field.inputView?.key(key)?.alternatives.contains(capital) == true) }
    try field.type("ЁлкаЭ")
    #expect(field.text == "ЁлкаЭ")
    try field.press("123")
    #expect(field.identifiers.contains("№") && !field.identifiers.contains { capitals.values.contains($0) })
    #expect(!field.identifiers.contains("Э"))
    guard case .stack(let rows)? = field.inputView?.root else {
      Issue.record("no rows")
      return
    }
    #expect(rows.children.count == 4)
  }

  @Test(
    "The key that shows the letters has the first letters of the script as its title",
    arguments: [("ru", "АБВ"), ("gr", "ΑΒΓ"), ("il", "אבג"), ("th", "กขค"), ("jp(kana)", "あいう"), ("de", "ABC")])
  func lettersTitle(layout: String, title: String) throws {
    let field = try field(layout)
    try field.press("123")
    #expect(field.inputView?.key("ABC")?.title == title)
    try field.press("emoji")
    #expect(field.inputView?.key("ABC")?.title == title)
    field.keyboard.preferences.keepsClipboard = true
    try field.serve(.appear(FieldState()), document: TextBuffer())
    try field.press("123", "clipboard")
    #expect(field.inputView?.key("ABC")?.title == title)
  }

  @Test("The check for faulty includes accepts all keyboard layouts of xkeyboard-config")
  func includes() {
    var check = IncludeCheck(folders: ["/usr/share/X11/xkb"])
    let faults = Self.catalog.entries.compactMap { entry in
      check.fault(in: entry.name).map { "\(entry.name): \($0)" }
    }
    #expect(faults == [])
  }

  // MARK: Dead keys and compose sequences

  private func field(_ layout: String, isAutomatic: Bool = false) throws -> TypedField {
    let keyboard = SystemKeyboard(emoji: EmojiServices(library: Self.emojiLibrary))
    keyboard.selectLayout(of: "system:\(layout)", showsLanguage: false)
    return try TypedField(keyboard: keyboard, isAutomatic: isAutomatic)
  }

  /// Keys to press in a keyboard layout, and the expected text.
  private static let sequences: [(layout: String, keys: [String], text: String)] = [
    ("gr", ["dead_acute", "α"], "ά"), ("gr", ["dead_acute", "shift", "Α"], "Ά"),
    ("gr", ["dead_acute", "τ"], "´τ"), ("gr", ["dead_acute", "delete", "α"], "α"),
    ("gr", ["dead_acute", "dead_acute"], "´"), ("gr", ["dead_acute", "123", "1"], "´1"),
    ("us(intl)", ["dead_acute", "e"], "é"), ("us(intl)", ["dead_acute", "space"], "'"),
    ("us(intl)", ["123", "#+=", "Multi_key", "ABC", "a", "e"], "æ"),
    ("us(intl)", ["123", "#+=", "Multi_key", "123", "-", "-", "-"], "—"),
    ("us(intl)", ["123", "#+=", "Multi_key", "ABC", "q", "q"], "qq"),
    ("de", ["123", "#+=", "dead_circumflex", "ABC", "o"], "ô"),
    ("ara", ["لا"], "لا"),
  ]

  @Test("A dead key changes the next letter, and a compose sequence types its character", arguments: sequences)
  func compose(_ layout: String, _ keys: [String], _ text: String) throws {
    let field = try field(layout)
    for key in keys {
      try #require(field.identifiers.contains(key), "no key \(key) in \(field.identifiers)")
      try field.press(key)
    }
    #expect(field.text == text)
  }

  @Test("After a dead key, the title of each key is the text that the key would type")
  func preview() throws {
    let field = try field("gr")
    try field.press("dead_acute")
    #expect(field.inputView?.key("α")?.title == "ά")
    #expect(field.inputView?.key("τ")?.title == "τ")
    #expect(field.inputView?.key("dead_acute")?.isSelected == true)
    try field.press("α")
    #expect(field.inputView?.key("α")?.title == "α")
    #expect(field.inputView?.key("dead_acute")?.isSelected == false)
  }

  @Test("For a damaged keyboard layout, Klava reports one diagnostic and shows the built-in keyboard layout")
  func unknown() throws {
    let keyboard = SystemKeyboard()
    for mode in ["system:none", "system:none", "system:../etc", "system:custom"] {
      keyboard.selectLayout(of: mode, showsLanguage: true)
    }
    #expect(keyboard.drainDiagnostics().map(\.code) == [.layoutUnknown, .layoutUnknown, .layoutUnusable])
    #expect(keyboard.drainDiagnostics() == [])
    let field = try TypedField(keyboard: keyboard)
    try field.press("q")
    #expect(field.text == "q")
  }

  @Test(
    "With random gestures on any keyboard layout, all input views are valid and no turn fails", arguments: [1, 2, 3])
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let entries = Self.catalog.entries.filter { Self.unusable[$0.name.description] == nil }
    for _ in 0..<12 {
      let entry = try #require(entries.randomElement(using: &random))
      let field = try field(entry.name.description, isAutomatic: true)
      for _ in 0..<60 {
        let key = try #require(field.inputView?.keys.randomElement(using: &random))
        guard key.role != .nextKeyboard, key.role != .dismiss else { continue }
        let count = key.alternatives.count
        let gesture: KeyEvent.Gesture =
          count > 0 && Bool.random(using: &random) ? .alternative(Int.random(in: 0...count, using: &random)) : .press
        // `TypedField` throws an error if an input view is invalid or a turn fails.
        try field.serve(.key(KeyEvent(key: key.identifier, gesture: gesture)))
      }
      #expect(!field.identifiers.isEmpty, "seed \(seed), \(entry.name)")
    }
  }

  // MARK: Keys

  @Test(
    "At the start of a sentence, the keys type capitals, even if shift has other symbols; letters without capitals stay",
    arguments: [
      ("ru", ["Й"]), ("il", ["ש"]), ("th", ["ก"]), ("ge", ["ქ", "ა"]), ("it", ["È", "Ò"]), ("ch", ["Ü", "Ö"]),
      ("tr", ["I", "İ"]), ("de", ["Ü", "ß"]),
      // On the number row of this layout, a hardware keyboard types digits with shift, but Klava's keys type capitals.
      ("cz", ["Ě"]),
    ])
  func capitals(layout: String, keys: [String]) throws {
    let field = try field(layout, isAutomatic: true)
    #expect(Set(field.identifiers).isSuperset(of: keys), "\(field.identifiers)")
    #expect(field.inputView?.key("shift")?.isSelected == !["il", "th", "ge"].contains(layout))
  }

  @Test("In right-to-left layouts, brackets look as in right-to-left text, and type the characters of the layout")
  func mirrored() throws {
    let field = try field("il")
    try field.press("123")
    #expect(field.inputView?.key("(")?.title == ")")
    try field.press("(")
    #expect(field.text == "(")
  }

  @Test(
    "The plane of numbers has the punctuation of the language",
    arguments: [("ara", ["،", "؛", "؟"]), ("es", ["¿", "¡"]), ("ru", ["№"]), ("ir", ["۱", "؟"])])
  func punctuation(_ layout: String, _ keys: [String]) throws {
    let field = try field(layout)
    try field.press("123")
    #expect(Set(keys).subtracting(field.identifiers) == [])
  }

  @Test("The space bar shows the language of the layout, and the keyboard reports this language to the host")
  func language() throws {
    let field = try field("ru")
    #expect(field.inputView?.key("space")?.title == "Русский")
    #expect(field.requests.first == .setPrimaryLanguage("ru"))
    #expect(try TypedField().inputView?.key("space")?.title == "space")
    let keyboard = SystemKeyboard()
    keyboard.selectLayout(of: SystemKeyboard.identifier, showsLanguage: true)
    #expect(try TypedField(keyboard: keyboard).inputView?.key("space")?.title == "English")
  }

  @Test(
    "Letters that do not fit into their row move to other rows, or to a new row if all other rows are full",
    arguments: [
      ("fr", 320, 4, 10), ("fr", 390, 4, 12), ("fr", 1_024, 4, 12), ("ru", 360, 4, 11), ("ru", 390, 4, 12),
      ("ara", 390, 4, 12), ("de", 320, 4, 10), ("cz", 390, 5, 12), ("ru", 320, 4, 10), ("ua", 320, 4, 10),
      ("kz", 320, 5, 10), ("kz", 390, 5, 12), ("rs", 320, 4, 10),
    ])
  func rows(_ layout: String, width: Double, rows: Int, columns: Int) throws {
    let keyboard = SystemKeyboard()
    keyboard.selectLayout(of: "system:\(layout)", showsLanguage: true)
    var state = FieldState()
    state.environment.width = width
    let field = try TypedField(state, keyboard: keyboard)
    var shown: [InputViewTree.Element] = []
    if case .stack(let column) = field.inputView?.root { shown = column.children }
    #expect(shown.count == rows)
    #expect(shown.dropLast().allSatisfy { InputViewTree(root: $0).keys.count <= columns })
  }

  @Test(
    "In fields for addresses on a phone, the row of the space bar keeps its letters, and a held key offers other texts",
    arguments: ["ru", "de", "il", "kz", "ua"],
    [KeyboardType.URL, .emailAddress, .twitter, .webSearch, .asciiCapable])
  func addresses(_ layout: String, _ type: KeyboardType) throws {
    let keyboard = SystemKeyboard()
    keyboard.selectLayout(of: "system:\(layout)", showsLanguage: true)
    func view(_ type: KeyboardType) throws -> (rows: [InputViewTree], view: InputViewTree) {
      var state = FieldState(standing: InputModeStanding(needsInputModeSwitchKey: true))
      state.environment.width = 320
      state.traits.keyboardType = type
      let view = try #require(try TypedField(state, keyboard: keyboard).inputView)
      guard case .stack(let column) = view.root else { return ([], view) }
      return (column.children.map { InputViewTree(root: $0) }, view)
    }
    let usual = try view(.default)
    let shown = try view(type)
    #expect(shown.rows.count == usual.rows.count)
    let letters = [shown, usual].map { $0.rows.dropLast().map { row in row.keys.map(\.identifier) } }
    #expect(letters[0] == letters[1])
    let offered = Set(shown.view.keys.flatMap { [$0.title] + $0.alternatives })
    let texts: [KeyboardType: Set<String>] = [
      .URL: [".", "/", ".com", ".org"], .emailAddress: ["@", "."], .twitter: ["@", "#"], .webSearch: ["."],
    ]
    #expect(texts[type, default: []].subtracting(offered) == [])
  }

  @Test("At each width of a floating keyboard, no key is too narrow")
  func floatingWidth() throws {
    let keyboard = SystemKeyboard()
    let shapes = ValidShapes()
    var faults: [String] = []
    for name in ["us", "ru", "de", "fr", "ara", "th", "kz"] {
      let layout = try #require(KeyboardLayoutName(name))
      for width in stride(from: 320.0, through: 1_200, by: 40) {
        let shown = try ShownLayout(layout, .URL, width: width, keyboard: keyboard, shapes: shapes)
        faults += shown.faults.map { "\(name), \(width): \($0)" }
      }
    }
    #expect(faults == [])
  }

  @Test(
    "A letter without a key is an alternative of a similar letter",
    arguments: [("fr", "e", "é"), ("ru", "е", "ё"), ("by", "е", "э"), ("kz", "ь", "ъ")])
  func similar(_ layout: String, _ key: String, _ letter: String) throws {
    let field = try field(layout)
    #expect(field.inputView?.key(key)?.alternatives.contains(letter) == true)
    if layout == "ru" { return }
    var environment = KeyboardEnvironment()
    environment.width = 320
    try field.serve(.environmentChanged(environment))
    #expect(field.inputView?.key(letter) == nil)
    #expect(field.keyboard.path(to: Character(letter))?.count == 1)
  }

  @Test(
    "The space bar names a romanized keyboard layout in English",
    arguments: [("jp", "Japanese"), ("jp(kana)", "日本語"), ("cn", "Chinese"), ("rs(latin)", "Srpski (latinica)")])
  func romanized(_ layout: String, _ title: String) throws {
    #expect(try field(layout).inputView?.key("space")?.title == title)
  }

  @Test("A narrow space bar shows a symbol and keeps its name", arguments: [KeyboardType.URL, .twitter])
  func narrowSpace(_ type: KeyboardType) throws {
    let space = try #require(try TypedField(type).inputView?.key("space"))
    #expect(space.title == "␣" && space.accessibilityLabel == "space")
  }

  @Test(
    "The language of a keyboard layout includes the script if the letters are of another script than usual",
    arguments: [("rs", "sr"), ("rs(latin)", "sr-Latn"), ("jp", "ja")])
  func script(_ name: String, _ language: String) throws {
    let layout = try KeyboardLayout(
      try #require(KeyboardLayoutName(name)), catalog: LayoutCatalog(), composing: nil)
    #expect(layout.language == language)
  }

  @Test("The check of the input modes adds a diagnostic only to a keyboard layout that Klava cannot load")
  func check() throws {
    var keyboards = try ["", "de", "nowhere"].flatMap { name in
      var keyboards = RegisteredKeyboard.fallback
      if !name.isEmpty {
        keyboards[0].layout = KeyboardLayoutRecord(name: try #require(KeyboardLayoutName(name)), title: name)
      }
      return keyboards
    }
    LayoutCatalog.check(&keyboards)
    #expect(keyboards.map(\.diagnostic?.code) == [nil, nil, .layoutUnknown])
  }

  @Test("When the width changes, the rows of letters change, and the keyboard still shows the same plane")
  func width() throws {
    let field = try field("ru")
    try field.press("shift")
    var environment = KeyboardEnvironment()
    environment.width = 320
    try field.serve(.environmentChanged(environment))
    let narrow = field.inputView
    environment.width = 1_024
    try field.serve(.environmentChanged(environment))
    #expect(field.inputView != narrow)
    #expect(field.identifiers.contains("Й"))
  }

  @Test(
    "The name of a keyboard layout has an optional variant in parentheses",
    arguments: [
      ("de", true), ("de(neo)", true), ("us(dvorak-l)", true), ("", false), ("de(", false), ("de()", false),
      ("de)", false), ("de(neo)x", false), ("../de", false), ("de neo", false), ("ру", false),
      (String(repeating: "d", count: 65), false), ("de(neo(x))", false),
    ])
  func names(text: String, isValid: Bool) {
    let name = KeyboardLayoutName(text)
    #expect((name != nil) == isValid)
    if let name {
      #expect(name.description == text)
      #expect(KeyboardLayoutName(identifier: name.identifier) == name)
    }
  }
}

/// The shapes of the input views that have no key that is too narrow. Many keyboard layouts have planes with the same
/// shape, so the tests lay out each shape only once.
private final class ValidShapes {
  private var shapes: Set<[Double]> = []

  /// Adds the shape of an input view if `isValid` returns true. Does not call `isValid` if the set contains the shape.
  func add(_ shape: [Double]?, isValid: () -> Bool) {
    if let shape, shapes.contains(shape) { return }
    if isValid(), let shape { shapes.insert(shape) }
  }
}

extension InputViewTree {
  /// All properties of the input view on which the frames of its keys depend, and those that ``ShownLayout`` reads. The
  /// layout measures no text, so the frames do not depend on titles. Nil for an input view that has elements other than
  /// rows, columns, keys and spacers.
  fileprivate func shape(_ others: Double...) -> [Double]? {
    var shape = others + [height ?? -1, designWidth ?? -1]
    return root.add(to: &shape) ? shape : nil
  }
}

extension InputViewTree.Element {
  /// Adds the numbers that describe the element. Returns false for an element that ``InputViewTree/shape(_:)`` does not
  /// support.
  fileprivate func add(to shape: inout [Double]) -> Bool {
    switch self {
    case .stack(let stack):
      guard stack.arrangement == .row || stack.arrangement == .column,
        stack.style == ElementStyle()
      else { return false }
      shape += [
        stack.arrangement == .row ? -2 : -3, Double(stack.children.count), stack.weight,
        stack.size.width ?? -1, stack.size.height ?? -1, stack.spacing ?? -1,
        stack.forcesLeftToRight ? 1 : 0,
      ]
      return stack.children.allSatisfy { $0.add(to: &shape) }
    case .key(let key):
      shape += [key.role == .space ? -4 : -5, key.weight, key.size.width ?? -1, key.size.height ?? -1]
      return true
    case .spacer(let weight):
      shape += [-6, weight]
      return true
    case .label, .image, .suggestions, .canvas: return false
    }
  }
}

/// The input views of all planes of a keyboard layout, which this type checks.
private struct ShownLayout {
  /// The identifiers of the keys, and the titles of their alternatives.
  private var names: Set<String> = []
  /// Input views that are invalid, and keys that are too narrow.
  private(set) var faults: [String] = []
  private let type: KeyboardType
  private let shapes: ValidShapes

  init(
    _ name: KeyboardLayoutName, _ type: KeyboardType = .default, width: Double,
    _ preferences: TypingPreferences = .none, keyboard: SystemKeyboard, shapes: ValidShapes
  ) throws {
    self.type = type
    self.shapes = shapes
    keyboard.selectLayout(of: name.identifier, showsLanguage: true)
    keyboard.preferences = preferences
    var serial: UInt64 = 0
    var environment = KeyboardEnvironment()
    environment.width = width
    func serve(_ event: TurnEvent) throws {
      serial += 1
      let result = try keyboard.serve(Turn(serial: serial, event: event)) { _ in .refused(.failed) }
      for case .setInputView(let view) in result.requests { try add(view, in: environment) }
    }
    var field = FieldState(standing: InputModeStanding(needsInputModeSwitchKey: true))
    field.traits.keyboardType = type
    field.environment = environment
    try serve(.appear(field))
    let planes = preferences.showsDesktopKeys ? ["Fn"] : []
    for key in ["ABC", "shift", "shift", "123", "#+="] + planes { try serve(.key(KeyEvent(key: key, gesture: .press))) }
    try serve(.disappear)
  }

  private mutating func add(_ view: InputViewTree, in environment: KeyboardEnvironment) throws {
    do {
      try view.validate()
    } catch {
      faults.append(error.description)
    }
    var mayLackSpace = type != .default
    for key in view.keys {
      names.insert(key.identifier)
      for alternative in key.alternatives { names.insert(alternative) }
      // In fields for URLs, additional keys leave no wide space bar. The plane of function keys has no space bar.
      if key.identifier == "f1" { mayLackSpace = true }
    }
    shapes.add(view.shape(environment.width, mayLackSpace ? 1 : 0)) {
      let known = faults.count
      check(view, "", in: environment, mayLackSpace: mayLackSpace)
      if environment.width >= InputViewTree.leastWidthOfHalves {
        check(view.split(at: environment.width), " in a half", in: environment, mayLackSpace: mayLackSpace)
      }
      return faults.count == known
    }
  }

  /// Adds a fault for each key that is too narrow.
  private mutating func check(
    _ view: InputViewTree, _ place: String, in environment: KeyboardEnvironment, mayLackSpace: Bool
  ) {
    let keys = InputViewLayout(view, in: environment).elements.compactMap { element in
      element.key.map { (key: $0, frame: element.frame) }
    }
    for row in Dictionary(grouping: keys, by: \.frame.y).values {
      // On each side, the touch target of a key extends beyond its frame by half of the gap.
      let sorted = row.map(\.frame).sorted { $0.x < $1.x }
      let gap = zip(sorted, sorted.dropFirst()).map { $1.x - $0.maxX }.min() ?? 6
      for (key, frame) in row where frame.width + gap < 32 {
        faults.append("\(key.identifier)\(place) is \(frame.width + gap) points wide")
      }
    }
    let spaces = keys.filter { $0.key.role == .space }
    if environment.width < 700, !mayLackSpace, spaces.reduce(0, { $0 + $1.frame.width + 6 }) < 70 {
      faults.append("the space bar\(place) is \(spaces.map { $0.frame.width + 6 }) points wide")
    }
  }

  func contains(_ symbol: LayoutSymbol) -> Bool {
    symbol.text == " " || names.contains(symbol.identifier) || names.contains(symbol.title)
      || names.contains(symbol.mirrored.title)
  }
}

extension KeyboardType {
  fileprivate var hasLetters: Bool {
    switch self {
    case .numberPad, .phonePad, .decimalPad, .asciiCapableNumberPad: false
    default: true
    }
  }
}
