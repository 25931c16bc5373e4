internal import InputViewModel
internal import KeyboardProtocol
internal import TextModel

/// A record of the user's gestures on the shown third-party keyboard, which decide the rights of its turns
/// (Behavior.md#user-activation).
struct UserActivation {
  /// The time at which the turn of the last gesture began.
  private var lastGesture: Duration?
  /// The time at which the user made the last gesture. If an earlier turn took long, the turn of the gesture began later.
  private var lastGestureMade = Duration.zero
  /// The time at which the keyboard appeared.
  private var appearance: Duration?
  /// Whether the keyboard has changed text since the current touch began. Up to ``fewScalars`` that another finger
  /// typed do not count.
  private var hasChangedInTouch = false
  /// The numbers of Unicode scalars that the keyboard has inserted and deleted since the current touch began.
  private var inTouch = (inserted: 0, deleted: 0)
  /// The number of Unicode scalars that other fingers have inserted and deleted since the current touch began.
  private var changedByOtherFingers = 0
  /// The finger of the current touch; nil if the keyboard gets gestures instead of touches.
  private var finger: Int?
  /// The time of the last change of the text that the user may not have seen. The user may not have seen a change in a
  /// turn without a gesture, or the insertion or deletion of a longer text.
  private var lastUnseenChange: Duration?

  /// The time for which a gesture activates the keyboard.
  static let duration: Duration = .seconds(5)
  /// The maximum time between a gesture and a turn that presses Return or Tab.
  private static let sendingTime: Duration = .seconds(1)
  /// The minimum time between ``lastUnseenChange`` and a turn that presses Return or Tab.
  private static let sendingPause: Duration = .milliseconds(250)
  /// The maximum number of Unicode scalars that a touch may insert, and the maximum number that it may delete. After
  /// more scalars, a turn that presses Return or Tab must wait.
  private static let fewScalars = 8
  /// The time for which a keyboard that has appeared may change its height without a gesture.
  private static let layoutTime: Duration = .seconds(1)

  /// Forgets the user's gestures, because the host hides the keyboard. The user may still not have seen the last
  /// change when the next keyboard appears.
  mutating func endGestures() {
    let change = lastUnseenChange
    self = UserActivation()
    lastUnseenChange = change
  }

  /// Records that a turn begins.
  ///
  /// - Parameters:
  ///   - event: The event of the turn.
  ///   - now: The current time.
  ///   - time: The time at which the user made the gesture.
  mutating func begin(_ event: TurnEvent, at now: Duration, madeAt time: Duration) {
    if event.isAppear { appearance = now }
    if event.isGesture { (lastGesture, lastGestureMade) = (now, time) }
    guard event.beginsStep else { return }
    hasChangedInTouch = false
    inTouch = (0, 0)
    changedByOtherFingers = 0
    finger = event.touches?.touches.last { $0.phase == .began }?.finger
  }

  /// Records an accepted turn that inserted and deleted these numbers of Unicode scalars, without the line breaks and
  /// tabs of a key press.
  mutating func end(_ event: TurnEvent, inserted: Int, deleted: Int, at now: Duration) {
    guard inserted > 0 || deleted > 0 else { return }
    inTouch = (inTouch.inserted + inserted, inTouch.deleted + deleted)
    if !event.isGesture || max(inTouch.inserted, inTouch.deleted) > Self.fewScalars { lastUnseenChange = now }
    if let touches = event.touches, let finger, !touches.touches.contains(where: { $0.finger == finger }) {
      // A finger that touched the keyboard earlier typed the text, as when a user types fast with two thumbs.
      changedByOtherFingers += inserted + deleted
      if changedByOtherFingers <= Self.fewScalars { return }
    }
    hasChangedInTouch = true
  }

  /// Whether the user made a gesture on the keyboard in the last ``duration``.
  func isActive(at now: Duration) -> Bool { lastGesture.map { now - $0 < Self.duration } ?? false }

  /// Whether a turn may press Return or Tab: the user has just touched the keyboard, and saw the text before the touch.
  func maySend(at now: Duration) -> Bool {
    guard let lastGesture, now - lastGesture < Self.sendingTime, !hasChangedInTouch else { return false }
    return showsChanges(at: lastGestureMade)
  }

  /// Whether the user had time to see all changes of the text before a gesture, so that a keyboard may press Return or
  /// Tab.
  ///
  /// - Parameter time: The time at which the user made the gesture.
  func showsChanges(at time: Duration) -> Bool {
    lastUnseenChange.map { time - $0 >= Self.sendingPause } ?? true
  }

  /// Whether the keyboard has just appeared, so that it may still choose its height.
  func hasJustAppeared(at now: Duration) -> Bool { appearance.map { now - $0 < Self.layoutTime } ?? false }
}

/// The text that a keyboard may insert in one turn (Behavior.md#user-activation).
struct InsertionRight: Hashable {
  /// The changes of the text that a turn may make in addition to a press of Return or Tab.
  enum ChangesWithPress {
    /// All changes.
    case all
    /// A correction of the last word (Behavior.md#return-and-tab).
    case correction
    /// No changes.
    case none
  }

  /// Whether the keyboard may edit text at all.
  var edits = true
  /// Whether an edit may press Return or Tab.
  var presses = true
  /// The changes of the text that a turn may make in addition to a press of Return or Tab.
  var changesWithPress = ChangesWithPress.all
  /// Whether an edit may insert line breaks and tabs as parts of a longer text.
  var insertsLines = true
  /// Whether a line break or a tab in a longer text presses Return or Tab too.
  var isSingleLine = false

  /// Checks whether a turn may make these edits.
  ///
  /// - Parameters:
  ///   - edits: All edits of the turn.
  ///   - document: The document before the turn. Most turns do not need the document.
  ///   - budget: The budget of the turn, which pays for the check.
  /// - Throws: The reason why the turn may not make the edits, or ``EditError/tooMuchWork``.
  func check(
    _ edits: [Edit], on document: @autoclosure () -> TextDocument?, spending budget: inout TurnBudget
  ) throws(EditError) {
    if self == InsertionRight() || edits.isEmpty { return }
    guard self.edits else { throw .notActivated }
    guard edits.count == 1 ? edits[0].mayInsertLines : edits.contains(where: { $0.mayInsertLines }) else { return }
    let hasLinesInText = edits.contains { $0.insertsLinesInText }
    if hasLinesInText, !insertsLines { throw presses ? .lineBreakWithText(.any) : .lineBreakWithoutGesture }
    guard hasLinesInText && isSingleLine || edits.contains(where: { $0.pressesKey }) else { return }
    guard presses else { throw .lineBreakWithoutGesture }
    if changesWithPress != .all { try document()?.check(edits, changesWithPress, spending: &budget) }
  }
}

extension TextDocument {
  /// The maximum number of Unicode scalars that a turn that presses Return or Tab may delete, and the maximum number
  /// that it may insert.
  private static let maximumCorrection = 32
  /// The number of Unicode scalars by which a turn that presses Return or Tab may lengthen the text.
  private static let maximumGrowth = 8

  /// Checks the edits of a turn that presses Return or Tab. The numbers of inserted and deleted scalars do not include
  /// line breaks and tabs that the turn inserts.
  ///
  /// - Throws: The forbidden change, or ``EditError/tooMuchWork``.
  fileprivate func check(
    _ edits: [Edit], _ changes: InsertionRight.ChangesWithPress, spending budget: inout TurnBudget
  ) throws(EditError) {
    // A line break may replace the user's selection. A line break that replaces marked text needs the checks below,
    // because the keyboard chose the marked text.
    if near.marking == nil, edits.allSatisfy({ $0.pressesKey || $0.isMove || $0 == .unmarkText }) { return }
    guard !edits.contains(where: { $0.isMove }) else { throw .lineBreakWithText(changes == .none ? .any : .move) }
    let (most, mostGrowth) = (Self.maximumCorrection, Self.maximumGrowth)
    let start = bytesBefore - near.before.utf8.count + min(near.bytesBeforeLastWord, near.bytesBeforeMarkedText)
    var document = self
    var (deleted, inserted) = (0, 0)
    budget.beginHostTime()
    for edit in edits {
      let (old, bytes) = (document.near, document.bytesBefore)
      let change = document.apply(edit)
      guard !budget.isSpent else { throw .tooMuchWork }
      guard change.changedText else { continue }
      let replaced = old.markedText ?? old.selected
      if let text = edit.insertedText {
        if text.unicodeScalars.elementsEqual(replaced.unicodeScalars) { continue }
        inserted += text.unicodeScalars.count { !$0.endsLineOrIsTab }
      }
      let removed = replaced.isEmpty ? old.before.utf8.suffix(max(bytes - document.bytesBefore, 0)) : replaced.utf8[...]
      // Each scalar has one byte that is not a continuation byte.
      deleted += removed.count { $0 & 0xC0 != 0x80 }
      if changes == .none, inserted > 0 || deleted > 0 { throw .lineBreakWithText(.any) }
      if document.bytesBefore < start { throw .lineBreakWithText(.beforeLastWord) }
      if inserted - deleted > mostGrowth { throw .lineBreakWithText(.growth(inserted - deleted, most: mostGrowth)) }
      if deleted > most { throw .lineBreakWithText(.deletion(deleted, most: most)) }
      if inserted > most { throw .lineBreakWithText(.insertion(inserted, most: most)) }
    }
  }
}

extension UserActivation {
  /// The maximum time between a gesture and a turn that presses Return or Tab, in seconds.
  static var secondsToPress: Int64 { sendingTime.components.seconds }
}

extension Edit {
  /// Whether the edit can insert a line break or a tab. Most turns insert neither, so the check looks only for the
  /// bytes with which the UTF-8 encoding of these characters begins.
  fileprivate var mayInsertLines: Bool {
    guard let text = insertedText, let first = text.utf8.first else { return false }
    return text.utf8.count == 1 ? first < 0x20 : text.utf8.contains { $0 < 0x20 || $0 == 0xE2 }
  }

  /// Whether the edit inserts only line breaks or tabs.
  var pressesKey: Bool {
    insertedText.map { !$0.isEmpty && $0.unicodeScalars.allSatisfy(\.endsLineOrIsTab) } ?? false
  }

  /// Whether the edit inserts a text that contains a line break or a tab, and other characters.
  fileprivate var insertsLinesInText: Bool {
    insertsText && insertedText?.unicodeScalars.contains(where: \.endsLineOrIsTab) == true
  }

  /// Whether the edit inserts a character other than a line break or a tab.
  fileprivate var insertsText: Bool {
    guard let text = insertedText, let first = text.utf8.first else { return false }
    return (0x20...0x7E).contains(first) || text.unicodeScalars.contains { !$0.endsLineOrIsTab }
  }
}

extension TurnEvent {
  /// The touches of a key that gets touches instead of gestures; nil for all other events.
  fileprivate var touches: KeyTouches? {
    if case .key(let event) = self, case .touches(let touches) = event.gesture { touches } else { nil }
  }
}
