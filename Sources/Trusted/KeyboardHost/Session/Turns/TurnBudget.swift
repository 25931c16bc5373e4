internal import TextModel

/// The budget of one turn of a keyboard: limits on its edits, inserted bytes, shown characters and host time.
struct TurnBudget {
  private var edits = 0
  private(set) var insertedBytes = 0
  /// The Unicode scalars that the edits have inserted and deleted. Text that an edit replaces by the same text does not
  /// count, nor do presses of Return and Tab.
  private(set) var scalars = (inserted: 0, deleted: 0)
  private var shownCharacters = 0
  private var time: HostTime
  /// The limit of ``insertedBytes``, at most ``TextModel/TurnLimit/insertedBytes``.
  private let maximumInsertedBytes: Int

  /// Creates a budget.
  ///
  /// - Parameters:
  ///   - limit: The limit of host time.
  ///   - clocks: Reads the clocks that measure the host time.
  ///   - bytes: The number of bytes that earlier turns have inserted since the user's last action; nil if the user
  ///     caused this turn.
  init(time limit: Duration, on clocks: @escaping HostTime.Clocks, insertedAfterPress bytes: Int? = nil) {
    time = HostTime(limit, on: clocks)
    maximumInsertedBytes = min(TurnLimit.bytesInsertedAfterPress - (bytes ?? 0), TurnLimit.insertedBytes)
  }

  /// Subtracts one edit of a document from the budget.
  ///
  /// - Throws: ``EditError``: the limit that the edit exceeds, or the text that no keyboard may insert.
  mutating func spend(_ edit: Edit, on document: TextDocument) throws(EditError) {
    let bytes = edit.insertedBytes
    let isPlain = edit.isPlain
    // Do not measure a short insertion that replaces no text: reading the processor time would take longer than the
    // insertion.
    let replacesText = !document.near.selected.isEmpty || document.near.marking != nil
    let isCheap = isPlain && !replacesText && Self.shortText.contains(bytes)
    if edits > 0 || !isCheap { time.begin() }
    edits += 1
    insertedBytes += bytes
    guard edits <= TurnLimit.edits else { throw .tooManyEdits }
    guard insertedBytes <= TurnLimit.insertedBytes else { throw .tooMuchText }
    guard insertedBytes <= maximumInsertedBytes else { throw .tooMuchTextAfterPress }
    if !isPlain, let fault = document.fault(in: edit) { throw .text(fault) }
    if isPlain, !replacesText {
      scalars.inserted += bytes
    } else if !edit.pressesKey {
      count(edit, on: document.near)
    }
    guard !isSpent else { throw .tooMuchWork }
  }

  /// Counts the scalars that an edit inserts and deletes.
  private mutating func count(_ edit: Edit, on text: TextBuffer) {
    if case .deleteBackward = edit { scalars.deleted += 1 }
    guard let new = edit.insertedText?.unicodeScalars else { return }
    let replaced = (text.markedText ?? text.selected).unicodeScalars
    let same = zip(new, replaced).prefix { $0 == $1 }.count
    scalars.inserted += new.dropFirst(same).count { !$0.endsLineOrIsTab }
    scalars.deleted += replaced.count - same
  }

  /// Restores the counts of edits, inserted bytes and scalars from an earlier state of the budget, but not the host
  /// time.
  mutating func refund(to old: TurnBudget) {
    edits = old.edits
    insertedBytes = old.insertedBytes
    scalars = old.scalars
  }

  /// Returns a snapshot that the turn may show to the keyboard. The budget limits the number of Unicode scalars. If no
  /// scalar is left in the budget, the snapshot has no text.
  mutating func snapshot(of document: inout TextDocument) -> DocumentSnapshot {
    // A snapshot has three parts: the text before the selection, the selection, and the text after the selection. Each
    // part gets a third of the scalars that are left in the budget.
    let snapshot = document.snapshot(limit: max(0, TurnLimit.shownCharacters - shownCharacters) / 3)
    shownCharacters += snapshot.buffer.shownCharacters
    return snapshot
  }

  /// The sizes of a short text in UTF-8 bytes.
  private static let shortText = 1...16

  /// Applies the limit of host time for the host's work on the turn's result.
  ///
  /// - Parameters:
  ///   - limit: The limit of host time for the result.
  ///   - hasRequests: Whether the result has requests. The host's work on a request can need any amount of time.
  mutating func beginResult(within limit: Duration, hasRequests: Bool) {
    time.restrict(to: limit)
    if hasRequests { time.begin() }
  }

  /// Starts to count the host time, unless the count has already started.
  mutating func beginHostTime() { time.begin() }

  /// Whether the host time is used up.
  var isSpent: Bool { time.isOver }
}
