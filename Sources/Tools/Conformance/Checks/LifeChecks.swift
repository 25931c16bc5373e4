internal import Diagnostics
internal import InputViewModel
internal import KeyboardABI
internal import KeyboardHost
internal import KeyboardProtocol

/// The checks of a keyboard's life: loading, showing, use, hiding and shutdown.
enum LifeChecks {
  static let all = [
    loads, lives, answers, keysWork, ends, protocolKept, showsAgain, createIsQuiet, startsAgain, notices,
  ]

  private static let order = "TheLifeOfAKeyboard.md, “In order”"

  /// A method that reports the end of the keyboard's process during the crawl, if the code of the end is one of these
  /// codes.
  static func end(_ codes: [DiagnosticCode]) -> Check.Method {
    .observingEnd { crawl in
      guard let finding = crawl.end?.finding(), codes.contains(finding.code) else { return [] }
      return [finding]
    }
  }

  private static func ofEnd(
    _ identifier: String, _ title: String, _ rule: Rule, profile: CheckProfile = .standard, _ codes: [DiagnosticCode]
  ) -> Check {
    Check(identifier, title, rule, profile: profile, codes, end(codes))
  }

  private static let loads = ofEnd(
    "loads", "The keyboard loads",
    Rule(
      "The two functions create and load succeed within the time limit.",
      source: "klava/keyboard.h, klv_keyboard_entry"),
    profile: .load,
    [
      .endsWhileOpened, .endsWhileCreated, .endsWhileLoaded, .hangsWhileLoaded, .keyboardNotCreated,
      .keyboardRefusedLoad, .keyboardNotLinked, .keyboardVersionDiffers, .entryMalformed,
    ])

  private static let lives = ofEnd(
    "lives", "The keyboard survives all events",
    Rule("No notification from the host may crash a keyboard.", source: order),
    [.endsWhenShown, .endsWhenHidden, .endsOnChange, .endsOnTimer, .endsOnEnvironment, .endsUnasked])

  private static let answers = ofEnd(
    "answers", "The keyboard answers in time",
    Rule("The host ends a keyboard whose turn takes longer than 250 ms.", source: "Behavior.md#turns"), [.hangs])

  private static let keysWork = Check(
    "keys-work", "Every key press succeeds",
    Rule("A key press must neither crash the keyboard nor fail.", source: "Behavior.md#failures"),
    [.endsOnKey, .actionFailed, .turnLimitPassed, .controlCharacterInserted],
    .observingEnd { crawl in
      if let finding = crawl.end?.finding(), finding.code == .endsOnKey { return [finding] }
      let findings = crawl.presses.compactMap { press -> CheckDiagnostic? in
        guard let failure = press.turns.lazy.compactMap({ $0.result?.failure }).first,
          // Skip text that is not UTF-8, which another check reports.
          failure.code != -8
        else { return nil }
        return CheckDiagnostic(
          failure.codeOfTurn, "the key “\(press.key.identifier)” in a field of type \(press.keyboardType)",
          expected: "the key has an effect", seen: failure.message
        ).shown(by: press.script)
      }
      return Array(findings.prefix(1))
    })

  private static let ends = ofEnd(
    "ends", "The keyboard shuts down correctly",
    Rule("The function destroy is the host's last call, and must return.", source: order),
    [.endsInDestroy, .hangsInDestroy])

  private static let protocolKept = ofEnd(
    "protocol", "The keyboard does not violate the protocol",
    Rule("The host ends a keyboard that violates the protocol.", source: "SECURITY.md, “The attacker”"),
    [.keyboardBrokeProtocol])

  private static let showsAgain = Check(
    "shows-again", "The keyboard shows its keys again after the host hid the keyboard",
    Rule("The host can show and hide a keyboard any number of times.", source: order), [.isEmptyWhenShownAgain],
    .observing { crawl in
      guard isEmptyWhenShownAgain(crawl), let first = crawl.showings.first, let again = crawl.showings.last else {
        return []
      }
      return [
        CheckDiagnostic(
          .isEmptyWhenShownAgain, "the second field", expected: "\(first.inputView?.keys.count ?? 0) keys", seen: "none"
        )
        .shown(by: first.script + [Step.blur] + again.script)
      ]
    })

  /// Whether the keyboard showed keys that type at its first appearance, but no such keys when the host showed the
  /// keyboard again.
  static func isEmptyWhenShownAgain(_ crawl: Crawl) -> Bool {
    guard let first = crawl.showings.first, hasKeys(first),
      let again = crawl.showings.last(where: { $0.circumstance == "shown again" })
    else { return false }
    return !hasKeys(again)
  }

  private static func hasKeys(_ showing: Showing) -> Bool {
    showing.inputView?.keys.contains { $0.isEnabled && $0.isOrdinary } == true
  }

  private static let createIsQuiet = Check(
    "create-is-quiet", "The keyboard does not call the host in the function create",
    Rule(
      "The function create must not call the host. The function load may call the host.",
      source: "klava/keyboard.h, create"),
    [.callsHostInCreate],
    .observingEnd { crawl in
      guard let load = crawl.record.turns.first(where: { $0.event.kind == .load }),
        load.failedCalls.contains(where: { $0.function == .getInterface && $0.reason == .error(KLV_ERROR_NOT_NOW) })
      else { return [] }
      return [
        CheckDiagnostic(
          .callsHostInCreate, "get_interface", expected: "no call before load", seen: "a call, which the host refused"
        )
        .shown(by: [Step.focus(FieldDescription()), Step.pick(crawl.identifier)])
      ]
    })

  private static let startsAgain = Check(
    "starts-again", "The keyboard can restart, and can run in two processes at the same time",
    Rule(
      "The host can run a keyboard in two processes at the same time, and can restart a keyboard after a kill.",
      source: order),
    [.doesNotStartAgain],
    .trying { testEnvironment throws(CheckError) in
      // As in a user's session, all processes of the keyboard share one data container.
      let conditions = Conditions(container: 1_000)
      let first = testEnvironment.testRun(conditions)
      defer { first.abandon() }
      try first.focus()
      let keys = first.keys.count
      let second = testEnvironment.testRun(conditions)
      if let finding = startFinding(second, "a second process at the same time", keys) { return [finding] }
      second.abandon()
      first.abandon()
      let third = testEnvironment.testRun(conditions)
      defer { third.abandon() }
      return startFinding(third, "a new process after a kill", keys).map { [$0] } ?? []
    })

  private static func startFinding(_ testRun: TestRun, _ circumstance: String, _ keys: Int) -> CheckDiagnostic? {
    do throws(CheckError) {
      try testRun.focus()
      guard testRun.keys.isEmpty, keys > 0 else { return nil }
      return CheckDiagnostic(.doesNotStartAgain, circumstance, expected: "\(keys) keys", seen: "none")
    } catch {
      guard case .ended(let end) = error else { return nil }
      return CheckDiagnostic(
        .doesNotStartAgain, circumstance, expected: "the keyboard starts", seen: "\(end.recorded.end)")
    }
  }

  private static let notices = Check(
    "notices", "The keyboard handles a memory warning",
    Rule(
      "When a keyboard uses three quarters of its memory limit, the host sends the keyboard a memory warning.",
      source: "TheLifeOfAKeyboard.md, “The process”"
    ),
    [.endsOnNotice],
    .trying { testEnvironment throws(CheckError) in
      var findings: [CheckDiagnostic] = []
      let warned = try testEnvironment.attempt(.memoryWarning) { testRun throws(CheckError) in
        try testRun.focus()
        try testRun.perform(.select(0, 0))
        try testRun.perform(.edit(before: "a", selected: "", after: ""))
      }
      if let warned { findings.append(warned) }
      return findings
    })
}
