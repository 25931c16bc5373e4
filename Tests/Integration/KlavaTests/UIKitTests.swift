import Foundation
import TestSupport
import Testing

/// Tests of KlavaUIKit with the keyboard HonestUIKit, in a confined process.
@Suite("KlavaUIKit runs a keyboard from iOS")
struct UIKitTests {
  private let sandbox: CommandSandbox
  private let identifier = "org.example.test"

  init() throws { sandbox = try CommandSandbox() }

  private func install(access: String = "none") throws {
    var manifest = TestManifest()
    manifest.members = """
      <key>KLVFileAccess</key><string>\(access)</string>
      <key>CFBundleDevelopmentRegion</key><string>en</string>
      """
    manifest.requestsOpenAccess = true
    manifest.principalClass =
      "<key>NSExtensionPrincipalClass</key><string>HonestUIKit.KeyboardViewController</string>"
    let bounds = "<key>MinimumValue</key><integer>0</integer><key>MaximumValue</key><integer>9</integer>"
    let specifiers = [
      ("PSTextFieldSpecifier", "name", "<string>Kot</string>"), ("PSToggleSwitchSpecifier", "sound", "<true/>"),
      ("PSSliderSpecifier", "size", "<integer>2</integer>\(bounds)"),
    ].map { kind, key, value in
      """
      <dict><key>Type</key><string>\(kind)</string><key>Key</key><string>\(key)</string>
      <key>Title</key><string>\(key)</string><key>DefaultValue</key>\(value)</dict>
      """
    }.joined()
    let settings =
      "<plist version=\"1.0\"><dict><key>PreferenceSpecifiers</key><array>\(specifiers)</array></dict></plist>"
    let bundle = try sandbox.bundle(
      "Test.keyboard", manifest,
      files: [
        "words.txt": "words", "Settings.bundle/Root.plist": settings,
        "en.lproj/Localizable.strings": #""delete" = "Delete"; "%lld keys of %@" = "%2$@ has %1$lld keys";"#,
        "en.lproj/help.txt": "help", "pl.lproj/help.txt": "pomoc",
        "en.lproj/Other.strings": #""delete" = "Other";"#, "pl.lproj/Localizable.strings": #""delete" = "Usuń";"#,
      ])
    try FileManager.default.removeItem(atPath: "\(bundle)/libTest.so")
    try FileManager.default.copyItem(atPath: Repository.product("libHonestUIKit.so"), toPath: "\(bundle)/libTest.so")
    try sandbox.done("install", bundle)
    try sandbox.done("enable", identifier, "--at", "1")
  }

  /// Plays the steps of a script in a field, and returns the text at the end.
  private func play(_ steps: String..., environment: [String: String] = [:]) throws -> String {
    let lines = ([#"{"focus": {}}"#] + steps).map { "\($0)\n" }.joined()
    let played = try sandbox.command(["play"], input: lines, environment: environment).run()
    #expect(played.status == 0, "\(played)")
    let texts = try played.output.split(separator: "\n").compactMap { line in
      let row = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return row?["before"] as? String ?? (row?["document"] as? [String: Any])?["before"] as? String
    }
    return try #require(texts.last, "\(played)")
  }

  @Test(
    "Each service behaves as on iOS, or as PortingFromIOS.md describes",
    arguments: [
      ("settings", "Kot Kot true 2 2.0 default true []"),
      ("bundle", #"org.example.test 3 ["en", "pl"] true"#),
      ("texts", "Delete|value|Other|Delete|me has 3 keys|0.50 of 3 at 100%"),
      ("range", "자판"), ("screen", "390 true phone"), ("context", "false"), ("combine", "[1, 2]"),
      ("files", "words no path"), ("calls", "appear layout laid appeared"), ("later", "main leftToRight"),
      ("languages", #"["en"] en_001 ["en"] [] no path"#),
      ("values", "true true ff8000ff ffffff00 2 2.0 1.0 3.0 5.0 5.0 true 2 iPhone"),
      // The dictionary comes from Debian's package hunspell-en-us.
      ("spelling", #"true|{5, 7} {13, 3} true|receive|true|keyboard|true true"#),
      ("names", "ff0000ff ff00ff ffffff en-US light true 1"),
      ("merged", "a b|0 1 2|10 12|8 10 done"), ("items", "75.0 0.2 false 0 false 0"), ("stored", "3 5"),
      ("blocks", "timer queue loop"), ("traits", "UICTContentSizeCategoryL false false"),
      ("lexicon", "0 entries"), ("marked", "하"), ("background", "Kot delete"),
    ])
  func services(key: String, text: String) throws {
    try install()
    let typed = try play(#"{"press": "\#(key)"}"#, #"{"wait": 0.1}"#)
    #expect(typed == text)
  }

  @Test("A keyboard knows the user's languages, and finds its files in the best language")
  func languages() throws {
    try install(access: "paths")
    let text = try play(
      #"{"press": "languages"}"#, environment: ["LANG": "de_DE.UTF-8", "LANGUAGE": "pl:en_GB:de_DE"])
    #expect(text == #"["pl", "en-GB", "de-DE"] pl_GB ["pl", "en"] ["pl", "en-GB", "de-DE"] pomoc"#)
  }

  @Test("Formatters use the user's locale unless the keyboard sets another locale")
  func formatters() throws {
    try install()
    let text = try play(#"{"press": "formats"}"#, environment: ["LANG": "tr_TR.UTF-8", "LANGUAGE": "tr_TR"])
    #expect(text == "9 Eylül|1.234,5|%50|9 Eylül 2001|9 Eyl 2001|1.234|0,5|2|ı|tr_TR|true")
  }

  @Test(
    "If the user's first language is written from right to left, keyboards are laid out from right to left",
    arguments: [
      (["type"], "direction\n", 1), (["type"], "direction\n:field keyboardType=URL\ndirection\n", 2),
      (["simulate", "--linear"], "\n", 1),
    ], [("ar_EG", "rightToLeft"), ("de_DE:he", "leftToRight")])
  func direction(
    _ command: (arguments: [String], input: String, count: Int), _ languages: (list: String, direction: String)
  ) throws {
    try install()
    let outcome = try sandbox.command(
      command.arguments, input: command.input, environment: ["LANG": "en_US.UTF-8", "LANGUAGE": languages.list]
    ).run()
    let directions = outcome.output.matches(of: /leftToRight|rightToLeft/).map { String($0.output) }
    #expect(directions == Array(repeating: languages.direction, count: command.count), "\(outcome)")
  }

  @Test("Klava keeps values that a keyboard writes after the end of its process, until the user changes them")
  func writes() throws {
    try install()
    let written = try play(#"{"press": "write"}"#, #"{"press": "calls"}"#)
    #expect(written == #"["a", "b"] writtenappear layout laid appeared changed changed"#)
    #expect(try play(#"{"press": "settings"}"#) == #"Kot written true 2 2.0 default true ["a", "b"]"#)
    let changed = try play(
      #"{"setting": ["\#(identifier)", "name", "Max"]}"#, #"{"press": "settings"}"#, #"{"press": "calls"}"#)
    #expect(changed == #"Kot Max true 2 2.0 default true ["a", "b"]appear layout laid appeared changed"#)
    #expect(
      try play(#"{"setting": ["\#(identifier)", "name", null]}"#, #"{"press": "settings"}"#).hasPrefix("Max Kot true"))
  }

  @Test("After a change of size and appearance, KlavaUIKit calls UIKit's methods, and then the layout methods")
  func transitions() throws {
    try install()
    let text = try play(
      #"{"traits": {}, "environment": {"width": 800, "landscape": true, "dark": true}}"#, #"{"press": "calls"}"#,
      #"{"press": "screen"}"#)
    #expect(
      text == "appear layout laid appeared transition compact rotate landscapeLeft rotated landscapeLeft width 800 "
        + "landscapeLeft dark light before layout laid800 false phone")
  }

  @Test("For a keyboard with paths, files have URLs, and Foundation can read and write them")
  func paths() throws {
    try install(access: "paths")
    #expect(try play(#"{"press": "files"}"#) == "words 4")
    #expect(try play(#"{"press": "thread"}"#, #"{"wait": 0.1}"#) == "true true")
  }

  @Test("The log names each refused call")
  func log() throws {
    try install()
    _ = try play(
      #"{"press": "context"}"#, #"{"press": "files"}"#, #"{"press": "write"}"#, #"{"press": "background"}"#,
      #"{"press": "values"}"#, #"{"press": "settings"}"#, #"{"wait": 0.1}"#)
    let log = try sandbox.done("log", identifier)
    for line in [
      "The host refused a vibration", "A keyboard cannot open a URL", "Klava has no system sound 42",
      "[keys] opened false <private> shown", "The path of the bundle is unavailable: set KLVFileAccess to `paths`",
      "posted NSExtensionHostWillEnterForegroundNotification 1 <private>", "the user has no dictionary of the language",
      "UserDefaults has no value for \"missing\"",
      "UserDefaults cannot store the NSObject for \"object\"", "Bundle looks up texts on the main thread only",
    ] {
      #expect(log.contains(line), "\(log)")
    }
    #expect(!log.contains("crashed") && !log.contains("Foundation's"), "\(log)")
  }
}
