/// Functions that count characters from the start or the end of a text and return a position. The time of these
/// functions depends only on the number of counted characters.
///
/// In a run of regional indicators, each call of `String.index(before:)` reads back to the start of the run. Therefore
/// moving backward through the run with `index(before:)` takes quadratic time. The functions in this file first find a
/// *safe boundary*: a character boundary that does not depend on the text before it. From the safe boundary, the
/// functions count forward.
///
/// Most texts consist of *plain* scalars, which always have a boundary between them (UAX #29: none is a mark, a joiner
/// or a pictograph). In plain text, the functions do not search for boundaries: they count scalars, and read eight
/// bytes at a time.
extension String {
  /// The maximum number of scalars in a character. A longer character counts as several characters, so that edits stay
  /// fast even if an untrusted text is a single character of a million scalars. Text of natural languages has at most
  /// 30 marks in a row (UAX #15, stream-safe text).
  static let maximumCharacterLength = 1_024

  /// Returns the start of the last `count` characters, within a limit of scalars; nil if the text has fewer characters.
  ///
  /// - Parameters:
  ///   - count: The number of characters to count.
  ///   - scalarLimit: The maximum distance of the result from the end, in Unicode scalars. The counted text contains
  ///     only characters that are completely within the limit of scalars. Exception: if the last character of the text
  ///     exceeds the limit, the result is a position inside this character.
  package func index(ofLastCharacters count: Int, scalarLimit: Int = .max) -> Index? {
    var index = endIndex
    var left = count
    var scalarsLeft = scalarLimit
    while left > 0, scalarsLeft > 0 {
      let run = utf8.withContiguousStorageIfAvailable {
        PlainRun(before: utf8.distance(from: startIndex, to: index), in: $0, atMost: min(left, scalarsLeft))
      }
      if let run, run.characters > 0 {
        index = utf8.index(index, offsetBy: -run.bytes)
        left -= run.characters
        scalarsLeft -= run.characters
        continue
      }
      guard index > startIndex else { return nil }
      for character in unicodeScalars.characters(before: index, about: left).reversed() where left > 0 {
        guard character.scalars <= scalarsLeft else {
          // This character exceeds the limit, so do not count it. Exception: if it is the last character of the text,
          // return a position inside it.
          return index < endIndex ? index : unicodeScalars.index(endIndex, offsetBy: -scalarLimit)
        }
        index = character.start
        left -= 1
        scalarsLeft -= character.scalars
      }
    }
    return index
  }

  /// Returns the end of the first `count` characters, within a limit of scalars; nil if the text has fewer characters.
  ///
  /// - Parameters:
  ///   - count: The number of characters to count.
  ///   - scalarLimit: The maximum distance of the result from the start, in Unicode scalars. The counted text contains
  ///     only characters that are completely within the limit of scalars. Exception: if the first character of the text
  ///     exceeds the limit, the result is a position inside this character.
  package func index(ofFirstCharacters count: Int, scalarLimit: Int = .max) -> Index? {
    var index = startIndex
    var left = count
    var scalarsLeft = scalarLimit
    while left > 0, scalarsLeft > 0 {
      let run = utf8.withContiguousStorageIfAvailable {
        PlainRun(after: utf8.distance(from: startIndex, to: index), in: $0, atMost: min(left, scalarsLeft))
      }
      if let run, run.characters > 0 {
        index = utf8.index(index, offsetBy: run.bytes)
        left -= run.characters
        scalarsLeft -= run.characters
        continue
      }
      guard index < endIndex else { return nil }
      let end = unicodeScalars.characterEnd(after: index, within: scalarsLeft)
      left -= 1
      scalarsLeft -= end.scalars
      // This character exceeds the limit. Count the character only if it is the first character of the text.
      if end.isCut, index > startIndex { return index }
      index = end.index
    }
    return index
  }
}

extension String {
  /// Returns the start of the last `count` scalars; nil if there are fewer, or if one of them is not plain. Each of the
  /// scalars is a character and a UTF-16 code unit.
  func index(ofLastPlainScalars count: Int) -> Index? {
    utf8.withContiguousStorageIfAvailable { text in
      let run = PlainRun(before: text.count, in: text, atMost: count)
      return run.characters == count ? utf8.index(endIndex, offsetBy: -run.bytes) : nil
    } ?? nil
  }

  func characterStart(at place: Index) -> Index { unicodeScalars.characterStart(at: place) }

  /// A recognizer that has read the last character of this text. The recognizer can find the first character boundary
  /// in text that follows this text.
  var lastCharacterRecognizer: Unicode._CharacterRecognizer {
    var recognizer = Unicode._CharacterRecognizer()
    guard let start = index(ofLastCharacters: 1) else { return recognizer }
    for scalar in unicodeScalars[start...] { _ = recognizer.hasBreak(before: scalar) }
    return recognizer
  }
}

extension Substring {
  /// Returns a character boundary that is at most about 1,000 scalars before `place`. The method reads no text that is
  /// farther from `place`, except in a sequence of flag emoji.
  ///
  /// A long run of marks or joiners has no safe boundary. In such a run, the result is the start of a scalar.
  package func border(atOrBefore place: Index) -> Index {
    let scalars = base.unicodeScalars[startIndex..<endIndex]
    let rounded = scalars._index(roundingDown: place)
    return rounded == endIndex || rounded == startIndex ? rounded : scalars.safeBorder(atOrBefore: rounded)
  }
}

/// The start of a character and its number of scalars.
private struct CharacterExtent<Index: Comparable> {
  let start: Index
  var scalars: Int
}

extension BidirectionalCollection where Element == Unicode.Scalar {
  /// The number of scalars in one block. The functions search for a safe boundary once for each block.
  private var blockScalars: Int { 256 }
  /// The maximum number of scalars that a search for a safe boundary reads.
  private var searchedScalars: Int { String.maximumCharacterLength }
  /// The maximum number of regional indicators that a search reads. The maximum is high, because comparing indicators
  /// is fast, and because users type long sequences of flag emoji.
  private var searchedIndicators: Int { 65_536 }

  /// Returns about `count` characters directly before a boundary. Returns at least one character, and at most a few
  /// hundred.
  fileprivate func characters(before end: Index, about count: Int) -> [CharacterExtent<Index>] {
    let start = safeBorder(
      atOrBefore: index(end, offsetBy: -Swift.min(count, blockScalars), limitedBy: startIndex) ?? startIndex)
    var characters: [CharacterExtent<Index>] = []
    var recognizer = Unicode._CharacterRecognizer()
    var index = start
    while index < end {
      if recognizer.hasBreak(before: self[index]) {
        characters.append(CharacterExtent(start: index, scalars: 1))
      } else {
        characters[characters.count - 1].scalars += 1
      }
      formIndex(after: &index)
    }
    return characters
  }

  /// Returns the end of the character that starts at a boundary.
  fileprivate func characterEnd(after start: Index, within limit: Int) -> (index: Index, scalars: Int, isCut: Bool) {
    var recognizer = Unicode._CharacterRecognizer()
    var index = start
    var count = 0
    while index < endIndex {
      if recognizer.hasBreak(before: self[index]), count > 0 { return (index, count, false) }
      if count == limit { return (index, count, true) }
      if count == String.maximumCharacterLength { break }
      count += 1
      formIndex(after: &index)
    }
    return (index, count, false)
  }

  fileprivate func characterStart(at place: Index) -> Index {
    guard place < endIndex else { return place }
    var start = safeBorder(atOrBefore: place)
    var recognizer = Unicode._CharacterRecognizer()
    var index = start
    while index <= place {
      if recognizer.hasBreak(before: self[index]) { start = index }
      formIndex(after: &index)
    }
    return start
  }

  /// Returns the nearest safe boundary at or before `place`. If the search finds no safe boundary within its limit,
  /// returns the position at which the search stopped.
  fileprivate func safeBorder(atOrBefore place: Index) -> Index {
    guard place < endIndex else { return place }
    var index = place
    var searched = 0
    while index > startIndex, searched < searchedScalars {
      let previous = self.index(before: index)
      if self[previous].isRegionalIndicator, self[index].isRegionalIndicator {
        let run = startOfRegionalIndicators(before: index)
        // From the start of the run, each pair of indicators is one flag.
        let border = run.count.isMultiple(of: 2) ? index : previous
        if border > run.start { return border }
        index = run.start
      } else {
        if Self.isSafeBorder(between: self[previous], and: self[index]) { return index }
        index = previous
      }
      searched += 1
    }
    return index
  }

  private func startOfRegionalIndicators(before end: Index) -> (start: Index, count: Int) {
    var index = end
    var count = 0
    while index > startIndex, count < searchedIndicators {
      let previous = self.index(before: index)
      guard self[previous].isRegionalIndicator else { break }
      index = previous
      count += 1
    }
    return (index, count)
  }

  /// Whether there is a boundary between two scalars, regardless of the scalars before `first`.
  ///
  /// Only four rules of UAX #29 depend on more than one scalar before a boundary: GB9c, GB11, GB12 and GB13. GB9c and
  /// GB11 apply only if `first` is a mark or a joiner. GB12 and GB13 apply to pairs of regional indicators, between
  /// which this function reports no boundary.
  private static func isSafeBorder(between first: Unicode.Scalar, and second: Unicode.Scalar) -> Bool {
    // A fast check first: if `second` is a mark or a joiner, there is no boundary before it.
    if second.extendsCharacters { return false }
    guard Unicode._CharacterRecognizer().separates(first, from: second) else { return false }
    guard first.extendsCharacters else { return true }
    return Unicode._CharacterRecognizer.afterPicture.separates(first, from: second)
      && Unicode._CharacterRecognizer.afterConjunct.separates(first, from: second)
  }
}

extension Unicode._CharacterRecognizer {
  /// A recognizer that has read a pictograph, which a joiner can join to another pictograph.
  fileprivate static let afterPicture = Unicode._CharacterRecognizer(after: ["\u{1F469}"])
  /// A recognizer that has read a consonant and a sign that joins this consonant to the next consonant.
  fileprivate static let afterConjunct = Unicode._CharacterRecognizer(after: ["\u{915}", "\u{94D}"])

  private init(after scalars: [Unicode.Scalar]) {
    self.init()
    for scalar in scalars { _ = hasBreak(before: scalar) }
  }

  /// Whether there is a character boundary between the next two scalars.
  fileprivate func separates(_ first: Unicode.Scalar, from second: Unicode.Scalar) -> Bool {
    var recognizer = self
    _ = recognizer.hasBreak(before: first)
    return recognizer.hasBreak(before: second)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is one half of a flag emoji.
  package var isRegionalIndicator: Bool { 0x1F1E6...0x1F1FF ~= value }

  /// Whether the scalar extends any character that directly precedes it, except a control character.
  fileprivate var extendsCharacters: Bool {
    // A fast check: no mark is below U+0300.
    value >= 0x300 && (self == "\u{200D}" || properties.isGraphemeExtend)
  }

  /// Whether a line ends at this scalar, like `Character.isNewline`.
  package var isNewline: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}

/// A run of plain scalars next to a boundary. If the scalar at the other end of the run may belong to a longer
/// character, the run excludes this scalar.
private struct PlainRun {
  private(set) var characters = 0
  private(set) var bytes = 0

  /// Finds at most `limit` plain scalars before a boundary.
  init(before end: Int, in text: UnsafeBufferPointer<UInt8>, atMost limit: Int) {
    var start = end
    var width = 0
    while start > 0, characters <= limit {
      let plain = Self.plainBytes(of: text, at: start - 8, step: -8, most: min(start, limit - characters))
      if plain > 0 {
        start -= plain
        characters += plain
        width = 1
        continue
      }
      if start >= 8, limit - characters >= 4, Self.isCyrillic(wordOf: text, at: start - 8) {
        start -= 8
        characters += 4
        width = 2
        continue
      }
      var lead = start - 1
      while lead > 0, text[lead] & 0xC0 == 0x80, start - lead < 3 { lead -= 1 }
      guard Self.isPlain(text, lead, upTo: start) else { break }
      width = start - lead
      start = lead
      characters += 1
    }
    if start > 0 || characters > limit { leaveLast(width, &start, by: 1) }
    bytes = end - start
  }

  /// Finds at most `limit` plain scalars after a boundary.
  init(after start: Int, in text: UnsafeBufferPointer<UInt8>, atMost limit: Int) {
    var end = start
    var width = 0
    while end < text.count, characters <= limit {
      let plain = Self.plainBytes(of: text, at: end, step: 8, most: min(text.count - end, limit - characters))
      if plain > 0 {
        end += plain
        characters += plain
        width = 1
        continue
      }
      if text.count - end >= 8, limit - characters >= 4, Self.isCyrillic(wordOf: text, at: end) {
        end += 8
        characters += 4
        width = 2
        continue
      }
      let length = text[end] < 0x80 ? 1 : text[end] < 0xE0 ? 2 : 3
      guard end + length <= text.count, Self.isPlain(text, end, upTo: end + length) else { break }
      width = length
      end += length
      characters += 1
    }
    if end < text.count || characters > limit { leaveLast(width, &end, by: -1) }
    bytes = end - start
  }

  private mutating func leaveLast(_ width: Int, _ place: inout Int, by direction: Int) {
    guard characters > 0 else { return }
    characters -= 1
    place += direction * width
  }

  /// Returns the number of consecutive plain scalars of one byte, in whole groups of eight, at most `limit`.
  ///
  /// - Parameters:
  ///   - offset: The offset of the first eight bytes.
  ///   - step: The distance to the next eight bytes: 8 or -8.
  private static func plainBytes(
    of text: UnsafeBufferPointer<UInt8>, at offset: Int, step: Int, most limit: Int
  ) -> Int {
    let bytes = UnsafeRawBufferPointer(text)
    let ones: UInt64 = 0x0101_0101_0101_0101, highs: UInt64 = 0x8080_8080_8080_8080
    var offset = offset
    var count = 0
    while limit &- count >= 8 {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      // A byte of `differences` is 0 if the byte at the same position of `word` is a carriage return.
      let differences = word ^ (ones &* 0x0D)
      guard (word | ((differences &- ones) & ~differences)) & highs == 0 else { break }
      offset &+= step
      count &+= 8
    }
    return count
  }

  /// Whether the next eight bytes are four letters from U+0400 to U+047F.
  private static func isCyrillic(wordOf text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    let word = UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    return UInt64(littleEndian: word) & 0xC0FE_C0FE_C0FE_C0FE == 0x80D0_80D0_80D0_80D0
  }

  /// Whether the bytes are one plain scalar.
  ///
  /// Plain scalars are ASCII scalars, letters of Latin, Greek and Cyrillic, dashes, quotation marks and ideographs. The
  /// carriage return is not plain, because it forms one character with a line feed after it.
  private static func isPlain(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, upTo end: Int) -> Bool {
    switch (text[start], end - start) {
    case (0x0D, _): return false
    case (..<0x80, 1): return true
    // U+00C0…U+02FF, U+0380…U+047F, U+04C0…U+053F.
    case (0xC3...0xCB, 2), (0xCE...0xD1, 2), (0xD3...0xD4, 2): return true
    // U+048A…U+04BF. The scalars directly below U+048A are combining marks.
    case (0xD2, 2): return text[start + 1] >= 0x8A
    // U+2010…U+2027.
    case (0xE2, 3): return text[start + 1] == 0x80 && 0x90...0xA7 ~= text[start + 2]
    // U+4000…U+9FFF.
    case (0xE4...0xE9, 3): return true
    default: return false
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a tab or ends a line or paragraph: a line feed, a carriage return, U+2028 or U+2029. The
  /// other scalars that end a line are control characters, which keyboards may not insert.
  package var endsLineOrIsTab: Bool {
    value == 0x09 || value == 0x0A || value == 0x0D || value == 0x2028 || value == 0x2029
  }
}
