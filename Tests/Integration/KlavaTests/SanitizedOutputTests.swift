import Foundation
import KeyboardStore
import TestSupport
import Testing

@Suite struct SanitizedOutputTests {
  /// A name that would change the title of the terminal and reverse the direction of the line.
  ///
  /// The name is in a strings table, because XML cannot contain control characters.
  private static let name = "\\U001B]0;x\\U0007\\U202E\\U0085Evil"
  private static let isHarmful: @Sendable (Unicode.Scalar) -> Bool = { scalar in
    let category = scalar.properties.generalCategory
    return scalar != "\n" && (category == .control || category == .format)
  }

  private func evil(_ sandbox: CommandSandbox) throws {
    let settings = """
      <plist version="1.0"><dict><key>PreferenceSpecifiers</key><array><dict>
        <key>Type</key><string>PSTextFieldSpecifier</string> <key>Key</key><string>k</string>
        <key>Title</key><string>a&#x202E;b</string> <key>DefaultValue</key><string>c&#x85;&#x202E;d</string>
      </dict></array></dict></plist>
      """
    let strings = "\"CFBundleDisplayName\" = \"\(Self.name)\";"
    var manifest = TestManifest()
    manifest.members = "<key>CFBundleShortVersionString</key><string>1&#x202E;0</string>"
    try sandbox.done(
      "install",
      sandbox.bundle(
        "Evil.keyboard", manifest,
        files: ["en.lproj/InfoPlist.strings": strings, "Settings.bundle/Root.plist": settings]))
    try KeyboardLog(of: "org.example.test", in: sandbox.folders).append("\u{1B}[2J\u{202E}said", source: .printed)
  }

  @Test(
    "Commands print control characters from bundles, logs and arguments only as escapes",
    arguments: [
      ["list", "--all"], ["list", "--all", "--json"], ["enable", "test"], ["access", "test"],
      ["access", "test", "--json"],
      ["settings", "test"], ["settings", "test", "--json"], ["settings", "test", "k"],
      ["settings", "test", "k", "--json"],
      ["settings", "test", "k", "\u{202E}x"], ["settings", "test", "--reset"], ["inspect", "Evil.keyboard"],
      ["inspect", "Evil.keyboard", "--json"], ["log", "test"], ["log", "test", "--json"], ["uninstall", "\u{1B}[2J"],
      ["\u{1B}[2J\nx"],
    ])
  func controlCharacters(_ arguments: [String]) throws {
    let sandbox = try CommandSandbox()
    try evil(sandbox)
    let outcome = try sandbox.command(arguments, environment: ["LANG": "en_US.UTF-8"], in: sandbox.path).run()
    #expect(outcome.output.unicodeScalars.filter(Self.isHarmful).isEmpty)
    #expect(outcome.errors.unicodeScalars.filter(Self.isHarmful).isEmpty)
    #expect(
      (outcome.output + outcome.errors).contains("\\u") || arguments[0] == "access" || arguments.last == "--reset")
  }

  @Test("JSON output contains the exact text of settings and log lines")
  func exactJSON() throws {
    let sandbox = try CommandSandbox()
    try evil(sandbox)
    #expect(try sandbox.klava("settings", "test", "k", "--json").json() as? String == "c\u{85}\u{202E}d")
    let line = try #require(try sandbox.klava("log", "test", "--json").rows().first)
    #expect(line["message"] as? String == "\u{1B}[2J\u{202E}said")
  }

  @Test("klava list aligns its columns by the number of terminal cells of each name")
  func columnAlignment() throws {
    let sandbox = try CommandSandbox()
    for (number, name) in ["计算器", "👨‍👩‍👧", "e\u{301}clair", "Клавиатура"].enumerated() {
      var manifest = TestManifest()
      (manifest.identifier, manifest.name) = ("org.example.number\(number)", name)
      try sandbox.done("install", sandbox.bundle("\(number).keyboard", manifest))
    }
    let lines = try sandbox.done("list", "--all").split(separator: "\n").suffix(4)
    // The widest name occupies ten cells, so the identifiers begin after twelve cells.
    #expect(lines.map { $0.contains("-  计算器      org") || $0.contains("-  👨‍👩‍👧          org") }.filter(\.self).count == 2)
    #expect(lines.contains { $0.hasPrefix("-  e\u{301}clair      org") })
    #expect(lines.contains { $0.hasPrefix("-  Клавиатура  org") })
  }
}
