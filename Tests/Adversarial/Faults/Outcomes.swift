internal import RandomValues
internal import TextModel

/// What one step may make of a document: one outcome where nothing was done to anybody, more where a process was.
struct Outcomes {
  /// The document where all goes well.
  var expected: NaiveDocument
  /// The document after what the person, the application or the host did themselves, and nothing of any keyboard.
  var untyped: NaiveDocument
  /// What the pressed key types, where the system keyboard can type it in its place.
  var character: Character?
  /// Whether what a keyboard did may have been done in part, turn by turn, from the end of the text on.
  var clearsFromTheEnd = false
  /// What else may come of the step itself.
  var others: [NaiveDocument] = []
  /// What else may come of it where there was a fault.
  private var othersOfFaults: [NaiveDocument] = []

  /// A step in which no keyboard edits.
  init(_ document: NaiveDocument) {
    expected = document
    untyped = document
  }

  /// A step in which a keyboard does this.
  init(_ effect: KeyEffect, on document: NaiveDocument) {
    self.init(document)
    switch effect {
    case .edits(let edits, let character):
      expected = document.applying(edits)
      // A fresh process that serves the press in the place of one that had ended finds plain what that had marked.
      if document.marked != nil { othersOfFaults = [document.unmarked.applying(edits)] }
      self.character = character
    case .clears:
      expected = document.cleared
      clearsFromTheEnd = true
    case .mayFail(let edits): others = [document.applying(edits)]
    case .nothing, .fails: break
    }
  }

  /// The documents that the step may have led to.
  ///
  /// - Parameters:
  ///   - isFaulty: Whether a process of the step was hit, or is a hostile one.
  ///   - said: What processes that may say anything answered, turn by turn: of each all edits are made or none; nil where
  ///     no such process served.
  func allowed(isFaulty: Bool, said: [[Edit]]?) -> [NaiveDocument] {
    guard isFaulty else { return [expected] + others }
    // What a process had marked before it ended stays as plain text.
    var bases = [untyped, untyped.unmarked]
    let isHostile = said != nil
    let said = said ?? []
    // Of many answers the early ones are made as the host must make them, or there would be no end of ways: only the last
    // of a process may be a lie.
    for edits in said.dropLast(Self.mostWays) { bases = bases.map { $0.making(edits) } }
    for edits in said.suffix(Self.mostWays) {
      bases += bases.flatMap { [$0.applying(edits), $0.applying(edits).unmarked] }
    }
    var documents = [expected] + others + othersOfFaults
    if let character {
      // The press is not lost, whoever serves it in the end.
      documents += bases.map { $0.applying([.insertText(String(character))]) }
    }
    // A process that may say anything may also serve a press and type nothing.
    if character == nil || isHostile { documents += bases }
    return documents
  }

  /// Answers of which each may have been made or not.
  private static let mostWays = 5

  /// Whether a document is what the keyboard leaves that was clearing the text when it ended.
  func isPartlyCleared(_ document: NaiveDocument) -> Bool {
    let text = document.text
    return clearsFromTheEnd && document.after.isEmpty && document.selected.isEmpty
      && untyped.text.prefix(text.count).elementsEqual(text)
  }
}
