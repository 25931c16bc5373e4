import BundleFiles
import BundleFixtures
import BundleFormat
import Diagnostics
import Foundation
import KeyboardStore
import Testing

@Suite struct FaultTests {
  @Test(
    "The host reports each fault with its code, and installs nothing; the inspection reports the same code",
    arguments: Fault.all)
  func codesOfFaults(_ fault: Fault) throws {
    let workspace = try Workspace()
    let clock = ContinuousClock()
    let start = clock.now
    let diagnostic = #expect(throws: Diagnostic.self) { try fault.run(workspace) }
    #expect(diagnostic?.code == fault.code, "\(diagnostic?.description ?? "")")
    #expect(workspace.installed.filter { $0 != "keyboards" }.isEmpty)
    // This generous limit detects an expansion of the entity bomb, because the expansion would need minutes.
    #expect(clock.now - start < .seconds(60))
    guard fault.isSeenByInspection else { return }
    let path = "\(workspace.path)/Test.keyboard"
    try #require(FileManager.default.fileExists(atPath: path))
    #expect(try BundleInspection(path).diagnostic?.code == fault.code)
  }

  @Test("The tests cause a diagnostic with each code about bundles, keyboards and settings")
  func coverageOfCodes() {
    let topics: Set<DiagnosticCode.Topic> = [.manifest, .files, .library, .keyboards, .settings]
    let codes = DiagnosticCode.allCases.filter { topics.contains($0.topic) }
    #expect(Set(codes).subtracting(Fault.all.map(\.code)) == [])
  }
}

@Suite struct DiagnosticTests {
  @Test("Each code has an explanation and a remedy", arguments: DiagnosticCode.allCases)
  func explanationsAndRemedies(_ code: DiagnosticCode) {
    #expect(code.description.wholeMatch(of: /KLV-[0-9]{4}/) != nil)
    #expect(DiagnosticCode(rawValue: Int(code.description.dropFirst(4)) ?? 0) == code)
    for sentence in [code.text.explanation, code.text.remedy] {
      #expect(sentence.count > 6)
      #expect(sentence.hasSuffix("."))
      #expect(
        sentence.first?.isUppercase == true || sentence.first?.isLetter == false
          || ["klava", "klv_"].contains(where: sentence.hasPrefix))
    }
  }

  @Test("No two codes have the same explanation")
  func uniqueExplanations() {
    let explanations = DiagnosticCode.allCases.map(\.text.explanation)
    #expect(Set(explanations).count == explanations.count)
  }

  @Test("Each retired code has replacements, and no other code uses its number")
  func retiredCodes() {
    let numbers = DiagnosticCode.retired.map(\.number)
    #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
    #expect(Set(numbers).isDisjoint(with: DiagnosticCode.allCases.map(\.rawValue)))
    #expect(DiagnosticCode.retired.allSatisfy { !$0.replacements.isEmpty })
    // A project file may name a check by a retired code, so each replacement must belong to only one retired code.
    // Codes below 2000 are an exception, because they never belonged to a check.
    let replacements = DiagnosticCode.retired.filter { $0.number >= 2000 }.flatMap(\.replacements)
    #expect(Set(replacements).count == replacements.count)
  }

  @Test("A diagnostic names the code, the file, the error and the remedy in one line")
  func singleLine() throws {
    let workspace = try Workspace()
    let path = try workspace.bundle(
      "Calculator.keyboard", manifest: .manifest(dropInExtension: "NSExtensionPrincipalClass"))
    let diagnostic = #expect(throws: Diagnostic.self) { try workspace.registry.install([path]) }
    #expect(
      diagnostic?.description.hasPrefix(
        "error KLV-0123: Calculator.keyboard/Info.plist: NSExtensionPrincipalClass is missing. Add the name of your "
      ) == true)
  }

  @Test("An error about a library names what the library has and what Klava needs")
  func libraryFaults() throws {
    let action: PropertyList = ["Rows": [[["Key": ["Title": "a", "Action": "none"]]]]]
    let cases: [(Fault, String)] = [
      (
        .library(.libraryWrongMachine, "s390x") { $0.patched(18, [22, 0]) },
        "The library is built for s390x, but this machine is \(ELFImage.name(ofMachine: ELFImage.machine))."
      ),
      (
        .library(.libraryWrongClass, "32 bits") { $0.patched(4, [1]) },
        "The library is built for a 32-bit machine, but this machine is 64-bit and little-endian."
      ),
      (
        .library(.librarySymbolMissing, "none") { _ in try SharedLibrary.compile("int other = 1;") },
        "Info.plist names the principal class \"TestController\", but the library does not export the symbol klv_keyboard."
      ),
      (
        .library(.libraryActionMissing, "none", manifest: .manifest(["KLVActions": ["none": "v(h)"]])) { $0 },
        "The library does not export the function \"none\", which KLVActions in Info.plist names."
      ),
      (
        .files(.libraryActionMissing, "an action of the interface", ["Interface.plist": action.xml]),
        "The library does not export the function \"none\", which the key \"a\" of Interface.plist names."
      ),
    ]
    for (fault, sentence) in cases {
      let diagnostic = #expect(throws: Diagnostic.self) { try fault.run(Workspace()) }
      #expect(diagnostic?.sentence == sentence)
    }
  }

  @Test(
    "A diagnostic sentence that ends with a quoted sentence has one final punctuation mark",
    arguments: [("Why: what?.", "Why: what?"), ("Why: so..", "Why: so."), ("So.", "So."), ("…", "…"), ("", "")])
  func quotedSentence(_ sentence: String, _ expected: String) {
    #expect(Diagnostic(.fileMissing, "", sentence).sentence == expected)
    #expect(Diagnostic(.fileMissing, "", "A.", remedy: sentence).remedy == expected)
  }

  @Test("The clause of a diagnostic has its code and no final period")
  func clause() {
    let diagnostic = Diagnostic(.fileMissing, "a", "It is gone.", remedy: "Bring it back.")
    #expect(diagnostic.clause == "KLV-0203, It is gone. Bring it back")
  }

  @Test("A diagnostic sanitizes text from a bundle")
  func textOfBundle() {
    let diagnostic = Diagnostic(.fileMissing, "a\u{1B}[2J\n\u{202E}", "No \u{9B}31m.", remedy: "Do\u{2028}it.")
    #expect(
      diagnostic.description
        == "error KLV-0203: a\\u{1B}[2J\\u{A}\\u{202E}: No \\u{9B}31m. Do\\u{2028}it.")
  }
}

@Suite struct SanitizedTextTests {
  /// Payloads of Sandbox.md#text-on-terminals: control, bidi, zero-width and tag characters, invisible fillers,
  /// noncharacters.
  static let payloads: [String] = [
    "\u{1B}[31m", "\u{1B}]0;title\u{07}", "\u{1B}]52;c;eA==\u{07}", "\u{1B}[c", "\u{1B}P", "\u{1B}_", "\u{9B}2J",
    "\u{85}",
    "a\rb", "a\u{8}b", "a\nb", "a\u{0}b", "\u{7F}", "\u{202E}x", "\u{2066}x\u{2069}", "\u{200B}", "\u{200F}",
    "\u{FEFF}", "\u{2028}", "\u{2029}", "\u{E0041}", "\u{AD}", "\u{3164}", "\u{115F}", "\u{FFFE}", "\u{1FFFF}",
    "\u{61C}",
    "a\u{200D}b", "\u{034F}", "\u{FFF9}", "\t", "p\u{FE0F}", "1\u{FE0F}", "❤\u{FE00}", "\u{E0100}",
  ]

  @Test("The sanitizer replaces each harmful character by a visible escape", arguments: payloads)
  func harmfulCharacters(_ payload: String) {
    let shown = "before\(payload)after".sanitized()
    #expect(shown.contains("\\u{"))
    let isPlain = shown.unicodeScalars.allSatisfy { scalar in
      (scalar.value >= 0x20 && scalar.value < 0x7F) || scalar.value > 0xA0
    }
    #expect(isPlain)
    for scalar in shown.unicodeScalars { #expect(scalar.properties.generalCategory != .format) }
  }

  @Test(
    "The sanitizer leaves ordinary text in any script unchanged",
    arguments: ["Калькулятор", "计算器", "ق", "e\u{301}", "👨‍👩‍👧", "❤️", "1️⃣", "नमस्ते", "한국어", "🇵🇱"])
  func ordinaryText(_ text: String) {
    #expect(text.sanitized().unicodeScalars.elementsEqual(text.unicodeScalars))
    #expect(text.sanitizedJSON.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test("The sanitizer puts a combining mark at the start of a text on a dotted circle")
  func leadingMark() {
    #expect("\u{336}x".sanitized() == "\u{25CC}\u{336}x")
  }

  @Test(
    "Sanitized JSON has escapes and parses to the same text",
    arguments: payloads + [String(repeating: "\u{301}", count: 50), "\u{1D173}x\u{10FFFF}"])
  func sanitizedJSON(_ payload: String) throws {
    let json = String(decoding: try JSONEncoder().encode(["a\(payload)b"]), as: UTF8.self).sanitizedJSON
    let value = try JSONDecoder().decode([String].self, from: Data(json.utf8))
    #expect(value.first?.utf8.elementsEqual("a\(payload)b".utf8) == true)
    // Each payload contains something to escape. For combining marks, the sanitizer escapes all marks of a character
    // after the eighth.
    #expect(json.contains("\\"))
  }

  @Test(
    "The sanitizer shows every assigned scalar unchanged or as an escape",
    arguments: [0x0...0x323AF, 0xE0000...0xE0FFF, 0xFFF00...0x10FFFF] as [ClosedRange<UInt32>])
  func allScalars(_ range: ClosedRange<UInt32>) {
    let faults = range.compactMap(Unicode.Scalar.init).filter { scalar in
      let shown = "a\(Character(scalar))".sanitized().unicodeScalars
      let category = scalar.properties.generalCategory
      let hides =
        [.control, .format, .lineSeparator, .paragraphSeparator].contains(category)
        || scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isNoncharacterCodePoint
      return hides ? shown.dropFirst().first != "\\" : shown.last != scalar && scalar != "\u{2800}"
    }
    #expect(faults.map { String($0.value, radix: 16) } == [])
  }

  @Test("The sanitizer cuts long text and long runs of combining marks")
  func longTextAndMarks() {
    #expect(String(repeating: "x", count: 10_000).sanitized(limit: 10) == "xxxxxxxxxx…")
    let tower = "a" + String(repeating: "\u{301}", count: 500) + "b"
    #expect(tower.sanitized().unicodeScalars.count < 16)
    #expect(tower.sanitized().hasSuffix("b"))
  }
}
