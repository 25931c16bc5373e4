internal import InputViewModel

/// Attempts to type characters in a field for numbers.
///
/// The keyboard can type a character if one key types it, or two keys in a row, as in a calculator.
struct NumberWriter {
  private let testEnvironment: TestEnvironment
  private let type: String
  /// The text that each key typed, alone or with a second key.
  private let typed: Set<String>
  private let inputView: InputViewTree?

  /// Presses every key in an empty field of a type. Also presses pairs of keys if single keys do not type.
  init(_ testEnvironment: TestEnvironment, type: String) throws(CheckError) {
    self.testEnvironment = testEnvironment
    self.type = type
    let testRun = testEnvironment.testRun()
    defer { testRun.abandon() }
    var typed: Set<String> = []
    try testRun.focus(.type(type))
    inputView = testRun.inputView
    let keys = testRun.keys.filter(\.isOrdinary).map(\.identifier).prefix(60)
    var silent: [String] = []
    for key in keys {
      try Self.clear(testRun, type)
      guard testRun.keys.contains(where: { $0.identifier == key }) else { continue }
      try testRun.press(key)
      if testRun.text.isEmpty { silent.append(key) } else { typed.insert(testRun.text) }
    }
    // The key that types a result, such as “=”, is usually one of the last keys.
    let closing = keys.filter { !silent.contains($0) }.suffix(3)
    for key in silent {
      for last in closing {
        try testRun.focus(.type(type))
        guard testRun.keys.contains(where: { $0.identifier == key }) else { break }
        try testRun.press(key)
        guard testRun.keys.contains(where: { $0.identifier == last }) else { continue }
        try testRun.press(last)
        typed.insert(testRun.text)
      }
    }
    self.typed = typed
  }

  private static func clear(_ testRun: TestRun, _ type: String) throws(CheckError) {
    if !testRun.isShown { try testRun.focus(.type(type)) }
    if !testRun.text.isEmpty { try testRun.perform(.edit(before: "", selected: "", after: "")) }
  }

  /// The digits that no key types; none if the keyboard types all ten digits of another script.
  ///
  /// - Parameter onlyASCII: Whether only ASCII digits count.
  func missingDigits(onlyASCII: Bool) -> String {
    let missing = "0123456789".filter { !canType(String($0)) }
    let digits = Set(typed.joined().unicodeScalars.filter { $0.properties.numericType == .decimal })
    let hasOthers = digits.contains { zero in
      zero.properties.numericValue == 0
        && (1...9).allSatisfy { Unicode.Scalar(zero.value + $0).map(digits.contains) ?? false }
    }
    return hasOthers && !onlyASCII ? "" : missing
  }

  /// Whether some key types a text.
  func canType(_ text: String) -> Bool { typed.contains { $0.contains(text) } }
}
