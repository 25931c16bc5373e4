import BundleFixtures
import Diagnostics
import Foundation
import ImportFormats
import KeyboardStore
import SuggestionProtocol
import Testing
import TextModel

@Suite("Contacts from vCards, and the user's own data (Behavior.md#content-type-suggestions)")
struct VCardTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func read(_ text: String) throws -> [VCard] { try VCard.read(Array(text.utf8)) }

  @Test(
    "The reader returns the same texts from vCards of the versions 2.1, 3.0 and 4.0",
    arguments: [
      "VERSION:2.1\r\nN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Caf=E9;Zo=\r\n=EB\r\nTEL;CELL:+44 20 7946 0000\r\n",
      "VERSION:3.0\nN:Café;Zoë\nitem1.TEL;TYPE=\"CELL:x\";type=pref:+44 20\n  7946 0000\nPHOTO;ENCODING=b:AAAA\n BBBB\n",
      "VERSION:4.0\nN:Caf\n é;Zoë;;;\nTEL;VALUE=uri:tel:+44 20 7946 0000\nX-UNKNOWN:1\n",
    ])
  func versions(body: String) throws {
    let cards = try read("\u{FEFF}begin:vcard\n\(body)END:VCARD\n\n")
    var data = OwnData()
    try #require(cards.count == 1)
    let added = data.add(cards[0])
    #expect(added == 3)
    #expect(data[.familyName] == ["Café"] && data[.givenName] == ["Zoë"])
    #expect(data[.telephoneNumber] == ["+44 20 7946 0000"])
    #expect(data.suggestions(for: .name) == ["Zoë Café"])
    #expect(cards[0].nameWords == ["Café", "Zoë"])
  }

  @Test("The reader handles escapes and empty components, and joins the lines of an address")
  func components() throws {
    let cards = try read(
      #"""
      BEGIN:VCARD
      N:O\;Neil\, Jr.;Anna Maria;;;
      ORG:Example\, Inc.;Unit
      ADR;TYPE=home:;Floor 2;1 Main St\nBack;Springfield;IL;12345;USA
      EMAIL:ada@example.org
      EMAIL:ada@example.org
      END:VCARD
      """#)
    var data = OwnData()
    _ = data.add(cards[0])
    #expect(data[.familyName] == ["O;Neil, Jr."] && data[.organizationName] == ["Example, Inc."])
    #expect(data.suggestions(for: .fullStreetAddress) == ["1 Main St Back, Floor 2"])
    #expect(data.suggestions(for: .addressCityAndState) == ["Springfield, IL"])
    #expect(data[.emailAddress] == ["ada@example.org"])
    #expect(cards[0].nameWords == ["O;Neil", "Jr.", "Anna", "Maria"])
    #expect(data.suggestions(for: .password) == [] && data.suggestions(for: .creditCardNumber) == [])
  }

  @Test("The reader keeps an invalid escape of quoted-printable unchanged")
  func escapes() throws {
    let cards = try read("BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:=41=+B=4\nEND:VCARD\n")
    #expect(cards.first?.values(.formattedName) == [["A=+B=4"]])
  }

  @Test("Klava limits the number of components of a property and the number of words of a name")
  func manyParts() throws {
    let words = Array(repeating: "ab", count: 1_000).joined(separator: " ")
    let semicolons = String(repeating: ";", count: 2_000)
    let cards = try read(
      "BEGIN:VCARD\nFN:\(words)\nORG:Example\(semicolons)x\nADR:;;1 Main St;;;;USA\(semicolons)\nEND:VCARD\n")
    #expect(cards[0].properties.allSatisfy { $0.components.count <= 8 })
    #expect(cards[0].values(.address)[0][6] == "USA")
    #expect(cards[0].nameWords == Array(repeating: "ab", count: 16))
  }

  @Test(
    "If a file is not a vCard, the error names the line",
    arguments: [
      ("", 1), ("\u{0}\u{1}", 1), ("hello", 1), ("FN:x\n", 1), ("BEGIN:VCALENDAR\n", 1), ("BEGIN:VCARD\nFN:x\n", 2),
      ("BEGIN:VCARD\nBEGIN:VCARD\n", 2), ("BEGIN:VCARD\nEND:VCARD\nEND:VCARD\n", 3), ("BEGIN:VCARD\nwhat\n", 2),
      (":\n", 1), ("=\n=", 1),
    ])
  func wrong(text: String, line: Int) {
    #expect(throws: VCardError.self) { try read(text) }
    do {
      _ = try read(text)
    } catch {
      #expect((error as? VCardError)?.line == line)
    }
  }

  @Test("Invalid bytes are an error in a text, but not in a photo")
  func invalidBytes() throws {
    let start = Array("BEGIN:VCARD\nFN:".utf8)
    let end = Array("\nEND:VCARD\n".utf8)
    #expect(throws: VCardError(line: 2, reason: "is not UTF-8")) { try VCard.read(start + [0xFF, 0xC3] + end) }
    let photo = Array("BEGIN:VCARD\nPHOTO:".utf8) + [UInt8](repeating: 0xFF, count: 1 << 20) + end
    #expect(try VCard.read(photo) == [VCard()])
  }

  @Test("Klava ignores a property that is too long, and keeps at most 64 properties of a contact")
  func limits() throws {
    let long = "BEGIN:VCARD\nFN:\(String(repeating: "x", count: 9_000))\nEND:VCARD\n"
    #expect(try read(long) == [VCard()])
    let many = "BEGIN:VCARD\n\(String(repeating: "TEL:1\n", count: 10_000))END:VCARD\n"
    #expect(try read(many)[0].properties.count == 64)
    #expect(throws: VCardError.self) {
      try read(String(repeating: "BEGIN:VCARD\nEND:VCARD\n", count: VCard.maximumCards + 1))
    }
  }

  @Test("A pipe, a folder, a missing file and a huge file each cause an error without delay")
  func files() throws {
    let folder = workspace.folders.state
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try #require(mkfifo("\(folder)/pipe", 0o600) == 0)
    try #require(FileManager.default.createFile(atPath: "\(folder)/huge", contents: nil))
    try #require(FileHandle(forWritingAtPath: "\(folder)/huge")).truncate(atOffset: 1 << 30)
    for name in ["pipe", "huge", "", "missing"] {
      #expect(throws: Diagnostic.self) { try VCard.read("\(folder)/\(name)") }
    }
  }

  @Test("Only the user can read the file of own data, and Klava leaves a damaged file unchanged and reports it")
  func ownData() throws {
    let folders = workspace.folders
    try OwnData.change(in: folders) { data throws(Diagnostic) in
      data[.emailAddress] = ["a@example.org", "a@example.org", "b@example.org", "", "x\ny"]
      data[.password] = ["secret"]
    }
    let stored = try OwnData(in: folders)
    #expect(stored[.emailAddress] == ["a@example.org", "b@example.org"] && stored[.password] == [])
    let path = OwnData.path(folders)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    for text in ["[]", "{", #"{"password": ["x"]}"#, #"{"name": "x"}"#, #"{"name": ["a\nb"]}"#, #"{"name": [1]}"#] {
      try Data(text.utf8).write(to: URL(filePath: path))
      #expect(throws: Diagnostic.self, "\(text)") { try OwnData(in: folders) }
      #expect(throws: Diagnostic.self) {
        try OwnData.change(in: folders) { data throws(Diagnostic) in data = OwnData() }
      }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }
    try OwnData.remove(in: folders)
    #expect(try OwnData(in: folders).isEmpty)
  }

  @Test("The supplementary lexicon has shortcuts, names and frequent words up to its limits, and no learned words")
  func lexicon() throws {
    let folders = workspace.folders
    let words = try #require(LanguageLexicon("en", folders))
    let list = "klava-lexicon 1\n" + (0..<200).map { "word\($0)\t\(300 + $0)\n" }.joined() + "the\t130\n"
    try words.install(Array(list.utf8))
    try words.change { $0.learn(TypedWord("secretly", isKnown: false, isChosen: true)) }
    try PersonalLexicon.change(in: folders) { lexicon throws(Diagnostic) in
      let results = [("omw", "On my way!"), ("a\nb", "x"), ("a", String(repeating: "x", count: 513))].map {
        lexicon.add(LexiconEntry(userInput: $0.0, documentText: $0.1))
      }
      #expect(results == [true, false, false])
      let added = lexicon.add(names: ["Zoë", "the", "Zoë", "", "a\u{7}b"])
      #expect(added == 2)
    }
    let entries = try PersonalLexicon.entries(in: folders, language: "en-US")
    #expect(entries.map(\.userInput).prefix(5) == ["omw", "Zoë", "the", "word0", "word1"])
    #expect(entries.count == 1 + 2 + 99)
    #expect(!entries.contains { $0.userInput == "secretly" })
    try PersonalLexicon.change(in: folders) { lexicon throws(Diagnostic) in
      let names = (0..<3_000).map { "\(String(repeating: "n", count: 56))\($0)" }
      let added = lexicon.add(names: names)
      #expect(added == PersonalLexicon.maximumNames - 2)
      #expect(lexicon.names.contains("the") && lexicon.names.contains("Zoë"))
      let removed = [lexicon.remove("omw"), lexicon.remove("omw")]
      #expect(removed == [true, false])
    }
    let bounded = try PersonalLexicon.entries(in: folders, language: "en")
    #expect(bounded.reduce(0) { $0 + $1.userInput.utf8.count + $1.documentText.utf8.count } <= 192 * 1_024)
    #expect(try words.removeLexicon() && words.commonWords() == [])
  }
}
