internal import TextInput

/// Tries to type one character in a field for numbers: with a key, or with a key and a second one that puts it into the text,
/// as a calculator has.
struct NumberWriter {
  private let laboratory: TestEnvironment
  private let type: String
  /// What each key typed, alone or followed by another one.
  private let typed: Set<String>
  private let interface: Interface?

  /// Presses every key of the keyboard in an empty field of this type, and pairs of keys where single ones do not type.
  init(_ laboratory: TestEnvironment, type: String) throws(Interruption) {
    self.laboratory = laboratory
    self.type = type
    let trial = laboratory.trial()
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
    // A key that types what others made: the last ones, for that is where one puts it.
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

  private static func clear(_ trial: TestRun, _ type: String) throws(Interruption) {
    if !trial.isShown { try trial.focus(.type(type)) }
    if !trial.text.isEmpty { try trial.perform(.edit(before: "", selected: "", after: "")) }
  }

  /// The digits that no key types: none where all ten of some script can be typed, as an Arabic number pad has its own.
  ///
  /// - Parameter onlyASCII: Whether those of other scripts do not count.
  func missingDigits(onlyASCII: Bool) -> String {
    let missing = "0123456789".filter { !canType(String($0)) }
    let digits = Set(typed.joined().unicodeScalars.filter { $0.properties.numericType == .decimal })
    let hasOthers = digits.contains { zero in
      zero.properties.numericValue == 0
        && (1...9).allSatisfy { Unicode.Scalar(zero.value + $0).map(digits.contains) ?? false }
    }
    return hasOthers && !onlyASCII ? "" : missing
  }

  /// Whether some key types this.
  func canType(_ text: String) -> Bool { typed.contains { $0.contains(text) } }
}
