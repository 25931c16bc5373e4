internal import Diagnostics
internal import Glibc
internal import LinuxShims

/// Text as a terminal can show it: pieces of known width, nothing in them that a terminal would obey.
package enum DisplayText {
  /// What is written as one: a character, or the escape of one that could mislead.
  package struct Piece: Hashable, Sendable {
    /// What is written.
    package var text: String
    /// The cells that it takes, at least one.
    package var width: Int
    /// Whether it stands for something else, which cannot be shown.
    package var isEscape: Bool
  }

  /// Makes the C library and with it ncurses know how wide characters are: to be called once before anything is drawn.
  ///
  /// Where nobody says how this terminal's text is encoded it is UTF-8, as on every terminal of today.
  package static func prepare() {
    setlocale(LC_ALL, "")
    // "ANSI_X3.4-1968" is the C library's name of ASCII, the charset of a locale that nobody chose.
    let charset = nl_langinfo(Int32(CODESET)).map { String(cString: $0) }
    if charset == nil || charset == "ANSI_X3.4-1968" { setlocale(LC_CTYPE, "C.UTF-8") }
  }

  /// The pieces of one character.
  ///
  /// Of an emoji that is joined of several only the first is shown: terminals do not agree on how wide the whole is.
  package static func pieces(of character: Character) -> [Piece] {
    if let ascii = character.asciiValue, (0x20...0x7E).contains(ascii) {
      return [Piece(text: String(character), width: 1, isEscape: false)]
    }
    let text = String(character)
    let harmless = text.sanitized(limit: 16)
    if harmless.hasPrefix("\\u{"), !text.hasPrefix("\\") {
      return harmless.map { Piece(text: String($0), width: 1, isEscape: true) }
    }
    var shown = String.UnicodeScalarView()
    var width = 0
    for scalar in harmless.unicodeScalars {
      // A joiner, or the color of a skin.
      if scalar == "\u{200D}" || (0x1F3FB...0x1F3FF).contains(scalar.value) && width > 0 { break }
      if scalar == "\u{FE0E}" || scalar == "\u{FE0F}" { continue }
      width += max(Int(klv_cell_width(scalar.value)), 0)
      shown.append(scalar)
    }
    guard width > 0 else { return [Piece(text: "\u{FFFD}", width: 1, isEscape: true)] }
    return [Piece(text: String(shown), width: width, isEscape: false)]
  }

  /// The pieces of a text in one line; what comes from a keyboard may be shown so. At most `limit` characters.
  package static func pieces(of text: some StringProtocol, limit: Int = 512) -> [Piece] {
    // Most of what is drawn is plain ASCII, and is drawn again at every key press.
    if let bytes = text.utf8.withContiguousStorageIfAvailable({ $0.count <= limit && $0.allSatisfy(isPlain) }), bytes {
      return text.utf8.map { plain[Int($0)] }
    }
    return text.prefix(limit).flatMap { pieces(of: $0) }
  }

  private static func isPlain(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) }

  private static let plain = (0...0x7E).map { byte in
    Piece(text: String(Unicode.Scalar(UInt8(byte))), width: 1, isEscape: false)
  }

  /// The cells that a text takes in one line.
  package static func width(of text: some StringProtocol) -> Int {
    pieces(of: text).reduce(0) { $0 + $1.width }
  }

  /// As much of a text as so many cells hold, with "…" where something is missing.
  package static func clipped(_ text: some StringProtocol, to width: Int) -> String {
    clippedPieces(of: text, to: width).map(\.text).joined()
  }

  /// The pieces of as much of a text as so many cells hold, with "…" where something is missing.
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

  /// The words of a text in lines of at most so many cells; a word that is longer is broken.
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
