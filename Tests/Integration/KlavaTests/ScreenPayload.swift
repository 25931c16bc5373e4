/// A text that could harm a terminal or mislead its user (Sandbox.md#text-on-terminals).
struct ScreenPayload: Sendable {
  /// The payload's number in Sandbox.md#text-on-terminals.
  let name: String
  /// The bytes of the payload, which may be invalid UTF-8.
  let bytes: [UInt8]

  init(_ number: Int, _ text: String) {
    self.init(number, Array(text.utf8))
  }

  init(_ number: Int, _ bytes: [UInt8]) {
    name = "L\(number < 10 ? "0" : "")\(number)"
    self.bytes = bytes
  }

  /// The payload as valid text, with U+FFFD in place of invalid bytes.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the bytes are valid UTF-8.
  var isText: Bool { String(validating: bytes, as: UTF8.self) != nil }

  /// The bytes as a string literal in C.
  var literal: String {
    let digits = bytes.map { "\\" + String($0, radix: 8) + "\"\"" }.joined()
    return "{\"\(digits)\", \(bytes.count), \(isText)}"
  }

  static let all: [ScreenPayload] = [
    // Terminal controls: colors, titles, links, the clipboard, device strings, and queries to which the terminal
    // replies as if the user typed.
    .init(1, "\u{1B}[31mred"), .init(2, "\u{1B}[2J\u{1B}[Hgone"), .init(3, "\u{1B}]0;owned\u{07}"),
    .init(4, "\u{1B}]8;;http://evil.example\u{1B}\\bank\u{1B}]8;;\u{1B}\\"), .init(5, "\u{1B}]52;c;ZXZpbA==\u{07}"),
    .init(6, "\u{1B}[c"), .init(7, "\u{1B}[6n"), .init(8, "\u{1B}P$q\"p\u{1B}\\"), .init(9, "\u{1B}_Gx\u{1B}\\"),
    .init(10, "\u{9B}2J\u{9D}0;owned\u{9C}"), .init(11, [0x9B, 0x32, 0x4A, 0x90, 0x9C]), .init(12, "\u{1B}"),
    .init(13, "evil\rsafe"), .init(14, "evil\u{8}\u{8}\u{8}\u{8}safe"),
    .init(15, "x\n2026-01-01T00:00:00Z info host: all is well\r\n"), .init(16, "a\u{0}b"),
    .init(17, "\u{7F}\u{0B}\u{0C}\u{0E}\u{0F}\u{05}\u{84}\u{85}"),
    // Directions, zero-width characters, tags.
    .init(18, "\u{202E}gnp.exe\u{202C}"), .init(19, "\u{2066}\u{2067}\u{2068}x\u{2069}"),
    .init(20, "\u{200E}\u{200F}\u{061C}\u{202A}\u{202B}\u{202D}"),
    .init(21, "ad\u{200B}m\u{200C}i\u{200D}n\u{2060}\u{FEFF}"),
    .init(22, "\u{E0001}\u{E0041}\u{E007F}"),
    .init(23, "\u{AD}\u{034F}\u{115F}\u{1160}\u{3164}\u{FFA0}\u{2800}\u{180E}"),
    // Long runs of variation selectors and combining marks.
    .init(24, "x" + String(repeating: "\u{FE0F}", count: 600)), .init(25, "x\u{FE00}\u{E0100}\u{E01EF}"),
    .init(26, "Z" + String(repeating: "\u{0301}\u{0489}", count: 400)), .init(27, "\u{0336}\u{20DD}over"),
    // Invalid UTF-8 and noncharacters.
    .init(28, [0xFF, 0xFE, 0xC3]), .init(29, [0xC0, 0xAF, 0xC1, 0x9B]), .init(30, [0xE0, 0x80, 0xAF]),
    .init(31, [0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80]), .init(32, [0x78, 0xE2, 0x82]),
    .init(33, "\u{FFFE}\u{FFFF}\u{1FFFE}"),
    // Very long texts, confusable letters, fake prompts, wide characters.
    .init(34, String(repeating: "long ", count: 6_000)), .init(35, "раураl"), .init(36, "$ sudo rm -rf / #\n# "),
    .init(37, String(repeating: "宽", count: 700)), .init(38, String(repeating: "\u{FDFD}", count: 600)),
    .init(39, String(repeating: "\u{2003}\u{3000}", count: 300)),
    // Characters of control keys, ends of pasted text, format strings, markup.
    .init(40, "\t\u{3}\u{4}\u{1A}"), .init(41, "x\u{1B}[201~rm -rf /"), .init(42, "%s%n%@%x\\(x)\\u001b"),
    .init(43, "<b>&amp;</b>`x`${HOME}"),
    // Identifiers.
    .init(44, "../../etc/passwd"), .init(45, "-rf"), .init(46, "ORG.KLAVA.SYSTEM\u{200B}"),
  ]
}

/// Finds output that must not be sent to a terminal. This type does not use the code under test.
enum Screen {
  /// The maximum number of scalars in a line. Klava limits the length of every text.
  private static let maximumLineLength = 12_000

  /// Returns the faults of a program's output; empty if there are none.
  static func faults(in output: [UInt8], isJSON: Bool = false) -> [String] {
    guard let text = String(validating: output, as: UTF8.self) else { return ["it is not UTF-8"] }
    var faults = Set(
      output.filter { $0 < 0x09 || $0 > 0x0A && $0 < 0x20 || $0 == 0x7F }.map { "the byte \(String($0, radix: 16))" })
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() where misleads(scalar) {
      let before = index > 0 ? scalars[index - 1] : " "
      let isOfAnEmoji = (before.properties.isEmoji || before == "\u{FE0F}") && !before.isASCII
      guard isOfAnEmoji, ["\u{200D}", "\u{FE0E}", "\u{FE0F}"].contains(scalar) else {
        faults.insert("U+\(String(scalar.value, radix: 16, uppercase: true))")
        continue
      }
    }
    if !isJSON, text.split(separator: "\n").contains(where: { $0.unicodeScalars.count > maximumLineLength }) {
      faults.insert("a line that does not end")
    }
    if maximumMarks(scalars) > 9 { faults.insert("a tower of marks") }
    return faults.sorted()
  }

  private static func misleads(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x80...0x9F, 0xAD, 0x034F, 0x061C, 0x115F, 0x1160, 0x180B...0x180F, 0x200B...0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0x2800, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB, 0xE0000...0xE0FFF:
      true
    default: scalar.value & 0xFFFE == 0xFFFE
    }
  }

  private static func maximumMarks(_ scalars: [Unicode.Scalar]) -> Int {
    var most = 0
    var marks = 0
    for scalar in scalars {
      let category = scalar.properties.generalCategory
      marks = category == .nonspacingMark || category == .enclosingMark ? marks + 1 : 0
      most = max(most, marks)
    }
    return most
  }
}
