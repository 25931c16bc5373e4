internal import Diagnostics
internal import Glibc
internal import LinuxShims

/// Converts text to pieces of known width that contain no terminal control sequences.
package enum DisplayText {
  /// A unit of output: a character, or a part of an escape text. An escape text replaces a character that is unsafe for
  /// the terminal.
  package struct Piece: Hashable, Sendable {
    /// The text to write to the terminal.
    package var text: String
    /// The width in cells, at least 1.
    package var width: Int
    /// Whether the piece is a part of the escape text that replaces a character.
    package var isEscape: Bool
  }

  /// Sets the locale, so that the C library and ncurses know the widths of characters.
  ///
  /// Call this function once before anything is drawn. If the locale names no encoding, the encoding is UTF-8.
  package static func prepare() {
    setlocale(LC_ALL, "")
    // "ANSI_X3.4-1968" is the C library's name for ASCII, the encoding of the default locale.
    let charset = nl_langinfo(Int32(CODESET)).map { String(cString: $0) }
    if charset == nil || charset == "ANSI_X3.4-1968" { setlocale(LC_CTYPE, "C.UTF-8") }
  }

  /// The pieces of one character.
  ///
  /// If the character joins several emoji, the pieces contain only the first emoji. Terminals disagree on the width of
  /// joined emoji.
  package static func pieces(of character: Character) -> [Piece] {
    if let ascii = character.asciiValue, (0x20...0x7E).contains(ascii) {
      return [Piece(text: String(character), width: 1, isEscape: false)]
    }
    let text = String(character)
    let sanitized = text.sanitized(limit: 16)
    if sanitized.hasPrefix("\\u{"), !text.hasPrefix("\\") {
      return sanitized.map { Piece(text: String($0), width: 1, isEscape: true) }
    }
    var shown = String.UnicodeScalarView()
    var width = 0
    for scalar in sanitized.unicodeScalars {
      // Stop at a zero-width joiner or a skin tone modifier.
      if scalar == "\u{200D}" || (0x1F3FB...0x1F3FF).contains(scalar.value) && width > 0 { break }
      if scalar == "\u{FE0E}" || scalar == "\u{FE0F}" { continue }
      width += max(Int(klv_cell_width(scalar.value)), 0)
      shown.append(scalar)
    }
    guard width > 0 else { return [Piece(text: "\u{FFFD}", width: 1, isEscape: true)] }
    return [Piece(text: String(shown), width: width, isEscape: false)]
  }

  /// The pieces of the first `limit` characters of a text, in one line. The pieces are sanitized, so the text may come
  /// from a keyboard.
  package static func pieces(of text: some StringProtocol, limit: Int = 512) -> [Piece] {
    // This path is fast, because most text is plain ASCII and the view draws all its text again at every key press.
    if let bytes = text.utf8.withContiguousStorageIfAvailable({ $0.count <= limit && $0.allSatisfy(isPlain) }), bytes {
      return text.utf8.map { plain[Int($0)] }
    }
    return text.prefix(limit).flatMap { pieces(of: $0) }
  }

  private static func isPlain(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) }

  private static let plain = (0...0x7E).map { byte in
    Piece(text: String(Unicode.Scalar(UInt8(byte))), width: 1, isEscape: false)
  }

  /// The width of a text in one line, in cells.
  package static func width(of text: some StringProtocol) -> Int {
    pieces(of: text).reduce(0) { $0 + $1.width }
  }

  /// The longest start of a text that fits into `width` cells, with "…" if the text is clipped.
  package static func clipped(_ text: some StringProtocol, to width: Int) -> String {
    clippedPieces(of: text, to: width).map(\.text).joined()
  }

  /// The pieces of the longest start of a text that fits into `width` cells, with "…" if the text is clipped.
  static func clippedPieces(of text: some StringProtocol, to width: Int) -> [Piece] {
    let pieces = pieces(of: text)
    if pieces.reduce(0, { $0 + $1.width }) <= width { return pieces }
    guard width > 0 else { return [] }
    var left = width - 1
    let shown = pieces.prefix { piece in
      left -= piece.width
      return left >= 0
    }
    return shown + [Piece(text: "…", width: 1, isEscape: false)]
  }

  /// The words of a text, wrapped to lines of at most `width` cells. A word that is wider than a line is split.
  package static func lines(of text: some StringProtocol, width: Int) -> [String] {
    guard width > 0 else { return [] }
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      var word = clipped(word, to: 4_096)
      let whole = line.isEmpty ? word : "\(line) \(word)"
      if self.width(of: whole) <= width {
        line = whole
        continue
      }
      if !line.isEmpty { lines.append(line) }
      while self.width(of: word) > width {
        var part = ""
        var used = 0
        for piece in pieces(of: word) {
          guard used + piece.width <= width else { break }
          used += piece.width
          part += piece.text
        }
        guard !part.isEmpty else { return lines }
        lines.append(part)
        word = String(word.dropFirst(part.count))
      }
      line = word
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }
}
