internal import RandomValues
internal import TextModel

/// The documents that one step may produce: usually one document, but several documents if a fault hits a process.
struct Outcomes {
  /// The document if no fault happens.
  var expected: NaiveDocument
  /// The document after the changes by the user, the application and the host, without any keyboard's edits.
  var untyped: NaiveDocument
  /// The character of the pressed key; nil if the system keyboard cannot type this character in place of the keyboard.
  var character: Character?
  /// Whether the keyboard deletes the text from its end in several turns, so that a fault may leave the first part.
  var clearsFromTheEnd = false
  /// Other documents that the step may produce without a fault.
  var others: [NaiveDocument] = []
  /// Other documents that the step may produce after a fault.
  private var othersOfFaults: [NaiveDocument] = []

  /// Creates the outcomes of a step in which no keyboard changes the document.
  init(_ document: NaiveDocument) {
    expected = document
    untyped = document
  }

  /// Creates the outcomes of a step in which a key has this effect.
  init(_ effect: KeyEffect, on document: NaiveDocument) {
    self.init(document)
    switch effect {
    case .edits(let edits, let character):
      expected = document.applying(edits)
      // If the process ends, a fresh process can handle the press. Then the text that the old process had marked is
      // already plain text.
      if document.marked != nil { othersOfFaults = [document.unmarked.applying(edits)] }
      self.character = character
    case .clears:
      expected = document.cleared
      clearsFromTheEnd = true
    case .mayFail(let edits): others = [document.applying(edits)]
    case .nothing, .fails: break
    }
  }

  /// The documents that the step may have produced.
  ///
  /// - Parameters:
  ///   - isFaulty: Whether a fault hit a process that handled the step, or whether such a process is hostile.
  ///   - said: The edits that processes with arbitrary messages sent, turn by turn; nil if there is no such process.
  ///     The host applies all edits of a turn or none.
  func allowed(isFaulty: Bool, said: [[Edit]]?) -> [NaiveDocument] {
    guard isFaulty else { return [expected] + others }
    // If a process ends, the text that it had marked remains in the document as plain text.
    var bases = [untyped, untyped.unmarked]
    let isHostile = said != nil
    let said = said ?? []
    // The host may have applied or rejected a result. Trying both possibilities doubles the number of documents, so try
    // both only for the last results. Only a process's last result can be a protocol violation. For an earlier result,
    // the model decides whether the host applied it.
    for edits in said.dropLast(Self.maximumWays) { bases = bases.map { $0.making(edits) } }
    for edits in said.suffix(Self.maximumWays) {
      bases += bases.flatMap { [$0.applying(edits), $0.applying(edits).unmarked] }
    }
    var documents = [expected] + others + othersOfFaults
    if let character {
      // The user gets the character, even if another process or the system keyboard handles the key press.
      documents += bases.map { $0.applying([.insertText(String(character))]) }
    }
    // A process that may send arbitrary messages may also handle a press and type nothing.
    if character == nil || isHostile { documents += bases }
    return documents
  }

  /// The number of last results for which the model tries both possibilities: applied and rejected.
  private static let maximumWays = 5

  /// Whether this document can remain if a keyboard's process ends while the keyboard clears the text.
  func isPartlyCleared(_ document: NaiveDocument) -> Bool {
    let text = document.text
    return clearsFromTheEnd && document.after.isEmpty && document.selected.isEmpty
      && untyped.text.prefix(text.count).elementsEqual(text)
  }
}
