internal import Diagnostics
internal import InputViewModel
internal import JSON
internal import Scripting

extension BehaviorChecks {
  /// Texts before the insertion point, in several writing systems. The words of all texts have the same numbers of
  /// characters, but different numbers of bytes.
  private static let latin = "abc defg"
  private static let otherScripts = ["абв гдеж", "ابج دهوز", "한국어 키보드용", "𐌰𐌱𐌲 𐌳𐌴𐌵𐌶"]
  /// More texts before the insertion point, for keys that delete one character.
  private static let ends = ["abc 好", "abc 👩‍👩‍👧"]
  private static let after = "hi"

  static let characters = Check(
    "characters", "Keys delete whole characters, and move the insertion point by whole characters, in every script",
    Rule(
      "One call of deleteBackward deletes one character.", source: "TypingAndDeleting.md, “Delete”"), [.countsBytes],
    .trying { testEnvironment throws(CheckError) in
      let testRun = testEnvironment.testRun()
      defer { testRun.abandon() }
      try testRun.focus(field(latin))
      // Skip the delete key, because another check presses it in texts of these writing systems.
      for key in testRun.keys.filter({ ![.nextKeyboard, .dismiss, .delete].contains($0.role) }).prefix(60) {
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
              Step.focus(field(text)), Step.pick(testRun.identifier), Step.press(key),
            ])
          ]
        }
      }
      return []
    })

  private static func field(_ before: String) -> FieldDescription {
    FieldDescription(before, after, traits: ["smartInsertDeleteType": .string("no")])
  }

  /// The number of characters that a key deletes, or by which a key moves the insertion point.
  private struct Offset: Equatable, CustomStringConvertible {
    let count: Int
    let isDeletion: Bool

    var description: String {
      "\(count) \(count == 1 ? "character" : "characters") \(isDeletion ? "deleted" : "skipped")"
    }
  }

  /// Presses a key after a text. Returns the offset if the key only deletes text before the insertion point, or only
  /// moves the insertion point backward. For any other effect, returns nil.
  private static func offset(_ key: Key, _ text: String, _ testRun: TestRun) throws(CheckError) -> Offset? {
    guard let document = try document(afterPressing: key, in: text, testRun), document.selected.isEmpty,
      document.before.count < text.count, text.hasPrefix(document.before)
    else { return nil }
    let isDeletion = document.after == after
    guard isDeletion || document.text == text + after else { return nil }
    return Offset(count: text.count - document.before.count, isDeletion: isDeletion)
  }

  /// Presses a key after a text. Returns the document; nil if the keyboard no longer shows the key or has failed.
  private static func document(
    afterPressing key: Key, in text: String, _ testRun: TestRun
  ) throws(CheckError) -> PlayState.Document? {
    try testRun.focus(field(text))
    guard testRun.keys.contains(where: { $0.identifier == key.identifier }) else { return nil }
    try testRun.press(key.identifier)
    return testRun.isShown ? testRun.document : nil
  }

  /// Whether a key has the same effects when the check presses the key a second time. `documents` contains the
  /// documents after the first presses, by the text before the press. Late work of an earlier key, such as a timer, can
  /// change the document after one press only.
  private static func repeats(
    _ documents: [String: PlayState.Document], _ key: Key, _ testRun: TestRun
  ) throws(CheckError) -> Bool {
    for (text, document) in documents {
      guard try self.document(afterPressing: key, in: text, testRun)?.text == document.text else { return false }
    }
    return true
  }

  /// The finding about a key that inserts characters inside the text, such as brackets around a word, at positions that
  /// differ between writing systems. Call this function directly after the key was pressed in the Latin text.
  private static func misplacedInsertion(_ key: Key, _ testRun: TestRun) throws(CheckError) -> CheckDiagnostic? {
    let letters = latin.filter(\.isLetter)
    // Skip a key that types at the insertion point or changes letters, because its effect shows no position inside the
    // text.
    guard testRun.isShown, let document = testRun.document, document.selected.isEmpty, document.text.hasSuffix(after),
      document.text != latin + after, !document.before.hasPrefix(latin),
      letters.allSatisfy({ letter in document.text.count(where: { $0 == letter }) == 1 })
    else { return nil }
    for text in otherScripts {
      let characters = Dictionary(zip(latin, text)) { first, _ in first }
      guard let other = try self.document(afterPressing: key, in: text, testRun) else { return nil }
      let expected = String(document.text.map { characters[$0] ?? $0 })
      guard other.text != expected else { continue }
      guard try repeats([latin: document, text: other], key, testRun) else { return nil }
      return CheckDiagnostic(
        .countsBytes, "the key “\(key.identifier)”, in the text “\(text)”", expected: "“\(expected)”",
        seen: "“\(other.text)”"
      ).shown(by: [Step.focus(field(text)), Step.pick(testRun.identifier), Step.press(key)])
    }
    return nil
  }

  /// The finding about a key that replaces the last word of the Latin text, but deletes more than the last word in
  /// another writing system.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - document: The document after a press of the key in the Latin text.
  private static func lostText(
    _ key: Key, _ document: PlayState.Document, _ testRun: TestRun
  ) throws(CheckError) -> CheckDiagnostic? {
    let count = latin.count - (latin.split(separator: " ").last?.count ?? 0)
    // A key that changes only the last word does not change the text before that word.
    guard document.selected.isEmpty, document.after == after, !document.before.hasPrefix(latin),
      document.before.hasPrefix(latin.prefix(count)), document.before.count > count
    else { return nil }
    for text in otherScripts {
      guard let other = try self.document(afterPressing: key, in: text, testRun) else { return nil }
      let kept = String(text.prefix(count))
      guard !other.before.hasPrefix(kept) else { continue }
      guard try repeats([latin: document, text: other], key, testRun) else { return nil }
      return CheckDiagnostic(
        .countsBytes, "the key “\(key.identifier)”, in the text “\(text)”",
        expected: "“\(kept)” stays, as “\(latin.prefix(count))” does in “\(latin)”", seen: "“\(other.text)”"
      ).shown(by: [Step.focus(field(text)), Step.pick(testRun.identifier), Step.press(key)])
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
      // Skip a keyboard that does not show the same keys each time a field of the default type gets the focus.
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
            .ignoresTraits, "a field whose type changes to \(type)", expected: "the keys of a field of type \(type)",
            seen: "the keys of a field of type default"
          ).shown(by: [
            Step.focus(.type("default")), Step.pick(testRun.identifier),
            Step.traits(["keyboardType": .string(type)], environment: [:]),
          ])
        ]
      }
      return []
    })

  private static func keys(_ testRun: TestRun) -> [[String]] { testRun.keys.map { [$0.identifier, $0.title] } }

  static let titles = Check(
    "titles", "A key types its title",
    Rule("The title of a key shows the character that the key types.", source: "Apple, Custom Keyboard guide"),
    [.typesAnotherKey],
    .observing { crawl throws(CheckError) in
      let presses = crawl.presses.filter { $0.key.role == .character && !$0.key.getsTouches }
      // Some keyboards compose or transliterate text, so their keys rarely type their titles.
      let simple = presses.filter { $0.key.title.count == 1 && typed($0.before, $0.after)?.isEmpty == false }
      let own = simple.filter { isSame(typed($0.before, $0.after) ?? "", $0.key.title) }
      let isDirect = own.count >= 8 && own.count * 4 >= simple.count * 3
      let suspects = presses.lazy.filter { isWrong(typed($0.before, $0.after), $0, isDirect: isDirect, crawl) }
      for press in suspects.prefix(8) {
        // An earlier key may change the next character, as a dead key does, which is not a fault.
        guard let alone = try crawl.pressAlone(press) else { continue }
        let text = typed(alone.0, alone.1)
        guard isWrong(text, press, isDirect: isDirect, crawl), let text else { continue }
        return [
          CheckDiagnostic(
            .typesAnotherKey, "the key “\(press.key.identifier)”", expected: "“\(press.key.title)”",
            seen: text.isEmpty ? "nothing" : "“\(text)”"
          ).shown(by: press.script)
        ]
      }
      return []
    })

  /// The text that a press inserted before the insertion point; nil if the press changed other text or marked text.
  private static func typed(_ before: PlayState.Document, _ after: PlayState.Document) -> String? {
    after.marked == nil ? after.text(insertedAfter: before) : nil
  }

  /// Whether two texts are equal except for their case.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    one.lowercased() == other.lowercased() || one.uppercased() == other.uppercased()
  }

  /// Whether a key typed a text that differs from its title although it should type its title.
  ///
  /// - Parameters:
  ///   - text: The text that the key typed; nil if the key changed existing text.
  ///   - press: A press of the key.
  ///   - isDirect: Whether most keys of the keyboard type their titles.
  private static func isWrong(_ text: String?, _ press: Press, isDirect: Bool, _ crawl: Crawl) -> Bool {
    let title = press.key.title
    guard let text, !isSame(text, title) else { return false }
    if text.isEmpty {
      // Skip a press with a call that the host refused, for example because of a text that is not UTF-8: another check
      // reports the call.
      return isDirect && isForeignLetter(title) && !press.hadEffect && press.keyboardType == "default"
        && press.turns.allSatisfy(\.failedCalls.isEmpty)
    }
    if text.contains("\u{FFFD}") || isBytes(text, of: title) { return true }
    guard title.count == 1, text.count == 1 else { return false }
    if isDirect, isForeignLetter(title) { return true }
    return crawl.everything.contains { showing in
      guard let keys = showing.inputView?.keys, keys.contains(press.key) else { return false }
      return keys.contains { $0.role == .character && $0.title == text }
    }
  }

  /// Whether a title is one letter that is not ASCII. Modifier letters do not count, because they can be dead keys.
  /// Compatibility forms do not count, because their keys can type the canonical letter.
  private static func isForeignLetter(_ title: String) -> Bool {
    guard title.count == 1, let first = title.lowercased().unicodeScalars.first, !first.isASCII,
      !first.properties.changesWhenNFKCCaseFolded
    else { return false }
    return [.lowercaseLetter, .uppercaseLetter, .otherLetter].contains(first.properties.generalCategory)
  }

  /// Whether a text consists of bytes of a title. Each character must be a byte of the title's UTF-8, or the low byte
  /// of a code point of the title.
  private static func isBytes(_ text: String, of title: String) -> Bool {
    let numbers = text.unicodeScalars.map(\.value)
    let bytes = title.utf8.map(UInt32.init)
    let isPart = bytes.indices.contains { bytes[$0...].starts(with: numbers) }
    if numbers.allSatisfy({ (0x80...0xFF).contains($0) }) && isPart { return true }
    return title.unicodeScalars.contains { $0.value > 0xFF } && title.unicodeScalars.map { $0.value & 0xFF } == numbers
  }
}
