internal import InputViewModel
internal import KeyboardABI
internal import KeyboardProtocol
internal import TextModel

/// The collected results of one turn, and the memory that the keyboard may read until the turn ends.
///
/// The type is a class, because many host functions change the same object. The turns of a keyboard share one object.
final class TurnScope {
  // Exclusivity is unchecked: no other code runs during an access to these properties, so no two accesses overlap.
  /// The result of the turn so far.
  @exclusivity(unchecked) private(set) var result = TurnResult(serial: 0)
  /// The effect of the turn's edits so far.
  @exclusivity(unchecked) var effect = DocumentChange()
  /// Whether the keyboard reads the document as it was before the turn's edits. The value is true during the `…will…`
  /// callbacks for the turn's edits.
  @exclusivity(unchecked) var showsDocumentBeforeEdits = false
  @exclusivity(unchecked) private var seenEdits = 0
  @exclusivity(unchecked) private var droppedLines = 0
  @exclusivity(unchecked) private var refusedFileBytes: UInt64?
  @exclusivity(unchecked) private var insertedBytes = 0
  @exclusivity(unchecked) private var changes = 0
  @exclusivity(unchecked) private var changedBytes = 0
  @exclusivity(unchecked) private var lent: [UnsafeMutableRawBufferPointer] = []
  @exclusivity(unchecked) private var lentTexts = LentTexts(repeating: nil)

  /// Texts that a keyboard reads often. The turn copies each text once, and copies a text again only after the text
  /// changed.
  enum LentText: Int {
    case before, after, selected, marked
  }
  private typealias LentTexts = InlineArray<4, klv_text?>

  /// The maximum number of lines that one turn may log. The host accepts one more line, for the report about dropped
  /// lines.
  static let maximumLogLines = 255
  /// The largest size of one line in UTF-8 bytes.
  static let logLineBytes = 4_096

  /// Begins a turn. The previous turn must have ended.
  func begin(serial: UInt64) { result.serial = serial }

  /// The edits of this turn that the loader has not yet sent to the host.
  var pendingEdits: [Edit] { Array(result.edits[seenEdits...]) }

  func add(_ edit: Edit) { result.edits.append(edit) }

  func add(_ callback: KeyboardCallback) { result.callbacks.append(callback) }

  /// Removes the last edit, which the loader could not apply.
  func removeLastEdit() {
    result.edits.removeLast()
  }

  func markEditsSeen() {
    seenEdits = result.edits.count
  }

  /// Whether the turn has failed. The host discards the result of a failed turn.
  var hasFailed: Bool { result.failure != nil }

  /// Fails the turn, so that the host discards its result. The result contains only the first failure of a turn.
  func fail(_ failure: KeyboardError) {
    if result.failure == nil { result.failure = failure }
  }

  /// Adds a request. Too many requests or changes of elements fail the turn.
  func add(_ request: KeyboardRequest) {
    if case .change(let change) = request {
      changes += 1
      changedBytes += change.bytes
      guard changes <= TurnLimit.changes, changedBytes <= TurnLimit.changedBytes else {
        let limits = "\(TurnLimit.changes) changes of elements in one turn, or \(TurnLimit.changedBytes) bytes in them"
        return fail(KeyboardError(step: .limit, message: "more than \(limits)"))
      }
    }
    guard result.requests.count < TurnLimit.requests else {
      return fail(KeyboardError(step: .limit, message: "more than \(TurnLimit.requests) requests in one turn"))
    }
    result.requests.append(request)
  }

  /// Counts a log line that exceeds a limit. The log gets only the number of dropped lines.
  func dropLine() {
    droppedLines += 1
  }

  /// Records that the loader did not store a file that exceeds the size limit. The log gets a line about the refused
  /// file.
  func refuseFile(bytes: UInt64) {
    refusedFileBytes = bytes
  }

  /// Checks an edit against the limits of a turn. If the result is false, the turn has failed.
  func admit(_ edit: Edit, with fault: TextFault?) -> Bool {
    insertedBytes += edit.insertedBytes
    guard result.edits.count < TurnLimit.edits else {
      fail(KeyboardError(step: .limit, message: "more than \(TurnLimit.edits) edits in one turn"))
      return false
    }
    guard insertedBytes <= TurnLimit.insertedBytes else {
      failForTooMuchText()
      return false
    }
    if let fault {
      fail(KeyboardError(step: .text, message: "the keyboard inserted \(fault)"))
      return false
    }
    return result.failure == nil
  }

  /// Fails the turn because the keyboard inserted too much text.
  func failForTooMuchText() {
    fail(KeyboardError(step: .limit, message: "more than \(TurnLimit.insertedBytes) bytes inserted in one turn"))
  }

  /// Lends the keyboard a copy of bytes until the turn ends. Even an empty copy has an address.
  func lend(_ bytes: some Collection<UInt8>) -> UnsafeRawBufferPointer {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + 1, alignment: 1)
    memory.copyBytes(from: bytes)
    lent.append(memory)
    return UnsafeRawBufferPointer(rebasing: memory[..<bytes.count])
  }

  func lend(_ text: String) -> klv_text {
    let bytes = lend(text.utf8)
    return klv_text(bytes: bytes.baseAddress?.assumingMemoryBound(to: CChar.self), length: UInt64(bytes.count))
  }

  func lend(_ name: LentText, _ text: String) -> klv_text {
    if let known = lentTexts[name.rawValue] { return known }
    let new = lend(text)
    lentTexts[name.rawValue] = new
    return new
  }

  /// Forgets the lent texts after the document changed. The keyboard can still read the lent texts, but they are out of
  /// date.
  func forgetLentText() {
    lentTexts = LentTexts(repeating: nil)
  }

  /// Frees all lent memory, and returns the complete result.
  func end() -> TurnResult {
    for memory in lent { memory.deallocate() }
    if droppedLines > 0 {
      let limits = "the limit is \(Self.maximumLogLines) lines in one turn, of \(Self.logLineBytes) bytes each"
      add(.log(level: .notice, message: "the host dropped \(droppedLines) lines because of a limit; \(limits)"))
    }
    if let refusedFileBytes {
      let limit = "the limit is \(LoadedKeyboard.maximumFileBytes)"
      add(.log(level: .notice, message: "the host did not store a file of \(refusedFileBytes) bytes: \(limit)"))
    }
    let complete = result
    (result.edits, result.requests, result.callbacks, result.failure) = ([], [], [], nil)
    (effect, showsDocumentBeforeEdits, seenEdits) = (DocumentChange(), false, 0)
    (droppedLines, refusedFileBytes, insertedBytes, changes, changedBytes) = (0, nil, 0, 0, 0)
    if !lent.isEmpty { lent = [] }
    forgetLentText()
    return complete
  }
}
