import JSON
import Testing

@Suite("JSON of the host")
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

  @Test(
    "A text that is not JSON causes an error with the place of the fault",
    arguments: [
      ("", "a value is expected (line 1, column 1)."), ("1e999", "the number is too large (line 1, column 1)."),
      ("[1]\nx", "text follows the value (line 2, column 1)."),
      (String(repeating: "[", count: 129), "more than 128 arrays and objects are nested (line 1, column 129)."),
      (#"{"ä": 1, "ä": 2}"#, #"the key "ä" appears twice (line 1, column 10)."#),
    ])
  func faults(_ text: String, _ reason: String) {
    let error = #expect(throws: JSONValue.SyntaxError.self) { try JSONValue(parsing: Array(text.utf8)) }
    #expect(error?.reason == reason)
  }

  @Test("Bytes that are not UTF-8 are refused, and 128 nested arrays are allowed")
  func limits() throws {
    let error = #expect(throws: JSONValue.SyntaxError.self) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
    #expect(error?.reason == "it is not UTF-8.")
    let nested = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
    #expect(try JSONValue(parsing: Array(nested.utf8)).array?.count == 1)
  }
}
