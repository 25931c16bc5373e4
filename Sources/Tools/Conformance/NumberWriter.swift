internal import InputViewModel

/// Attempts to type characters in a field for numbers.
///
/// A character counts if one key types it, or two keys in a row, as in a calculator.
struct NumberWriter {
  private let testEnvironment: TestEnvironment
  private let type: String
  /// The text that each key typed, alone or with a second key.
  private let typed: Set<String>
  private let interface: InputViewTree?

  /// Presses every key in an empty field of a type, and pairs of keys if single keys do not type.
  init(_ testEnvironment: TestEnvironment, type: String) throws(CheckError) {
    self.testEnvironment = testEnvironment
    self.type = type
    let trial = testEnvironment.trial()
    defer { trial.abandon() }
    var typed: Set<String> = []
    try trial.focus(.type(type))
    interface = trial.interface
    let keys = trial.keys.filter(\.isOrdinary).map(\.identifier).prefix(60)
    var silent: [String] = []
    for key in keys {
      try Self.clear(trial, type)
      guard trial.keys.contains(where: { $0.identifier == key }) else { continue }
      try trial.press(key)
      if trial.text.isEmpty { silent.append(key) } else { typed.insert(trial.text) }
    }
    // The key that types a result, such as “=”, usually is one of the last.
    let closing = keys.filter { !silent.contains($0) }.suffix(3)
    for key in silent {
      for last in closing {
        try trial.focus(.type(type))
        guard trial.keys.contains(where: { $0.identifier == key }) else { break }
        try trial.press(key)
        guard trial.keys.contains(where: { $0.identifier == last }) else { continue }
        try trial.press(last)
        typed.insert(trial.text)
      }
    }
    self.typed = typed
  }

  private static func clear(_ trial: TestRun, _ type: String) throws(CheckError) {
    if !trial.isShown { try trial.focus(.type(type)) }
    if !trial.text.isEmpty { try trial.perform(.edit(before: "", selected: "", after: "")) }
  }

  /// The digits that no key types; none if the keyboard types all ten digits of another script.
  ///
  /// - Parameter onlyASCII: Whether digits of other scripts do not count.
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
