@testable import Bundles
import Foundation
import Testing

@Suite struct FaultTests {
  @Test(arguments: Fault.all)
  func eachFaultHasItsCodeAndInstallsNothing(_ fault: Fault) throws {
    let workspace = try Workspace()
    let clock = ContinuousClock()
    let start = clock.now
    let problem = #expect(throws: Problem.self) { try fault.run(workspace) }
    #expect(problem?.code == fault.code, "\(problem?.description ?? "")")
    #expect(workspace.installed.filter { $0 != "keyboards" }.isEmpty)
    // Far above what it takes; a bomb that goes off takes minutes.
    #expect(clock.now - start < .seconds(10))
  }

  @Test func everyCodeAboutBundlesChoicesAndSettingsIsReached() {
    let codes = ProblemCode.allCases.filter { (100..<600).contains($0.rawValue) }
    #expect(Set(codes).subtracting(Fault.all.map(\.code)) == [])
  }
}

@Suite struct ProblemTests {
  @Test(arguments: ProblemCode.allCases)
  func eachCodeSaysWhatIsWrongAndWhatToDo(_ code: ProblemCode) {
    #expect((100..<1_000).contains(code.rawValue))
    #expect(code.description == "KLV-0\(code.rawValue)")
    #expect(ProblemCode(code.description) == code)
    for sentence in [code.text.explanation, code.text.remedy] {
      #expect(sentence.count > 6)
      #expect(sentence.hasSuffix("."))
      #expect(sentence.first?.isUppercase == true || sentence.first?.isLetter == false || sentence.hasPrefix("klava"))
    }
  }

  @Test func noTwoCodesHaveTheSameExplanation() {
    let explanations = ProblemCode.allCases.map(\.text.explanation)
    #expect(Set(explanations).count == explanations.count)
  }

  @Test func theLineIsTheOneOfTheCommandLine() throws {
    let workspace = try Workspace()
    let path = try workspace.bundle(
      "Calculator.keyboard", manifest: .manifest(dropInExtension: "NSExtensionPrincipalClass"))
    let problem = #expect(throws: Problem.self) { try workspace.registry.install([path]) }
    #expect(
      problem?.description.hasPrefix(
        "error KLV-0123: Calculator.keyboard/Info.plist: NSExtensionPrincipalClass is missing. Add the class or symbol "
      ) == true)
  }

  @Test func whatABundleWritesIntoALineIsMadeHarmless() {
    let problem = Problem(.fileMissing, "a\u{1B}[2J\n\u{202E}", "No \u{9B}31m.", remedy: "Do\u{2028}it.")
    #expect(
      problem.description
        == "error KLV-0203: a\\u{1B}[2J\\u{A}\\u{202E}: No \\u{9B}31m. Do\\u{2028}it.")
  }
}

@Suite struct HarmlessTextTests {
  /// SANDBOX.md, "Text that reaches a screen": controls, bidi, zero width, tags, invisible fillers, noncharacters.
  static let payloads: [String] = [
    "\u{1B}[31m", "\u{1B}]0;title\u{07}", "\u{1B}]52;c;eA==\u{07}", "\u{1B}[c", "\u{1B}P", "\u{1B}_", "\u{9B}2J",
    "\u{85}",
    "a\rb", "a\u{8}b", "a\nb", "a\u{0}b", "\u{7F}", "\u{202E}x", "\u{2066}x\u{2069}", "\u{200B}", "\u{200F}",
    "\u{FEFF}", "\u{2028}", "\u{2029}", "\u{E0041}", "\u{AD}", "\u{3164}", "\u{115F}", "\u{FFFE}", "\u{1FFFF}",
    "\u{61C}",
    "a\u{200D}b", "\u{034F}", "\u{FFF9}", "\t",
  ]

  @Test(arguments: payloads)
  func aPayloadBecomesVisible(_ payload: String) {
    let shown = "before\(payload)after".harmless()
    #expect(shown.contains("\\u{"))
    let isPlain = shown.unicodeScalars.allSatisfy { scalar in
      (scalar.value >= 0x20 && scalar.value < 0x7F) || scalar.value > 0xA0
    }
    #expect(isPlain)
    for scalar in shown.unicodeScalars { #expect(scalar.properties.generalCategory != .format) }
  }

  @Test(arguments: ["Калькулятор", "计算器", "ق", "e\u{301}", "👨‍👩‍👧", "❤️", "नमस्ते", "🇵🇱"])
  func ordinaryTextStaysAsItIs(_ text: String) { #expect(text.harmless() == text) }

  @Test func longTextAndTowersOfMarksAreCut() {
    #expect(String(repeating: "x", count: 10_000).harmless(limit: 10) == "xxxxxxxxxx…")
    let tower = "a" + String(repeating: "\u{301}", count: 500) + "b"
    #expect(tower.harmless().unicodeScalars.count < 16)
    #expect(tower.harmless().hasSuffix("b"))
  }
}
