import JSON
import Testing

@Suite("The host's JSON parser")
struct JSONValueTests {
  @Test(
    "A number is an integer if its value is a whole number and fits into Int64",
    arguments: [
      ("1", .integer(1)), ("-0", .integer(0)), ("1.0", .integer(1)), ("1e3", .integer(1_000)), ("0.5", .real(0.5)),
      ("9007199254740993", .integer(9_007_199_254_740_993)), ("9223372036854775808", .real(9_223_372_036_854_775_808)),
    ] as [(String, JSONValue)])
  func numbers(_ text: String, _ value: JSONValue) throws { #expect(try JSONValue(parsing: Array(text.utf8)) == value) }

  @Test("A byte order mark before the text is skipped, and members are sorted by name")
  func byteOrderMark() throws {
    let value = try JSONValue(parsing: [0xEF, 0xBB, 0xBF] + Array(#"{"b": 1, "a": [null, true]}"#.utf8))

    #expect(value["a"] == .array([.null, .boolean(true)]))
  }

  private static let marked = "a key has more than 30 combining marks in a row (line 1, column 2)."

  @Test(
    "A text that is not JSON causes an error with the place of the fault",
    arguments: [
      ("", "a value is expected (line 1, column 1)."), ("1e999", "the number is too large (line 1, column 1)."),
      ("[1]\nx", "text follows the value (line 2, column 1)."),
      (String(repeating: "[", count: 129), "more than 128 arrays and objects are nested (line 1, column 129)."),
      (#"{"ä": 1, "ä": 2}"#, #"the key "ä" appears twice (line 1, column 10)."#),
      (#"{"\#(marks(31))": 1}"#, marked),
    ])
  func faults(_ text: String, _ reason: String) {
    let error = #expect(throws: JSONValue.SyntaxError.self) { try JSONValue(parsing: Array(text.utf8)) }
    #expect(error?.reason == reason)
  }

  /// Returns a letter with this number of combining marks, in an order that normalization must change.
  private static func marks(_ count: Int) -> String {
    "a" + (0..<count).map { ["\u{301}", "\u{323}", "\u{327}"][$0 % 3] }.joined()
  }

  @Test("The parser refuses a key with many combining marks before it hashes the key")
  func refusesMarks() {
    // Hashing one of these keys would take time in proportion to the square of its length.
    for key in [Self.marks(100_000), "a" + String(repeating: #"\u0301\u0323"#, count: 50_000)] {
      let error = #expect(throws: JSONValue.SyntaxError.self) {
        try JSONValue(parsing: Array(#"{"\#(key)": 1, "b\#(key)": 1}"#.utf8))
      }
      #expect(error?.reason == Self.marked)
    }
  }

  @Test("A key can have 30 combining marks in a row, and a value can have more")
  func allowsMarks() throws {
    let value = try JSONValue(parsing: Array(#"{"\#(Self.marks(30))": "\#(Self.marks(100_000))"}"#.utf8))
    #expect(value[Self.marks(30)]?.string?.unicodeScalars.count == 100_001)
  }

  @Test("An error has a reason that quotes no text")
  func reasonWithoutText() {
    let error = #expect(throws: JSONValue.SyntaxError.self) {
      try JSONValue(parsing: Array(#"{"secret": 1, "secret": 2}"#.utf8))
    }
    #expect(error?.reasonWithoutText == "a key appears twice (line 1, column 15).")
  }

  @Test("The parser refuses bytes that are not UTF-8, and accepts 128 nested arrays")
  func limits() throws {
    let text = [0x0A, 0x22] + Array("ä".utf8) + [0xFF, 0x22]
    let error = #expect(throws: JSONValue.SyntaxError.self) { try JSONValue(parsing: text) }
    #expect(error?.reason == "a byte is not valid UTF-8 (line 2, column 3).")
    let nested = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
    #expect(try JSONValue(parsing: Array(nested.utf8)).array?.count == 1)
  }
}
