internal import Diagnostics
internal import Glibc

/// Rows of texts with their columns one below the other, for a person at a terminal.
struct Table {
  private var rows: [[String]]

  /// A table with these words above its columns.
  init(_ head: String...) { rows = [head.map { $0.uppercased() }] }

  /// Adds a row. Texts are made harmless here; an empty one is shown as a hyphen.
  mutating func add(_ texts: String...) { add(texts) }

  /// Adds a row of as many texts as there are columns.
  mutating func add(_ texts: [String]) {
    rows.append(
      texts.enumerated().map { column, text in
        // A column is as wide as its widest text; the last one is not filled up.
        text.isEmpty ? "-" : text.sanitized(limit: column == texts.count - 1 ? 512 : Self.columnLimit)
      })
  }

  /// The most characters that a column shows of a text: an identifier and more.
  private static let columnLimit = 160

  /// The table's lines. Columns are aligned by the cells that a terminal gives to each character.
  var text: String {
    let rows = TerminalWidth.measuring { width in
      self.rows.map { $0.map { (text: $0, width: width($0)) } }
    }
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].width : 0 }.max() ?? 0 }
    return rows.map { row in
      let last = row.count - 1
      return row.enumerated().map { column, cell in
        column == last ? cell.text : cell.text + String(repeating: " ", count: widths[column] - cell.width)
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}

/// How many cells of a terminal a text takes, by the C library's tables.
private enum TerminalWidth {
  static func measuring<Result>(_ body: ((String) -> Int) -> Result) -> Result {
    // `wcwidth` knows nothing beyond ASCII in the locale that a program starts with.
    guard let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil) else { return body { $0.count } }
    let before = uselocale(locale)
    defer {
      uselocale(before)
      freelocale(locale)
    }
    return body { $0.reduce(0) { $0 + width($1) } }
  }

  private typealias WidthFunction = @convention(c) (wchar_t) -> CInt

  /// The C library's `wcwidth`, which its module for Swift does not show.
  private static let wcwidth = dlsym(nil, "wcwidth").map { unsafeBitCast($0, to: WidthFunction.self) }

  private static func width(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    // Emoji are two cells wide, also those made of several characters or only asked to be one.
    if first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    return wcwidth.map { max(0, Int($0(wchar_t(bitPattern: first.value)))) } ?? 1
  }
}
