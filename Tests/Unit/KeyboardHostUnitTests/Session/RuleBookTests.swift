import Testing
import TextModel

@testable import KeyboardHost

@Suite("The rules select keyboards (Behavior.md#keyboard-selection, Behavior.md#input-modes)")
struct RuleBookTests {
  static let system = "system"

  private func field(_ type: KeyboardType = .default, secure: Bool = false, allowed: Bool = true) -> TextField {
    var field = TextField(document: TextDocument())
    field.traits.keyboardType = type
    field.traits.isSecureTextEntry = secure
    field.allowsThirdPartyKeyboards = allowed
    return field
  }

  /// The rules for a list of input modes.
  ///
  /// The letter `s` means the system keyboard. A capital letter means an ASCII-capable keyboard. A letter before `!`
  /// means a keyboard that has crashed.
  private func rules(_ list: String) -> RuleBook {
    var modes: [InputMode] = []
    for character in list {
      if character == "!" {
        modes[modes.count - 1].barredBecause = .crashed
      } else {
        modes.append(
          character == "s"
            ? InputMode(Self.system, isSystem: true, isASCIICapable: true)
            : InputMode(String(character), isASCIICapable: character.isUppercase))
      }
    }
    return RuleBook(modes: modes, system: Self.system)
  }

  // MARK: Behavior.md#keyboard-selection

  @Test("The chosen keyboard gets every type of field except the two phone pads", arguments: KeyboardType.allCases)
  func typesOfField(type: KeyboardType) {
    let expected: RuleBook.Verdict =
      switch type {
      case .phonePad: RuleBook.Verdict(identifier: Self.system, reason: .phonePad)
      case .namePhonePad: RuleBook.Verdict(identifier: Self.system, reason: .namePhonePad)
      default: RuleBook.Verdict(identifier: "K", reason: nil)
      }
    #expect(rules("sK").keyboard(for: field(type), chosen: "K") == expected)
    #expect(rules("sK").keyboard(for: field(type), chosen: Self.system) == .init(identifier: Self.system, reason: nil))
  }

  @Test("A secure field gets the system keyboard, whatever its type", arguments: KeyboardType.allCases)
  func secureFields(type: KeyboardType) {
    let secure = field(type, secure: true)
    #expect(
      rules("sK").keyboard(for: secure, chosen: "K") == .init(identifier: Self.system, reason: .secureTextEntry))
    #expect(secure.reasonAgainstThirdParties == .secureTextEntry)
    #expect(rules("KL").available(in: secure) == [Self.system])
    #expect(!rules("sKL").needsInputModeSwitchKey(in: secure, frontendShowsGlobe: false))
  }

  @Test("The chosen keyboard returns after a secure field")
  func comesBack() {
    let rules = rules("sK")
    let fields = [field(), field(secure: true), field()]
    #expect(fields.map { rules.keyboard(for: $0, chosen: "K").identifier } == ["K", Self.system, "K"])
  }

  @Test("An application may forbid third-party keyboards")
  func appForbids() {
    let forbidden = field(allowed: false)
    #expect(rules("sK").keyboard(for: forbidden, chosen: "K") == .init(identifier: Self.system, reason: .appForbids))
    #expect(rules("sK").available(in: forbidden) == [Self.system])
    #expect(rules("sK").next(after: "K", in: forbidden) == Self.system)
  }

  @Test("On a lock screen, the system keyboard replaces the chosen keyboard, and the reason is the lock")
  func lockScreen() {
    for isAllowed in [true, false] {
      var locked = field(allowed: isAllowed)
      locked.isOnLockScreen = true
      #expect(rules("sK").keyboard(for: locked, chosen: "K") == .init(identifier: Self.system, reason: .screenLocked))
      #expect(rules("sK").available(in: locked) == [Self.system])
    }
    var password = field(secure: true)
    password.isOnLockScreen = true
    #expect(rules("sK").keyboard(for: password, chosen: "K").reason == .secureTextEntry)
  }

  @Test(
    "An ASCII field gets the chosen keyboard or, if it is not ASCII-capable, the next ASCII-capable one in the list",
    arguments: [
      ("sK", "K", "K"), ("skL", "k", "L"), ("sLk", "k", "L"), ("skLM", "k", "L"), ("sMkL", "k", "L"),
      ("skL!M", "k", "M"), ("sk", "k", nil), ("skL!", "k", nil), ("k", "k", nil), ("skl", "l", nil),
      ("sKL", "L", "L"),
    ] as [(String, String, String?)], [KeyboardType.asciiCapable, .asciiCapableNumberPad])
  func asciiFields(row: (list: String, chosen: String, expected: String?), type: KeyboardType) {
    let verdict = rules(row.list).keyboard(for: field(type), chosen: row.chosen)
    #expect(verdict.identifier == row.expected ?? Self.system)
    #expect(verdict.reason == (row.expected == nil ? .notASCIICapable : nil))
    #expect(rules(row.list).keyboard(for: field(), chosen: row.chosen) == .init(identifier: row.chosen, reason: nil))
  }

  @Test(
    "The system keyboard replaces a keyboard that crashed, hung or is in quarantine, and the rules give the reason",
    arguments: [ShownBecause.crashed, .hung, .quarantined])
  func barred(reason: ShownBecause) {
    let mode = InputMode("K", isASCIICapable: true, barredBecause: reason)
    let rules = RuleBook(modes: [InputMode(Self.system, isSystem: true), mode], system: Self.system)
    #expect(rules.keyboard(for: field(), chosen: "K") == .init(identifier: Self.system, reason: reason))
    #expect(rules.keyboard(for: field(.asciiCapable), chosen: "K") == .init(identifier: Self.system, reason: reason))
    #expect(rules.available(in: field()) == [Self.system])
    #expect(rules.keyboard(for: field(.phonePad), chosen: "K").reason == .phonePad)
  }

  @Test(
    "If the chosen keyboard is no longer in the list, the first keyboard in the list gets the field",
    arguments: [
      ("s", system, ShownBecause?.some(.noneEnabled)), ("", system, .noneEnabled), ("sL", system, nil), ("L", "L", nil),
      ("L!M", system, .crashed),
    ])
  func notEnabled(list: String, shown: String, reason: ShownBecause?) {
    #expect(rules(list).keyboard(for: field(), chosen: "K") == .init(identifier: shown, reason: reason))
  }

  @Test("Without third-party keyboards, the reason for the system keyboard is noneEnabled or a property of the field")
  func noneEnabled() {
    #expect(rules("s").keyboard(for: field(), chosen: nil) == .init(identifier: Self.system, reason: .noneEnabled))
    #expect(rules("s").keyboard(for: field(secure: true), chosen: "K").reason == .secureTextEntry)
  }

  @Test("If the user chose the system keyboard, the rules give no reason for showing it", arguments: ["sK", "s", ""])
  func chosenSystem(list: String) {
    for field in [field(), field(secure: true), field(.phonePad), field(.asciiCapable), field(allowed: false)] {
      #expect(rules(list).keyboard(for: field, chosen: Self.system) == .init(identifier: Self.system, reason: nil))
    }
  }

  @Test("The names of the reasons in scripts do not change")
  func names() {
    #expect(
      ShownBecause.allCases.map(\.rawValue) == [
        "secureTextEntry", "phonePad", "namePhonePad", "appForbids", "screenLocked", "notASCIICapable", "crashed",
        "hung",
        "quarantined", "noneEnabled",
      ])
  }

  // MARK: Behavior.md#input-modes

  @Test(
    "Advancing goes to the next input mode, wraps around at the end, and skips keyboards that crashed",
    arguments: [
      ("sKL", "system", "K"), ("sKL", "K", "L"), ("sKL", "L", "system"), ("K", "K", "K"), ("sK!L", "system", "L"),
      ("sKL!", "K", "system"), ("KL", "L", "K"), ("K!L", "L", "L"), ("sKL", "gone", "system"), ("", "K", "system"),
      ("K!", "K", "system"), ("KL!M!", "K", "K"),
    ])
  func advances(list: String, current: String, next: String) {
    #expect(rules(list).next(after: current, in: field()) == next)
  }

  @Test(
    "In a field that needs ASCII, advancing skips input modes that are not ASCII-capable",
    arguments: [
      ("skL", "system", "L"), ("skL", "L", "system"), ("sk", "system", "system"), ("kL", "L", "L"),
      ("k", "k", "system"),
    ])
  func advancesInASCII(list: String, current: String, next: String) {
    #expect(rules(list).next(after: current, in: field(.asciiCapable)) == next)
  }

  @Test("Repeated advancing visits every input mode once")
  func visitsAll() {
    let rules = rules("KsLM!N")
    var visited = [String]()
    var current = "K"
    for _ in 0..<4 {
      visited.append(current)
      current = rules.next(after: current, in: field())
    }
    #expect(visited == ["K", Self.system, "L", "N"] && current == "K")
    #expect(visited == rules.available(in: field()))
  }

  @Test(
    "The globe key is needed if more than one mode is available and the frontend shows no globe key",
    arguments: [
      ("s", false, false), ("K", false, false), ("sK", false, true), ("sK", true, false), ("KL", false, true),
      ("sK!", false, false), ("", false, false),
    ])
  func needsGlobe(list: String, frontendShowsGlobe: Bool, expected: Bool) {
    #expect(rules(list).needsInputModeSwitchKey(in: field(), frontendShowsGlobe: frontendShowsGlobe) == expected)
  }

  @Test("A field that only one input mode can serve needs no globe key")
  func needsGlobeHere() {
    #expect(!rules("sk").needsInputModeSwitchKey(in: field(.asciiCapable), frontendShowsGlobe: false))
    #expect(rules("skL").needsInputModeSwitchKey(in: field(.asciiCapable), frontendShowsGlobe: false))
    #expect(!rules("sK").needsInputModeSwitchKey(in: field(.phonePad), frontendShowsGlobe: false))
  }

  // MARK: Behavior.md#system-modes

  /// The rules for a list of input modes. `r` is a keyboard layout without ASCII, `D` a keyboard layout with ASCII, and
  /// `s` the built-in keyboard layout. Other letters are third-party keyboards.
  private func layouts(_ list: String) -> RuleBook {
    RuleBook(
      modes: list.map { character in
        character == "s"
          ? InputMode(Self.system, isSystem: true, isASCIICapable: true)
          : InputMode(
            String(character), isSystem: "rD".contains(character), isASCIICapable: character.isUppercase)
      }, system: Self.system)
  }

  /// Rows: the list, the chosen mode, whether the field is a password field, the expected mode, and the expected order
  /// of the globe key.
  private static let layoutCases: [(String, String?, Bool, String, [String])] = [
    ("Kr", "r", false, "r", ["K", "r"]), ("Kr", "r", true, "system", ["r", "system"]),
    ("rKD", "K", true, "D", ["r", "D"]), ("srD", "r", true, "system", ["system", "r", "D"]),
    ("srD", "D", true, "D", ["system", "r", "D"]), ("r", nil, false, "r", ["r"]),
    ("K", "K", true, "system", ["system"]), ("KrDs", "K", true, "D", ["r", "D", "system"]),
  ]

  @Test(
    "A protected field gets a keyboard layout with ASCII, and the globe key goes through all keyboard layouts",
    arguments: layoutCases)
  func systemModes(list: String, chosen: String?, isSecure: Bool, selected: String, modes: [String]) {
    let (rules, field) = (layouts(list), field(secure: isSecure))
    #expect(rules.keyboard(for: field, chosen: chosen).identifier == selected)
    #expect(rules.available(in: field) == modes)
    // Presses of the globe key show each mode once, and then the first mode again.
    var reached: [String] = []
    var mode = modes[0]
    for _ in modes {
      reached.append(mode)
      mode = rules.next(after: mode, in: field)
    }
    #expect(Set(reached) == Set(modes))
    #expect(mode == modes[0])
  }

  @Test("In a protected field, the user can pick a keyboard layout without ASCII")
  func pickedInProtectedField() {
    let rules = layouts("Kr")
    let verdict = rules.keyboard(for: field(secure: true), chosen: "K", picked: "r")
    #expect(verdict == .init(identifier: "r", reason: .secureTextEntry))
    #expect(rules.keyboard(for: field(secure: true), chosen: "K", picked: "K").identifier == Self.system)
  }

  @Test("An ASCII field, and a field whose keyboard failed, get a suitable keyboard layout")
  func fallback() {
    #expect(
      layouts("rD").keyboard(for: field(.asciiCapable), chosen: "r")
        == .init(identifier: "D", reason: .notASCIICapable))
    var rules = layouts("krD")
    rules.modes[0].barredBecause = .crashed
    #expect(rules.keyboard(for: field(), chosen: "k") == .init(identifier: "r", reason: .crashed))
    #expect(rules.systemMode(in: field(.asciiCapable)) == "D")
  }
}
