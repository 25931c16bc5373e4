import KeyboardHost
import Testing
import TextModel

/// Tests of the document with cases from Apple's documentation, from observations on devices, and from keyboards' own
/// tests.
///
/// The rows differ from the original tables where Behavior.md differs:
/// - In azooKey's test double, `adjustTextPosition` with a selection ignores the offset and moves to the end of the
///   selection. Our tables omit these rows: Klava collapses the selection in the offset's direction and then moves
///   (Behavior.md#move-insertion-point).
/// - If a context is empty on iOS 15 in azooKey's table, it is nil in ours (Behavior.md#context).
///
/// For a move by words, a row has the offset that the keyboard computed. The tables omit cases about keys, capitals and
/// smart punctuation, because keyboards handle these.
@Suite("The document passes the cases of other projects (Behavior.md#the-document)")
struct DocumentCaseTests {
  @Test(
    "The document has the expected result for each row of the files in DocumentCases",
    arguments: ["apple", "azookey", "habrakeyboard", "keyboardkit", "wurstfinger"].flatMap {
      DocumentCase.rows("\($0).jsonl")
    })
  func row(row: DocumentCase) {
    var document = TextDocument(
      before: row.before, selected: row.selected ?? "", after: row.after,
      rules: EditingRules(deletesSmartly: row.deletesSmartly ?? true))
    for operation in row.ops { _ = document.apply(operation.edit) }
    #expect(CodePoints(document.before) == CodePoints(row.expectBefore))
    #expect(CodePoints(document.selected) == CodePoints(row.expectSelected ?? ""))
    #expect(CodePoints(document.after) == CodePoints(row.expectAfter))
    let marked = document.markedRange.map { [$0.lowerBound, $0.count] }
    #expect(marked == row.expectMarked)
    if let hasText = row.expectHasText { #expect(document.hasText == hasText) }
  }

  @Test(
    "Each file in DocumentCases has its expected number of rows",
    arguments: [
      ("apple", 16), ("azookey", 20), ("habrakeyboard", 52), ("keyboardkit", 17), ("wurstfinger", 34),
    ])
  func hasRows(file: String, count: Int) {
    #expect(DocumentCase.rows("\(file).jsonl").count == count)
  }
}
