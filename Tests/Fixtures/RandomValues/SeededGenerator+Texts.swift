package import TestSupport
package import TextModel

// Random texts and edits.
extension SeededGenerator {
  /// Whole clusters, parts of clusters, and scalars that join the text around them into one cluster.
  package static let pieces = [
    "a", "b", "word", " ", " ", "  ", ".", "'", "0", "_", "\n", "\r\n", "\r", "\t", "e\u{301}", "\u{E9}", "\u{301}",
    "\u{301}\u{302}\u{303}\u{304}", "👍", "👍🏽", "\u{1F3FD}", "👨‍👩‍👧‍👦", "👩", "\u{200D}", "❤️", "\u{FE0F}", "1️⃣",
    "🇺🇦", "🇦", "🇧", "🇨🇩🇪", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "שּׁ", "בְּ", "\u{5B0}", "بَّ", "\u{651}", "كتاب", "कि", "क्ष", "क्षि", "\u{94D}", "\u{937}",
    "কি", "กี่", "กำ", "\u{E35}", "ກີ່", "ཀི", "\u{F72}", "ស្រី", "\u{17D2}", "각", "ᄀ", "ᅡ", "ᆨ", "中文", "㐂", "𝒳",
    "\u{0}", "\u{AD}", "\u{600}", "\u{2028}", "\u{FFFD}", "\u{10FFFF}", "\u{E000}", "<b></b>",
  ]

  package mutating func text(upTo count: Int) -> String {
    (0..<integer(0...count)).map { _ in one(of: Self.pieces) }.joined()
  }

  /// A text, cut into three parts at random scalars.
  package mutating func parts(upTo count: Int) -> (before: String, selected: String, after: String) {
    let scalars = Array(text(upTo: count).unicodeScalars)
    let start = integer(0...scalars.count)
    let end = integer(0...2) == 0 ? integer(start...scalars.count) : start
    return (string(scalars[..<start]), string(scalars[start..<end]), string(scalars[end...]))
  }

  package mutating func edit() -> Edit {
    switch integer(0...19) {
    case 0...3: .insertText(insertedText())
    case 4...9: .deleteBackward
    case 10...12: .adjustTextPosition(byCharacterOffset: integer(-6...6))
    case 13: .adjustTextPosition(byCharacterOffset: one(of: [.min, .min + 1, -40, 40, .max]))
    case 14, 15: .adjustTextPositionByCharacters(integer(-4...4))
    case 16: .adjustTextPositionByCharacters(one(of: [.min, -30, 30, .max]))
    case 17, 18: .setMarkedText(insertedText(), selectedRange: range())
    default: .unmarkText
    }
  }

  /// A text that a keyboard may insert: it contains no forbidden control characters.
  private mutating func insertedText() -> String {
    var text = text(upTo: 4)
    while let control = text.firstForbiddenControl { text.unicodeScalars.removeAll { $0 == control } }
    return text
  }

  private mutating func range() -> Range<Int> {
    if integer(0...9) == 0 { return one(of: [.min ..< .max, -5..<2, 1 ..< .max, .min ..< -1, .max ..< .max]) }
    let start = integer(0...8)
    return start..<start + integer(0...4)
  }

  private func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
