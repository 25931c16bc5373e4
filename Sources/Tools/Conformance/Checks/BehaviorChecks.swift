internal import BundleFiles
internal import BundleFormat
internal import Diagnostics
internal import InputViewModel
internal import JSON
internal import KeyboardHost
internal import KeyboardProtocol
internal import Scripting

/// The checks of a keyboard's effect on the text.
enum BehaviorChecks {
  static let all = [
    repeatable, traits, documents, marking, uninvited, deletion, space, returnKey, useful, returnTitle, settings,
    characters, traitChanges, titles,
  ]

  private static let repeatable = Check(
    "repeatable", "The same keys produce the same text",
    Rule("The keys that the user presses determine the text.", source: "TypingAndDeleting.md, “Causes of changes”"),
    [.isNotRepeatable],
    .trying { testEnvironment throws(CheckError) in
      let one = try KeyScript(testEnvironment).texts
      let other = try KeyScript(testEnvironment).texts
      for (first, second) in zip(one, other) where first.text != second.text {
        return [
          CheckDiagnostic(
            .isNotRepeatable, first.cause, expected: "“\(first.text)”, as in the first run",
            seen: "“\(second.text)”"
          ).shown(by: second.script)
        ]
      }
      return []
    })

  private static let traits = Check(
    "traits", "The keyboard handles every trait of a field",
    Rule("A field may have any combination of traits.", source: "TypingAndDeleting.md, “Traits of the field”"),
    [.endsOnTraits, .endsOnKey],
    .trying { testEnvironment throws(CheckError) in
      var random = SeededNumbers(testEnvironment.seed)
      let end = try testEnvironment.attemptWithSteps(Conditions(), .endsOnTraits) { testRun throws(CheckError) in
        try testRun.focus(FieldDescription("ab", "cd"))
        for _ in 0..<60 {
          let traits = FieldTraits.random(&random)
          if random.below(4) == 0 {
            try testRun.focus(FieldDescription("ab", traits: traits, isMultiline: random.below(2) == 0))
          } else {
            try testRun.perform(.traits(traits, environment: [:]))
          }
          guard testRun.isShown, let key = random.pick(testRun.keys.filter(\.isOrdinary)) else { continue }
          try testRun.press(key.identifier)
        }
      }
      guard let end else { return [] }
      var finding = end.finding
      guard finding.code == .endsOnTraits else { return [finding] }
      finding.offender = "a field with \(end.steps.last(where: \.setsTraits)?.line ?? "these traits")"
      return [finding.shown(by: ScriptReduction.lastField(end.steps), seed: testEnvironment.seed)]
    })

  private static let documents = Check(
    "documents", "The keyboard handles any text",
    Rule(
      "A text can be empty, a megabyte long or right-to-left, and can contain emoji or combining characters.",
      source: "TypingAndDeleting.md, “Read”"), [.endsOnDocument, .endsOnKey],
    .trying { testEnvironment throws(CheckError) in
      for (name, field) in DocumentKinds.all {
        let end = try testEnvironment.attempt(Conditions(), .endsOnDocument, about: name) {
          testRun throws(CheckError) in
          try testRun.focus(field)
          let isLarge = name == DocumentKinds.large.name
          for key in testRun.keys.prefix(isLarge ? 1 : 12) where testRun.isShown {
            try testRun.press(key.identifier)
          }
          if testRun.isShown, !isLarge { try testRun.perform(.select(0, 1)) }
          try testRun.perform(.blur)
        }
        if let end { return [end] }
      }
      return []
    })

  private static let marking = Check(
    "marking", "The keyboard unmarks its marked text",
    Rule("When a composition ends, its marked text becomes plain text.", source: "TypingAndDeleting.md, “Compose”"),
    [.marksForEver],
    .trying { testEnvironment throws(CheckError) in
      let testRun = testEnvironment.testRun()
      defer { testRun.abandon() }
      try testRun.focus()
      let keys = testRun.keys.filter(\.isOrdinary).map(\.identifier).prefix(60)
      var marker: String?
      for key in keys where marker == nil && testRun.keys.contains(where: { $0.identifier == key }) {
        try testRun.press(key)
        if !testRun.isShown { try testRun.focus() }
        if testRun.document?.marked != nil { marker = key }
      }
      guard let marker else { return [] }
      // Press every key, because any key may unmark the text.
      for key in testRun.keys.map(\.identifier).prefix(60) {
        guard testRun.document?.marked != nil else { return [] }
        guard testRun.isShown, testRun.keys.contains(where: { $0.identifier == key && $0.isOrdinary }) else { continue }
        try testRun.press(key)
      }
      guard testRun.document?.marked != nil else { return [] }
      return [
        CheckDiagnostic(
          .marksForEver, "the key “\(marker)”", expected: "a key that unmarks the text",
          seen: "“\(testRun.document?.markedText ?? "")” is still marked after a press of each key"
        ).shown(by: testRun.script)
      ]
    })

  private static let uninvited = Check(
    "invited-edits", "The keyboard changes text only after a user action",
    Rule(
      "A keyboard changes text only after the user pressed a key.", source: "TypingAndDeleting.md, “Causes of changes”"),
    [.editsUnasked],
    .trying { testEnvironment throws(CheckError) in
      let testRun = testEnvironment.testRun()
      defer { testRun.abandon() }
      try testRun.focus(FieldDescription("hello wrold", " tail"))
      try testRun.perform(.select(2, 3))
      try testRun.perform(.select(11, 0))
      // A keyboard may change only incomplete texts, for example by adding a space. So the check tries several texts.
      for before in ["teh", "teh ", "you and i", "The end.", "The end  ", "тест", ""] {
        try testRun.perform(.edit(before: before, selected: "", after: "end"))
      }
      try testRun.perform(.traits(["returnKeyType": .string("search")], environment: ["dark": .boolean(true)]))
      try testRun.perform(.traits(["keyboardType": .string("URL")], environment: ["width": .integer(320)]))
      try testRun.perform(.wait(10))
      // Wait until timers that fire once have fired. Skip this wait if a fast repeating timer has already fired many
      // times.
      if testRun.record.turns.count(where: { $0.event.kind == .timer }) < 50 { try testRun.perform(.wait(300)) }
      let turn = testRun.record.turns.first { $0.event.kind != .key && !($0.result?.edits.isEmpty ?? true) }
      guard let turn, let edits = turn.result?.edits else { return try editForOwnEdits(in: testRun) }
      return [
        CheckDiagnostic(
          .editsUnasked, "the turn \"\(turn.event.kind.name)\"", expected: "no edit",
          seen: edits.prefix(4).map { "\($0)" }.joined(separator: ", ")
        ).shown(by: testRun.script)
      ]
    })

  /// Presses a key. Returns the finding if the keyboard changes the document in a callback about its own edits.
  private static func editForOwnEdits(in testRun: TestRun) throws(CheckError) -> [CheckDiagnostic] {
    let field = FieldDescription("a ", " b")
    try testRun.focus(field)
    guard let key = testRun.keys.first(where: { $0.role == .character }) ?? testRun.keys.first(where: \.isOrdinary)
    else { return [] }
    try testRun.press(key.identifier)
    guard let edit = testRun.record.turns.compactMap(\.editForOwnEdits).first else { return [] }
    return [
      CheckDiagnostic(
        .editsUnasked, "the callbacks for the keyboard's own edits", expected: "no edit", seen: "\(edit)"
      ).shown(by: [Step.focus(field), Step.pick(testRun.identifier), Step.press(key.identifier)])
    ]
  }

  private static let useful = Check(
    "useful", "At least one key has an effect",
    Rule("A keyboard must type text.", source: "Apple, App Review Guidelines 4.4.1"), [.doesNothing],
    .observing { crawl in
      // Skip a keyboard that requests full access: another check reports whether it can type without full access.
      guard crawl.isDead, !crawl.bundle.manifest.requestsOpenAccess else { return [] }
      return [
        CheckDiagnostic(
          .doesNothing, "\(crawl.presses.count) keys", expected: "text, or a change of the input view", seen: "nothing"
        )
        .shown(by: crawl.presses.first?.script ?? [])
      ]
    })

  private static let returnTitle = Check(
    "return-title", "The return key shows the title that the field requests",
    Rule("The return key has the title that the field requests, such as Go or Send.", source: "Apple, UIReturnKeyType"),
    profile: .pedantic, [.returnTitleFixed],
    .trying { testEnvironment throws(CheckError) in
      let testRun = testEnvironment.testRun()
      defer { testRun.abandon() }
      var titles: Set<String> = []
      for type in ["default", "go", "search", "send"] {
        try testRun.focus(FieldDescription(traits: ["returnKeyType": .string(type)]))
        guard let key = testRun.keys.first(where: { $0.role == .return }), key.image == nil else { return [] }
        titles.insert(key.title)
      }
      guard titles.count == 1, let title = titles.first, title.contains(where: \.isLetter) else { return [] }
      return [
        CheckDiagnostic(
          .returnTitleFixed, "the return key", expected: "the title that the field requests",
          seen: "“\(title)” in each field")
      ]
    })

  private static let settings = Check(
    "settings-values", "The keyboard handles every value of its settings",
    Rule(
      "A keyboard must handle every value that Settings.bundle allows.", source: "SettingsAndFiles.md, “Settings”"),
    [.endsOnSettings, .endsOnKey],
    .trying { testEnvironment throws(CheckError) in
      let values = try SettingsValues(testEnvironment.bundle)
      for (name, settings) in values.combinations {
        let end = try testEnvironment.attempt(
          Conditions(settings: settings), .endsOnSettings, about: name
        ) { testRun throws(CheckError) in
          try testRun.focus(FieldDescription("ab", "cd"))
          for key in testRun.keys.filter(\.isOrdinary).prefix(12) where testRun.isShown {
            try testRun.press(key.identifier)
          }
        }
        if let end { return [end] }
      }
      return []
    })
}
