import Conformance
import Diagnostics
import Foundation
import TestSupport
import Testing

/// Tests with variants of the faults of ``Zoo``. These variants are harder to detect than the original faults.
@Suite("Variants of faults")
struct VariantTests {
  /// The numbers of the variants in the library's code, and the expected codes.
  private static let variants: [(Int, DiagnosticCode)] = [
    (28031, .triedProcesses), (28032, .triedProcesses), (28033, .triedProcesses), (27041, .memoryGrows),
    (27042, .memoryGrows), (27111, .threadsGrow), (27071, .logsTypedText), (23061, .passesInvalidText),
    (25051, .editsUnasked), (25052, .editsUnasked), (22101, .endsOnKey), (23141, .readsUndeclared),
    (22111, .hangs), (22112, .hangs), (25053, .editsUnasked), (25131, .countsBytes), (25132, .countsBytes),
    (27141, .storesReadText), (27011, .slowTurn), (22113, .hangs), (22114, .hangs), (25151, .typesAnotherKey),
    (25152, .typesAnotherKey), (25153, .typesAnotherKey), (25154, .typesAnotherKey), (25155, .typesAnotherKey),
    (23062, .passesInvalidText), (25054, .editsUnasked), (25061, .deletesWrongly),
  ]

  @Test("Each variant of a fault gets only the code of that fault", arguments: variants)
  func isFound(fault: Int, code: DiagnosticCode) throws {
    let position = try #require(Self.variants.firstIndex { $0.0 == fault })
    let checks = try Zoo.checks(for: code, position: position)
    let found = try Klava.withFolder { folder in
      var bundle = FaultyBundle(fault: fault)
      // These keyboards have keys for letters of another script, so their manifest must not declare that they are
      // ASCII-capable.
      if code == .typesAnotherKey || fault == 23062 { bundle.attributes["IsASCIICapable"] = false }
      return try Klava.validate(bundle.write(in: folder), checks).flatMap(\.outcome.findings)
    }
    #expect(Set(found.map(\.code)) == [code], "\(found)")
    #expect(!code.isCrash || found.count == 1, "\(found)")
    #expect(found.allSatisfy { !$0.script.isEmpty }, "\(found)")
  }

  @Test(
    "A keyboard gets no finding for an unusual but correct behavior",
    arguments: [
      (27072, "It logs the same text for each key."), (24021, "It leaves the globe key to the host, and returns OK."),
      (24031, "A key shows a plane with digits."), (24032, "The digits are alternatives of letters."),
      (24033, "Swipes on letters type the digits."), (28011, "It looks up a user."),
    ])
  func isNone(variant: Int, description: String) throws {
    #expect(try findings(FaultyBundle(fault: variant)) == [], "\(description)")
  }

  @Test("A key that types a globe emoji, and a letter after a dead key, get no finding", arguments: [26081, 25156])
  func nonASCIITitles(variant: Int) throws {
    var bundle = FaultyBundle(fault: variant)
    bundle.attributes["IsASCIICapable"] = false
    #expect(try findings(bundle) == [])
  }

  @Test(
    "In a row of more than ten keys, a key may be only 24 points wide",
    arguments: [("йцукенгшщзх", false), ("абвгдежзийклмн", true), ("абвгдежзийклм", false)])
  func isWideEnough(letters: String, isTooNarrow: Bool) throws {
    var bundle = FaultyBundle()
    bundle.attributes = ["PrimaryLanguage": "ru", "IsASCIICapable": false]
    bundle.show(rows: [letters, "12345.", "67890"])
    #expect(Set(try findings(bundle).map(\.code)) == (isTooNarrow ? [.targetTooSmall] : []))
  }

  @Test("If a delete key deletes one character for each byte of the last character, klava validate reports one finding")
  func deletionOfBytes() throws {
    #expect(try findings(FaultyBundle(fault: 25061)).map(\.code) == [.deletesWrongly])
  }

  @Test("Keys of different heights in one row count as one row")
  func differentKeyHeights() throws {
    var bundle = FaultyBundle()
    bundle.attributes = ["PrimaryLanguage": "ru", "IsASCIICapable": false]
    func key(_ title: Character, height: Int) -> String {
      "<dict><key>Key</key><dict><key>Title</key><string>\(title)</string><key>Height</key><real>\(height)</real></dict></dict>"
    }
    // In each column, the lower key begins below the keys beside it. These keys together must count as one row of
    // eleven keys.
    let keys = zip("йцукенгшщзх", "ролджэячсми").enumerated().map { index, letters in
      index % 2 == 0
        ? key(letters.0, height: 72)
        : "<dict><key>Column</key><array>\(key(letters.0, height: 34))\(key(letters.1, height: 34))</array></dict>"
    }
    bundle.show(rows: ["1234567890."], and: "<array>\(keys.joined())</array>")
    let found = try findings(bundle)
    #expect(found.isEmpty, "\(found.map { "\($0.code) \($0.offender) \($0.seen)" })")
  }

  @Test("If a key is too small to hit, klava validate does not also report its title")
  func reportsSmallKeysOnce() throws {
    var bundle = FaultyBundle()
    let key =
      "<dict><key>Key</key><dict><key>Title</key><string>word</string><key>Height</key><real>6</real></dict></dict>"
    bundle.show(rows: ["qwe.", "12345", "67890"], and: "<array>\(key)</array>")
    #expect(try findings(bundle).map(\.code) == [.targetTooSmall])
  }

  @Test("A keyboard gets no finding if its keys have Latin titles and type the letters of its language")
  func typesAnotherScript() throws {
    var bundle = FaultyBundle()
    bundle.attributes = ["PrimaryLanguage": "uk", "IsASCIICapable": false]
    bundle.show(rows: ["qwertyuiop", "asdfghjkl.", "1234567890"])
    bundle.fault = 26171
    #expect(try findings(bundle) == [])
  }

  @Test("A keyboard gets no finding if a thread works for a tenth of a second and a timer's turn types the result")
  func shortThreadWork() throws {
    try Klava.withFolder { folder in
      let path = try FaultyBundle(fault: 25011).write(in: folder)
      let script = """
        {"focus": {}}
        {"keyboard": "org.example.faulty-25011"}
        {"press": "q"}
        {"wait": 1}
        {"expect": {"document": {"before": "found"}}}

        """
      try script.write(toFile: "\(folder)/script.jsonl", atomically: true, encoding: .utf8)
      for arguments in [
        ["install", path], ["enable", "org.example.faulty-25011"], ["play", "\(folder)/script.jsonl"],
        ["uninstall", "org.example.faulty-25011"],
      ] {
        let run = try Klava.run(arguments + ["--root", "\(folder)/root"], in: folder)
        #expect(run.status == 0, "\(run.output) \(run.errors)")
      }
    }
    #expect(try findings(FaultyBundle(fault: 25011), only: "repeatable") == [])
  }

  @Test(
    "A keyboard with paths gets a finding if it tries to use the network, but none if it looks up a user",
    arguments: [(28011, []), (2801, [.triedNetwork])] as [(Int, [DiagnosticCode])])
  func looksUpNamesWithPaths(fault: Int, codes: [DiagnosticCode]) throws {
    var bundle = FaultyBundle(fault: fault)
    bundle.manifest["KLVFileAccess"] = "paths"
    #expect(try findings(bundle, only: "sandbox").map(\.code) == codes)
  }

  @Test(
    "A keyboard with paths gets a finding if it stores text of the field in its data container in memory",
    arguments: [2714, 27141])
  func storesTextWithPaths(fault: Int) throws {
    var bundle = FaultyBundle(fault: fault)
    bundle.manifest["KLVFileAccess"] = "paths"
    #expect(try findings(bundle, only: "stored-text").map(\.code) == [.storesReadText])
  }

  @Test("A finding quotes the keyboard's own last message")
  func quotesLastWords() throws {
    let found = try findings(FaultyBundle(fault: 22051))
    #expect(found.map(\.code) == [.endsWhileLoaded])
    #expect(found.first?.seen.contains("“life-cycle.c:7: Fatal error: nothing is there”") == true, "\(found)")
  }

  @Test(
    "The finding about a misspelled required manifest key names the correct key",
    arguments: [
      ("CFBundleExecutable", "CFBundleExectuable", DiagnosticCode.executableMissing),
      ("NSExtensionPrincipalClass", "NSExtensionPrincipleClass", .principalClassMissing),
    ])
  func namesMisspelling(meant: String, written: String, code: DiagnosticCode) throws {
    var bundle = FaultyBundle()
    if meant.hasPrefix("CF") {
      bundle.manifest[written] = bundle.manifest.removeValue(forKey: meant)
    } else {
      bundle.part[written] = bundle.part.removeValue(forKey: meant)
    }
    let finding = try #require(try findings(bundle, only: "manifest").first)
    #expect(finding.code == code)
    #expect(finding.remedy == "Replace \(written) with \(meant).")
  }

  @Test("A fault in the manifest does not hide faults of files, and checks that need a manifest are skipped")
  func reportsFilesToo() throws {
    var bundle = FaultyBundle()
    bundle.manifest["CFBundleExecutable"] = nil
    bundle.finally = { _ = mkfifo("\($0)/pipe", 0o644) }
    try Klava.withFolder { folder in
      let results = try Klava.validate(
        try bundle.write(in: folder), only: ["manifest", "bundle-files", "library", "next-key-present"])
      #expect(results.flatMap(\.outcome.findings).map(\.code) == [.executableMissing, .fileIsFIFO])
      #expect(
        results.suffix(2).allSatisfy { $0.outcome.name == "skipped" && $0.outcome.reason?.contains("KLV-0121") == true }
      )
    }
  }

  @Test("The finding about a misspelled optional manifest key names the correct key")
  func namesOptionalMisspelling() throws {
    var bundle = FaultyBundle()
    bundle.manifest["CFBundelDisplayName"] = "Faulty"
    bundle.manifest["CFBundleDisplayName"] = nil
    #expect(try findings(bundle, only: "manifest-keys").map(\.expected) == ["CFBundleDisplayName"])
  }

  @Test("A finding names a misspelled key of Interface.plist or the misspelled name of a strings file")
  func namesOtherMisspellings() throws {
    var bundle = FaultyBundle()
    bundle.files["Interface.plist"] = """
      <plist version="1.0"><dict><key>Rows</key><array><array><string>a</string></array></array>
      <key>EnableInputClickWhenVisible</key><true/></dict></plist>
      """
    bundle.files["en.lproj/localizable.strings"] = "\"a\" = \"A\";\n"
    #expect(try findings(bundle, only: "manifest-keys").map(\.expected) == ["EnableInputClicksWhenVisible"])
    #expect(try findings(bundle, only: "localizations").map(\.expected) == ["Localizable.strings"])
  }

  @Test("A finding names an unknown key of a nested dictionary, its place and the right key")
  func namesNestedKeys() throws {
    var bundle = FaultyBundle()
    bundle.files["Interface.plist"] = """
      <plist version="1.0"><dict><key>Rows</key><array><array><dict><key>Key</key><dict><key>Title</key><string>a</string>
      <key>Wieght</key><real>2</real></dict><key>Role</key><string>space</string></dict></array></array></dict></plist>
      """
    bundle.manifest["RequestsOpenAccess"] = true
    bundle.part["PrimaryLanguage"] = "en-US"
    bundle.manifest["KLVActions"] = ["tap": ["Signature": "v(h)", "Argument": [1]]]
    let found = try findings(bundle, only: "manifest-keys")
    #expect(
      found.map { "\($0.offender): \($0.expected)" } == [
        "Info.plist: RequestsOpenAccess: RequestsOpenAccess in NSExtension.NSExtensionAttributes",
        "Info.plist: NSExtension.PrimaryLanguage: PrimaryLanguage in NSExtension.NSExtensionAttributes",
        "Info.plist: KLVActions.tap.Argument: Arguments",
        "Interface.plist: Rows[0][0].Role: only Key in the dictionary of an element",
        "Interface.plist: Rows[0][0].Key.Wieght: Weight",
      ])
    #expect(found.last?.remedy == "Replace Wieght with Weight, or remove Wieght.")
    #expect(found.first?.remedy == "Move RequestsOpenAccess to NSExtension.NSExtensionAttributes.")
  }

  @Test("A finding names an unknown key of Settings.bundle, its place and the right key")
  func namesSettingsKeys() throws {
    var bundle = FaultyBundle()
    let settings = Zoo.settings(title: "Word", key: "word")
    bundle.files["Settings.bundle/Root.plist"] = settings.replacing("DefaultValue", with: "DefualtValue")
    bundle.files["Settings.bundle/More.plist"] = settings.replacing(
      "</array>", with: "</array><key>Footer</key><true/>")
    let found = try findings(bundle, only: "manifest-keys")
    let keys = "ApplicationGroupContainerIdentifier, PreferenceSpecifiers, StringsTable, Title"
    #expect(
      found.map { "\($0.offender): \($0.expected)" } == [
        "Settings.bundle/More.plist: Footer: one of \(keys)",
        "Settings.bundle/Root.plist: PreferenceSpecifiers[0].DefualtValue: DefaultValue",
      ])
    #expect(found.last?.remedy == "Replace DefualtValue with DefaultValue, or remove DefualtValue.")
  }

  @Test("Klava compares each table of strings with the table of the development language")
  func comparesTables() throws {
    func compared(_ files: [String: String]) throws -> [String] {
      var bundle = FaultyBundle()
      for (language, text) in files { bundle.files["\(language).lproj/Localizable.strings"] = text }
      return try findings(bundle, only: "localizations").map { "\($0.offender): \($0.seen)" }
    }
    let table = "ru.lproj/Localizable.strings"
    #expect(try compared(["en": "a = 1; b = 1;", "ru": "b = 1;"]) == ["\(table): no a"])
    #expect(try compared(["en": "a = 1;", "ru": "a = 1; b = 1;"]) == ["\(table): b"])
    #expect(try compared(["en": "a = 1;", "ru": "a = 1"]) == [])
    #expect(try compared(["en": "a = 1", "ru": "a = 1;"]) == [])
    #expect(try compared(["de": "a = 1; b = 1;", "ru": "a = 1;"]) == ["\(table): no b"])
    #expect(try compared(["English": "a = 1;", "pt_BR": "a = 1;", "zh_CN": "a = 1;"]) == [])
  }

  @Test("Using the class Bundle of Foundation is a finding if the keyboard has texts in several languages")
  func translatedBundle() throws {
    var bundle = FaultyBundle()
    bundle.library = .foundationBundle
    bundle.files["en.lproj/Localizable.strings"] = "\"a\" = \"A\";\n"
    #expect(try findings(bundle, only: "foundation") == [])
    bundle.files["ru.lproj/Localizable.strings"] = "\"a\" = \"А\";\n"
    #expect(try findings(bundle, only: "foundation").map(\.offender) == ["Bundle.main"])
    bundle.library = .ordinary
    #expect(try findings(bundle, only: "foundation") == [])
  }

  @Test("A finding has a short script, and names the cause if the check knows it")
  func causeInFinding() throws {
    let timer = try #require(try findings(FaultyBundle(fault: 2213), only: "lives").first)
    #expect(timer.script.count <= 3, "\(timer.script)")
    let ended = try #require(try findings(FaultyBundle(fault: 612), only: "policy").first)
    #expect(ended.seen.contains("the library calls execl"), "\(ended.seen)")
    let refused = try #require(try findings(FaultyBundle(fault: 6031), only: "loads").first)
    #expect(refused.code == .keyboardRefusedLoad && refused.seen.contains("twice"), "\(refused.seen)")
    let silent = try #require(try findings(FaultyBundle(fault: 6032), only: "loads").first)
    #expect(
      silent.seen.contains("load returned KLV_ERROR_FAILED (-7): the input view is invalid: the record is NULL"),
      "\(silent.seen)")
    let unknown = try #require(try findings(FaultyBundle(fault: 2309), only: "calls-well-formed").first)
    #expect(unknown.seen.contains("“nobody”"), "\(unknown.seen)")
  }

  @Test(
    "The script of a finding about resource use contains a key press if a key press caused the finding",
    arguments: [(27081, "timers"), (2714, "stored-text")])
  func scriptOfResourceUse(fault: Int, check: String) throws {
    let finding = try #require(try findings(FaultyBundle(fault: fault), only: check).first)
    #expect(finding.script.contains { $0.contains("\"press\"") }, "\(finding.script)")
  }

  @Test("The finding for a resource that is too large names the file and has the code KLV-0223")
  func largeResource() throws {
    var bundle = FaultyBundle(fault: 23101)
    bundle.files["words.txt"] = String(repeating: "a", count: 524_289)
    let found = try findings(bundle, only: "calls-well-formed")
    #expect(found.map(\.code) == [.resourceTooLarge], "\(found)")
    #expect(found.first?.seen.contains("words.txt") == true, "\(found)")
  }

  @Test("A primary language that is not a valid language tag is a finding", arguments: ["English", "xx-QQ"])
  func invalidLanguage(tag: String) throws {
    var bundle = FaultyBundle()
    bundle.attributes["PrimaryLanguage"] = tag
    #expect(try findings(bundle, only: "manifest").map(\.code) == [.languageMalformed])
  }

  @Test(
    "A primary language with a registered or private tag gets no finding",
    arguments: ["tl-PH", "fil", "iw", "sr-Latn-RS", "x-mine"])
  func acceptsLanguages(tag: String) throws {
    var bundle = FaultyBundle()
    bundle.attributes["PrimaryLanguage"] = tag
    #expect(try findings(bundle, only: "manifest") == [])
  }

  @Test(
    "A picture that Klava cannot draw is a finding",
    arguments: [
      "\u{89}PNG", "<svg><bad", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>",
    ])
  func drawsPictures(text: String) throws {
    // The keyboard shows the picture `missing.svg`.
    var bundle = FaultyBundle(fault: 2609)
    bundle.finally = {
      try Data(text.unicodeScalars.map { UInt8($0.value) }).write(to: URL(filePath: "\($0)/missing.svg"))
    }
    let found = try findings(bundle, only: "pictures")
    #expect(found.map(\.code) == (text.hasSuffix("/>") ? [] : [.pictureUnusable]), "\(found)")
    #expect(found.allSatisfy { $0.offender == "the key “odd”" && $0.seen.hasPrefix("missing.svg: ") })
  }

  @Test("A finding about a picture has a remedy for its cause")
  func remediesOfPictures() throws {
    var bundle = FaultyBundle()
    bundle.files["Interface.plist"] = """
      <plist version="1.0"><dict><key>Rows</key><array><array>
      <dict><key>Image</key><dict><key>Name</key><string>system:banana</string></dict></dict>
      <dict><key>Image</key><dict><key>Name</key><string>large.svg</string></dict></dict>
      <dict><key>Image</key><dict><key>Name</key><string>none.svg</string></dict></dict>
      </array></array></dict></plist>
      """
    bundle.files["large.svg"] = String(repeating: "<svg ", count: 200_000)
    bundle.finally = {
      let library = try Compilation.library([], code: "void did_tap(void *handle) {}", compiler: "clang").bytes()
      try Data(library).write(to: URL(filePath: "\($0)/libFaulty.so"))
    }
    bundle.part["NSExtensionPrincipalClass"] = nil
    bundle.manifest["KLVActions"] = ["did_tap": "v(h)"]
    let found = try findings(bundle, only: "pictures")
    #expect(found.map(\.code) == [.pictureMissing, .pictureUnusable, .pictureMissing], "\(found)")
    #expect(found.first?.remedy.hasPrefix("Use one of these names after `system:`: arrow.backward, ") == true)
    #expect(found.first?.remedy.hasSuffix(", xmark.") == true)
    #expect(found.dropFirst().first?.remedy.contains("at most 512 KiB") == true)
  }

  @Test("An unused picture and an unused folder are findings")
  func unusedFiles() throws {
    var bundle = FaultyBundle()
    bundle.files["render.png"] = "picture"
    bundle.finally = { try FileManager.default.createDirectory(atPath: "\($0)/out", withIntermediateDirectories: true) }
    let found = try findings(bundle, only: "stray-files", .pedantic)
    #expect(Set(found.map(\.offender)) == ["render.png", "out"])
  }

  @Test("If key_event returns an error, klava play names the function, the error and the last refused call")
  func namesRefusedCall() throws {
    try Klava.withFolder { folder in
      let identifier = "org.example.faulty-23061"
      let path = try FaultyBundle(fault: 23061).write(in: folder)
      let script = "{\"focus\": {}}\n{\"keyboard\": \"\(identifier)\"}\n{\"press\": \"q\"}\n"
      try script.write(toFile: "\(folder)/script.jsonl", atomically: true, encoding: .utf8)
      for arguments in [["install", path], ["enable", identifier]] {
        #expect(try Klava.run(arguments + ["--root", "\(folder)/root"], in: folder).status == 0)
      }
      let run = try Klava.run(["play", "\(folder)/script.jsonl", "--root", "\(folder)/root"], in: folder)
      let code = "KLV_ERROR_NOT_UTF8 (-8)"
      let cause = "key_event returned \(code) for the key \"q\"; before, insert_text returned \(code): "
      let output = (run.output + run.errors).replacing("\\\"", with: "\"")
      #expect(output.contains("\(cause)the text has invalid UTF-8 at byte 0."), "\(output)")
    }
  }

  @Test("If a keyboard keeps its plane across fields, the script of a finding contains the presses to reach the plane")
  func scriptReachesPlane() throws {
    try Klava.withFolder { folder in
      let path = try FaultyBundle(fault: 24051).write(in: folder)
      let script = "\(folder)/scripts/ascii-KLV-2405.jsonl"
      #expect(try Klava.run(["validate", path, "--only", "ascii", "--scripts", "scripts"], in: folder).status == 1)
      for arguments in [["install", path], ["enable", "org.example.faulty-24051"]] {
        #expect(try Klava.run(arguments + ["--root", "\(folder)/root"], in: folder).status == 0)
      }
      let played = try Klava.run(["play", script, "--root", "\(folder)/root"], in: folder)
      #expect(played.status == 0 && played.output.contains("é"), "\(played)")
      // Of the presses in earlier fields, the script contains only those that change the plane.
      let lines = try String(contentsOfFile: script, encoding: .utf8).split(separator: "\n")
      let earlier = try lines[..<#require(lines.lastIndex { $0.hasPrefix(#"{"focus""#) })]
      #expect(Set(earlier.filter { $0.hasPrefix(#"{"press""#) }) == [#"{"press": "plane"}"#], "\(lines)")
    }
  }

  @Test("A finding names the turn and the argument of a refused call, the error, and the limit of a turn that hangs")
  func findingLocations() throws {
    let tried = try #require(try findings(FaultyBundle(fault: 2803), only: "sandbox").first)
    #expect(tried.seen.contains("in the turn \"key\", at {\"press\""), "\(tried.seen)")
    let text = try #require(try findings(FaultyBundle(fault: 23061), only: "calls-well-formed").first)
    #expect(text.seen.contains("KLV_ERROR_NOT_UTF8 (-8)"), "\(text.seen)")
    for fault in [2307, 23071] {
      let argument = try #require(try findings(FaultyBundle(fault: fault), only: "calls-well-formed").first)
      let reason = "the call returned KLV_ERROR_BAD_ARGUMENT (-2): language is no language tag: "
      #expect(argument.seen.hasPrefix(reason) && argument.seen.hasSuffix("at {\"press\": \"q\"}"), "\(argument.seen)")
    }
    let hang = try #require(try findings(FaultyBundle(fault: 2211), only: "answers").first)
    #expect(hang.seen.contains("(the limit is 250 ms)"), "\(hang.seen)")
  }

  @Test("If the manifest is broken, one line reports all skipped checks, unless the user passes --verbose")
  func collapsesSkipped() throws {
    try Klava.withFolder { folder in
      var bundle = FaultyBundle()
      bundle.manifest["CFBundleExecutable"] = nil
      let path = try bundle.write(in: folder)
      let short = try Klava.run(["validate", path, "--scripts", "\(folder)/scripts"], in: folder)
      #expect(short.output.contains("checks skipped: ") && short.output.split(separator: "\n").count < 40)
      #expect(
        short.errors.contains("wrote no scripts") && !FileManager.default.fileExists(atPath: "\(folder)/scripts"))
      let long = try Klava.run(["validate", path, "--verbose"], in: folder)
      #expect(long.output.split(separator: "\n").count > 60)
    }
  }

  @Test("If many findings have the same script, klava validate prints it once")
  func showsScriptOnce() throws {
    let script = [#"{"focus": {}}"#]
    let check = try #require(Catalog.check("targets") ?? Catalog.checks.first)
    let findings = ["a", "b", "c"].map {
      CheckDiagnostic(.targetTooSmall, $0, expected: "32", seen: "12").shown(by: script)
    }
    let lines = ReportTree(hasColors: false).lines("x", [CheckResult(check: check, outcome: Outcome(findings))])
    #expect(lines.count { $0.contains("klava play <<") } == 1)
    #expect(lines.count { $0.contains("as KLV-2613 above") } == 2)
  }

  private func findings(
    _ bundle: FaultyBundle, only check: String? = nil, _ profile: CheckProfile = .standard
  ) throws -> [CheckDiagnostic] {
    try Klava.withFolder { folder in
      let only = check.map { [$0] } ?? []
      return try Klava.validate(bundle.write(in: folder), profile, only: only).flatMap(\.outcome.findings)
    }
  }
}
