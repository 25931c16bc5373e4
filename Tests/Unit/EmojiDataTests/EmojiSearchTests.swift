import Diagnostics
import EmojiData
import Foundation
import TestSupport
import Testing

@Suite("The search finds emoji by name and keyword")
struct EmojiSearchTests {
  private static let library = EmojiCatalogTests.library

  @Test(
    "The search uses names in the user's languages and English, ignores case and accents, and finds parts of words",
    arguments: [
      ("grinning face", ["en"], "😀"), ("GRINNING", ["en-US"], "😀"), ("thumbs", ["en"], "👍"), ("heart red", ["en"], "❤️"),
      ("germany", ["en"], "🇩🇪"), ("red hair man", ["en"], "👨‍🦰"), ("keycap 3", ["en"], "3️⃣"), ("franc", ["en"], "🇫🇷"),
      ("deutschland", ["de"], "🇩🇪"), ("tranen lach", ["de-AT"], "😂"), ("TRÄNEN", ["de"], "😂"), ("сердце", ["ru"], "❤️"),
      ("serce", ["pl"], "❤️"), ("coeur", ["fr-CA"], "❤️"), ("ハート", ["ja"], "❤️"), ("愛心", ["zh-TW"], "❤️"),
      ("红心", ["zh-CN"], "❤️"), ("thumbs", ["de"], "👍"), ("daumen", ["ja", "de"], "👍"), ("tommel", ["nb"], "👍"),
      ("corazón", ["es-MX"], "❤️"), ("coracao", ["pt-PT"], "❤️"), ("לב", ["he"], "❤️"), ("thumb", ["xx-YY", "%"], "👍"),
      ("হা\u{9DC}", ["bn"], "🩻"), ("হা\u{9A1}\u{9BC}", ["bn"], "🩻"),
    ] as [(String, [String], String)])
  func finds(query: String, languages: [String], emoji: String) {
    let found = Self.library.search(query, in: languages, limit: 32).map(\.text)
    #expect(found.contains(emoji), "\(found)")
  }

  @Test("Results whose whole name matches come first, and a query with an unknown word finds nothing")
  func order() {
    #expect(Self.library.search("cat", in: ["en"], limit: 5).first?.text == "🐈")
    #expect(Self.library.search("dog face", in: ["en"], limit: 5).first?.text == "🐶")
    #expect(Self.library.search("smile", in: ["en"], limit: 3).allSatisfy { $0.text.unicodeScalars.count == 1 })
    for query in ["", "  ", "qqqq", "grinning qqqq", "|", String(repeating: "qqqq ", count: 100_000)] {
      #expect(Self.library.search(query, in: ["en"], limit: 5).isEmpty)
    }
    #expect(Self.library.search("e", in: ["en"], limit: 7).count == 7)
  }

  @Test("After the search has read a language's names, an emoji has its name in this language")
  func names() throws {
    let library = EmojiLibrary()
    let grinning = try #require(library.catalog?.emoji.first)
    #expect(library.name(of: grinning, in: ["de"]) == "grinning face")
    _ = library.search("a", in: ["de", "zh-TW"], limit: 1)
    #expect(library.name(of: grinning, in: ["de"]) == "grinsendes Gesicht")
    #expect(library.name(of: grinning, in: ["zh-TW"]) != library.name(of: grinning, in: ["de"]))
    #expect(library.drainDiagnostics() == [])
    #expect(library.failure == nil)
  }

  @Test("Without Unicode's data there are no emoji, and one diagnostic names the missing file")
  func missing() throws {
    let folder = try TemporaryDirectory()
    let library = EmojiLibrary(folder: folder.path)
    #expect(library.catalog == nil)
    #expect(library.search("cat", in: ["de"], limit: 5) == [])
    library.prepareNames(in: ["de"])
    #expect(library.failure?.code == .emojiDataMissing)
    #expect(library.drainDiagnostics().map(\.subject) == ["\(folder.path)/emoji/emoji-test.txt"])
    #expect(library.drainDiagnostics() == [])
  }

  @Test("A folder, a pipe or a file of 5 MB in place of the emoji file causes a diagnostic", arguments: 0..<3)
  func notAFile(kind: Int) throws {
    let folder = try TemporaryDirectory()
    try folder.write("", to: "emoji/other")
    let path = "\(folder.path)/emoji/emoji-test.txt"
    switch kind {
    case 0: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case 1: #expect(mkfifo(path, 0o600) == 0)
    default: try folder.write([UInt8](repeating: 10, count: 5_000_000), to: "emoji/emoji-test.txt")
    }
    let library = EmojiLibrary(folder: folder.path)
    #expect(library.catalog == nil)
    #expect(library.drainDiagnostics().map(\.subject) == [path])
  }

  /// Creates a folder with Unicode's emoji files and with CLDR files that the test writes.
  private func folder(_ annotations: String?, parents: String? = "<supplementalData/>") throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    let emoji = "\(EmojiLibrary.debianFolder)/emoji/emoji-test.txt"
    try folder.write(Data(contentsOf: URL(filePath: emoji)), to: "emoji/emoji-test.txt")
    if let annotations { try folder.write(annotations, to: "cldr/common/annotations/de.xml") }
    if let parents { try folder.write(parents, to: "cldr/common/supplemental/supplementalData.xml") }
    return folder
  }

  private static let grinning = "<ldml><annotations><annotation cp=\"😀\">Quatsch</annotation></annotations></ldml>"

  @Test("The search reads well-formed annotations")
  func wellFormed() throws {
    let folder = try folder(Self.grinning)
    let library = EmojiLibrary(folder: folder.path)
    #expect(library.search("quatsch", in: ["de-DE"], limit: 5).map(\.text) == ["😀"])
    #expect(library.drainDiagnostics() == [])
  }

  /// An XML document whose entities would expand to gigabytes.
  private static let bomb =
    "<!DOCTYPE ldml [<!ENTITY a \"Quatsch\">"
    + (1...20).map { index in
      let inner = index == 1 ? "&a;" : "&b\(index - 1);"
      return "<!ENTITY b\(index) \"\(String(repeating: inner, count: 10))\">"
    }.joined() + "]><ldml><annotation cp=\"😀\">&b20;</annotation></ldml>"

  @Test(
    "A language with damaged CLDR files has no names, and one diagnostic names the first faulty file",
    arguments: [
      (nil, nil, "supplementalData.xml"), ("", "<supplementalData/>", "de.xml"),
      (String(grinning.dropLast(4)), "<supplementalData/>", "de.xml"),
      (grinning, "<supplementalData>", "supplementalData.xml"),
      ("\u{0}", "<supplementalData/>", "de.xml"), (grinning, "binary \u{1}", "supplementalData.xml"),
      (String(repeating: "<a>", count: 100_000), "<supplementalData/>", "de.xml"),
    ] as [(String?, String?, String)])
  func damaged(annotations: String?, parents: String?, file: String) throws {
    let folder = try folder(annotations, parents: parents)
    let library = EmojiLibrary(folder: folder.path)
    #expect(library.search("grinning", in: ["de", "de-AT"], limit: 1).map(\.text) == ["😀"])
    #expect(library.search("quatsch", in: ["de"], limit: 1) == [])
    let diagnostics = library.drainDiagnostics()
    #expect(diagnostics.count == 1)
    #expect(diagnostics.first?.subject.hasSuffix("/\(file)") == true, "\(diagnostics)")
  }

  @Test("XML entities in CLDR files are not expanded")
  func entities() throws {
    let folder = try folder(Self.bomb)
    let library = EmojiLibrary(folder: folder.path)
    #expect(library.search("quatsch", in: ["de"], limit: 5) == [])
    #expect(library.search("grinning", in: ["de"], limit: 1).map(\.text) == ["😀"])
  }

  @Test("The search ends even if a locale is its own parent")
  func loop() throws {
    let parents = "<supplementalData><parentLocale parent=\"de\" locales=\"de\"/></supplementalData>"
    let folder = try folder(Self.grinning, parents: parents)
    #expect(EmojiLibrary(folder: folder.path).search("quatsch", in: ["de"], limit: 1).map(\.text) == ["😀"])
  }

  @Test("Looking up a symbol's name never reads a file, and the names are available after `prepare` or `read`")
  func symbolNames() {
    let names = EmojiLibrary().symbolNames(in: "de-DE")
    #expect(!names.areRead && names["/"] == nil && !names.areRead)
    names.read()
    #expect(names.areRead && names["/"] == "Schrägstrich" && names["a"] == nil)
    #expect(names["°"] == "Grad")
    let english = EmojiLibrary().symbolNames(in: "en")
    #expect(english.areRead && english["/"] == nil)
  }
}
