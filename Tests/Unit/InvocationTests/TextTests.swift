import Glibc
import Invocation
import TestSupport
import Testing

/// The bytes of a text without its final NUL, and the offset of the first byte that is not valid UTF-8. The offset is
/// nil if all bytes are valid.
struct TextCase: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let faultOffset: Int?

  init(_ name: String, _ bytes: [UInt8], faultAt offset: Int? = nil) {
    self.name = name
    self.bytes = bytes
    faultOffset = offset
  }

  var testDescription: String { name }

  static let all: [TextCase] = [
    TextCase("nothing", []),
    TextCase("ASCII", Array("2 + 2".utf8)),
    TextCase("every length", Array("aя漢🌐".utf8)),
    TextCase("a noncharacter", [0xEF, 0xBF, 0xBF]),
    TextCase("the last code point", [0xF4, 0x8F, 0xBF, 0xBF]),
    TextCase("an overlong NUL", [0xC0, 0x80], faultAt: 0),
    TextCase("an overlong slash of two bytes", [0x61, 0xC0, 0xAF], faultAt: 1),
    TextCase("an overlong slash of three bytes", [0x61, 0x62, 0xE0, 0x80, 0xAF], faultAt: 2),
    TextCase("an overlong slash of four bytes", [0xF0, 0x80, 0x80, 0xAF], faultAt: 0),
    TextCase("a high surrogate", [0x61, 0xED, 0xA0, 0x80], faultAt: 1),
    TextCase("a surrogate pair", [0xED, 0xA0, 0xBD, 0xED, 0xB2, 0xA9], faultAt: 0),
    TextCase("a truncated pair of bytes", Array("я".utf8) + [0xD1], faultAt: 2),
    TextCase("a truncated three", [0x61, 0xE2, 0x82], faultAt: 1),
    TextCase("a truncated sequence of four bytes before other text", [0x61, 0xF0, 0x9F, 0x8C, 0x62], faultAt: 1),
    TextCase("a lone continuation", Array("漢".utf8) + [0x80, 0x61], faultAt: 3),
    TextCase("past the last code point", [0xF4, 0x90, 0x80, 0x80], faultAt: 0),
    TextCase("a byte that is never used", [0x61, 0x62, 0xFF, 0x63], faultAt: 2),
    TextCase("Latin-1", [0x63, 0x61, 0x66, 0xE9], faultAt: 3),
    TextCase("a fault at the end of much text", Array(repeating: 0x61, count: 60_000) + [0xFE], faultAt: 60_000),
  ]
}

@Suite("Text from C")
struct TextTests {
  /// Calls the body with the bytes and a final NUL.
  private func withText<Result>(_ bytes: [UInt8], _ body: (Value) throws -> Result) throws -> Result {
    try (bytes + [0]).withUnsafeBytes { try body(.string($0.baseAddress?.assumingMemoryBound(to: CChar.self))) }
  }

  @Test("The reader copies valid text, and rejects invalid text at its first invalid byte", arguments: TextCase.all)
  func copying(_ item: TextCase) throws {
    try withText(item.bytes) { value in
      if let offset = item.faultOffset {
        #expect(throws: InvocationError.textNotUTF8(offset: offset)) { try value.text() }
      } else {
        let text = try value.text()
        #expect(text.map { Array($0.utf8) } == item.bytes)
      }
    }
  }

  @Test("Text ends at its first NUL")
  func embeddedNUL() throws {
    #expect(try withText([0x61, 0, 0xFF]) { try $0.text() } == "a")
  }

  @Test("The reader returns nil for a NULL string, and rejects a number")
  func noText() throws {
    #expect(try Value.string(nil).text() == nil)
    #expect(throws: InvocationError.resultType(expected: .string, given: .int64)) { try Value.int64(1).text() }
  }

  @Test("Text may be as long as the limit", arguments: [0, 1, 15, 4_096, 65_536])
  func limits(limit: Int) throws {
    let bytes = [UInt8](repeating: 0x61, count: limit)
    #expect(try withText(bytes) { try $0.text(limit: limit) }?.utf8.count == limit)
    #expect(throws: InvocationError.textTooLong(limit: limit)) {
      try withText(bytes + [0x61]) { try $0.text(limit: limit) }
    }
    #expect(try withText(bytes) { try $0.text(limit: .max) }?.utf8.count == limit)
  }

  @Test("The default limit is 65,536 bytes, and a negative limit counts as zero")
  func defaultLimit() throws {
    #expect(throws: InvocationError.textTooLong(limit: 65_536)) {
      try withText([UInt8](repeating: 0x61, count: 65_537)) { try $0.text() }
    }
    #expect(throws: InvocationError.textTooLong(limit: 0)) { try withText([0x61]) { try $0.text(limit: .min) } }
    #expect(try withText([]) { try $0.text(limit: .min) } == "")
  }

  @Test("Without a NUL, the reader stops at the limit")
  func unterminated() throws {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let memory = try #require(mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    try #require(memory != MAP_FAILED)
    defer { munmap(memory, 2 * page) }
    memset(memory, 0x61, page)
    try #require(mprotect(memory + page, page, PROT_NONE) == 0)
    for limit in [0, 1, 31, 64, page - 1] {
      let text = UnsafePointer((memory + page - limit - 1).assumingMemoryBound(to: CChar.self))
      #expect(throws: InvocationError.textTooLong(limit: limit)) { try Value.string(text).text(limit: limit) }
    }
  }

  @Test("For any bytes, the reader returns the text of Swift's decoder or an error", arguments: 0..<4 as Range<UInt64>)
  func anyBytes(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let pool: [UInt8] = [0x61, 0x7F, 0x80, 0xBF, 0xC2, 0xD1, 0xE0, 0xE2, 0xED, 0xF0, 0xF4, 0xF5, 0xFF]
    for _ in 0..<5_000 {
      let bytes = (0..<Int.random(in: 0...8, using: &generator)).map { _ in pool.randomElement(using: &generator) ?? 1 }
      let expected = String(validating: bytes, as: UTF8.self)
      do {
        let text = try withText(bytes) { try $0.text() }
        #expect(text == expected, "\(bytes), seed \(seed)")
      } catch InvocationError.textNotUTF8(let offset) {
        #expect(expected == nil, "\(bytes), seed \(seed)")
        // The bytes before the invalid byte are the longest valid prefix.
        #expect(String(validating: bytes.prefix(offset), as: UTF8.self) != nil, "\(bytes), seed \(seed)")
        #expect(bytes.indices.contains(offset), "\(bytes), seed \(seed)")
      }
    }
  }
}
