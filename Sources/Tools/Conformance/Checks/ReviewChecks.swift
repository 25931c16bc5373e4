internal import BundleFiles
internal import BundleFormat
internal import Diagnostics
internal import InputViewModel
internal import KeyboardHost
internal import KeyboardProtocol

/// The checks of Apple's review guidelines for keyboards.
enum ReviewChecks {
  static let all = [nextKey, digits, separator, ascii, fullAccess, network, unasked]

  private static let guideline = "Apple, App Review Guidelines 4.4.1"

  private static let nextKey = Check(
    "next-key-present", "The keyboard has a globe key whenever the host requires one",
    Rule(
      "A keyboard must provide a way to the next keyboard if needsInputModeSwitchKey is true.",
      source: "\(guideline); Behavior.md#next-keyboard-key"), [.nextKeyMissing],
    .observing { crawl in
      // Accept a key without the role nextKeyboard if a press of the key switches to the next keyboard.
      let others = Set(crawl.presses.filter { $0.events.contains("advanceToNextInputMode") }.map(\.key.identifier))
      let missing = crawl.showings.filter { showing in
        guard showing.hostAddsGlobe, let inputView = showing.inputView else { return false }
        return !inputView.keys.contains { $0.isEnabled && others.contains($0.identifier) }
      }
      return missing.prefix(1).map { showing in
        CheckDiagnostic(
          .nextKeyMissing, "fields of types \(Set(missing.map(\.keyboardType)).sorted().joined(separator: ", "))",
          expected: "a key with the role nextKeyboard",
          seen: "\(showing.inputView?.keys.count ?? 0) keys, none with the role nextKeyboard"
        ).shown(by: showing.script)
      }
    })

  private static let digits = Check(
    "digits", "The user can type digits in fields for numbers",
    Rule(
      "In a field for numbers, the user can type each digit by key, swipe or alternative, on at least one plane.",
      source: "\(guideline); TypingAndDeleting.md, “Traits of the field”"), [.digitsMissing],
    .trying { testEnvironment throws(CheckError) in
      let types =
        ["numberPad", "decimalPad"] + (testEnvironment.bundle.manifest.isASCIICapable ? ["asciiCapableNumberPad"] : [])
      for type in types {
        let writer = try NumberWriter(testEnvironment, type: type)
        let missing = writer.missingDigits(onlyASCII: type == "asciiCapableNumberPad")
        if !missing.isEmpty {
          return [
            CheckDiagnostic(
              .digitsMissing, "a field of type \(type)", expected: "the digits 0 to 9",
              seen:
                "no key, alternative or swipe types \(missing.map(String.init).joined(separator: ", ")) on any plane"
            ).shown(by: [Step.focus(.type(type)), Step.pick(testEnvironment.bundle.manifest.identifier)])
          ]
        }
      }
      return []
    })

  private static let separator = Check(
    "decimal-separator", "The user can type the decimal separator in fields for decimal numbers",
    Rule(
      "In a field for decimal numbers, the user can type a period, a comma or the Arabic ٫, on at least one plane.",
      source: "\(guideline); TypingAndDeleting.md, “Traits of the field”"), [.separatorMissing],
    .trying { testEnvironment throws(CheckError) in
      let writer = try NumberWriter(testEnvironment, type: "decimalPad")
      for separator in [".", ",", "٫"] where writer.canType(separator) { return [] }
      return [
        CheckDiagnostic(
          .separatorMissing, "a field of type decimalPad",
          expected: "a key, alternative or swipe that types a period, a comma or ٫",
          seen: "none on any plane"
        ).shown(by: [Step.focus(.type("decimalPad")), Step.pick(testEnvironment.bundle.manifest.identifier)])
      ]
    })

  private static let ascii = Check(
    "ascii", "An ASCII-capable keyboard types only ASCII in ASCII fields",
    Rule(
      "A keyboard with IsASCIICapable types only ASCII if a field requires it.", source: "Behavior.md#ascii-fields"
    ),
    [.typesBeyondASCII],
    .observing { crawl in
      let wrong = crawl.presses.first { press in
        press.keyboardType.hasPrefix("asciiCapable") && press.after.text.contains { !$0.isASCII }
      }
      return wrong.map { press in
        CheckDiagnostic(
          .typesBeyondASCII, "the key “\(press.key.identifier)” in a field of type \(press.keyboardType)",
          expected: "ASCII", seen: "“\(press.after.text)”"
        ).shown(by: press.script)
      }.map { [$0] } ?? []
    })

  private static let fullAccess = Check(
    "full-access", "The keyboard types without full access",
    Rule(
      "A keyboard must remain functional without full access.",
      source: "\(guideline); PortingFromIOS.md, “What a keyboard may do”"),
    [.needsFullAccess, .doesNothing],
    .trying { testEnvironment throws(CheckError) in
      try requireRequest(testEnvironment)
      let without = try usefulKeys(testEnvironment, Conditions())
      guard without == 0 else { return [] }
      let with = try usefulKeys(testEnvironment, Conditions(hasFullAccess: true))
      guard with > 0 else {
        return [
          CheckDiagnostic(.doesNothing, "every key, with and without full access", expected: "text", seen: "nothing")
        ]
      }
      return [
        CheckDiagnostic(
          .needsFullAccess, "the keyboard without full access", expected: "keys that type",
          seen: "no key that types; with full access, \(with) of the first 24 keys type")
      ]
    })

  private static let network = Check(
    "without-network", "The keyboard types without a network",
    Rule("A keyboard must remain functional without network access.", source: guideline), [.needsNetwork],
    .trying { testEnvironment throws(CheckError) in
      try requireRequest(testEnvironment)
      // Neither test run has a network. The test run without full access shows that the keyboard has keys that type.
      guard try usefulKeys(testEnvironment, Conditions()) > 0,
        try usefulKeys(testEnvironment, Conditions(hasFullAccess: true)) == 0
      else { return [] }
      return [
        CheckDiagnostic(
          .needsNetwork, "the keyboard with full access and no network", expected: "keys that type", seen: "none")
      ]
    })

  /// Skips a check if the keyboard does not request full access.
  private static func requireRequest(_ testEnvironment: TestEnvironment) throws(CheckError) {
    guard testEnvironment.bundle.manifest.requestsOpenAccess else {
      throw .skipped("the keyboard does not request full access")
    }
  }

  /// The number of keys that type, among the first 24 keys.
  private static func usefulKeys(_ testEnvironment: TestEnvironment, _ conditions: Conditions) throws(CheckError) -> Int
  {
    let testRun = testEnvironment.testRun(conditions)
    defer { testRun.abandon() }
    try testRun.focus(FieldDescription("ab"))
    var useful = 0
    for key in testRun.keys.filter(\.isOrdinary).prefix(24) where testRun.isShown {
      let before = testRun.text
      try testRun.press(key.identifier)
      if testRun.text != before { useful += 1 }
    }
    return useful
  }

  private static let unasked = Check(
    "asks-first", "The keyboard uses the pasteboard and the network only after a user action",
    Rule(
      "A keyboard uses the pasteboard and the network only for user actions.",
      source: "Apple, UIPasteboard; SECURITY.md, “How Klava confines a keyboard”"),
    [.readsPasteboardUnasked, .connectsUnasked],
    .trying { testEnvironment throws(CheckError) in
      try requireRequest(testEnvironment)
      let testRun = testEnvironment.testRun(Conditions(hasFullAccess: true))
      defer { testRun.abandon() }
      try testRun.focus(FieldDescription("ab"))
      try testRun.perform(.select(0, 1))
      try testRun.perform(.edit(before: "a", selected: "", after: ""))
      try testRun.perform(.wait(5))
      return testRun.record.turns.flatMap { turn in
        turn.requests.compactMap { request -> CheckDiagnostic? in
          let place = "the turn \"\(turn.event.kind.name)\""
          return switch request {
          case .pasteboard(.string):
            CheckDiagnostic(
              .readsPasteboardUnasked, place, expected: "no access to the text of the pasteboard",
              seen: "klava.pasteboard/1.string")
          case .network(.connect):
            CheckDiagnostic(.connectsUnasked, place, expected: "no connection", seen: "klava.network/1.connect")
          default: nil
          }
        }
      }.prefix(1).map { $0.shown(by: testRun.script) }
    })
}
