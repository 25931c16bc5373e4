import InputViewModel
import KeyboardProtocol
import SystemKeyboard
import TestSupport
import Testing
import TextModel

@Suite("SystemKeyboard finds the keys that type a character")
struct PathTests {
  private static let ascii = (0x20...0x7E).compactMap { Unicode.Scalar($0) }.map(Character.init)
  private static let everything = ascii + ["\n", "€", "£", "¥", "•"]
  /// Characters that the user types by holding a letter.
  private static let held: [Character] = ["é", "É", "ß", "ł"]
  /// Characters that the keyboard layout does not have. Some are canonically equivalent to characters of the layout.
  private static let nothing: [Character] = [
    "\t", "\r", "\r\n", "я", "\u{212A}", "\u{37E}", "\u{1FEF}", "a\u{301}", "\u{0}",
  ]

  private static func typeable(_ keyboardType: KeyboardType) -> Set<Character> {
    switch keyboardType {
    case .numberPad, .asciiCapableNumberPad: Set("0123456789\n")
    case .decimalPad: Set("0123456789.\n")
    case .phonePad: Set("0123456789*#+,;\n")
    case .namePhonePad: Set(ascii.filter { $0.isLetter || $0.isNumber } + "*#+,; \n" + held)
    default: Set(everything + held)
    }
  }

  @Test(
    "From every plane and shift state, the keys that SystemKeyboard finds for a character type exactly this character",
    arguments: KeyboardType.allCases)
  func exact(keyboardType: KeyboardType) throws {
    var state = FieldState()
    state.traits.keyboardType = keyboardType
    let typeable = Self.typeable(keyboardType)
    var faults: [String] = []
    for (number, (route, start)) in try Route.all(in: state).enumerated() {
      for (index, character) in (Self.everything + Self.held + Self.nothing).enumerated() {
        let path = start.keyboard.path(to: character)
        let isWanted = typeable.contains(character) && !Self.nothing.contains { same($0, character) }
        if (path != nil) != isWanted {
          faults.append("\(route.testDescription): \(character.debugDescription) has keys \(path?.map(\.key) ?? [])")
        }
        // From each state, type a part of the characters, so that the states together type all of them.
        guard let path, Checks.areComplete || (index + number) % 4 == 0 else { continue }
        let field = try route.follow(in: state)
        for event in path {
          let key = event.key ?? ""
          if !field.identifiers.contains(key) { faults.append("\(route.testDescription): \(key) is not shown") }
          try field.serve(.key(event))
        }
        if !field.text.unicodeScalars.elementsEqual(character.unicodeScalars) {
          faults.append("\(route.testDescription): \(character.debugDescription) typed \(field.text.debugDescription)")
        }
      }
    }
    #expect(faults == [])
  }

  private func same(_ one: Character, _ other: Character) -> Bool {
    one.unicodeScalars.elementsEqual(other.unicodeScalars)
  }

  private static let naturalPaths: [([String], Character, [String])] = [
    ([], "a", ["a"]), ([], "A", ["shift", "A"]), ([], " ", ["space"]), ([], "\n", ["return"]),
    ([], "7", ["123", "7"]),
    ([], "{", ["123", "#+=", "{"]), (["shift"], "A", ["A"]), (["shift"], "a", ["123", "ABC", "a"]),
    (["shift", "shift"], "a", ["shift", "a"]), (["123"], "a", ["ABC", "a"]), (["123"], "A", ["ABC", "shift", "A"]),
    (["123", "#+="], "7", ["123", "7"]), (["shift", "shift", "123"], "A", ["ABC", "A"]), ([], "é", ["e"]),
    (["123"], "É", ["ABC", "shift", "E"]),
  ]

  @Test(
    "For a character, SystemKeyboard finds the same keys that a user would press",
    arguments: naturalPaths)
  func natural(before: [String], character: Character, keys: [String]) throws {
    #expect(try Route(keys: before).follow(in: FieldState()).keys(typing: character) == keys)
  }

  @Test("The keys that SystemKeyboard finds never include the second tap of a double tap on shift")
  func doubleTap() throws {
    let field = try TypedField()
    try field.press("shift")
    field.keyboard.now = .seconds(0.3)
    #expect(field.keys(typing: "a") == ["123", "ABC", "a"] && field.keys(typing: "A") == ["A"])
    field.keyboard.now = .seconds(0.31)
    #expect(field.keys(typing: "a") == ["shift", "a"])
  }

  @Test(
    "The keys that SystemKeyboard finds for a text type this text, whatever keys the user pressed before",
    arguments: [UInt64(1), 2, 3])
  func text(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let field = try TypedField()
    var expected = ""
    for _ in 0..<700 {
      if Bool.random(using: &random), let key = ["shift", "123", "#+=", "ABC"].randomElement(using: &random) {
        try field.press(key)
      }
      guard let character = Self.everything.randomElement(using: &random) else { continue }
      try field.type(String(character))
      expected.append(character)
    }
    #expect(field.text == expected, "seed \(seed)")
  }

  @Test("Without a focused field, SystemKeyboard finds no keys")
  func noField() throws {
    #expect(SystemKeyboard().path(to: "a") == nil)
    let field = try TypedField()
    try field.serve(.disappear)
    #expect(field.keyboard.path(to: "a") == nil)
  }
}
