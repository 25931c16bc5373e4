import ApplicationDocument
import Testing
import TextModel

@Suite("Selections that the application does not report, or reports only partly")
struct SelectionTests {
  @Test(
    "A text of the primary selection is the selection if it is in one place only",
    arguments: [
      ("one two|", "two", "one |two|"), ("one |two", "two", "one |two|"), ("|one two", "two", "one |two|"),
      ("one two|", "", nil), ("one two|", "three", nil), ("two two|", "two", "two |two|"), ("two|two", "two", nil),
      ("|one two two", "two", nil), ("é|é", "\u{301}", nil), ("aaa|b", "a", "aa|a|b"), ("on|e", "ne", "o|ne|"),
      ("e\u{301}|", "\u{301}", "e|\u{301}|"), ("|é", "é", "|é|"), ("один|", "ин", "од|ин|"),
    ])
  func usesPrimarySelection(reported: String, selected: String, expected: String?) {
    var document = document(reported)
    // The user touches the field.
    _ = document.report(window(reported), at: .zero)
    let change = document.select(selected, since: .zero, at: .zero).change
    #expect(change == expected.flatMap { FieldText(window($0)) })
    // The application reports only one end of the selection again.
    #expect(document.report(window(reported), at: .seconds(1)).change == nil)
    let update = document.deselect(since: .seconds(2), at: .seconds(2))
    #expect(update.change == (change == nil ? nil : FieldText(window(reported))))
  }

  @Test("The application may report an end of the selection up to 0.5 s later", arguments: [400, 600])
  func findsLaterSelection(delay: Int) {
    var document = document("two one two|")
    _ = document.report(window("two one two|"), at: .zero)
    #expect(document.select("two", since: .zero, at: .zero).change?.before == "two one ")
    let change = document.report(window("two| one two"), at: .milliseconds(delay)).change
    #expect(change == FieldText(window(delay < 500 ? "|two| one two" : "two| one two")))
  }

  @Test("Text replaces the primary selection, and later reports without selection are right")
  func replacesPrimarySelection() {
    var document = document("one two|")
    _ = document.report(window("one two|"), at: .zero)
    _ = document.select("two", since: .zero, at: .zero)
    #expect(document.apply([.insertText("<two>")], at: .zero).operations == [commit(0, "<two>")])
    // The application handled a change of the preedit or of the focus before the commit.
    #expect(document.report(window("one two|"), at: .milliseconds(1)).change == nil)
    #expect(document.report(window("one <two>|"), at: .milliseconds(2)).change == nil && document.isAtRest)
    #expect(document.report(window("one two|"), at: .seconds(1)).change == FieldText(window("one two|")))
  }

  /// Another program, or a web page in the background, can change the primary selection.
  @Test(
    "A change of the primary selection without a report about a touch is no selection",
    arguments: [(-1_000, false), (600, false), (-400, true)])
  func ignoresOtherPrograms(report: Int, hasTyped: Bool) {
    var document = document(hasTyped ? "one tw|" : "one two|")
    func at(_ time: Int) -> Duration { .milliseconds(10_000 + time) }
    if hasTyped {
      _ = document.apply([.insertText("o")], at: at(report - 100))
      _ = document.report(window("one two|"), at: at(report - 95))
    }
    if report < 0 { _ = document.report(window("one two|"), at: at(report)) }
    #expect(!document.mayHideSelection(since: at(0)))
    #expect(document.select("two", since: at(0), at: at(0)).change == nil)
    if report > 0 { #expect(document.report(window("one two|"), at: at(report)).change == nil) }
  }

  /// GTK 4.8 reports a selection, but not the next touch.
  @Test("If the application removes the primary selection, a reported selection ends, and the next one counts")
  func endsReportedSelection() {
    var document = document("one |two| three")
    #expect(document.deselect(since: .zero, at: .zero).change == FieldText(window("one two| three")))
    let later = Duration.milliseconds(200)
    #expect(document.select("three", since: later, at: later).change == FieldText(window("one two |three|")))
  }

  /// GTK 4.8 removes the primary selection before it offers the next one.
  @Test("A selection that the application reported after it removed the primary selection stays")
  func keepsLaterSelection() {
    var document = document("one two|")
    #expect(document.report(window("one |two|"), at: .seconds(1)).change == FieldText(window("one |two|")))
    #expect(document.deselect(since: .milliseconds(999), at: .seconds(1)).change == nil)
  }

  @Test("If the user deletes the primary selection, only BackSpace is sent, in case nothing was selected")
  func deletesPrimarySelection() {
    var document = document("one two|")
    _ = document.report(window("one two|"), at: .zero)
    _ = document.select("two", since: .zero, at: .zero)
    #expect(document.apply([.deleteBackward], at: .zero).operations == [.key(.backspace, count: 1)])
    #expect(document.advance(to: .seconds(3)).operations == [])
  }

  @Test(
    "A selected text of several lines can continue beyond the reported line",
    arguments: [
      ("eight by|x", "a\neight by", "|a\neight by|x"), ("x|eight by", "eight by\nc", "x|eight by\nc|"),
      ("eight b|", "a\neight b", nil), ("eight by|", "eight byc", nil), ("x eight by|", "a\neight by", nil),
      ("|", "a\n", nil), ("eight by|eight by", "eight by\na\neight by", nil), ("|one|", "one\ntwo", nil),
    ])
  func continuesSelection(reported: String, selected: String, expected: String?) {
    expectSelection(selected, of: reported, .inputMethodV2, expected)
  }

  /// Qt reports the end of the line for an end of the selection in another line.
  @Test(
    "In Qt, a selected text of several lines can continue beyond a short line, and beyond the reported selection",
    arguments: [
      ("b|x", "a\nb", "|a\nb|x"), ("x|b", "b\nc", "x|b\nc|"), ("x|one|", "one\ntwo", "x|one\ntwo|"),
      ("a|one|", "zero\na", "|zero\na|one"), ("|one|", "zero\n", "|zero\n|one"), ("|one|", "one", nil),
      ("|one|x", "one\ntwo", nil), ("a|one|", "two\nthree", nil),
    ])
  func continuesReportedSelection(reported: String, selected: String, expected: String?) {
    expectSelection(selected, of: reported, .inputMethodV1ForTextInputV2, expected)
  }

  private func expectSelection(
    _ selected: String, of reported: String, _ transport: TextTransport, _ expected: String?
  ) {
    var document = document(reported, transport)
    // The user touches the field.
    _ = document.report(window(reported), at: .zero)
    let change = document.select(selected, since: .zero, at: .zero).change
    #expect(change == expected.flatMap { FieldText(window($0)) })
    #expect(document.report(window(reported), at: .seconds(1)).change == nil)
  }

  /// A keyboard can write a line, and another program can offer a text with this line.
  @Test(
    "Without a report about a touch, no text is the selection",
    arguments: ["my line!", "my line!\na", "a\nmy line!", "my"])
  func ignoresTextWithoutTouch(text: String) {
    var document = document("my line!|")
    #expect(document.select(text, since: .seconds(1), at: .seconds(2)).change == nil)
  }

  @Test("A larger selection without a report about a touch ends the known selection", arguments: [true, false])
  func endsSmallerSelection(isLarger: Bool) {
    var document = document("a word|")
    _ = document.report(window("a word|"), at: .zero)
    #expect(document.select("word", since: .zero, at: .zero).change == FieldText(window("a |word|")))
    let change = document.select(isLarger ? "a word\n\nb" : "wor", since: .seconds(1), at: .seconds(2)).change
    #expect(change == (isLarger ? FieldText(window("a word|")) : nil))
  }

  @Test("While the user types, Klava may read a change of the primary selection that no operation caused")
  func readsSelectionForKey() {
    var document = document("one|")
    _ = document.apply([.insertText("a")], at: .seconds(1))
    #expect(!document.mayHideSelection(since: .seconds(2), isTyping: true), "the application has not reported the text")
    _ = document.report(window("onea|"), at: .seconds(1))
    #expect(!document.mayHideSelection(since: .milliseconds(1_200), isTyping: true))
    #expect(document.mayHideSelection(since: .seconds(2), isTyping: true))
    #expect(!document.mayHideSelection(since: .seconds(2), isTyping: false))
  }

  /// The edits of a tag without a selected text.
  private static let tag = [Edit.insertText("<b></b>"), .adjustTextPosition(byCharacterOffset: -4)]

  /// GTK reports no selection in another line than the last report, but removes the primary selection when text replaces
  /// the selected text.
  @Test(
    "If a tag has replaced a text that was selected elsewhere, the tag encloses this text",
    arguments: [(wasSelected: true, isLate: false), (true, true), (false, false)])
  func restoresSelection(wasSelected: Bool, isLate: Bool) {
    var document = document("last line|")
    #expect(document.select("two\nlines", since: .zero, at: .seconds(1)).change == nil)
    #expect(document.apply(Self.tag, at: .seconds(1)).operations == [commit(0, "<b></b>")])
    // The frontend handles reports first, even if the removal arrived before.
    let removal = Duration.milliseconds(1_001)
    if wasSelected, !isLate { _ = document.deselect(since: removal, at: removal) }
    #expect(document.report(window("a <b></b>| c"), at: .milliseconds(1_002)).operations == [])
    #expect(document.advance(to: .milliseconds(1_052)).operations == [.key(.left, count: 4)])
    if wasSelected, isLate { _ = document.deselect(since: removal, at: .milliseconds(1_053)) }
    let update = document.report(window("a <b>|</b> c"), at: .milliseconds(1_054))
    #expect(update.operations == (wasSelected ? [commit(0, "two\nlines")] : []))
    _ = document.report(window(wasSelected ? "lines|</b> c" : "a <b>|</b> c"), at: .milliseconds(1_055))
    _ = document.advance(to: .seconds(3))
    #expect(document.isAtRest && document.text == FieldText(window(wasSelected ? "lines|</b> c" : "a <b>|</b> c")))
  }

  private static let markedTag = [Edit.insertText("<b>"), .setMarkedText("</b>", selectedRange: 0..<0)]
  private static let longTag = tag + Array(repeating: Edit.adjustTextPosition(byCharacterOffset: 0), count: 7)

  @Test(
    "A turn without the form of a tag, a removal at another time, a later text or a control character restores nothing",
    arguments: [
      ([.insertText("<b></b>")], "word", 1_000, nil), (markedTag, "word", 1_000, nil), (longTag, "word", 1_000, nil),
      (tag, "word", 999, nil), (tag, "word", 1_053, nil), (tag, "wo\u{0}rd", 1_000, nil), (tag, "word", 1_000, 500),
      (tag, "word", 1_000, 0),
    ] as [([Edit], String, Int, Int?)])
  func restoresNothing(edits: [Edit], text: String, removal: Int, offer: Int?) {
    var document = document("last line|")
    if offer == 0 { document.recordOffer(at: .milliseconds(701)) }
    _ = document.select(text, since: .zero, at: .milliseconds(400))
    if let offer, offer > 0 { document.recordOffer(at: .milliseconds(offer)) }
    _ = document.apply(edits, at: .seconds(1))
    var operations = document.report(window("a <b></b>| c"), at: .milliseconds(1_001)).operations
    for time in [1_052, 1_200, 2_000, 5_000, 9_000] {
      operations += document.advance(to: .milliseconds(time)).operations
      if time == 1_052 { _ = document.deselect(since: .milliseconds(removal), at: .milliseconds(1_053)) }
    }
    #expect(!operations.contains(commit(0, text)) && document.isAtRest)
  }

  /// GTK does not report each text that an application sets, so the known text can be empty.
  @Test("If the application reports the predicted text, a tag has replaced nothing", arguments: ["last line", ""])
  func restoresNothingAfterPrediction(known: String) {
    var document = document(known + "|")
    _ = document.select("word", since: .zero, at: .milliseconds(400))
    _ = document.apply(Self.tag, at: .seconds(1))
    _ = document.deselect(since: .seconds(1), at: .seconds(1))
    #expect(document.report(window(known + "<b></b>|"), at: .seconds(1)).operations == [.key(.left, count: 4)])
    let operations = document.report(window(known + "<b>|</b>"), at: .seconds(1)).operations
    #expect(operations == (known.isEmpty ? [commit(0, "word")] : []))
  }

  @Test("A field that becomes secure makes the document forget the primary selection")
  func forgetsSelection() {
    var document = document("last line|")
    _ = document.select("secret", since: .zero, at: .milliseconds(400))
    _ = document.apply(Self.tag, at: .seconds(1))
    _ = document.select("secret", since: .zero, at: .seconds(1))
    _ = document.report(nil, becomesSecure: true, at: .seconds(1))
    var values = ""
    dump(document, to: &values)
    #expect(!values.contains("secret") && !values.contains("last line"))
  }

  @Test("A removal of the primary selection says nothing about a selection before the text of another program")
  func keepsEarlierSelection() {
    var document = document("one two|")
    _ = document.report(window("one |two|"), at: .seconds(1))
    document.recordOffer(at: .milliseconds(1_501))
    #expect(document.deselect(since: .seconds(3), at: .seconds(3)).change == nil)
    document.recordOffer(at: .seconds(4))
    _ = document.report(window("one| two"), at: .seconds(4))
    #expect(document.select("one", since: .seconds(4), at: .seconds(4)).change == FieldText(window("|one| two")))
    document.recordOffer(at: .seconds(5))
    #expect(document.deselect(since: .seconds(6), at: .seconds(6)).change == nil)
  }

  @Test("A removal of the primary selection ends the selection with which the field got the focus")
  func endsFirstSelection() {
    var document = ApplicationDocument(.inputMethodV2, surrounding: window("one |two|"), at: .seconds(5))
    document.recordOffer(at: .milliseconds(5_499))
    #expect(document.deselect(since: .seconds(9), at: .seconds(9)).change == FieldText(window("one two|")))
  }

  @Test("A text that was selected before the last new report or operation is not kept", arguments: [true, false])
  func ignoresEarlierSelection(isOperation: Bool) {
    var document = document("my line!|")
    if isOperation {
      _ = document.apply([.insertText("x")], at: .seconds(2))
      _ = document.report(window("my line!x|"), at: .seconds(2))
    } else {
      _ = document.report(window("my |line!"), at: .seconds(2))
    }
    #expect(!document.mayHideSelection(since: .seconds(1), isTyping: true))
    for (change, isKept) in [(1_000, false), (2_500, true)] {
      var document = document
      _ = document.select("word", since: .milliseconds(change), at: .seconds(3))
      _ = document.apply(Self.tag, at: .seconds(4))
      _ = document.deselect(since: .seconds(4), at: .seconds(4))
      _ = document.report(window("<b></b>|"), at: .seconds(4))
      _ = document.advance(to: .milliseconds(4_050))
      let operations = document.report(window("<b>|</b>"), at: .milliseconds(4_051)).operations
      #expect(operations == (isKept ? [commit(0, "word")] : []))
    }
  }

  @Test("If the application reports the selected text itself, a deletion also deletes the space beside it")
  func deletesReportedSelection() {
    var document = document("one |")
    _ = document.report(window("one |two|"), at: .zero)
    #expect(document.select("two", since: .zero, at: .zero).change == nil)
    #expect(document.apply([.deleteBackward], at: .seconds(1)).operations == [.key(.backspace, count: 1)])
    #expect(document.report(window("one |"), at: .seconds(1)).operations == [commit(1)])
  }

  @Test("A deletion of a selected word deletes no other character than a space beside the word")
  func deletesOnlySpace() {
    // The user has touched another place, and GTK 4.8 did not report the touch.
    var document = document("one |two|")
    #expect(document.apply([.deleteBackward], at: .seconds(1)).operations == [.key(.backspace, count: 1)])
    let later = Duration.seconds(1) + .milliseconds(300)
    #expect(document.report(window("xy|"), at: .seconds(1)).operations == [])
    #expect(document.advance(to: later).operations == [] && document.isAtRest)
  }

  @Test(
    "A removal or change of the primary selection does not delay a waiting key",
    arguments: [true, false])
  func sendsWaitingKey(isRemoval: Bool) {
    var document = document("ab|")
    _ = document.apply([.insertText("x")], at: .zero)
    #expect(document.apply([.insertText("\n")], at: .zero).operations == [])
    let time = Duration.milliseconds(60)
    let update =
      isRemoval ? document.deselect(since: time, at: time) : document.select("ab", since: time, at: time)
    #expect(update.operations == [.key(.return, count: 1)])
  }

  @Test("If the primary selection may have changed unseen, a selection that the application did not report ends")
  func forgetsUnseenSelection() {
    var document = document("one two|")
    _ = document.report(window("one two|"), at: .zero)
    #expect(document.select("two", since: .zero, at: .zero).change == FieldText(window("one |two|")))
    #expect(document.forgetSelection(at: .seconds(1)).change == FieldText(window("one two|")))
    _ = document.report(window("one |two|"), at: .seconds(2))
    #expect(document.forgetSelection(at: .seconds(3)).change == nil)
  }

  @Test("If the application reports a selection, a later report without selection ends it")
  func endsUnreportedSelection() {
    var document = document("one two|")
    _ = document.report(window("one two|"), at: .zero)
    #expect(document.select("two", since: .zero, at: .zero).change == FieldText(window("one |two|")))
    #expect(document.report(window("one |two|"), at: .seconds(1)).change == nil)
    #expect(document.report(window("one two|"), at: .seconds(2)).change == FieldText(window("one two|")))
  }
}
