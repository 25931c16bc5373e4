/// Finds character borders far from an end of a text, in time that grows with the distance only.
///
/// `String.index(before:)` looks back to the start of a run of regional indicators at every step, so a walk through such a
/// run takes quadratic time. These functions look for a *safe border* instead and count forward from it.
///
/// Most texts consist of *plain* scalars, between which there always is a border (UAX #29: neither is a mark, joins or is a
/// picture). Plain scalars are only counted, eight bytes at a time.
extension String {
  /// Scalars of the longest character. One that goes on longer counts as several, so that no edit of a text that never ends
  /// a character takes long. Text has at most 30 marks in a row (UAX #15, stream-safe text).
  static let longestCharacter = 1_024

  /// The start of the last `count` characters; nil if there are fewer characters and at most `scalarLimit` scalars.
  ///
  /// - Parameters:
  ///   - count: A number of characters.
  ///   - scalarLimit: The most Unicode scalars that the result may lie before the end. Characters beyond it are left out,
  ///     and a single longer character is cut.
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
          // A character that the limit cuts is left out, unless it is the last of the text.
          return index < endIndex ? index : unicodeScalars.index(endIndex, offsetBy: -scalarLimit)
        }
        index = character.start
        left -= 1
        scalarsLeft -= character.scalars
      }
    }
    return index
  }

  /// The end of the first `count` characters; nil if there are fewer characters and at most `scalarLimit` scalars.
  ///
  /// - Parameters:
  ///   - count: A number of characters.
  ///   - scalarLimit: The most Unicode scalars that the result may lie behind the start. Characters beyond it are left out,
  ///     and a single longer character is cut.
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
      // A character that the limit cuts is left out, unless it is the first.
      if end.isCut, index > startIndex { return index }
      index = end.index
    }
    return index
  }
}

extension String {
  /// The start of the character that a scalar is in.
  func characterStart(at place: Index) -> Index { unicodeScalars.characterStart(at: place) }

  /// What tells the next border of characters, after all of this text.
  var lastCharacterRecognizer: Unicode._CharacterRecognizer {
    var recognizer = Unicode._CharacterRecognizer()
    guard let start = index(ofLastCharacters: 1) else { return recognizer }
    for scalar in unicodeScalars[start...] { _ = recognizer.hasBreak(before: scalar) }
    return recognizer
  }
}

extension Substring {
  /// A character border at most a thousand scalars before `place`, found without looking at the rest of the text.
  ///
  /// In a run that has no safe border for that long (marks, conjoining letters or joiners without end) the result is some
  /// scalar inside the run.
  package func border(atOrBefore place: Index) -> Index {
    let scalars = base.unicodeScalars[startIndex..<endIndex]
    let rounded = scalars._index(roundingDown: place)
    return rounded == endIndex || rounded == startIndex ? rounded : scalars.safeBorder(atOrBefore: rounded)
  }
}

/// One character of a text: where it starts and how many scalars it has.
private struct CharacterExtent<Index: Comparable> {
  let start: Index
  var scalars: Int
}

extension BidirectionalCollection where Element == Unicode.Scalar {
  /// Scalars that are segmented together, so that a search for a safe border is made once for all of them.
  private var blockScalars: Int { 256 }
  /// Scalars that a search for a safe border looks at, at most.
  private var searchedScalars: Int { String.longestCharacter }
  /// Regional indicators that a search looks at, at most: comparing two of them is cheap, and flags in a row are text.
  private var searchedIndicators: Int { 65_536 }

  /// The last characters before a border: at least one, and about `count` unless that is more than a few hundred.
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

  /// The end of the character that starts at a border.
  fileprivate func characterEnd(after start: Index, within limit: Int) -> (index: Index, scalars: Int, isCut: Bool) {
    var recognizer = Unicode._CharacterRecognizer()
    var index = start
    var count = 0
    while index < endIndex {
      if recognizer.hasBreak(before: self[index]), count > 0 { return (index, count, false) }
      if count == limit { return (index, count, true) }
      if count == String.longestCharacter { break }
      count += 1
      formIndex(after: &index)
    }
    return (index, count, false)
  }

  /// The start of the character that the scalar at `place` is in.
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

  /// The nearest border at or before `place` that can be told from a bounded number of scalars, or the start.
  fileprivate func safeBorder(atOrBefore place: Index) -> Index {
    guard place < endIndex else { return place }
    var index = place
    var searched = 0
    while index > startIndex, searched < searchedScalars {
      let previous = self.index(before: index)
      if self[previous].isRegionalIndicator, self[index].isRegionalIndicator {
        let run = startOfRegionalIndicators(before: index)
        // Two of them make a flag, counted from the start of the run.
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

  /// Where the run of regional indicators before `end` starts, and how many they are.
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

  /// Whether there is a border between two scalars, whatever comes before the first.
  ///
  /// Only three rules of UAX #29 look further back than one scalar: GB9c and GB11, whose last scalar before the border is a
  /// mark or a joiner, and GB12/13 for regional indicators, which alone are not separated.
  private static func isSafeBorder(between first: Unicode.Scalar, and second: Unicode.Scalar) -> Bool {
    // Asked first, for it is the answer in a run of marks: nothing is separated from a mark or a joiner that follows it.
    if second.extendsCharacters { return false }
    guard Unicode._CharacterRecognizer().separates(first, from: second) else { return false }
    guard first.extendsCharacters else { return true }
    return Unicode._CharacterRecognizer.afterPicture.separates(first, from: second)
      && Unicode._CharacterRecognizer.afterConjunct.separates(first, from: second)
  }
}

extension Unicode._CharacterRecognizer {
  /// Behind a picture, which a joiner joins with another one.
  fileprivate static let afterPicture = Unicode._CharacterRecognizer(after: ["\u{1F469}"])
  /// Behind a consonant and a sign that joins it with another one.
  fileprivate static let afterConjunct = Unicode._CharacterRecognizer(after: ["\u{915}", "\u{94D}"])

  private init(after scalars: [Unicode.Scalar]) {
    self.init()
    for scalar in scalars { _ = hasBreak(before: scalar) }
  }

  /// Whether there is a border between two scalars that come next.
  fileprivate func separates(_ first: Unicode.Scalar, from second: Unicode.Scalar) -> Bool {
    var recognizer = self
    _ = recognizer.hasBreak(before: first)
    return recognizer.hasBreak(before: second)
  }
}

extension Unicode.Scalar {
  /// Whether two of these make a flag.
  fileprivate var isRegionalIndicator: Bool { 0x1F1E6...0x1F1FF ~= value }

  /// Whether it goes on with the character before it, whatever that is but a control.
  fileprivate var extendsCharacters: Bool {
    // No mark has a lower number.
    value >= 0x300 && (self == "\u{200D}" || properties.isGraphemeExtend)
  }

  /// Whether a line ends here, as `Character.isNewline` has it.
  package var isNewline: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}

/// Plain scalars beside a border, without the last of them where something else follows that might join it.
private struct PlainRun {
  /// How many characters they are.
  private(set) var characters = 0
  /// How many bytes they have.
  private(set) var bytes = 0

  /// At most so many before a border.
  init(before end: Int, in text: UnsafeBufferPointer<UInt8>, atMost limit: Int) {
    var start = end
    var width = 0
    while start > 0, characters <= limit {
      if start >= 8, limit - characters >= 8, Self.isPlain(wordOf: text, at: start - 8) {
        start -= 8
        characters += 8
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

  /// At most so many after a border.
  init(after start: Int, in text: UnsafeBufferPointer<UInt8>, atMost limit: Int) {
    var end = start
    var width = 0
    while end < text.count, characters <= limit {
      if text.count - end >= 8, limit - characters >= 8, Self.isPlain(wordOf: text, at: end) {
        end += 8
        characters += 8
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

  /// Whether the eight bytes are all plain scalars of one byte.
  private static func isPlain(wordOf text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    let word = UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    let ones: UInt64 = 0x0101_0101_0101_0101, highs: UInt64 = 0x8080_8080_8080_8080
    // A byte of the second number is 0 where the first has a carriage return.
    let differences = word ^ (ones &* 0x0D)
    return (word | ((differences &- ones) & ~differences)) & highs == 0
  }

  /// Whether the eight bytes are four letters of U+0400…U+047F.
  private static func isCyrillic(wordOf text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    let word = UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    return UInt64(littleEndian: word) & 0xC0FE_C0FE_C0FE_C0FE == 0x80D0_80D0_80D0_80D0
  }

  /// Whether the bytes are one plain scalar: ASCII but for the carriage return, which a line feed joins; letters of Latin, Greek
  /// and Cyrillic; dashes and quotation marks; ideographs.
  private static func isPlain(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, upTo end: Int) -> Bool {
    switch (text[start], end - start) {
    case (0x0D, _): return false
    case (..<0x80, 1): return true
    // U+00C0…U+02FF, U+0380…U+047F, U+04C0…U+053F.
    case (0xC3...0xCB, 2), (0xCE...0xD1, 2), (0xD3...0xD4, 2): return true
    // U+048A…U+04BF: before them are combining marks.
    case (0xD2, 2): return text[start + 1] >= 0x8A
    // U+2010…U+2027.
    case (0xE2, 3): return text[start + 1] == 0x80 && 0x90...0xA7 ~= text[start + 2]
    // U+4000…U+9FFF.
    case (0xE4...0xE9, 3): return true
    default: return false
    }
  }
}
