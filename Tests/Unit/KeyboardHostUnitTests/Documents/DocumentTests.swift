import KeyboardHost
import Testing
import TextModel

@Suite("The application and the user change a document")
struct DocumentTests {
  @Test("The offset and length of a selection count characters of the whole text")
  func selects() throws {
    var document = TextDocument(before: "a👨‍👩‍👧‍👦", selected: "\r\n", after: "e\u{301}b")
    let selection = document.select(offset: 1, length: 3)
    let difference = try #require(selection)
    #expect(CodePoints(document.before) == CodePoints("a"))
    #expect(CodePoints(document.selected) == CodePoints("👨‍👩‍👧‍👦\r\ne\u{301}"))
    #expect(CodePoints(document.after) == CodePoints("b"))
    #expect(difference.changedSelection && !difference.changedText && !difference.endedMarking)
  }

  @Test(
    "The document refuses a selection outside of the text",
    arguments: [(-1, 0), (0, -1), (4, 0), (3, 1), (0, 4), (.min, .max), (.max, .max), (0, .max), (1, .max)])
  func refusesSelection(offset: Int, length: Int) {
    var document = TextDocument(before: "a", selected: "b", after: "c")
    let revision = document.revision
    let difference = document.select(offset: offset, length: length)
    #expect(difference == nil)
    #expect(document.before == "a" && document.selected == "b" && document.revision == revision)
  }

  @Test("The document reports whether a replacement changed the text, the selection or the marked text")
  func differences() {
    var document = TextDocument(before: "ab", after: "c")
    func difference(_ before: String, _ selected: String, _ after: String) -> [Bool] {
      let difference = document.replace(before: before, selected: selected, after: after)
      return [difference.changedText, difference.changedSelection, difference.endedMarking]
    }
    #expect(difference("ab", "", "c") == [false, false, false])
    #expect(difference("a", "", "bc") == [false, true, false])
    #expect(difference("a", "b", "c") == [false, true, false])
    #expect(difference("a", "b", "d") == [true, false, false])
    #expect(difference("\u{E9}", "", "") == [true, false, false])
    #expect(difference("e\u{301}", "", "") == [true, false, false])
    _ = document.apply(.setMarkedText("m", selectedRange: 1..<1))
    #expect(difference("e\u{301}m", "", "") == [false, false, false])
    #expect(document.markedText == "m")
    let ended = document.replace(before: "e\u{301}m", selected: "", after: "", endsMarking: true)
    #expect(ended == DocumentChange(endedMarking: true))
    #expect(document.markedText == nil)
    _ = document.apply(.deleteBackward)
    _ = document.apply(.setMarkedText("m", selectedRange: 1..<1))
    #expect(difference("e\u{301}", "m", "") == [false, true, true])
    #expect(document.markedText == nil)
    _ = document.apply(.setMarkedText("m", selectedRange: 1..<1))
    #expect(difference("", "", "") == [true, false, true])
  }

  @Test("Unmarking turns marked text into plain text, and a second unmarking changes nothing (Behavior.md#marked-text)")
  func unmarks() {
    var document = TextDocument(before: "a")
    let isMarkedAtFirst = document.unmark()
    #expect(!isMarkedAtFirst)
    _ = document.apply(.setMarkedText("xyz", selectedRange: 1..<2))
    let isMarked = document.unmark()
    #expect(isMarked)
    #expect(document.markedText == nil && document.markedRange == nil)
    #expect(document.before == "ax" && document.selected == "y" && document.after == "z")
    let isMarkedAtLast = document.unmark()
    #expect(!isMarkedAtLast)
  }

  @Test("Each document has its own identifier, a UUID of version 4 (Behavior.md#document-identifier)")
  func identifiers() throws {
    let identifiers = (0..<100).map { _ in TextDocument().identifier.description }
    #expect(Set(identifiers).count == 100)
    let uuid = /[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}/
    for identifier in identifiers { #expect(identifier.wholeMatch(of: uuid) != nil, "\(identifier)") }
    #expect(DocumentIdentifier(high: 0, low: 10).description == "00000000-0000-0000-0000-00000000000A")
  }

  @Test("A snapshot has the document's language, identifier, revision and policy")
  func snapshotOfDocument() {
    var document = TextDocument(before: "a", policy: .ios16)
    document.inputModeLanguage = "pl"
    let snapshot = document.snapshot()
    #expect(snapshot.documentInputModeLanguage == "pl")
    #expect(snapshot.identifier == document.identifier)
    #expect(snapshot.revision == document.revision)
    #expect(snapshot.policy == .ios16)
  }
}
