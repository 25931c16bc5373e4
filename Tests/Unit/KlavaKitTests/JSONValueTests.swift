import KlavaKit
import TestSupport
import Testing

@Suite("The JSON parser accepts exactly RFC 8259")
struct JSONValueTests {
  @Test(
    "Valid JSON is parsed to its value",
    arguments: [
      ("null", JSONValue.null), ("true", .boolean(true)), (" \t\r\n false ", .boolean(false)), ("0", .number(0)),
      ("-0", .number(-0.0)), ("12", .number(12)), ("-12.5e+2", .number(-1250)), ("1E-2", .number(0.01)),
      ("1e-999", .number(0)), (#""""#, .string("")), (#""Жирный""#, .string("Жирный")),
      (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{08}\u{0C}\n\r\t")), (#""\u0416\u043A""#, .string("Жк")),
      (#""\ud83d\uDE00""#, .string("😀")), (#""\u0000""#, .string("\u{00}")), ("[]", .array([])), ("{}", .object([:])),
      ("[1,[ ], null]", .array([.number(1), .array([]), .null])),
      (#"{"a": {"b" : [true]}, "": 1}"#, .object(["a": .object(["b": .array([.boolean(true)])]), "": .number(1)])),
    ])
  func reads(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: text) == value)
  }

  @Test(
    "Invalid JSON is rejected",
    arguments: [
      "", " ", "nul", "True", "NaN", "Infinity", "+1", "01", "-", ".5", "1.", "1e", "1e+", "0x1", "1e999", "1 2", "'a'",
      "\"a", "\"\n\"", "\"\u{1F}\"", #""\x""#, #""\u12""#, #""\u12G4""#, #""\u+123""#, #""\ud83d""#, #""\ud83d\u0041""#,
      #""\ude00""#, #""\"#, #""\u"#, "[", "[1", "[1,]", "[,]", "[1 2]", "{", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#,
      "{1:2}",
      "{a:1}", #"{"a":1,"a":2}"#, "[]]", "// c\n1", "\u{FEFF}1",
    ])
  func refuses(text: String) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
  }

  @Test(
    "An error has the line and column of the fault",
    arguments: [
      ("[1,\n 2,\n ж]", 3, 2, "a value is expected"), (#"{"ключ" 1}"#, 1, 9, "a colon is missing"),
      ("[1}", 1, 3, "a comma or ] is missing"), ("\"a", 1, 3, "a string does not end"),
      (#"["ok", "\q"]"#, 1, 9, "there is no such escape"),
    ])
  func positionOfFault(text: String, line: Int, column: Int, reason: String) throws {
    let error = try #require(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(error.line == line)
    #expect(error.column == column)
    #expect(error.reason == reason)
    #expect(error.description == "\(reason) (line \(line), column \(column))")
  }

  @Test("Arrays and objects may be nested up to the limit")
  func limitsDepth() throws {
    func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    #expect(throws: Never.self) { try JSONValue(parsing: nested(JSONValue.maximumDepth)) }
    #expect(throws: JSONError.self) { try JSONValue(parsing: nested(JSONValue.maximumDepth + 1)) }
    #expect(throws: JSONError.self) { try JSONValue(parsing: String(repeating: "{\"a\":[", count: 100_000)) }
  }

  @Test("Reading a value as another type gives nil")
  func hasOneContent() throws {
    let value = try JSONValue(parsing: #"{"text": "a", "list": [1.5], "on": true}"#)
    #expect(value["text"]?.string == "a")
    #expect(value["list"]?.array?.first?.number == 1.5)
    #expect(value["on"]?.boolean == true)
    #expect(value["none"] == nil)
    #expect(value["text"]?.array == nil)
    #expect(value["text"]?["a"] == nil)
    #expect(value.object?.count == 3)
    #expect(value.string == nil)
  }

  @Test("The parser does not trap on damaged text", arguments: [1, 2, 3, 4] as [UInt64])
  func survivesDamage(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let whole = Array(#"[{"a": "\u0416\ud83d\ude00ж", "b": [-1.5e3, true, false, null]}, "\n"]"#.utf8)
    for _ in 0..<5_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...127, using: &generator)
        case 1: bytes.remove(at: index)
        default: bytes.removeSubrange(index...)
        }
        if bytes.isEmpty { break }
      }
      // A value and an error are both correct. This test checks only that the parser does not trap.
      do { _ = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self)) } catch { #expect(error.line > 0) }
    }
  }
}
