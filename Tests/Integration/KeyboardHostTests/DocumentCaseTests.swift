import KeyboardHost
import Testing
import TextModel

/// What Apple documents, what others observed on devices, and what their keyboards' own tests say of the document.
///
/// Of the tables these rows were taken from, two are left out because Behavior.md says otherwise: in azooKey's test
/// double `adjustTextPosition` with a selection ignores the offset and always ends behind the selection
/// (Behavior.md#move-insertion-point: it collapses in the offset's direction, then moves). Where azooKey's table shows
/// an empty context on iOS 15, ours says nil (Behavior.md#context). Moves by words are written as the offsets that the
/// keyboard computed. Left out as well is all that is not about the document: keys, capitals and smart punctuation,
/// which belong to a keyboard.
@Suite("The document, by others' cases (Behavior.md#the-document)")
struct DocumentCaseTests {
  @Test(
    "Each row of Cases",
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
    "No row is lost",
    arguments: [
      ("apple", 16), ("azookey", 20), ("habrakeyboard", 52), ("keyboardkit", 17), ("wurstfinger", 34),
    ])
  func hasRows(file: String, count: Int) {
    #expect(DocumentCase.rows("\(file).jsonl").count == count)
  }
}
