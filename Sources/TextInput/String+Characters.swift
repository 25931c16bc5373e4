/// Where characters begin, many of them in one go: each key press counts a thousand on both sides of the insertion point.
///
/// What most texts are made of are *plain* scalars, between which there always is a border (UAX #29: neither is a mark, joins or
/// is a picture), so that they need only be counted. At all others the standard library is asked, one character at a time.
extension String {
  /// Where the last `count` characters begin; nil if there are fewer. The same as `index(endIndex, offsetBy: -count, …)`.
  package func index(ofLastCharacters count: Int) -> Index? {
    var index = endIndex
    var left = count
    while left > 0 {
      let run = utf8.withContiguousStorageIfAvailable {
        PlainRun(before: utf8.distance(from: startIndex, to: index), in: $0, atMost: left)
      }
      if let run, run.characters > 0 {
        index = utf8.index(index, offsetBy: -run.bytes)
        left -= run.characters
      } else {
        guard index > startIndex else { return nil }
        index = self.index(before: index)
        left -= 1
      }
    }
    return index
  }

  /// Where the first `count` characters end; nil if there are fewer. The same as `index(startIndex, offsetBy: count, …)`.
  package func index(ofFirstCharacters count: Int) -> Index? {
    var index = startIndex
    var left = count
    while left > 0 {
      let run = utf8.withContiguousStorageIfAvailable {
        PlainRun(after: utf8.distance(from: startIndex, to: index), in: $0, atMost: left)
      }
      if let run, run.characters > 0 {
        index = utf8.index(index, offsetBy: run.bytes)
        left -= run.characters
      } else {
        guard index < endIndex else { return nil }
        index = self.index(after: index)
        left -= 1
      }
    }
    return index
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
