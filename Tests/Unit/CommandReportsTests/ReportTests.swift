import CommandReports
import CommandSupport
import Diagnostics
import JSON
import SuggestionProtocol
import TestSupport
import Testing
import TextModel

@testable import KeyboardLayouts
@testable import KeyboardStore

/// Tests of the lists and reports of the commands, as text and as JSON (CommandLine.md#managing-keyboards).
@Suite("The reports of the commands")
struct ReportTests {
  private static let signer = "fingerprint"

  private static func keyboard(_ change: (inout RegisteredKeyboard) -> Void) -> RegisteredKeyboard {
    var keyboard = RegisteredKeyboard(identifier: "org.a", origin: .installed, displayName: "A\u{1B}[1m")
    keyboard.signer = signer
    change(&keyboard)
    return keyboard
  }

  private func json(_ report: some CommandReport) throws -> JSONValue {
    try JSONValue(parsing: Array(String(json: report, pretty: true).utf8))
  }

  private func folders(_ folder: TemporaryDirectory) throws -> KlavaFolders {
    try KlavaFolders(root: folder.path, environment: [:], executable: "/usr/bin/klava")
  }

  @Test(
    "The list names the state of each keyboard, the reason, and the signer unless the keyboard has a fault",
    arguments: [
      (keyboard { $0.position = 2 }, "2  A\\u{1B}[1m  org.a  -  none  enabled", "enabled", nil, true),
      (keyboard { _ in }, "-  A\\u{1B}[1m  org.a  -  none  installed", "installed", nil, true),
      (
        keyboard { $0.quarantine = Quarantine(reason: "It crashed.", digest: "") },
        "-  A\\u{1B}[1m  org.a  -  none  quarantined: It crashed.", "quarantined", "It crashed.", true
      ),
      (
        keyboard { $0.diagnostic = Diagnostic(.keyboardChanged, "a") },
        "-  A\\u{1B}[1m  org.a  -  none  broken: KLV-0420", "broken", "KLV-0420", false
      ),
    ] as [(RegisteredKeyboard, String, String, String?, Bool)])
  func keyboards(
    keyboard: RegisteredKeyboard, line: String, state: String, reason: String?, isSigned: Bool
  ) throws {
    func lastLine(showsSigners: Bool) -> String? {
      let text = KeyboardListReport([keyboard], showsSigners: showsSigners).text
      return text.split(separator: "\n").last.map { String($0.replacing(#/ {2,}/#, with: "  ")) }
    }
    #expect(lastLine(showsSigners: false) == line)
    #expect(lastLine(showsSigners: true) == (isSigned ? "\(line), signed with the key \(Self.signer)" : line))
    let row = try json(KeyboardListReport([keyboard], showsSigners: false)).array?.first
    #expect(row?["name"]?.string == "A\u{1B}[1m")
    #expect(row?["state"]?.string == state)
    #expect(row?["reason"]?.string == reason)
    #expect(row?["signer"]?.string == (isSigned ? Self.signer : nil))
  }

  @Test("The list of layouts has the identifier, the language and the title of each layout")
  func layouts() throws {
    let name = try #require(KeyboardLayoutName(layout: "de", variant: "neo"))
    let report = try LayoutListReport([.init(name: name, title: "German (Neo 2)", language: "de")])
    #expect(report.text.split(separator: "\n").last == "\(name.identifier)  de        German (Neo 2)")
    #expect(try json(report).array?.first?["identifier"]?.string == name.identifier)
    #expect { try LayoutListReport([]) } throws: { ($0 as? Diagnostic)?.code == .layoutUnusable }
  }

  @Test(
    "The report of a keyboard's access says what the keyboard may do, until when it remembers text, and who signed it",
    arguments: [
      (keyboard { _ in }, "has no full access and does not request it.", "until another application gets the focus"),
      (keyboard { $0.hasFullAccess = true }, "has full access.", "until another application gets the focus"),
      (
        keyboard { ($0.hasFullAccess, $0.reachesLocalNetwork) = (true, true) },
        "has full access, including the local network.",
        "until another application gets the focus"
      ),
      (
        keyboard { $0.retention = .field }, "has no full access and does not request it.",
        "until another field gets the focus (field)"
      ),
      (
        keyboard { $0.retention = .session }, "has no full access and does not request it.",
        "until the program that shows the keyboard ends, such as klava-desktop (session)"
      ),
    ] as [(RegisteredKeyboard, String, String)])
  func access(
    keyboard: RegisteredKeyboard, access: String, retention: String
  ) throws {
    var keyboard = keyboard
    let report = AccessReport(keyboard)
    #expect(report.text.contains("A\\u{1B}[1m (org.a) \(access)\n"))
    #expect(report.text.contains(retention))
    #expect(report.text.contains("The key \(Self.signer) signed the keyboard."))
    let parts = report.text.split(separator: "The keyboard may not:")
    let json = try json(report)
    #expect(json["localNetwork"] == .boolean(keyboard.reachesLocalNetwork))
    let rights = try #require(json["rights"]?.array)
    #expect(rights.count == keyboard.rights.count)
    for right in rights {
      let deed = try #require(right["deed"]?.string)
      #expect(parts[right["isAllowed"] == .boolean(true) ? 0 : 1].contains("  - \(deed)\n"))
    }
    keyboard.signer = nil
    #expect(AccessReport(keyboard).text.contains("The keyboard is not signed."))
    keyboard.origin = .shipped
    #expect(!AccessReport(keyboard).text.contains("signed"))
  }

  @Test("The list of the user's texts names each type once, in the table before its first text")
  func ownData() throws {
    var data = OwnData()
    #expect(OwnDataReport(data).text == "You have not stored any texts. Run `klava help me` to see how to store them.")
    data[.emailAddress] = ["ada@example.org", "b"]
    data[.name] = ["Ada"]
    #expect(
      OwnDataReport(data).text == """
        TYPE          TEXT
        name          Ada
        emailAddress  ada@example.org
        -             b
        """)
    let rows = try json(OwnDataReport(data)).array
    #expect(rows?.map(\.["type"]?.string) == ["name", "emailAddress"])
    #expect(rows?.last?["values"] == .array([.string("ada@example.org"), .string("b")]))
  }

  @Test("The status has the user's languages first and each language once, and says how to get missing files")
  func lexiconStatus() throws {
    let folder = try TemporaryDirectory()
    let folders = try folders(folder)
    let dictionaries = "\(folder.path)/dictionaries"
    try folder.write("", to: "dictionaries/de_DE.dic")
    try #require(LanguageLexicon("en", folders)).install(Array("a\t1\n".utf8))
    try #require(LanguageLexicon("de", folders)).change {
      $0 = LearnedWords(words: [.init("foo", count: 2)], pairs: [])
    }
    func report(_ languages: [String]) -> LexiconStatusReport {
      LexiconStatusReport(languages: languages, in: folders, dictionaries: dictionaries)
    }
    let rows = try json(report(["de-AT", "de", "1"])).array
    #expect(rows?.map(\.["language"]?.string) == ["de", "en"])
    #expect(rows?.map(\.["dictionary"]?.string) == ["\(dictionaries)/de_DE.dic", nil])
    #expect(rows?.map { $0["lexicon"] == nil } == [true, false])
    #expect(rows?.map(\.["learned"]?.integer) == [1, 0])
    let text = report(["de"]).text
    #expect(!text.contains("To get a dictionary") && text.hasSuffix("`klava help lexicon` says how to install one."))
    #expect(report(["fr"]).text.contains("\nTo get a dictionary"))
    try folder.write("damaged", to: "data/learned/de.json")
    #expect(report(["de"]).text.contains("unreadable"))
    #expect(report(["de"]).diagnostics.map(\.code) == [.learnedWordsMalformed])
    #expect(report(["de"]).diagnostics.first?.subject.hasSuffix("data/learned/de.json") == true)
    #expect(try json(report(["de"])).array?.first?["learned"] == nil)
  }

  @Test("The lists of words and entries show sanitized texts, the newest word first, or say that they are empty")
  func lexiconLists() throws {
    let learned = LearnedWords(words: [.init("old", count: 2), .init("new", count: 1)], pairs: [])
    #expect(LearnedWordsReport(learned).text == "WORD  TIMES\nnew   1\nold   2")
    #expect(try json(LearnedWordsReport(learned)).array?.first?["count"]?.integer == 1)
    #expect(LearnedWordsReport(LearnedWords()).text == "You taught the keyboard no words.")
    let entries = LexiconEntriesReport([LexiconEntry(userInput: "omw", documentText: "On\u{7}")])
    #expect(entries.text == "TYPED  INSERTED\nomw    On\\u{7}")
    #expect(try json(entries).array?.first?["text"]?.string == "On\u{7}")
    #expect(LexiconEntriesReport([]).text == "There are no shortcuts, names or frequent words.")
  }
}
