import Conformance
import Diagnostics
import Foundation
import TestSupport
import Testing

/// Tests of the command `klava validate`, run in the same way as by users and CI services.
@Suite struct ValidateCommandTests {
  private func json(_ line: Substring) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  private static let build = Repository.build

  /// The Rust example, if `make` has built it. Otherwise empty, because some machines have no Rust compiler.
  private static let rust = ["examples/Morse"].filter {
    FileManager.default.fileExists(atPath: build.appending(path: "\($0).keyboard").path)
  }

  @Test(
    "The bundled keyboards and the examples pass without a finding",
    arguments: [
      "keyboards/HabrTags", "keyboards/Calculator", "keyboards/PetPhrases", "examples/UnitConverter",
      "examples/EmojiPicker", "examples/Glide", "examples/Handwriting", "examples/Kana", "examples/Telex",
      "examples/TextExpander",
      "fixtures/GestureProbe",
    ] + rust)
  func passesOurOwn(name: String) throws {
    let path = Self.build.appending(path: "\(name).keyboard")
    let results = try Klava.validate(path.path, .pedantic)
    let wrong = results.filter { !["passed", "skipped"].contains($0.outcome.name) }
    #expect(wrong.isEmpty, "\(wrong.map { ($0.check.identifier, $0.outcome) })")
    #expect(Verdict(results).word == .passed)
  }

  @Test(
    "Valid keyboards that use different Swift libraries get no wrong finding",
    arguments: [
      ("Swift", []), ("Concurrency", []), ("Dispatch", []), ("Essentials", [.triedFiles]),
      ("Foundation", [.triedFiles, .triedOther, .foundationMisleads]),
    ] as [(String, Set<DiagnosticCode>)])
  func swiftLibraries(name: String, tries: Set<DiagnosticCode>) throws {
    var bundle = FaultyBundle()
    bundle.attributes = ["PrimaryLanguage": "en-US"]
    bundle.part["NSExtensionPrincipalClass"] = "Honest\(name).KeyboardViewController"
    bundle.finally = { path in
      try FileManager.default.removeItem(atPath: "\(path)/libFaulty.so")
      let library = Repository.product("libHonest\(name).so")
      try FileManager.default.copyItem(atPath: library, toPath: "\(path)/libFaulty.so")
    }
    try Klava.withFolder { folder in
      let results = try Klava.validate(try bundle.write(in: folder))
      let codes = Set(results.flatMap(\.outcome.findings).map(\.code))
      // These findings are correct: the keyboards have no globe key and no digits, some keys compute for a long time,
      // and some have long titles. `tries` contains further correct findings: keys look for a file outside the sandbox,
      // make a pipe, or call functions of Foundation that return wrong values. On a busy machine, the keys that compute
      // for a long time can exceed the deadline of a turn.
      let expected: Set<DiagnosticCode> = [
        .nextKeyMissing, .digitsMissing, .separatorMissing, .slowTurn, .hangs, .titleCut,
      ]
      #expect(codes.subtracting(expected).symmetricDifference(tries).isEmpty, "\(results.flatMap(\.outcome.findings))")
      #expect(codes.contains(.nextKeyMissing))
    }
  }

  @Test("The first record of a report names the schema, and the last record names the verdict")
  func writesRecords() throws {
    try Klava.withFolder { folder in
      let path = try FaultyBundle(fault: 2401).write(in: folder)
      let run = try Klava.run(
        ["validate", path, "--format", "jsonl", "--only", "next-key-present", "--only", "manifest"], in: folder)
      #expect(run.status == 1, "\(run.errors)")
      let records = try run.output.split(separator: "\n").map(json)
      #expect(records.first?["schema"] as? Int == ReportRecord.schema)
      #expect(records.first?["record"] as? String == "header")
      #expect(records.last?["verdict"] as? String == "failed")
      let check = try #require(records.first { $0["check"] as? String == "next-key-present" })
      let finding = try #require((check["findings"] as? [[String: Any]])?.first)
      #expect(finding["code"] as? String == "KLV-2401")
      #expect(finding["severity"] as? String == "error")
      for member in ["offender", "expected", "seen", "remedy", "explanation"] {
        #expect((finding[member] as? String)?.isEmpty == false, "\(member)")
      }
      #expect((finding["script"] as? [String])?.first?.contains("focus") == true)
    }
  }

  @Test("The JUnit report is well-formed XML, and names the failure")
  func writesJUnit() throws {
    try Klava.withFolder { folder in
      let path = try FaultyBundle(fault: 2401).write(in: folder)
      let run = try Klava.run(["validate", path, "--format", "junit", "--only", "next-key-present"], in: folder)
      #expect(run.status == 1)
      let document = try XMLDocumentReader(run.output)
      #expect(document.names.contains("testsuite") && document.names.contains("failure"))
      #expect(run.output.contains("KLV-2401"))
    }
  }

  @Test("Outside a terminal, klava validate prints no colors, and its last line is the verdict")
  func writesTree() throws {
    try Klava.withFolder { folder in
      let good = try FaultyBundle().write(in: folder)
      let run = try Klava.run(["validate", good, "--profile", "load"], in: folder)
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      #expect(!run.output.contains("\u{1B}") && run.errors.isEmpty)
      #expect(run.output.split(separator: "\n").last?.hasPrefix("PASSED  Faulty.keyboard: ") == true)
    }
  }

  @Test("klava validate fails if it runs no check or skips a required check")
  func statuses() throws {
    try Klava.withFolder { folder in
      let good = try FaultyBundle().write(in: folder)
      func status(_ arguments: String...) throws -> Int32 { try Klava.run(["validate"] + arguments, in: folder).status }
      #expect(try status(good, "--only", "manifest") == 0)
      #expect(try status(good, "--only", "manifest", "--skip", "manifest") == 1)
      #expect(try status(good, "--only", "manifest", "--require", "settings-values") == 1)
      #expect(try status("\(folder)/nothing.keyboard") == 2)
      #expect(try status(good, "--only", "nonsense") == 2)
      #expect(try status() == 2)
      #expect(try status("--list") == 0)
    }
  }

  @Test("klava validate names a bundle by its folder's name, even if the user runs it inside the bundle")
  func namesBundles() throws {
    try Klava.withFolder { folder in
      let path = try FaultyBundle().write(in: folder)
      let run = try Klava.run(["validate", "../Faulty.keyboard/.", "--only", "bundle-name"], in: path)
      #expect(run.status == 0 && run.output.contains("PASSED  Faulty.keyboard"), "\(run.output)\(run.errors)")
    }
  }

  @Test("A project file can switch off a check with a reason, and a missing reason is an error")
  func readsProjectFile() throws {
    try Klava.withFolder { folder in
      let path = try FaultyBundle(fault: 2401).write(in: folder)
      let arguments = ["validate", path, "--only", "next-key-present", "--only", "manifest"]
      try Zoo.write("[skip]\nnext-key-present = \"There is only one keyboard.\"\n", "\(folder)/klava-validate.toml")
      let run = try Klava.run(arguments, in: folder)
      #expect(run.status == 0 && run.output.contains("There is only one keyboard."))
      try Zoo.write("[skip]\nnext-key-present = \"\"\n", "\(folder)/klava-validate.toml")
      let refused = try Klava.run(arguments, in: folder)
      #expect(refused.status == 2 && refused.errors.contains("KLV-0812"))
    }
  }

  @Test("klava validate --list lists the checks as text, as JSON and as JSON Lines")
  func listsChecks() throws {
    try Klava.withFolder { folder in
      let table = try Klava.run(["validate", "--list"], in: folder).output
      let list = try Klava.run(["validate", "--list", "--json", "--profile", "pedantic"], in: folder).output
      let rows = try #require(try JSONSerialization.jsonObject(with: Data(list.utf8)) as? [[String: Any]])
      #expect(table.contains("next-key-present"))
      #expect(rows.allSatisfy { ($0["codes"] as? [[String: Any]])?.isEmpty == false })
      #expect(Set(rows.compactMap { $0["check"] as? String }).isSuperset(of: ["manifest", "idle", "distinct-names"]))
      let lines = try Klava.run(
        ["validate", "--list", "--format", "jsonl", "--profile", "pedantic"], in: folder
      ).output.split(separator: "\n")
      let values = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
      #expect(values.map { $0?["check"] as? String } == rows.map { $0["check"] as? String })
    }
  }

  @Test(
    "The script of a finding reproduces the fault with klava play",
    arguments: [
      ("keys-work", DiagnosticCode.endsOnKey, "KLV-0601"),
      ("without-function-tables", .endsWithoutFunctionTable, "KLV-0601"),
      ("without-function-tables", .refusesWithoutFunctionTable, "KLV-0603"), ("refusals", .endsOnRefusal, "KLV-0601"),
      ("notices", .endsOnNotice, "KLV-0601"), ("settings-values", .endsOnSettings, "KLV-0601"),
    ])
  func scriptsRepeat(check: String, code: DiagnosticCode, line: String) throws {
    try Klava.withFolder { folder in
      let path = try #require(Zoo.bundle(code)).write(in: folder)
      let scripts = "\(folder)/scripts"
      let run = try Klava.run(["validate", path, "--only", check, "--scripts", scripts], in: folder)
      #expect(run.status == 1)
      let script = "\(scripts)/\(check)-\(code).jsonl"
      let root = ["--root", "\(folder)/root"]
      #expect(try Klava.run(["install", path] + root, in: folder).status == 0)
      #expect(try Klava.run(["enable", "org.example.faulty-\(code.rawValue)"] + root, in: folder).status == 0)
      let played = try Klava.run(["play", script] + root, in: folder)
      #expect(played.status == 1 && played.output.contains(line), "\(played.output)")
      // If a step of the script injects faults into the host or changes a setting, the keyboard's fault must not occur
      // without this step.
      let lines = try String(contentsOfFile: script, encoding: .utf8).split(separator: "\n")
      let usual = lines.filter { !$0.hasPrefix(#"{"host""#) && !$0.hasPrefix(#"{"setting""#) }
      guard usual.count < lines.count else { return }
      let harmless = "\(folder)/usual.jsonl"
      try Zoo.write(usual.joined(separator: "\n"), harmless)
      let again = try Klava.run(["play", harmless, "--root", "\(folder)/other"], in: folder)
      #expect(!again.output.contains("KLV-060"), "\(again.output)")
    }
  }
}

/// Parses an XML document, and collects the names of its elements.
private final class XMLDocumentReader {
  let names: Set<String>

  init(_ text: String) throws {
    // Require that each start tag has an end tag, as in a well-formed document.
    var open: [Substring] = []
    var names: Set<String> = []
    for piece in text.split(separator: "<").dropFirst() where !piece.hasPrefix("?") {
      let name = piece.drop { $0 == "/" }.prefix { $0.isLetter || $0 == "-" }
      if piece.hasPrefix("/") {
        try #require(open.popLast() == name)
      } else {
        names.insert(String(name))
        if piece.prefix(while: { $0 != ">" }).last != "/" { open.append(name) }
      }
    }
    try #require(open.isEmpty)
    self.names = names
  }
}
