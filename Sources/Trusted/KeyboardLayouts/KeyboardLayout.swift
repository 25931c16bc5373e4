// KeyboardLayouts: the keyboard layouts of xkeyboard-config, through libxkbcommon.
//
// For:    the system keyboard, which shows a layout as keys (`SystemKeyboard`), and the commands that list and enable
//         layouts.
// Never:  reads a layout during a key press: the system keyboard compiles a layout when the user selects it.
// Start:  `KeyboardLayout` below; `LayoutCatalog` for the list of all layouts, `ComposeTable` for dead keys.
//
// A user may have custom layouts in ~/.config/xkb. If a file of a custom layout is damaged, the module reports a
// `Diagnostic` with the file's path.

internal import CXkbcommon
package import Diagnostics
internal import Glibc
internal import ICUShims
package import KeyboardStore

/// A compiled keyboard layout: the symbols of each key of the alphanumeric block.
package struct KeyboardLayout: Hashable, Sendable {
  /// A key of a hardware keyboard, with its symbols by level: base, Shift, AltGr, Shift with AltGr, and higher levels.
  package struct Key: Hashable, Sendable {
    /// The symbols; nil for a level without a character.
    package var symbols: [LayoutSymbol?]

    /// The letter of the same key in the US layout; nil if the US layout has no letter on this key.
    package var latin: Character?

    /// Returns the symbol at a level; nil for a level without a character.
    package subscript(level: Int) -> LayoutSymbol? { symbols.indices ~= level ? symbols[level] : nil }
  }

  /// The name of the keyboard layout.
  package let name: KeyboardLayoutName
  /// The description of the keyboard layout in xkeyboard-config, such as "German (Neo 2)".
  package let title: String
  /// The language as a BCP 47 tag; nil for an unknown language.
  package let language: String?
  /// The title of the space bar: the name of the language. The name is in the language itself, or in English for a
  /// romanized layout.
  package let languageName: String
  /// The keys of the number row. The first key is the key above Tab.
  package let numberRow: [Key]
  /// The three rows of letters, from top to bottom.
  package let letterRows: [[Key]]
  /// The space bar.
  package let space: Key
  /// Whether the language is written from right to left.
  package let isRightToLeft: Bool
  /// Whether the user can type all letters of ASCII with the keyboard layout.
  package let isASCIICapable: Bool

  /// All keys, from top to bottom.
  package var keys: [Key] { numberRow + letterRows.joined() + [space] }

  /// The properties of the keyboard layout that the registry stores.
  package var record: KeyboardLayoutRecord {
    KeyboardLayoutRecord(name: name, title: title, language: language, isASCIICapable: isASCIICapable)
  }

  /// Compiles a keyboard layout.
  ///
  /// - Parameters:
  ///   - name: The name of the keyboard layout.
  ///   - catalog: The list of all layouts, with the title and the language.
  ///   - table: The table of compose sequences; nil for a layout without dead keys.
  /// - Throws: `layoutUnknown` if there is no such layout; `layoutUnusable` with the reason if the layout does not
  ///   compile, or types no letters.
  package init(_ name: KeyboardLayoutName, catalog: LayoutCatalog, composing table: ComposeTable?) throws(Diagnostic) {
    let keymap = try Keymap(name, isListed: catalog[name] != nil)
    func keys(_ names: String...) -> [Key] {
      names.map { name in
        Key(
          symbols: keymap.keysyms(of: name).map { LayoutSymbol(keysym: $0, composing: table) },
          latin: Self.latinLetters[name])
      }
    }
    let numberRow = keys(
      "TLDE", "AE01", "AE02", "AE03", "AE04", "AE05", "AE06", "AE07", "AE08", "AE09", "AE10", "AE11", "AE12", "AE13")
    let letterRows = [
      keys("AD01", "AD02", "AD03", "AD04", "AD05", "AD06", "AD07", "AD08", "AD09", "AD10", "AD11", "AD12"),
      keys("AC01", "AC02", "AC03", "AC04", "AC05", "AC06", "AC07", "AC08", "AC09", "AC10", "AC11", "BKSL"),
      keys("LSGT", "AB01", "AB02", "AB03", "AB04", "AB05", "AB06", "AB07", "AB08", "AB09", "AB10", "AB11"),
    ]
    let symbols = (numberRow + letterRows.joined()).flatMap { $0.symbols.prefix(2).compactMap(\.self) }
    let letters = symbols.filter(\.isLetter)
    guard !letters.isEmpty else {
      throw Diagnostic(.layoutUnusable, name.identifier, "The keyboard layout \(name) has no keys that type letters.")
    }
    let types = Set(symbols.map(\.text))
    let entry = catalog[name]
    self.name = name
    title = entry?.title ?? name.description
    let script = Self.script(of: letters)
    language = Self.language(entry?.language, script: script)
    // Layouts for romaji and pinyin have Latin letters. Give them the English name of the language, because a name in
    // the language's own script would suggest keys with letters of that script.
    let isRomanized = script == "Latn" && language.flatMap(Self.likelyScript).map(Self.mixed.contains) == true
    languageName = language.flatMap { LanguageName.name(of: $0, in: isRomanized ? "en" : $0) } ?? title
    self.numberRow = numberRow
    self.letterRows = letterRows
    space = keys("SPCE")[0]
    isRightToLeft = letters.count(where: \.isRightToLeft) * 2 > letters.count
    isASCIICapable = "abcdefghijklmnopqrstuvwxyz".allSatisfy { types.contains(String($0)) }
  }

  /// The letters of the US layout, by the XKB names of their keys.
  private static let latinLetters = Dictionary(
    uniqueKeysWithValues: [("AD", "qwertyuiop"), ("AC", "asdfghjkl"), ("AB", "zxcvbnm")].flatMap { row, letters in
      letters.enumerated().map { ("\(row)\($0 < 9 ? "0" : "")\($0 + 1)", $1) }
    })

  /// The codes of the scripts for Japanese, Korean and Chinese. For Japanese, Korean and Chinese, input methods convert
  /// typed letters to characters of the language's script.
  private static let mixed: Set = ["Jpan", "Kore", "Hans", "Hant"]

  /// The script to which most of the letters belong; nil if no letter has a known script.
  private static func script(of letters: [LayoutSymbol]) -> String? {
    var counts: [String: Int] = [:]
    for letter in letters { if let script = letter.script { counts[script, default: 0] += 1 } }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// The usual script of a language, such as "Cyrl" for Russian; nil if the usual script is unknown.
  package static func likelyScript(_ language: String) -> String? { string { klv_likely_script(language, $0, $1) } }

  /// Returns the language tag of a layout. If the script of the letters is not the usual script of the language, the
  /// tag contains the script.
  private static func language(_ language: String?, script: String?) -> String? {
    guard let language, !language.isEmpty else { return nil }
    guard let script, let likely = likelyScript(language), script != likely, !mixed.contains(likely) else {
      return language
    }
    return "\(language)-\(script)"
  }

  private static func string(_ body: (UnsafeMutablePointer<CChar>, Int32) -> Int32) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let length = body(start, Int32(buffer.count))
      return length > 0 && length < buffer.count ? String(cString: start) : nil
    }
  }
}

/// A compiled keymap of libxkbcommon.
private struct Keymap: ~Copyable {
  private let context: XKBContext
  private let keymap: OpaquePointer

  init(_ name: KeyboardLayoutName, isListed: Bool) throws(Diagnostic) {
    guard let context = XKBContext() else {
      throw Diagnostic(
        .layoutUnusable, name.identifier, "There are no keyboard layouts in /usr/share/X11/xkb.",
        remedy: "Install Debian's package xkb-data.")
    }
    if let fault = context.fault(in: name) {
      throw Diagnostic(
        .layoutUnusable, name.identifier, "Klava cannot load the keyboard layout \(name): \(fault).")
    }
    let keymap = "evdev".withCString { rules in
      "pc105".withCString { model in
        name.layout.withCString { layout in
          (name.variant ?? "").withCString { variant in
            "".withCString { options in
              var names = xkb_rule_names(
                rules: rules, model: model, layout: layout, variant: variant, options: options)
              return xkb_keymap_new_from_names(context.pointer, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
            }
          }
        }
      }
    }
    guard let keymap else {
      // The list of layouts may be missing, so also treat the name as unknown if libxkbcommon finds no file or no
      // section with the name.
      if !isListed, context.foundNothing { throw Diagnostic(.layoutUnknown, name.identifier) }
      throw Diagnostic(
        .layoutUnusable, name.identifier,
        "Klava cannot load the keyboard layout \(name): \(context.firstMessage ?? "libxkbcommon gives no reason").")
    }
    self.context = context
    self.keymap = keymap
  }

  deinit { xkb_keymap_unref(keymap) }

  /// The keysym of a key at each level; 0 for a level with no keysym or with several keysyms.
  func keysyms(of key: String) -> [UInt32] {
    let code = xkb_keymap_key_by_name(keymap, key)
    guard code != XKB_KEYCODE_INVALID, xkb_keymap_num_layouts_for_key(keymap, code) > 0 else { return [] }
    return (0..<min(xkb_keymap_num_levels_for_key(keymap, code, 0), 8)).map { level in
      var keysyms: UnsafePointer<xkb_keysym_t>?
      return xkb_keymap_key_get_syms_by_level(keymap, code, 0, level, &keysyms) == 1 ? keysyms?.pointee ?? 0 : 0
    }
  }
}
