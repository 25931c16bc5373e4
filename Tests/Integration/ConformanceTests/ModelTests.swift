import Conformance
import Diagnostics
import Foundation
import TestSupport
import Testing

/// Tests of the finding codes and the catalog of checks.
@Suite struct ModelTests {
  /// The codes that `klava validate` never reports, because it always reads an existing folder by a plain path.
  private static let unseen: Set<DiagnosticCode> = [
    .bundleMissing, .bundleNotAFolder, .pathLeavesBundle, .bundleChangedMeanwhile,
    // These codes are about values that a user sets, not about the bundle.
    .settingsNone, .settingUnknown, .settingWrongType, .settingOutOfRange, .settingNotAllowed, .settingReadOnly,
    .settingTooLong, .settingsStoreMalformed,
    // `klava bundle` converts String Catalogs, so no bundle contains one.
    .stringCatalogMalformed,
  ]

  @Test("Each code for a fault of a keyboard or its bundle belongs to a check")
  func codesHaveChecks() {
    let other: Set<DiagnosticCode.Topic> = [.keyboards, .running, .script, .machine, .internalFault]
    let expected = Set(DiagnosticCode.allCases.filter { !other.contains($0.topic) }).subtracting(Self.unseen)
    #expect(expected.subtracting(Catalog.checks.flatMap(\.codes)) == [])
  }

  @Test("Each check has a unique name in kebab case, a rule with its source, and codes")
  func checkNames() {
    var names: Set<String> = []
    for check in Catalog.checks {
      #expect(names.insert(check.identifier).inserted, "\(check.identifier)")
      #expect(check.identifier.allSatisfy { $0.isLowercase || $0 == "-" })
      #expect(!check.codes.isEmpty && !check.rule.text.isEmpty && !check.rule.source.isEmpty)
    }
    #expect(names.count >= 60)
  }

  @Test(
    "Each page that a rule cites exists and has the cited heading or anchor",
    arguments: Catalog.checks)
  func ruleSources(check: Check) throws {
    let source = check.rule.source
    for page in source.matches(of: /(\w+\.md)(?:, “([^”]*)”|#([\w-]+))?/) {
      let folders = [
        "", "Documentation/Authors/", "Documentation/Design/", "Documentation/Reference/",
        "Sources/SDK/KlavaKit/KlavaKit.docc/",
      ]
      let texts = folders.compactMap { folder in
        try? String(contentsOf: Repository.root.appending(path: "\(folder)\(page.output.1)"), encoding: .utf8)
      }
      let text = try #require(texts.first, "\(source)")
      if let heading = page.output.2 { #expect(text.contains(" \(heading)\n"), "\(source)") }
      if let anchor = page.output.3 {
        let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { $0.drop { "# ".contains($0) } }
        let isHeading = headings.contains { $0.lowercased().replacing(" ", with: "-") == anchor }
        #expect(isHeading || text.contains("<a id=\"\(anchor)\">"), "\(source)")
      }
    }
  }

  @Test(
    "The section that a rule cites contains the file names and symbols of the rule",
    arguments: Catalog.checks.filter { !$0.rule.source.contains("Apple") && $0.rule.source.contains(".md") })
  func citedSections(check: Check) throws {
    let names = check.rule.text.matches(of: /[A-Za-z]*\.(?:bundle|keyboard|plist|strings)|klv_\w+/).map {
      String($0.output)
    }
    guard !names.isEmpty else { return }
    let sections = try check.rule.source.matches(of: /(\w+\.md)(?:, “([^”]*)”|#([\w-]+))?/).map { source in
      let folders = ["", "Authors", "Design", "Reference", "../Sources/SDK/KlavaKit/KlavaKit.docc"]
      let files =
        folders.map { Repository.root.appending(path: "Documentation/\($0)/\(source.output.1)") }
        + [Repository.root.appending(path: "\(source.output.1)")]
      let text = try #require(files.compactMap { try? String(contentsOf: $0, encoding: .utf8) }.first)
      let start = source.output.2.map { "# \($0)\n" } ?? "<a id=\"\(source.output.3 ?? "")\"></a>"
      let section = try #require(text.range(of: start)).upperBound
      let rest = text[section...]
      let end = rest.range(of: source.output.2 == nil ? "\n<a id=\"" : "\n#")?.lowerBound ?? rest.endIndex
      return rest[..<end]
    }
    for name in names { #expect(sections.contains { $0.contains(name) }, "\(check.rule.source): \(name)") }
  }

  @Test("Each code belongs to one check, but any check can report the codes for the end of a keyboard's process")
  func codeOwners() {
    let owners = Dictionary(grouping: Catalog.checks.flatMap { check in check.codes.map { ($0, check.identifier) } }) {
      $0.0
    }
    // Two checks can report `descriptorsGrow`. The check `memory` finds many descriptors that a keyboard opens during
    // the crawl, and `growth` finds a slow leak that only repeated presses reveal. Two checks can report
    // `resourceTooLarge`: for a table of strings, and for a resource that the keyboard reads.
    for (code, checks) in owners where !code.isCrash && checks.count > 1 {
      // Checks that read files and property lists may share a code.
      let areOfFiles = checks.allSatisfy { Catalog.check($0.1)?.phase == .files }
      let shared: [DiagnosticCode] = [.doesNothing, .descriptorsGrow, .resourceTooLarge]
      #expect(areOfFiles || shared.contains(code), "\(code): \(checks.map(\.1))")
    }
  }

  @Test("A verdict is a pass only if at least one check ran and no check failed")
  func verdicts() throws {
    let check = try #require(Catalog.check("manifest"))
    func word(_ outcomes: Outcome..., required: Set<String> = []) -> Verdict.Word {
      Verdict(outcomes.map { CheckResult(check: check, outcome: $0) }, required: required).word
    }
    let error = CheckDiagnostic(.manifestMissing, "x", expected: "y", seen: "z")
    let warning = CheckDiagnostic(.bundleNameWrong, "x", expected: "y", seen: "z")
    #expect(word() == .nothingRun)
    #expect(word(.skipped("why")) == .nothingRun)
    #expect(word(.skipped("why"), required: ["manifest"]) == .failed)
    #expect(word(.passed, .skipped("why")) == .passed)
    #expect(word(Outcome([warning])) == .passed)
    #expect(word(.passed, Outcome([error])) == .failed)
    #expect(word(.passed, .timedOut("late")) == .failed)
    #expect(word(.passed, .toolFault("broken")) == .toolFault)
    #expect(word(.toolFault("broken"), Outcome([error])) == .failed)
  }

  @Test("The line of a verdict counts hangs and crashes separately")
  func hangsInVerdict() throws {
    let check = try #require(Catalog.check("answers"))
    func end(_ code: DiagnosticCode) -> CheckResult {
      CheckResult(check: check, outcome: Outcome([CheckDiagnostic(code, "x", expected: "y", seen: "z")]))
    }
    #expect(Verdict([end(.hangs)]).line(for: "a") == "FAILED  a: 1 hung")
    #expect(
      Verdict([end(.hangs), end(.endsOnKey), end(.hangsWhileLoaded)]).line(for: "a") == "FAILED  a: 1 crashed, 2 hung")
    #expect(Verdict([end(.hangs)]).counts == ["crashed": 1])
  }
}

@Suite("One crash leads to only one finding (Conformance.md#one-crash-one-finding)")
struct RepeatedEndTests {
  private func end(_ code: DiagnosticCode, _ step: String, in field: String = "a field") -> CheckDiagnostic {
    CheckDiagnostic(code, field, expected: "x", seen: "y").shown(by: ["focus", step])
  }

  @Test("If the process ends with the same code at the same step as in an earlier check, the check counts as skipped")
  func keepsTheFirst() {
    let hang = Outcome([end(.hangs, "key")])
    let both = Outcome([end(.hangs, "key"), end(.deletesWrongly, "key")])
    let others = [Outcome([end(.hangs, "timer")]), Outcome([end(.endsOnKey, "key")]), both, .passed]
    let again = [hang, Outcome([end(.hangs, "key", in: "another field")])]
    let outcomes = Outcome.withoutRepeatedEnds([hang] + others + again)
    #expect(Array(outcomes.prefix(5)) == [hang] + others)
    #expect(outcomes.suffix(2).allSatisfy { $0.name == "skipped" && $0.reason?.contains("KLV-2211") == true })
  }
}

/// Tests of the selection of checks.
@Suite struct SelectionTests {
  @Test("Each profile has more checks than the previous profile")
  func profilesGrow() throws {
    let counts = try CheckProfile.allCases.map { try Selection($0).checks.count }
    #expect(counts == counts.sorted() && Set(counts).count == 3)
  }

  @Test("A switched-off check is skipped with its reason, and a required check runs in any profile")
  func skipsAndRequires() throws {
    let project = try ProjectFile(text: "[skip]\nlocalizations = \"Later.\"\n", subject: "c.toml")
    let selection = try Selection(.load, skip: ["manifest"], required: ["localizations", "idle"], project: project)
    #expect(selection.checks.map(\.identifier).contains("idle"))
    #expect(!selection.checks.map(\.identifier).contains("manifest"))
    #expect(selection.skipped.map(\.reason).sorted() == ["--skip", "c.toml: Later."])
    #expect(try Selection(.standard, only: ["idle"]).checks.map(\.identifier) == ["idle"])
  }

  @Test("It is an error to name an unknown check, or to switch off a check without a reason")
  func refusesMistakes() {
    #expect(throws: Diagnostic.self) { try Selection(.standard, only: ["nonsense"]) }
    for text in [
      "[skip]\nidle = \"\"", "[skip]\nidle = \"  \"", "[skip]\nidle = true", "[skip]\nnonsense = \"why\"", "skip = 3",
      "profile = \"best\"", "surprise = 1", "[skip", "profile = 7",
    ] {
      #expect(throws: Diagnostic.self, "\(text)") { try ProjectFile(text: text) }
    }
  }

  @Test("A project file can choose a profile")
  func readsProfile() throws {
    #expect(try ProjectFile(text: "profile = \"pedantic\"").profile == .pedantic)
    #expect(try ProjectFile(text: "# nothing\n") == ProjectFile())
  }
}
