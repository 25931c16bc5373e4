internal import Diagnostics
internal import InputViewModel
internal import JSON
internal import Scripting

extension BehaviorChecks {
  /// The text before the insertion point, in writing systems whose characters have different numbers of bytes.
  /// Corresponding words of these texts have the same number of characters.
  private static let latin = "abc defg"
  private static let otherScripts = ["абв гдеж", "ابج دهوز", "한국어 키보드용", "𐌰𐌱𐌲 𐌳𐌴𐌵𐌶"]
  /// Texts for keys that delete one character.
  private static let ends = ["abc 好", "abc 👩‍👩‍👧"]
  private static let after = "hi"

  static let characters = Check(
    "characters", "Keys delete whole characters and move by whole characters in every script",
    Rule(
      "One call of deleteBackward deletes one character.", source: "TypingAndDeleting.md, “Delete”"), [.countsBytes],
    .trying { testEnvironment throws(CheckError) in
      let testRun = testEnvironment.testRun()
      defer { testRun.abandon() }
      try testRun.focus(field(latin))
      for key in testRun.keys.filter({ $0.role != .nextKeyboard && $0.role != .dismiss }).prefix(60) {
        guard let number = try offset(key, latin, testRun) else {
          let document = testRun.isShown ? testRun.document : nil
          if let finding = try misplacedInsertion(key, testRun) { return [finding] }
          if let document, let finding = try lostText(key, document, testRun) { return [finding] }
          continue
        }
        for text in otherScripts + (number.isDeletion && number.count == 1 ? ends : []) {
          guard let other = try offset(key, text, testRun), other != number else { continue }
          return [
            CheckDiagnostic(
              .countsBytes, "the key “\(key.identifier)”, in the text “\(text)”",
              expected: "\(number), as in “\(latin)”",
              seen: "\(other)"
            ).shown(by: [
              Step.focus(field(text)).line, Step.pick(testRun.identifier).line, Step.press(key).line,
            ])
          ]
        }
      }
      return []
    })

  private static func field(_ before: String) -> FieldDescription {
    FieldDescription(before, after, traits: ["smartInsertDeleteType": .string("no")])
  }

  /// A number of characters that a key deletes, or over which it moves.
  private struct Offset: Equatable, CustomStringConvertible {
    let count: Int
    let isDeletion: Bool

    var description: String {
      "\(count) \(count == 1 ? "character" : "characters") \(isDeletion ? "deleted" : "passed")"
    }
  }

  /// Presses a key after a text. Returns the offset if the key's only effect is to delete text before the insertion
  /// point or to move the insertion point backward; otherwise nil.
  private static func offset(_ key: Key, _ text: String, _ testRun: TestRun) throws(CheckError) -> Offset? {
    try testRun.focus(field(text))
    guard testRun.keys.contains(where: { $0.identifier == key.identifier }) else { return nil }
    try testRun.press(key.identifier)
    guard testRun.isShown, let document = testRun.document, document.selected.isEmpty,
      document.before.count < text.count, text.hasPrefix(document.before)
    else { return nil }
    let isDeletion = document.after == after
    guard isDeletion || document.text == text + after else { return nil }
    return Offset(count: text.count - document.before.count, isDeletion: isDeletion)
  }

  /// The finding for a key that inserts something inside the text, such as brackets around a word, if the position
  /// depends on the writing system. Call this function directly after the key's press in the Latin text.
  private static func misplacedInsertion(_ key: Key, _ testRun: TestRun) throws(CheckError) -> CheckDiagnostic? {
    let letters = latin.filter(\.isLetter)
    // Skip a key that types at the insertion point or changes letters: its effect shows no position inside the text.
    guard testRun.isShown, let document = testRun.document, document.selected.isEmpty, document.text.hasSuffix(after),
      document.text != latin + after, !document.before.hasPrefix(latin),
      letters.allSatisfy({ letter in document.text.count(where: { $0 == letter }) == 1 })
    else { return nil }
    for text in otherScripts {
      let characters = Dictionary(zip(latin, text)) { first, _ in first }
      try testRun.focus(field(text))
      guard testRun.keys.contains(where: { $0.identifier == key.identifier }) else { return nil }
      try testRun.press(key.identifier)
      guard testRun.isShown, let other = testRun.document else { return nil }
      let expected = String(document.text.map { characters[$0] ?? $0 })
      guard other.text != expected else { continue }
      return CheckDiagnostic(
        .countsBytes, "the key “\(key.identifier)”, in the text “\(text)”", expected: "“\(expected)”",
        seen: "“\(other.text)”"
      ).shown(by: [Step.focus(field(text)).line, Step.pick(testRun.identifier).line, Step.press(key).line])
    }
    return nil
  }

  /// The finding for a key that replaces the last word of the Latin text, but deletes more in another writing system.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - document: The document after a press of the key in the Latin text.
  private static func lostText(
    _ key: Key, _ document: PlayState.Document, _ testRun: TestRun
  ) throws(CheckError) -> CheckDiagnostic? {
    let count = latin.count - (latin.split(separator: " ").last?.count ?? 0)
    // A key that changes only the last word keeps the text before that word.
    guard document.selected.isEmpty, document.after == after, !document.before.hasPrefix(latin),
      document.before.hasPrefix(latin.prefix(count)), document.before.count > count
    else { return nil }
    for text in otherScripts {
      try testRun.focus(field(text))
      guard testRun.keys.contains(where: { $0.identifier == key.identifier }) else { return nil }
      try testRun.press(key.identifier)
      guard testRun.isShown, let other = testRun.document else { return nil }
      let kept = String(text.prefix(count))
      guard !other.before.hasPrefix(kept) else { continue }
      return CheckDiagnostic(
        .countsBytes, "the key “\(key.identifier)”, in the text “\(text)”",
        expected: "“\(kept)” stays, as “\(latin.prefix(count))” does in “\(latin)”", seen: "“\(other.text)”"
      ).shown(by: [Step.focus(field(text)).line, Step.pick(testRun.identifier).line, Step.press(key).line])
    }
    return nil
  }

  static let traitChanges = Check(
    "trait-changes", "The input view changes when the field's traits change",
    Rule(
      "A field may change its traits while it has the focus.", source: "TypingAndDeleting.md, “Traits of the field”"),
    [.ignoresTraits],
    .trying { testEnvironment throws(CheckError) in
      let testRun = testEnvironment.testRun()
      defer { testRun.abandon() }
      // This check applies only to a keyboard that shows the same keys each time the default field gets the focus.
      try testRun.focus(.type("default"))
      let first = keys(testRun)
      for type in ["numberPad", "decimalPad", "emailAddress", "URL", "webSearch"] {
        try testRun.focus(.type(type))
        let own = keys(testRun)
        try testRun.focus(.type("default"))
        let usual = keys(testRun)
        guard usual == first else { return [] }
        try testRun.perform(.traits(["keyboardType": .string(type)], environment: [:]))
        guard testRun.isShown, own != usual, keys(testRun) == usual else { continue }
        return [
          CheckDiagnostic(
            .ignoresTraits, "a field whose type changes to \(type)", expected: "the keys of a field of this type",
            seen: "the keys of a field of type default"
          ).shown(by: [
            Step.focus(.type("default")).line, Step.pick(testRun.identifier).line,
            Step.traits(["keyboardType": .string(type)], environment: [:]).line,
          ])
        ]
      }
      return []
    })

  private static func keys(_ testRun: TestRun) -> [[String]] { testRun.keys.map { [$0.identifier, $0.title] } }

  static let titles = Check(
    "titles", "A key does not type the title of another key",
    Rule("The title of a key shows the character that the key types.", source: "Apple, Custom Keyboard guide"),
    [.typesAnotherKey],
    .observing { crawl in
      let wrong = crawl.presses.first { press in
        guard press.key.role == .character, press.key.title.count == 1, press.after.selected.isEmpty,
          press.after.before.hasPrefix(press.before.before)
        else { return false }
        let typed = press.after.before.dropFirst(press.before.before.count)
        guard typed.count == 1, typed.lowercased() != press.key.title.lowercased() else { return false }
        return crawl.everything.contains { showing in
          guard let keys = showing.inputView?.keys, keys.contains(press.key) else { return false }
          return keys.contains { $0.role == .character && $0.title == typed }
        }
      }
      return wrong.map { press in
        CheckDiagnostic(
          .typesAnotherKey, "the key “\(press.key.identifier)”", expected: "“\(press.key.title)”",
          seen: "“\(press.after.before.dropFirst(press.before.before.count))”"
        ).shown(by: press.script)
      }.map { [$0] } ?? []
    })
}
