internal import CXkbcommon
internal import CXkbregistry
internal import Diagnostics
internal import Glibc
internal import ICUShims
package import KeyboardStore

/// The list of all keyboard layouts in xkeyboard-config and in the user's folder `~/.config/xkb`.
package struct LayoutCatalog: Sendable {
  /// A keyboard layout in the list.
  package struct Entry: Hashable, Sendable {
    /// The name of the keyboard layout.
    package let name: KeyboardLayoutName
    /// The description in English, such as "German (Neo 2)".
    package let title: String
    /// The language as a BCP 47 tag; nil if the list states no language.
    package let language: String?
  }

  /// The keyboard layouts, sorted by name.
  package let entries: [Entry]
  private let places: [KeyboardLayoutName: Int]

  /// Reads the list of layouts. The list is empty if xkeyboard-config is not installed.
  package init() {
    // Load the rarely used layouts of the list `evdev.extras.xml` too.
    let flags = RXKB_CONTEXT_LOAD_EXOTIC_RULES.rawValue | RXKB_CONTEXT_NO_DEFAULT_INCLUDES.rawValue
    guard let context = rxkb_context_new(rxkb_context_flags(rawValue: flags)) else {
      self.init([])
      return
    }
    defer { rxkb_context_unref(context) }
    // Print no message about a damaged list in the user's folder, because the only effect is that the user's layouts
    // have no titles.
    rxkb_context_set_log_level(context, RXKB_LOG_LEVEL_CRITICAL)
    var hasFolder = false
    let folders = XKBContext()?.folders ?? []
    for folder in IncludeCheck(folders: folders).listFolders where rxkb_context_include_path_append(context, folder) {
      hasFolder = true
    }
    guard hasFolder, rxkb_context_parse(context, "evdev") else {
      self.init([])
      return
    }
    var entries: [Entry] = []
    var next = rxkb_layout_first(context)
    while let layout = next {
      next = rxkb_layout_next(layout)
      guard let text = rxkb_layout_get_name(layout).map({ String(cString: $0) }) else { continue }
      let variant = rxkb_layout_get_variant(layout).map { String(cString: $0) }
      guard let name = KeyboardLayoutName(layout: text, variant: variant?.isEmpty == true ? nil : variant) else {
        continue
      }
      entries.append(
        Entry(
          name: name, title: rxkb_layout_get_description(layout).map { String(cString: $0) } ?? name.description,
          language: Self.language(of: layout)))
    }
    self.init(entries)
  }

  private init(_ entries: [Entry]) {
    let unique = Dictionary(entries.map { ($0.name, $0) }) { first, _ in first }
    let sorted = unique.values.sorted { $0.name.description < $1.name.description }
    self.entries = sorted
    places = Dictionary(uniqueKeysWithValues: sorted.indices.map { (sorted[$0].name, $0) })
  }

  /// Returns the entry of a layout; nil if the list does not contain the layout.
  package subscript(name: KeyboardLayoutName) -> Entry? { places[name].map { entries[$0] } }

  /// Adds a diagnostic to each keyboard layout that Klava cannot load, for example because an update of xkb-data
  /// removed the layout. Reads the list of layouts only if one of the keyboards is a keyboard layout.
  package static func check(_ keyboards: inout [RegisteredKeyboard]) {
    guard keyboards.contains(where: { $0.layout != nil }) else { return }
    let catalog = LayoutCatalog()
    for index in keyboards.indices {
      guard let layout = keyboards[index].layout else { continue }
      do throws(Diagnostic) {
        _ = try KeyboardLayout(layout.name, catalog: catalog, composing: nil)
      } catch {
        keyboards[index].diagnostic = error
      }
    }
  }

  private static func language(of layout: OpaquePointer) -> String? {
    guard let first = rxkb_layout_get_iso639_first(layout), let code = rxkb_iso639_code_get_code(first) else {
      return nil
    }
    // The list contains language codes of three letters, but BCP 47 requires the shortest code.
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let length = klv_language_code(code, start, Int32(buffer.count))
      return length > 0 && length < buffer.count ? String(cString: start) : String(cString: code)
    }
  }
}
