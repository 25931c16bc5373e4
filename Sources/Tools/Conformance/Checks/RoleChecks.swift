internal import Diagnostics
internal import InputViewModel
internal import JSON
internal import KeyboardProtocol
internal import Scripting

extension BehaviorChecks {
  private static let roles = "klava/keyboard.h, roles of keys; TypingAndDeleting.md, “Delete”"

  /// The expected effect of a key on a text.
  private struct Case {
    let before: String
    let selected: String
    let after: String
    let result: String
    let insertionPoint: String

    init(_ before: String, selected: String = "", _ after: String, _ result: String, insertionPoint: String) {
      self.before = before
      self.selected = selected
      self.after = after
      self.result = result
      self.insertionPoint = insertionPoint
    }
  }

  /// The finding about the first text in which a key with this role does not have the expected effect.
  ///
  /// If `mayDoNothing` is true, a key also passes if it makes a request and leaves the text unchanged. For example,
  /// such a key changes the keyboard's own display.
  private static func finding(
    _ role: KeyRole, _ code: DiagnosticCode, _ cases: [Case], _ testEnvironment: TestEnvironment,
    mayDoNothing: Bool = false
  ) throws(CheckError) -> [CheckDiagnostic] {
    let testRun = testEnvironment.testRun()
    defer { testRun.abandon() }
    for item in cases {
      let field = FieldDescription(
        item.before, selected: item.selected, item.after, traits: ["smartInsertDeleteType": .string("no")])
      try testRun.focus(field)
      guard let key = testRun.keys.first(where: { $0.role == role }) else { return [] }
      let turns = testRun.record.turns.count
      try testRun.press(key.identifier)
      guard let document = testRun.document else { continue }
      // Skip a key whose turn failed, or whose press made the keyboard edit the text in a callback about its own edits.
      // Other checks report these faults.
      if testRun.record.turns[turns...].contains(where: { $0.result?.failure != nil || $0.editForOwnEdits != nil }) {
        return []
      }
      if document.text == item.result, document.before == item.insertionPoint { continue }
      if mayDoNothing, document.text == item.before + item.selected + item.after,
        testRun.record.turns[turns...].contains(where: { !($0.result?.requests.isEmpty ?? true) })
      {
        continue
      }
      return [
        CheckDiagnostic(
          code, "the key “\(key.identifier)”",
          expected: "“\(item.insertionPoint)|\(item.result.dropFirst(item.insertionPoint.count))”",
          seen: "“\(document.before)|\(document.selected)\(document.after)”"
        ).shown(by: [Step.focus(field), Step.pick(testRun.identifier), Step.press(key)])
      ]
    }
    return []
  }

  static let deletion = Check(
    "delete-key", "The delete key deletes exactly one character, or nothing at the start of the text",
    Rule("A delete key removes the selection, or one character before the insertion point.", source: roles),
    [.deletesWrongly, .deletesPastStart],
    .trying { testEnvironment throws(CheckError) in
      let past = try finding(
        .delete, .deletesPastStart, [Case("", "", "", insertionPoint: ""), Case("", "abc", "abc", insertionPoint: "")],
        testEnvironment,
        mayDoNothing: true)
      if !past.isEmpty { return past }
      return try finding(
        .delete, .deletesWrongly,
        [
          Case("abc", "def", "abdef", insertionPoint: "ab"),
          Case("one ", selected: "two", "", "one ", insertionPoint: "one "),
        ]
          + ["a👩‍👩‍👧", "да", "دا", "한국", "a好", "𐌰𐌱"].map { text in
            Case(text, "", String(text.dropLast()), insertionPoint: String(text.dropLast()))
          }, testEnvironment)
    })

  static let space = Check(
    "space-key", "The space key types a space", Rule("A key with the role space types a space.", source: roles),
    [.spaceWrong],
    .trying { testEnvironment throws(CheckError) in
      try finding(.space, .spaceWrong, [Case("ab", "cd", "ab cd", insertionPoint: "ab ")], testEnvironment)
    })

  static let returnKey = Check(
    "return-key", "The return key types a line break",
    Rule("A key with the role return types a line break.", source: roles),
    [.returnWrong],
    .trying { testEnvironment throws(CheckError) in
      try finding(.return, .returnWrong, [Case("ab", "cd", "ab\ncd", insertionPoint: "ab\n")], testEnvironment)
    })
}
