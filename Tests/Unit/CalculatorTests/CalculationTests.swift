import Foundation
import TestSupport
import Testing

@testable import Calculator

/// The rows of a JSON Lines file in this folder.
func rows<Row: Decodable>(_ name: String, of type: Row.Type = Row.self) -> [Row] {
  do {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    return try lines.map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
  } catch {
    Issue.record("\(name) cannot be read: \(error)")
    return []
  }
}

/// A row of calculations.jsonl: keys to press, and the expected text of the display after the last key or after each
/// key.
struct CalculationCase: Decodable, CustomTestStringConvertible {
  var keys: [String]
  var display: String?
  var displays: [String]?
  var testDescription: String { keys.joined(separator: " ") }

  static let all = rows("calculations.jsonl", of: CalculationCase.self)
}

extension Calculation {
  /// The text of the display in English.
  var text: String {
    switch display {
    case .number(let number): number
    case .message(.divisionByZero): "Cannot divide by zero"
    case .message(.undefined): "Result is undefined"
    case .message(.tooLarge): "The result is too large"
    }
  }

  mutating func press(_ name: String) throws {
    let keys: [String: Key] = [
      ".": .point, "+": .operation(.add), "-": .operation(.subtract), "*": .operation(.multiply),
      "/": .operation(.divide), "=": .equals, "C": .clear, "⌫": .delete, "±": .sign,
    ]
    try press(#require(Int(name).map(Key.digit) ?? keys[name]))
  }
}

@Suite("The display of the calculator (Behavior.md#calculator)")
struct CalculationTests {
  @Test("For each row of calculations.jsonl, the display shows the expected text", arguments: CalculationCase.all)
  func shows(row: CalculationCase) throws {
    var calculation = Calculation()
    #expect(calculation.text == "0")
    for (index, key) in row.keys.enumerated() {
      try calculation.press(key)
      if let displays = row.displays { #expect(calculation.text == displays[index]) }
    }
    if let display = row.display { #expect(calculation.text == display) }
    #expect(row.display != nil || row.displays?.count == row.keys.count)
  }

  @Test("calculations.jsonl has more than 50 rows") func hasRows() { #expect(CalculationCase.all.count > 50) }

  @Test("The display shows a result of up to 21 digits as a number, and a message for a longer result")
  func largeResults() throws {
    var calculation = Calculation()
    for key in "1000000000*1000000000*100=" { try calculation.press(String(key)) }
    #expect(calculation.text == "1" + String(repeating: "0", count: 20))
    for key in "*10=" { try calculation.press(String(key)) }
    #expect(calculation.display == .message(.tooLarge))
    try calculation.press("C")
    #expect(calculation.text == "0")
  }

  @Test("After any keys, the display shows a number of limited length or a message", arguments: [1, 2, 3] as [UInt64])
  func survivesAnyKeys(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let keys = ["0", "1", "3", "7", "9", ".", "+", "-", "*", "*", "/", "/", "=", "=", "⌫", "±"]
    var calculation = Calculation()
    for count in 0..<20_000 {
      if count.isMultiple(of: 200) { calculation = Calculation() }
      let key = try #require(keys.randomElement(using: &generator))
      try calculation.press(key)
      guard case .number(let number) = calculation.display else { continue }
      #expect(number.utf8.count <= 1 + Calculation.maximumWholeDigits + 1 + Calculation.maximumEntryDigits)
      #expect(number != "-0" && !number.isEmpty && !number.hasSuffix("e"), "seed \(seed), after \(count) keys")
    }
  }

  @Test(
    "The key Insert finishes an operation, keeps the typed decimals, and never types a point without digits",
    arguments: [
      ("2+3", "5", "5"), ("2+3=", "5", "5"), ("2+", "2", "2"), ("1.", "1", "1"), ("1.50", "1.50", "1.5"),
      ("0.00", "0.00", "0"), ("0.0±", "0.0", "0"), ("5±", "-5", "-5"), ("2+1.", "3", "3"), ("2+5⌫", "2", "2"),
      ("12⌫⌫", "0", "0"), ("1/3", "0.3333333333", "0.3333333333"), ("1/0", nil, nil), ("2+3=*", "5", "5"),
    ] as [(String, String?, String?)])
  func finishes(keys: String, inserted: String?, display: String?) throws {
    var calculation = Calculation()
    for key in keys { try calculation.press(String(key)) }
    #expect(calculation.finish() == inserted)
    if let display { #expect(calculation.text == display) }
    #expect(!calculation.canDeleteDigit)
  }

  @Test("A number has at most sixteen digits, and a further digit has no effect")
  func fullEntry() throws {
    var calculation = Calculation()
    for key in "±12345678.9012345" { try calculation.press(String(key)) }
    #expect(!calculation.isEntryFull)
    try calculation.press("±")
    try calculation.press("6")
    #expect(calculation.isEntryFull && calculation.text == "-12345678.90123456")
    try calculation.press("7")
    #expect(calculation.text == "-12345678.90123456")
    try calculation.press("⌫")
    #expect(!calculation.isEntryFull)
  }

  @Test("A multiplication that the user repeats many times results in zero or a message and does not trap")
  func repeatsForever() throws {
    for factor in ["0.1", "10", "0.9999999"] {
      var calculation = Calculation()
      for key in factor { try calculation.press(String(key)) }
      for _ in 0..<2_000 {
        try calculation.press("*")
        try calculation.press("=")
      }
      let isZero = calculation.text == "0"
      #expect(isZero || calculation.display == .message(.tooLarge))
    }
  }
}
