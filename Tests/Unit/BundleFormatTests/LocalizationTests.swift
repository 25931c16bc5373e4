import BundleFixtures
@testable import BundleFiles
@testable import BundleFormat
import BundleParser
import Diagnostics
import SystemSupport
import TestSupport
import Testing

@Suite struct LocalizationTests {
  @Test(
    "The host chooses the available language that fits the user's preferences best",
    arguments: [
      (["en", "zh-Hans", "zh"], ["zh-Hans-CN"], "zh-Hans"), (["en", "zh"], ["zh-Hans-CN"], "zh"),
      (["en", "zh-Hant"], ["zh-Hans-CN"], "en"), (["en", "zh-Hans"], ["zh-CN"], "zh-Hans"),
      (["en", "ru"], ["pl", "ru"], "ru"), (["en", "pt-BR"], ["pt"], "pt-BR"), (["en_GB", "ru"], ["en-GB"], "en_GB"),
      (["English", "ru"], ["en-US"], "English"), (["en", "de"], ["ja"], "en"), (["de"], ["ja"], nil),
      (["EN", "de"], ["en"], "EN"), (["en-US", "en-GB"], ["en-AU"], "en-GB"),
    ] as [([String], [String], String?)])
  func bestLanguage(_ available: [String], _ preferred: [String], _ best: String?) {
    #expect(LanguageTag.best(of: available, for: preferred) == best)
  }

  @Test("The reader reads strings files in the old text format, with comments, escapes and unquoted keys")
  func oldFormat() throws {
    let text = """
      /* A comment with "quotes" = and ; */
      "key" = "value"; // another
      bare.key_1 = 'single "quotes"';
      "escapes" = "a\\nb\\t\\"\\\\ \\U0416 \\101 \\UD83D\\UDE00";
      "alone";
      """
    #expect(
      try StringsTable(Array(text.utf8), subject: "a").texts == [
        "key": "value", "bare.key_1": "single \"quotes\"", "escapes": "a\nb\t\"\\ Ж A 😀", "alone": "alone",
      ])
  }

  @Test("A strings file has the same strings in each encoding, and as a property list")
  func encodings() throws {
    let text = "\"a\" = \"Ж\";"
    let plist: PropertyList = ["a": "Ж"]
    let little: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { $0.littleEndianBytes }
    let big: [UInt8] = [0xFE, 0xFF] + text.utf16.flatMap { $0.littleEndianBytes.reversed() }
    for bytes in [Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), little, big, plist.xml, try plist.binary()] {
      #expect(try StringsTable(bytes, subject: "a").texts == ["a": "Ж"])
    }
  }

  @Test(
    "An error in a strings file names the line of the fault and its cause",
    arguments: [
      ("\"a\" = \"b\"", "has no `;` after the text of the key \"a\""),
      ("\"a\" = \"b\"\n\"c\" = \"d\";", "has no `;` after the text of the key \"a\""),
      ("\"a\" = ;", "has no text in quotation marks for the key \"a\""), ("\"a\" =", "has no text for the key \"a\""),
      ("\"a = b;", "begins a string without a closing quotation mark"), ("= \"b\";", "does not begin with a key"),
      ("a b;", "has no `=` after the key \"a\""), ("/* a", "begins a comment without an end"),
    ])
  func lineOfFault(_ text: String, _ cause: String) {
    for start in ["\n\n", "\"x\" = \"y;\";\r\n// \"\r\n", "/* \"\n */ 'x' = 'y' ;\n"] {
      let diagnostic = #expect(throws: Diagnostic.self) {
        try StringsTable(Array("\(start)\(text)".utf8), subject: "a")
      }
      #expect(diagnostic?.code == .stringsMalformed)
      #expect(diagnostic?.sentence == "Line 3 of the table \(cause).")
    }
  }

  @Test("An error about text that is not UTF-8 names the line and the byte")
  func invalidUTF8() {
    let table = Array("\"a\" = \"b\";\n\"Ж\" = \"".utf8)
    let diagnostic = #expect(throws: Diagnostic.self) {
      try StringsTable(table + [0xE9] + Array("\";".utf8), subject: "a")
    }
    #expect(diagnostic?.sentence == "Line 2 of the table is not UTF-8: byte 20 of the file is 0xE9.")
  }

  @Test("A record names the keys that a strings table has more than once")
  func repeatedKeys() throws {
    let table = "\"a\" = \"1\"; /* \"b\" = 1; */ \"b\" = \"2\";\n'a' = \"3\"; a;\n\"c\" = \"a\";"
    let wide: [UInt8] = [0xFF, 0xFE] + table.utf16.flatMap { $0.littleEndianBytes }
    for bytes in [Array(table.utf8), wide] {
      let file = ReadingOrder.File(kind: .strings, bytes: bytes)
      let content = BundleRecord.Content(parsing: file) { Descriptor(owning: -1) }
      let texts = try StringsTable(bytes).texts
      #expect(content == .strings(texts, repeated: ["a"]))
    }
  }

  @Test(
    "The reader accepts a mutated strings file or reports a diagnostic, and never traps", arguments: [UInt64(21), 22])
  func mutatedTables(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let original = Array("/* c */ \"key\" = \"v\\U0416\\n\"; bare = 'x'; // end\n\"alone\";".utf8)
    var understood = 0
    for round in 0..<2_000 {
      do {
        _ = try StringsTable(generator.mutate(original), subject: "a")
        understood += 1
      } catch {
        #expect((100..<200).contains(error.code.rawValue), "seed \(seed), round \(round)")
      }
    }
    #expect(understood > 20)
  }

  @Test("A bundle's name and its localized strings are in the user's language if the bundle has that language")
  func userLanguage() throws {
    let workspace = try Workspace()
    let bundle = try KeyboardBundle(
      workspace.bundle(
        manifest: .manifest(["CFBundleDisplayName": "Calculator"]),
        files: [
          "ru.lproj/InfoPlist.strings": Array("CFBundleDisplayName = \"Калькулятор\";".utf8),
          "en.lproj/Localizable.strings": Array("\"hi\" = \"Hello\";".utf8),
          "ru.lproj/Localizable.strings": Array("\"hi\" = \"Привет\";".utf8),
        ]))
    #expect(bundle.displayName(languages: ["ru-RU"]) == "Калькулятор")
    #expect(bundle.displayName(languages: ["en"]) == "Calculator")
    #expect(try bundle.localizedStrings(table: "Localizable", languages: ["ru"]) == ["hi": "Привет"])
    #expect(try bundle.localizedStrings(table: "Localizable", languages: ["fr"]) == ["hi": "Hello"])
    #expect(try bundle.localizedStrings(table: "None", languages: ["ru"]) == nil)
  }
}
