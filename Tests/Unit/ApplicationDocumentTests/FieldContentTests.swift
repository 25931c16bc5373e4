import ApplicationDocument
import Testing
import TextModel

@Suite("Content purposes and hints")
struct FieldContentTests {
  @Test(
    "A purpose decides the keyboard type, capitalization and content type, and whether the field is secure",
    arguments: [
      (0, .default, false, .sentences, nil), (1, .default, false, .none, nil), (2, .numberPad, false, .none, nil),
      (3, .decimalPad, false, .none, nil), (4, .phonePad, false, .none, .telephoneNumber),
      (5, .URL, false, .none, .URL), (6, .emailAddress, false, .none, .emailAddress),
      (7, .default, false, .words, .name), (8, .asciiCapable, true, .none, .password),
      (9, .numberPad, true, .none, nil), (10, .numbersAndPunctuation, false, .none, nil),
      (11, .numbersAndPunctuation, false, .none, nil), (12, .numbersAndPunctuation, false, .none, nil),
      (13, .asciiCapable, false, .none, nil), (14, .default, false, .sentences, nil),
      (.max, .default, false, .sentences, nil),
    ] as [(UInt32, KeyboardType, Bool, TextAutocapitalizationType, TextContentType?)])
  func purpose(
    number: UInt32, keyboard: KeyboardType, isSecure: Bool, capitalization: TextAutocapitalizationType,
    content: TextContentType?
  ) {
    let traits = FieldContent(purpose: number).traits
    #expect(traits.keyboardType == keyboard)
    #expect(traits.isSecureTextEntry == isSecure)
    #expect(traits.autocapitalizationType == capitalization)
    #expect(traits.textContentType == content)
    #expect(traits.inlinePredictionType == (isSecure ? .no : .default))
    let isText = number == 0 || number > 13
    #expect(traits.autocorrectionType == (isText ? .default : .no))
    #expect(traits.spellCheckingType == (isText ? .default : .no))
    let hasSmartTraits = ![3, 5, 6, 8, 9, 13].contains(number)
    #expect(traits.smartQuotesType == (hasSmartTraits ? .default : .no))
    #expect(traits.smartDashesType == (hasSmartTraits ? .default : .no))
    #expect(traits.smartInsertDeleteType == (hasSmartTraits ? .default : .no))
    #expect(FieldContent(purpose: number).isTerminal == (number == 13))
  }

  @Test(
    "The purposes date, time, date with time, and terminal have different numbers in input-method-v1 and v2",
    arguments: [(0, 0), (8, 8), (9, 10), (10, 11), (11, 12), (12, 13), (13, 0), (.max, 0)] as [(UInt32, UInt32)])
  func numbering(old: UInt32, new: UInt32) {
    #expect(FieldContent(purpose: old, numbering: .inputMethodV1) == FieldContent(purpose: new))
  }

  @Test(
    "If a field has several hints for capitals, the hint for characters wins, then words, then sentences, then none",
    arguments: [
      (0x0, .sentences), (0x4, .sentences), (0x8, .none), (0x10, .allCharacters), (0x20, .words),
      (0x3C, .allCharacters),
      (0x2C, .words), (0xC, .sentences),
    ] as [(UInt32, TextAutocapitalizationType)])
  func capitalization(hints: UInt32, expected: TextAutocapitalizationType) {
    #expect(FieldContent(hints: hints).traits.autocapitalizationType == expected)
    #expect(FieldContent(purpose: 1, hints: hints).traits.autocapitalizationType == (hints == 0 ? .none : expected))
    #expect(FieldContent(purpose: 6, hints: hints).traits.autocapitalizationType == .none)
    #expect(FieldContent(purpose: 7, hints: hints).traits.autocapitalizationType == .words)
  }

  @Test(
    "The hint for Latin letters sets the keyboard type asciiCapable",
    arguments: [
      (0, .asciiCapable), (1, .asciiCapable), (2, .asciiCapableNumberPad), (3, .decimalPad), (6, .emailAddress),
      (7, .asciiCapable), (9, .asciiCapableNumberPad), (10, .numbersAndPunctuation),
    ] as [(UInt32, KeyboardType)])
  func latin(purpose: UInt32, keyboard: KeyboardType) {
    #expect(FieldContent(purpose: purpose, hints: 0x100).traits.keyboardType == keyboard)
  }

  @Test("On a tablet, a field with the purpose number has the keyboard type numbersAndPunctuation")
  func tablet() {
    #expect(FieldContent(purpose: 3, isTablet: true).traits.keyboardType == .numbersAndPunctuation)
    #expect(FieldContent(purpose: 2, isTablet: true).traits.keyboardType == .numberPad)
  }

  @Test("Each hint of the protocol has its effect, and unknown hints have no effect")
  func hints() {
    #expect(FieldContent(hints: 0x1).traits.autocorrectionType == .yes)
    #expect(FieldContent(hints: 0x2).traits.spellCheckingType == .yes)
    #expect(FieldContent(purpose: 6, hints: 0x3).traits.autocorrectionType == .no)
    #expect(FieldContent(hints: 0x40).traits.isSecureTextEntry)
    #expect(FieldContent(hints: 0x80).traits.isSecureTextEntry)
    #expect(FieldContent(hints: 0x80).traits.autocorrectionType == .no)
    #expect(FieldContent(hints: 0x200).isMultiline)
    #expect(!FieldContent().isMultiline)
    #expect(FieldContent(hints: 0x400).hidesInputView)
    #expect(!FieldContent(hints: 0x400, numbering: .inputMethodV1).hidesInputView)
    #expect(FieldContent().allowsEmoji && !FieldContent(hints: 0x800).allowsEmoji)
    #expect(FieldContent(hints: 0x800, numbering: .inputMethodV1).allowsEmoji)
    #expect(FieldContent(hints: 0xFFFF_E000) == FieldContent())
  }
}

@Suite("Secure fields")
struct SecureRuleTests {
  @Test(
    "One sign is enough to make a field secure: a hidden hint, a sensitive hint, a secure purpose or a masked text",
    arguments: [
      (0x40, 0, "clear", true), (0x80, 0, "clear", true), (0x48, 0, "clear", true), (0, 8, "clear", true),
      (0, 9, "clear", true), (0, 0, "●●●", true), (0, 0, "•", true), (0, 0, "****", true), (0, 0, "clear", false),
      (0, 0, "", false), (0, 0, "●•", false), (0, 0, "**a", false), (0x8, 6, "clear", false),
    ] as [(UInt32, UInt32, String, Bool)])
  func rule(hints: UInt32, purpose: UInt32, text: String, isSecure: Bool) {
    var rule = SecureRule()
    let content = FieldContent(purpose: purpose, hints: hints)
    let filtered = rule.filter(SurroundingText(bytes: text.utf8, cursor: 0, anchor: 0), of: content)
    #expect(rule.isSecure == isSecure)
    #expect((filtered == nil) == isSecure)
  }

  @Test("On input-method-v1, where KWin marks sensitive text with the hint lowercase, a field with this hint is secure")
  func sensitiveDigitsOfQt() {
    #expect(FieldContent(purpose: 2, hints: 0xF, numbering: .inputMethodV1).traits.isSecureTextEntry)
    #expect(!FieldContent(purpose: 2, hints: 0xF).traits.isSecureTextEntry)
    #expect(!FieldContent(purpose: 2, hints: 0x7, numbering: .inputMethodV1).traits.isSecureTextEntry)
  }

  @Test("Bit 1 of the hint in input-method-v1 asks for correction, not for a spell check")
  func correction() {
    let traits = FieldContent(hints: 0x2, numbering: .inputMethodV1).traits
    #expect(traits.autocorrectionType == .yes)
    #expect(traits.spellCheckingType == .default)
  }

  @Test("The rule recognizes a masked text that begins and ends inside a character")
  func cutMask() {
    var rule = SecureRule()
    let bytes = Array("●●●●".utf8).dropFirst().dropLast(2)
    #expect(rule.filter(SurroundingText(bytes: bytes, cursor: 0, anchor: 0), of: FieldContent()) == nil)
    #expect(rule.isSecure)
  }

  @Test("Mask characters do not make a field of several lines secure")
  func multilineMask() {
    var rule = SecureRule()
    let star = SurroundingText(bytes: "*".utf8, cursor: 1, anchor: 1)
    #expect(rule.filter(star, of: FieldContent(hints: 0x200)) != nil)
    #expect(rule.filter(star, of: FieldContent(hints: 0x240)) == nil)
  }

  @Test(
    "If only the system keyboard has typed, only mask characters that it did not type make a field secure",
    arguments: [
      ("", "*", "*", false), ("one\n", "*", "*", false), ("one\n", "*", "one\n*", false), ("*", "*", "**", false),
      ("", "a", "*", true), ("", "*", "●", true), ("", "*b", "**", true), ("*", "a", "**", true), ("a", "*", "*", true),
    ])
  func typedMask(before: String, typed: String, reported: String, isSecure: Bool) {
    var document = ApplicationDocument(
      .inputMethodV2,
      surrounding: SurroundingText(bytes: before.utf8, cursor: before.utf8.count, anchor: before.utf8.count))
    for character in typed { _ = document.apply([.insertText(String(character))], at: .zero) }
    let report = SurroundingText(bytes: reported.utf8, cursor: reported.utf8.count, anchor: reported.utf8.count)
    var (trusting, distrusting) = (SecureRule(), SecureRule())
    _ = trusting.filter(report, of: FieldContent(), trusting: document)
    #expect(trusting.isSecure == isSecure)
    _ = distrusting.filter(report, of: FieldContent())
    #expect(distrusting.isSecure == !reported.contains("one"))
  }

  @Test("A secure field stays secure until the application activates a field again")
  func isSticky() {
    var rule = SecureRule()
    let clear = SurroundingText(bytes: "clear".utf8, cursor: 0, anchor: 0)
    _ = rule.filter(SurroundingText(bytes: "••".utf8, cursor: 0, anchor: 0), of: FieldContent())
    #expect(rule.filter(clear, of: FieldContent()) == nil)
    #expect(rule.filter(nil, of: FieldContent()) == nil)
    rule.activate()
    #expect(rule.filter(clear, of: FieldContent()) != nil)
  }

  @Test("No printed value contains the text of a secure field, even if the application sends the text unmasked")
  func showsNothing() {
    var rule = SecureRule()
    let content = FieldContent(hints: 0x48, numbering: .inputMethodV1)
    let secret = SurroundingText(bytes: "hunter2".utf8, cursor: 7, anchor: 7)
    var document = ApplicationDocument(.inputMethodV1, surrounding: rule.filter(secret, of: content))
    #expect(document.apply([.insertText("typed"), .deleteBackward], at: .zero).operations.count == 1)
    _ = document.report(rule.filter(secret, of: content), at: .zero)
    var shown = ""
    dump(secret, to: &shown)
    dump(rule, to: &shown)
    dump(document, to: &shown)
    shown += "\(secret) \(String(reflecting: secret)) \(document) \(String(reflecting: document)) \(rule)"
    #expect(!shown.contains("hunter") && !shown.contains("typed"))
    // Search for the character codes of the first three letters together. A single code could also be a part of a
    // memory address.
    #expect(!shown.contains(/104\D+117\D+110/))
    #expect(document.text == nil)
  }

  @Test("If a field becomes secure while it has the focus, the document and the session delete its text")
  func forgetsText() {
    var document = ApplicationDocument(
      .inputMethodV2, surrounding: SurroundingText(bytes: "hunter2".utf8, cursor: 7, anchor: 7))
    _ = document.apply([.insertText("3")], at: .zero)
    #expect(document.report(nil, at: .zero).change == FieldText())
    var shown = ""
    dump(document, to: &shown)
    #expect(!shown.contains("hunter"))
    #expect(document.apply([.deleteBackward], at: .zero).operations == [.key(.backspace, count: 1)])
    #expect(document.isAtRest)
  }
}
