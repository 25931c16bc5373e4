import Foundation
import TestSupport
import Testing

@Suite struct DoctorTests {
  private func states(_ commandSandbox: CommandSandbox, _ environment: [String: String]) throws -> (
    status: Int32, [String: String]
  ) {
    let outcome = try commandSandbox.klava("doctor", "--json", environment: environment)
    let rows = try outcome.rows().compactMap { row in
      (row["name"] as? String).flatMap { name in (row["state"] as? String).map { (name, $0) } }
    }
    return (outcome.status, Dictionary(rows) { $1 })
  }

  @Test("On a complete machine, klava doctor exits with status 0 and creates no folders")
  func completeMachine() throws {
    let commandSandbox = try CommandSandbox()
    try commandSandbox.ship()
    let (status, states) = try states(commandSandbox, ["LANG": "C.UTF-8"])
    #expect(status == 0)
    #expect(states.count == 27)
    // These parts may be missing. Klava can confine keyboards without namespaces, which most containers do not permit.
    // Few machines have key sounds and a font for every script.
    let optional = ["namespaces", "key sounds", "fonts"]
    #expect(states.filter { $0.value != "ok" && !optional.contains($0.key) }.isEmpty)
    #expect(states["key sounds"] != nil)
    #expect(!FileManager.default.fileExists(atPath: commandSandbox.root))
  }

  @Test("klava doctor names the languages of enabled keyboard layouts that have no dictionary")
  func missingDictionary() throws {
    let commandSandbox = try CommandSandbox()
    try commandSandbox.ship()
    // Debian has no dictionaries for Tajik and Uyghur.
    for layout in ["system:tj", "system:cn(ug)"] { _ = try commandSandbox.done("enable", layout) }
    let outcome = try commandSandbox.klava("doctor", environment: ["LANG": "en_US.UTF-8"])
    #expect(outcome.status == 0)
    #expect(
      outcome.output.contains(
        "KLV-0843: Klava has no dictionary for these languages of enabled keyboard layouts: tg, ug."))
  }

  @Test("klava doctor and klava settings report a wrong value in the file of the settings")
  func wrongSetting() throws {
    let commandSandbox = try CommandSandbox()
    try commandSandbox.ship()
    _ = try commandSandbox.done("settings", "system", "size", "100")
    let path = "\(commandSandbox.root)/config/settings/org.klava.system.json"
    try #"{"version": 1, "values": {"placement": "top", "size": 100}}"#.write(
      toFile: path, atomically: true, encoding: .utf8)
    let fault =
      #"KLV-0524: \#(path): Klava ignores the value of "placement". "top" is not one of the setting's values. Use one of docked, floating, left, right."#
    let doctor = try commandSandbox.klava("doctor")
    #expect(doctor.output.contains(#"Klava ignores the value of "placement""#), "\(doctor.output)")
    for outcome in [
      try commandSandbox.klava("settings", "system"), try commandSandbox.klava("settings", "system", "placement"),
    ] {
      #expect(outcome.status == 0)
      #expect(outcome.errors.contains(fault), "\(outcome.errors)")
      #expect(outcome.errors.isOneLine)
      #expect(outcome.output.contains("docked"))
    }
    #expect(try commandSandbox.klava("settings", "system", "placement", "left").errors == "")
  }

  @Test("klava type reports a damaged file with settings once")
  func damagedSettings() throws {
    let sandbox = try CommandSandbox()
    try sandbox.ship()
    _ = try sandbox.done("settings", "system", "size", "100")
    try "{".write(
      toFile: "\(sandbox.root)/config/settings/org.klava.system.json", atomically: true, encoding: .utf8)
    let outcome = try sandbox.klava("type", typing: [])
    #expect((outcome.output + outcome.errors).components(separatedBy: "KLV-0530").count == 2, "\(outcome)")
  }

  @Test("If a required part is missing, klava doctor exits with status 1 and prints a remedy")
  func missingPart() throws {
    let commandSandbox = try CommandSandbox()
    try commandSandbox.ship()
    try commandSandbox.write("no manifest", to: "shipped/Calculator.keyboard/Info.plist")
    let environment = ["KLAVA_RUNNER": "/nothing"]
    let (status, states) = try states(commandSandbox, environment)
    #expect(status == 1)
    #expect(states["klava-runner"] == "missing")
    #expect(states["bundled keyboards"] == "missing")
    let outcome = try commandSandbox.klava("doctor", environment: environment)
    #expect(outcome.status == 1)
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("set KLAVA_RUNNER"))
    #expect(outcome.output.contains("KLV-0103"))
  }

  @Test("klava doctor tries each sandbox layer, prints what it protects, and names the minimum sandbox")
  func layers() throws {
    let commandSandbox = try CommandSandbox()
    try commandSandbox.ship()
    let rows = try commandSandbox.klava("doctor", "--json").rows()
    let found = Dictionary(rows.compactMap { row in (row["name"] as? String).map { ($0, row["found"] as? String) } }) {
      $1
    }
    #expect(found["debug.exception-trace"]??.isEmpty == false)
    for layer in ["namespaces", "landlock", "seccomp"] { #expect(found[layer]??.isEmpty == false) }
    #expect(found["keyboards"]??.hasPrefix("confined by ") == true)
    // If another program replaces the runner, `klava doctor` must report the layers as missing.
    let (status, states) = try states(commandSandbox, ["KLAVA_RUNNER": "/bin/true"])
    #expect(status == 1)
    #expect(states["seccomp"] == "missing" && states["keyboards"] == "missing")
  }

  @Test("klava doctor detects that the path of the data folder is a file")
  func fileAsFolder() throws {
    let commandSandbox = try CommandSandbox()
    try commandSandbox.ship()
    try commandSandbox.write("", to: "root/data")
    let (status, states) = try states(commandSandbox, [:])
    #expect(status == 1)
    #expect(states["data folder"] == "missing")
  }

  @Test(
    "klava doctor names a damaged file of the user's choices and texts",
    arguments: [
      "state/input-modes.json", "state/recent-emoji.json", "state/keyboard-positions.json",
      "config/settings/org.klava.system.json", "data/me.json", "data/lexicon.json", "data/learned/en.json",
      "config/registry.json",
    ])
  func damagedFile(_ name: String) throws {
    let commandSandbox = try CommandSandbox()
    try commandSandbox.ship()
    try commandSandbox.write("{", to: "root/\(name)")
    let outcome = try commandSandbox.klava("doctor")
    // Klava needs the list of keyboards.
    #expect(outcome.status == (name == "config/registry.json" ? 1 : 0))
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.contains { $0.contains("your files") && $0.hasPrefix("missing") }, "\(outcome.output)")
    let path = "\(commandSandbox.root)/\(name)"
    for line in lines where line.contains("your files") || line.contains("damaged") {
      #expect(line.components(separatedBy: path).count == 2, "\(line)")
    }
  }

  @Test("klava validate also reports that the folder in KLAVA_LIBRARY does not exist")
  func missingLibraryOfValidate() throws {
    let outcome = try CommandSandbox().klava("validate", "--list", environment: ["KLAVA_LIBRARY": "/nonexistent"])
    #expect(outcome.errors == "klava: KLAVA_LIBRARY: /nonexistent does not exist. Klava ignores it.\n")
  }

  @Test(
    "A command reports once that KLAVA_LIBRARY names no folder",
    arguments: [("/nonexistent", "does not exist"), ("/etc/passwd", "is not a folder")])
  func missingLibrary(_ path: String, _ fault: String) throws {
    let outcome = try CommandSandbox().klava("list", environment: ["KLAVA_LIBRARY": path])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "klava: KLAVA_LIBRARY: \(path) \(fault). Klava ignores it.\n")
  }

  @Test("klava doctor reports a locale without UTF-8 and still exits with status 0")
  func localeWithoutUTF8() throws {
    let commandSandbox = try CommandSandbox()
    try commandSandbox.ship()
    let (status, states) = try states(commandSandbox, ["LC_ALL": "C"])
    #expect(status == 0)
    #expect(states["UTF-8 terminal"] == "missing")
  }
}
