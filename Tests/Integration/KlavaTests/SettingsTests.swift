import Foundation
import TestSupport
import Testing

@Suite struct SettingsTests {
  private func sandbox() throws -> CommandSandbox {
    let sandbox = try CommandSandbox()
    let settings = """
      <plist version="1.0"><dict><key>PreferenceSpecifiers</key><array>
        <dict><key>Type</key><string>PSTextFieldSpecifier</string> <key>Key</key><string>word</string>
          <key>Title</key><string>The word</string> <key>DefaultValue</key><string>first</string></dict>
        <dict><key>Type</key><string>PSToggleSwitchSpecifier</string> <key>Key</key><string>loud</string>
          <key>Title</key><string>Loud</string> <key>DefaultValue</key><true/></dict>
        <dict><key>Type</key><string>PSSliderSpecifier</string> <key>Key</key><string>speed</string>
          <key>DefaultValue</key><real>0.5</real> <key>MinimumValue</key><real>-1</real>
          <key>MaximumValue</key><real>1</real></dict>
        <dict><key>Type</key><string>PSTextFieldSpecifier</string> <key>Key</key><string>secret</string>
          <key>IsSecure</key><true/> <key>DefaultValue</key><string>hush</string></dict>
        <dict><key>Type</key><string>PSGroupSpecifier</string> <key>FooterText</key><string>All words.</string></dict>
        <dict><key>Type</key><string>PSGroupSpecifier</string> <key>FooterText</key><string>All words.</string></dict>
      </array></dict></plist>
      """
    try sandbox.done("install", sandbox.bundle(files: ["Settings.bundle/Root.plist": settings]))
    return sandbox
  }

  @Test("klava settings lists each setting with its value, default, accepted values and title")
  func list() throws {
    let sandbox = try sandbox()
    try sandbox.done("settings", "test", "word", "second")
    let lines = try sandbox.done("settings", "test").split(separator: "\n").map { line in
      line.split(separator: "  ").map { $0.trimmingPrefix(" ") }
    }
    #expect(lines[1] == ["word", "second", "first", "text", "The word"])
    #expect(lines[2] == ["loud", "yes", "yes", "yes, no", "Loud"])
    let rows = try sandbox.klava("settings", "test", "--json").rows()
    #expect(rows.compactMap { $0["key"] as? String } == ["word", "loud", "speed", "secret"])
    #expect(rows[0]["value"] as? String == "second")
    #expect(rows[0]["default"] as? String == "first")
    #expect(rows[1]["value"] as? Bool == true)
    #expect(rows[2]["value"] as? Double == 0.5)
    #expect(rows[2]["type"] as? String == "slider")
    #expect(lines.dropFirst(5) == [["All words."]])
    #expect(lines[3] == ["speed", "0.5", "0.5", "-1 to 1", "-"])
    try sandbox.done("settings", "test", "speed", "1.0")
    #expect(try sandbox.done("settings", "test", "speed") == "1\n")
  }

  @Test("klava settings reads, changes and resets a single setting")
  func singleSetting() throws {
    let sandbox = try sandbox()
    #expect(try sandbox.done("settings", "test", "word") == "first\n")
    #expect(try sandbox.done("settings", "test", "word", "second") == "Test (org.example.test): word is now second.\n")
    #expect(try sandbox.done("settings", "test", "loud", "off") == "Test (org.example.test): loud is now no.\n")
    #expect(try sandbox.done("settings", "test", "word") == "second\n")
    #expect(
      try sandbox.done("settings", "test", "word", "--reset")
        == "Test (org.example.test): restored the default of word.\n")
    #expect(try sandbox.done("settings", "test", "word") == "first\n")
    #expect(try sandbox.done("settings", "test", "loud") == "no\n")
    try sandbox.done("settings", "test", "--reset")
    #expect(try sandbox.done("settings", "test", "loud") == "yes\n")
  }

  @Test("klava settings --clear removes the data of a keyboard and keeps its settings")
  func clearedData() throws {
    let sandbox = try sandbox()
    try sandbox.done("settings", "test", "word", "second")
    let container = "\(sandbox.root)/data/containers/org.example.test"
    for kind in ["confined", "full-access"] {
      try FileManager.default.createDirectory(atPath: "\(container)/\(kind)", withIntermediateDirectories: true)
      try "words".write(toFile: "\(container)/\(kind)/words.txt", atomically: true, encoding: .utf8)
    }
    let cleared = "Test (org.example.test): removed the stored data.\n"
    #expect(try sandbox.done("settings", "test", "--clear") == cleared)
    #expect(!FileManager.default.fileExists(atPath: container))
    #expect(try sandbox.done("settings", "test", "word") == "second\n")
    #expect(try sandbox.done("settings", "test", "--clear") == cleared)
    #expect(try sandbox.klava("--root", sandbox.root, "settings", "test", "word", "--clear").status == 2)
  }

  @Test("After the argument --, the value of a setting may begin with a hyphen")
  func valueWithHyphen() throws {
    let sandbox = try sandbox()
    let outcome = try sandbox.klava("--root", sandbox.root, "settings", "test", "--", "speed", "-0.5")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try sandbox.done("settings", "test", "speed") == "-0.5\n")
  }

  @Test("The value of a setting may be a negative number", arguments: [["-5"], ["-7.5", "--json"]])
  func negativeNumber(_ words: [String]) throws {
    let sandbox = try sandbox()
    let outcome = try sandbox.command(["settings", "test", "speed"] + words).run()
    #expect(outcome.errors.hasPrefix("klava: error KLV-0523: "), "\(outcome.errors)")
    try sandbox.done("settings", "test", "secret", "-5")
    #expect(try sandbox.done("settings", "test", "secret") == "-5\n")
  }

  @Test("With --json, klava settings prints the new value or the list after it changed or reset settings")
  func jsonOfChanges() throws {
    let sandbox = try sandbox()
    let list = try sandbox.done("settings", "test", "--json")
    #expect(try sandbox.done("settings", "test", "speed", "0.25", "--json") == "0.25\n")
    #expect(try sandbox.done("settings", "test", "secret", "--reset", "--json") == "\"hush\"\n")
    #expect(try sandbox.done("settings", "test", "--json") != list)
    #expect(try sandbox.done("settings", "test", "--reset", "--json") == list)
    #expect(try sandbox.klava("settings", "test", "--clear", "--json").status == 2)
  }

  @Test("The list of settings does not show the value of a secure setting")
  func secureSetting() throws {
    let sandbox = try sandbox()
    #expect(try !sandbox.done("settings", "test").contains("hush"))
    #expect(try sandbox.done("settings", "test", "secret") == "hush\n")
  }

  @Test(
    "klava settings refuses an unknown setting or an invalid value with a code, quotes the value and changes nothing",
    arguments: [
      ("nothing", "x", "KLV-0521"), ("loud", "perhaps", "KLV-0522"), ("speed", "fast", "KLV-0522"),
      ("speed", "2.5", "KLV-0523"), ("speed", "1e400", "KLV-0522"), ("speed", "NaN", "KLV-0522"),
      ("speed", "99999999999999999999999", "KLV-0523"),
    ])
  func invalidValue(_ key: String, _ value: String, _ code: String) throws {
    let sandbox = try sandbox()
    let before = try sandbox.done("settings", "test", "--json")
    let outcome = try sandbox.klava("settings", "test", key, value)
    #expect(outcome.status == 2)
    #expect(outcome.errors.isOneLine)
    #expect(outcome.errors.hasPrefix("klava: error \(code): "), "\(outcome.errors)")
    #expect(code == "KLV-0521" || outcome.errors.contains(value), "\(outcome.errors)")
    #expect(try sandbox.done("settings", "test", "--json") == before)
  }

  @Test("If the user sets an empty value, klava settings prints that the setting is now empty")
  func emptyValue() throws {
    #expect(try sandbox().done("settings", "test", "secret", "").hasSuffix("secret is now empty.\n"))
  }

  @Test("If a key differs from the key of a setting only in case, the error names the correct key")
  func caseOfKey() throws {
    let outcome = try sandbox().klava("settings", "test", "Loud", "yes")
    #expect(outcome.errors.contains("Use loud."), "\(outcome.errors)")
  }

  @Test(
    "The list shows the values that each setting accepts",
    arguments: [
      ("placement", "docked, floating, left, right"), ("floatingWidth", "320 to 1200"), ("clicks", "yes, no"),
    ])
  func acceptedValues(_ key: String, _ accepted: String) throws {
    let lines = try sandbox().done("settings", "system").split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix(key + " ") && $0.contains(accepted) }, "\(lines)")
  }
}
