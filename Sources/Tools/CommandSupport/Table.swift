internal import Diagnostics
internal import Glibc

/// A table with aligned columns for a terminal.
package struct Table {
  private var rows: [[String]]

  /// Creates an empty table with column titles.
  package init(_ head: String...) { rows = [head.map { $0.uppercased() }] }

  /// Adds a row. The table sanitizes the row's texts, and shows an empty text as a hyphen.
  package mutating func add(_ texts: String...) { add(texts) }

  /// Adds a row with one text per column.
  package mutating func add(_ texts: [String]) {
    rows.append(
      texts.enumerated().map { column, text in
        // The widest text sets a column's width, so limit the length of the texts in all columns except the last.
        text.isEmpty ? "-" : text.sanitized(limit: column == texts.count - 1 ? 512 : Self.maximumColumnLength)
      })
  }

  /// The maximum number of characters of a text in a column, enough for an identifier.
  private static let maximumColumnLength = 160

  /// The table's lines. To align the columns, this property counts the terminal cells that each text occupies.
  package var text: String {
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

/// The number of terminal cells that a text occupies, according to the C library.
private enum TerminalWidth {
  static func measuring<Result>(_ body: ((String) -> Int) -> Result) -> Result {
    // Set the locale, because in the initial "C" locale `wcwidth` supports only ASCII.
    guard let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil) else { return body { $0.count } }
    let before = uselocale(locale)
    defer {
      uselocale(before)
      freelocale(locale)
    }
    return body { $0.reduce(0) { $0 + width($1) } }
  }

  private typealias WidthFunction = @convention(c) (wchar_t) -> CInt

  /// The C library's `wcwidth`, which the Swift module Glibc does not export.
  private static let wcwidth = dlsym(nil, "wcwidth").map { unsafeBitCast($0, to: WidthFunction.self) }

  private static func width(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    // An emoji is two cells wide, even if it consists of several scalars or has the emoji variation selector.
    if first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    return wcwidth.map { max(0, Int($0(wchar_t(bitPattern: first.value)))) } ?? 1
  }
}
