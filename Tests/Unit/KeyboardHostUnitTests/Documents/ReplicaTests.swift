import InputViewModel
import KeyboardHost
import KeyboardProtocol
import RandomValues
import TestSupport
import Testing
import TextModel

@testable import KeyboardLoader

/// Tests of the replica. A keyboard edits its replica and reads the result before the host applies the edits. Therefore
/// the replica and the host's document must give the same result.
@Suite("A keyboard's replica agrees with the document (Behavior.md#context)")
struct ReplicaTests {
  @Test(
    "The replica agrees with the document after random turns, for context windows of many sizes",
    arguments: [.window(0), .window(1), .window(2), .window(5), .window(50), .window(1024), .paragraph, .ios16]
      as [ContextPolicy])
  func randomTurns(policy: ContextPolicy) throws {
    for seed in UInt64(1_000)..<1_025 {
      var random = SeededGenerator(seed: seed)
      let text = random.parts(upTo: 40)
      let rules = EditingRules(deletesSmartly: random.integer(0...1) == 0)
      var document = TextDocument(
        before: text.before, selected: text.selected, after: text.after, rules: rules, policy: policy)
      for turn in 0..<4 {
        let snapshot = document.snapshot()
        let original = document
        let replica = Replica(snapshot, rules: rules)
        var draft = original
        var (edits, pending): ([Edit], [Edit]) = ([], [])
        for _ in 0..<12 {
          let edit = random.edit()
          edits.append(edit)
          pending.append(edit)
          let place = "policy \(policy), seed \(seed), turn \(turn): \(edits) in \(snapshot.buffer)"
          var isAsked = false
          let effect = replica.apply(edit, pending: pending) { request in
            guard case .document(let edits) = request else { return .refused(.notNow) }
            isAsked = true
            for edit in edits { _ = draft.apply(edit) }
            return .document(draft.snapshot())
          }
          if isAsked { pending = [] }
          try #require(effect != nil, "\(place)")
          _ = document.apply(edit)
          try requireAgreement(replica.snapshot.buffer, document, place)
        }
        var whole = original
        _ = try whole.applyTurn(edits)
        try #require(whole.snapshot().buffer == document.snapshot().buffer)
      }
    }
  }

  @Test(
    "If a selection is longer than the context window, the replica needs more text to delete the selection",
    arguments: [" ", "a"])
  func longSelection(last: String) throws {
    let selected = String(repeating: "a", count: 9_000) + last
    var document = TextDocument(before: "x ", selected: selected, after: "")
    var buffer = document.snapshot().buffer
    let outcome = buffer.apply(.deleteBackward, rules: document.rules)
    _ = document.apply(.deleteBackward)
    #expect(outcome == .needsText)
    #expect(document.before == (last == "a" ? "x" : "x "))
  }

  /// Requires that a buffer has the document's text around the selection, and that its flags tell on which sides the
  /// document has more text.
  private func requireAgreement(_ buffer: TextBuffer, _ document: TextDocument, _ place: String) throws {
    let comment = Comment(rawValue: place)
    let before = document.before
    let after = document.after
    try #require(CodePoints(buffer.selected) == CodePoints(document.selected), comment)
    try #require(
      CodePoints(String(decoding: before.utf8.suffix(buffer.before.utf8.count), as: UTF8.self))
        == CodePoints(buffer.before), comment)
    try #require(
      CodePoints(String(decoding: after.utf8.prefix(buffer.after.utf8.count), as: UTF8.self))
        == CodePoints(buffer.after), comment)
    try #require(buffer.isCutBefore == (buffer.before.utf8.count < before.utf8.count), comment)
    try #require(buffer.isCutAfter == (buffer.after.utf8.count < after.utf8.count), comment)
    try #require(!buffer.isSelectionCut, comment)
    try #require(buffer.hasText == document.hasText, comment)
    let marking = document.markedRange.map { marked in
      let start = before.utf16.count
      return TextBuffer.Marking(
        before: min(start - marked.lowerBound, buffer.before.utf16.count),
        after: min(marked.upperBound - start - document.selected.utf16.count, buffer.after.utf16.count))
    }
    try #require(buffer.marking == marking, comment)
  }
}
