internal import BundleFiles
internal import BundleFormat
internal import InputViewModel
internal import JSON
internal import KeyboardProtocol
internal import Scripting
internal import TextModel

/// A random number generator (SplitMix64). The same seed gives the same numbers on every machine.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A number from 0 to `bound` - 1.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }

  /// A random element of the array; nil if the array is empty.
  mutating func pick<Value>(_ values: [Value]) -> Value? { values.isEmpty ? nil : values[below(values.count)] }
}

/// The values of each trait of a field, as scripts write them.
enum FieldTraits {
  private static let values: [(String, [JSONValue])] = [
    (
      "keyboardType",
      KeyboardType.allCases.filter { $0 != .phonePad && $0 != .namePhonePad }.map { .string("\($0)") }
    ),
    ("returnKeyType", ReturnKeyType.allCases.map { .string("\($0)") }),
    ("autocapitalizationType", TextAutocapitalizationType.allCases.map { .string("\($0)") }),
    ("keyboardAppearance", [.string("dark"), .string("light")]),
    ("autocorrectionType", yesNo), ("spellCheckingType", yesNo), ("smartQuotesType", yesNo),
    ("smartDashesType", yesNo), ("smartInsertDeleteType", yesNo),
    ("enablesReturnKeyAutomatically", [.boolean(true), .boolean(false)]),
    ("textContentType", ["name", "emailAddress", "URL", "oneTimeCode"].map(JSONValue.string)),
  ]
  private static let yesNo: [JSONValue] = [.string("yes"), .string("no")]

  static func random(_ random: inout SeededNumbers) -> [String: JSONValue] {
    var traits: [String: JSONValue] = [:]
    for (name, values) in values where random.below(2) == 0 { traits[name] = random.pick(values) }
    return traits
  }
}

/// Documents with text that keyboards often handle incorrectly.
enum DocumentKinds {
  static let all = small + [large]

  /// A document that is so large that each step of a script is slow.
  static let large = (name: "a megabyte of text", field: FieldDescription(String(repeating: "word ", count: 200_000)))

  /// The documents of ordinary size.
  static let small: [(name: String, field: FieldDescription)] = [
    ("no text", FieldDescription()), ("emoji", FieldDescription("👩‍👩‍👧‍👦🇨🇿", "👍🏽❤️‍🔥")),
    ("text from right to left", FieldDescription("שלום ", "العربية")),
    ("combining characters", FieldDescription("e\u{301}\u{302}\u{303}", "ก็क्षि")),
    ("characters with four bytes in UTF-8", FieldDescription("𝒳𠀀", "𐍈")),
    ("only line breaks", FieldDescription("\n", "\r\n")),
    ("a NUL character", FieldDescription("a\u{0}b", "c")),
    ("a selection of everything", FieldDescription(selected: "all of it")),
    ("one long word", FieldDescription(String(repeating: "x", count: 5_000))),
  ]
}

/// A test run that presses each key once in a field. A check can compare the texts of two such runs.
struct KeyScript {
  /// The text after each key, with the script that reproduces it.
  private(set) var texts: [(cause: String, text: String, script: [Step])] = []

  init(_ testEnvironment: TestEnvironment) throws(CheckError) {
    let testRun = testEnvironment.testRun()
    defer { testRun.abandon() }
    try testRun.focus(FieldDescription("ab "))
    for key in testRun.keys.filter(\.isOrdinary).map(\.identifier).prefix(40) {
      guard testRun.isShown, testRun.keys.contains(where: { $0.identifier == key }) else { continue }
      try testRun.press(key)
      texts.append(("the key “\(key)”", testRun.text, testRun.script))
    }
    try testRun.perform(.wait(2))
    texts.append(("two seconds without a key press", testRun.text, testRun.script))
  }
}

/// Combinations of values for a keyboard's settings.
struct SettingsValues {
  /// The combinations, each with a name for findings and the values of all settings.
  private(set) var combinations: [(name: String, settings: [String: SettingValue])] = []

  init(_ bundle: KeyboardBundle) throws(CheckError) {
    let schema: SettingsSchema?
    do {
      schema = try bundle.settings()
    } catch {
      throw .skipped("the settings of the keyboard are invalid")
    }
    guard let schema, !schema.specifiers.isEmpty else { throw .skipped("the keyboard has no settings") }
    let defaults = schema.defaults
    for specifier in schema.specifiers.prefix(32) {
      for value in Self.values(of: specifier) {
        var settings = defaults
        settings[specifier.key] = value
        combinations.append(("the setting \(specifier.key) with the value \(Self.words(value))", settings))
      }
    }
    combinations.append(("no settings at all", [:]))
  }

  private static func words(_ value: SettingValue) -> String {
    let text = if case .string(let text) = value { "“\(text)”" } else { value.json.json }
    return text.count > 40 ? "\(text.prefix(40))…" : text
  }

  private static func values(of specifier: SettingsSpecifier) -> [SettingValue] {
    switch specifier.kind {
    case .textField: [.string(""), .string(String(repeating: "😀", count: 5_000))]
    case .toggle(let on, let off): [on, off]
    case .slider(let range): [.real(range.lowerBound), .real(range.upperBound)]
    case .multiValue(let choices), .radioGroup(let choices, _), .title(let choices): choices.prefix(8).map(\.value)
    case .group, .childPane: []
    }
  }
}

/// Functions that make a script shorter or repeatable without changing the script's result.
enum ScriptReduction {
  /// The script with an additional step that chooses the keyboard. The new step follows the first focus step.
  ///
  /// If the keyboard's process ended while loading, the original script does not choose the keyboard. The original
  /// script would then run with the keyboard that the user chose last.
  static func picking(_ identifier: String, _ script: [Step]) -> [Step] {
    guard let first = script.firstIndex(where: \.isFocus), !script.contains(where: \.isPick) else { return script }
    return script[...first] + [Step.pick(identifier)] + script[(first + 1)...]
  }

  /// The maximum number of attempts to shorten a script.
  private static let attempts = 200

  /// The fewest of the steps that still have the same effect. This method removes parts of the steps as long as
  /// possible, large parts first.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - hasSameEffect: Whether fewer steps have the same effect.
  static func fewest(
    of steps: [Step], hasSameEffect: ([Step]) throws(CheckError) -> Bool
  ) throws(CheckError) -> [Step] {
    var best = steps
    var attempts = 0
    var size = max(steps.count / 2, 1)
    while size > 0, attempts < Self.attempts {
      var start = 0
      var isShorter = false
      while start < best.count, attempts < Self.attempts {
        var fewer = best
        fewer.removeSubrange(start..<min(start + size, fewer.count))
        attempts += 1
        if try hasSameEffect(fewer) {
          best = fewer
          isShorter = true
        } else {
          start += size
        }
      }
      if !isShorter || size > 1 { size /= 2 }
    }
    return best
  }

  /// The last part of the script, starting with the last focus step and the step that chooses the keyboard.
  static func lastField(_ script: [Step]) -> [Step] {
    let start = script.lastIndex(where: \.isFocus) ?? 0
    let rest = script[start...]
    let pick = script.first(where: \.isPick)
    guard let pick, !rest.contains(pick), let first = rest.first else { return Array(rest) }
    return [first, pick] + rest.dropFirst()
  }

  /// The last part of the script, as in ``lastField(_:)``, after some of the earlier steps and the focus steps of their
  /// fields.
  ///
  /// - Parameter positions: The positions of the earlier steps. The first step of the script has the position 1.
  static func lastField(_ script: [Step], after positions: some Sequence<Int>) -> [Step] {
    let last = lastField(script)
    let kept = Set(positions)
    var steps: [Step] = []
    var focus: Step?
    for (position, step) in zip(1..., script[..<(script.lastIndex(where: \.isFocus) ?? 0)]) {
      if step.isFocus { focus = step }
      guard kept.contains(position) else { continue }
      steps += [focus].compactMap(\.self) + [step]
      focus = nil
    }
    guard let first = steps.first, let pick = last.first(where: \.isPick) else { return last }
    return [first, pick] + steps.dropFirst() + last.filter { !$0.isPick }
  }
}
