import ApplicationDocument
import TestSupport

/// The faults of applications and compositors that the tests can simulate.
enum Misbehavior: CaseIterable {
  /// Treats the number of bytes to delete as a number of characters (GTK 4.8).
  case countsCharacters
  /// Applies a deletion only with a `commit_string` request (Qt on KWin).
  case delaysDeletions
  /// Reads keys from one queue and text from another, in any order (GTK, Firefox).
  case reordersChannels
  /// Sends no report after an operation.
  case echoesNothing
  /// Reports every text twice.
  case echoesTwice
  /// Reports only a small part of its text. The ends of this part can be inside a character (GTK).
  case cutsInsideCharacters
  /// Reports only the line with the insertion point (text views of GTK and Qt).
  case reportsLine
  /// Sends no report after Return and Tab, or repeats the last report (GTK).
  case omitsReturn
  /// Reports only the old text after a deletion, until the next commit. A second deletion before that has no effect
  /// (Firefox).
  case omitsDeletion
  /// Reports offsets outside the text or inside a character.
  case reportsImpossibleCursors
  /// Reports only the insertion point of a selection. The compositor sends the selected text, before or after the report
  /// (GTK 3, Firefox).
  case hidesSelection
  /// Reports an outdated text before the current text.
  case reportsStaleTexts
  /// Performs operations later than the document expects.
  case isSlow
  /// Handles keys in another way than the document predicts. BackSpace deletes a scalar instead of a character, and an
  /// arrow key moves visually in every line.
  case hasOtherKeys
  /// Loses the focus and gets it again in one batch of events. The loss of the focus removes the preedit.
  case reactivates
  /// Makes the preedit plain text when the user touches the field, and reports the text (Qt on KWin).
  case commitsPreedit
  /// Sends a loss of the focus without an activation before it or after it, and reports texts without the focus (sway).
  case deactivatesAlone
  /// Sends the text of a password field in clear (Qt, Chromium).
  case sendsPassword
}

/// A model of a toolkit's text field with its input queues. A random generator chooses the order in which the model
/// handles operations and sends reports.
struct FakeApplication {
  /// An event that the application sends to the input method.
  enum Event {
    case report(SurroundingText)
    case reset(SurroundingText)
    case reactivation(SurroundingText)
    /// The primary selection has this text; nil without a selection.
    case selection(String?)
    case deactivation
    case activation(SurroundingText)
    /// The content type says that the field is a password field.
    case password
  }

  /// A pressed key.
  private enum Key {
    case editing(EditingKey)
    case symbol(SymbolPress)
  }

  var misbehaviors: Set<Misbehavior> = []
  var isMultiline = true
  var bytes: [UInt8]
  var cursor: Int
  var anchor: Int
  var preedit: Preedit?
  /// The events that the application has sent and the input method has not received yet.
  var events: [Event] = []
  private var commits: [(number: Int, commit: TextCommit)] = []
  private var keys: [(number: Int, key: Key)] = []
  private var received = 0
  private var waitingDeletion: (before: Int, after: Int)?
  private var lastReport: SurroundingText?
  private var primarySelection = ""
  /// Whether the application omits reports because of ``Misbehavior/omitsDeletion``.
  private var omitsReports = false
  /// Whether the application has reported the effect of an operation.
  private var hasReportedEffect = false
  /// Whether the application has made the preedit plain text and the input method does not know it yet. While true, the
  /// application discards all operations.
  var isResetting = false
  /// Whether the field has the focus. Without the focus, the application discards all operations.
  private(set) var hasFocus = true
  /// Whether the field is a password field.
  var isPassword = false
  /// A character of the password. No keyboard types this character.
  static let secret = "🔑"

  init(_ text: String = "") {
    bytes = Array(text.utf8)
    (cursor, anchor) = (bytes.count, bytes.count)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
  var before: String { String(decoding: bytes[..<min(cursor, anchor)], as: UTF8.self) }
  var selected: String { String(decoding: bytes[min(cursor, anchor)..<max(cursor, anchor)], as: UTF8.self) }
  var after: String { String(decoding: bytes[max(cursor, anchor)...], as: UTF8.self) }
  var isIdle: Bool { commits.isEmpty && keys.isEmpty }

  // MARK: Queues

  mutating func receive(_ operation: Operation) {
    if isResetting || !hasFocus { return }
    switch operation {
    case .commit(let commit):
      commits.append((received, commit))
      received += 1
    case .key(let key, let count):
      for _ in 0..<count {
        keys.append((received, .editing(key)))
        received += 1
      }
    case .press(let press):
      keys.append((received, .symbol(press)))
      received += 1
    }
  }

  /// Performs the next operation. If the application reorders the channels, the operation can come from either queue.
  mutating func performNext(_ generator: inout SeededGenerator) {
    let takesCommit =
      if commits.isEmpty || keys.isEmpty {
        !commits.isEmpty
      } else {
        misbehaviors.contains(.reordersChannels) ? generator.boolean() : commits[0].number < keys[0].number
      }
    let old = (bytes, cursor, anchor)
    var omitted = false
    var isReported = !misbehaviors.contains(.echoesNothing)
    if takesCommit {
      let commit = commits.removeFirst().commit
      omitted = omitsReports
      omitsReports = false
      perform(commit, isDeleting: !omitted, &generator)
      if isReported, misbehaviors.contains(.omitsDeletion), commit.deleteBefore + commit.deleteAfter > 0,
        let lastReport,
        generator.boolean()
      {
        (omitsReports, hasReportedEffect) = (true, true)
        events += [.report(lastReport), .report(lastReport)]
      }
    } else {
      switch keys.removeFirst().key {
      case .editing(let key):
        press(key)
        if misbehaviors.contains(.omitsReturn), key == .return || key == .tab {
          isReported = false
          if let lastReport, generator.boolean() { events.append(.report(lastReport)) }
        }
      case .symbol(let key): press(symbol: key)
      }
    }
    guard isReported, !omitsReports else { return }
    // Some applications send no report if a key has no effect. The document cannot detect a missing report if the
    // application has not reported any effect before, or if reports can be late or contain too little of a line to
    // determine its direction. So the model sends a report in these cases.
    let isClear = hasReportedEffect && misbehaviors.isDisjoint(with: [.isSlow, .cutsInsideCharacters])
    let hasEffect = old != (bytes, cursor, anchor)
    if !hasEffect, isClear, !omitted, generator.boolean() { return }
    if hasEffect { hasReportedEffect = true }
    sendReport(&generator)
  }

  // MARK: Operations

  private mutating func perform(
    _ commit: TextCommit, isDeleting: Bool = true, _ generator: inout SeededGenerator
  ) {
    preedit = nil
    if isDeleting, commit.deleteBefore + commit.deleteAfter > 0 {
      waitingDeletion = (commit.deleteBefore, commit.deleteAfter)
    }
    if let deletion = waitingDeletion, !misbehaviors.contains(.delaysDeletions) || commit.text != nil {
      delete(before: deletion.before, after: deletion.after)
      waitingDeletion = nil
      if !misbehaviors.contains(.echoesNothing), commit.text?.isEmpty == false, generator.boolean() {
        sendReport(&generator)
      }
    }
    if let text = commit.text, !text.isEmpty { insert(text) }
    preedit = commit.preedit
  }

  private mutating func delete(before: Int, after: Int) {
    var (start, end) = (cursor - before, cursor + after)
    if misbehaviors.contains(.countsCharacters) {
      let (front, rest) = (Array(self.before.unicodeScalars), Array(self.after.unicodeScalars))
      guard before <= front.count, after <= rest.count else { return }
      start = cursor - front.suffix(before).reduce(0) { $0 + UTF8.width($1) }
      end = cursor + rest.prefix(after).reduce(0) { $0 + UTF8.width($1) }
    }
    // GTK ignores a deletion beyond the start or the end of the text.
    guard start >= 0, end <= bytes.count else { return }
    while start > 0, UTF8.isContinuation(bytes[start]) { start -= 1 }
    while end < bytes.count, UTF8.isContinuation(bytes[end]) { end += 1 }
    replace(start..<end, with: "")
  }

  private mutating func insert(_ text: String) { replace(min(cursor, anchor)..<max(cursor, anchor), with: text) }

  mutating func replace(_ range: Range<Int>, with text: String) {
    bytes.replaceSubrange(range, with: text.utf8)
    cursor = range.lowerBound + text.utf8.count
    anchor = cursor
  }

  private mutating func press(_ key: EditingKey) {
    // In GTK, a key press removes the preedit.
    preedit = nil
    switch key {
    case .return: if isMultiline { insert("\n") }
    case .tab: insert("\t")
    case .backspace:
      if cursor != anchor { return insert("") }
      guard let last = before.last else { return }
      let mark = last.unicodeScalars.last.map { (0x530...0x194F).contains($0.value) && $0.properties.isMark } == true
      let isScalar = misbehaviors.contains(.hasOtherKeys) || (mark && last.unicodeScalars.count > 1)
      let deleted = isScalar ? last.unicodeScalars.suffix(1).reduce(0) { $0 + UTF8.width($1) } : last.utf8.count
      replace(cursor - deleted..<cursor, with: "")
    case .left, .right:
      let isForward = (key == .right) != (isRightToLeft && !misbehaviors.contains(.hasOtherKeys))
      if cursor != anchor {
        cursor = isForward ? max(cursor, anchor) : min(cursor, anchor)
      } else {
        let borders = borders
        cursor = (isForward ? borders.first { $0 > cursor } : borders.last { $0 < cursor }) ?? cursor
      }
      anchor = cursor
    }
  }

  mutating func press(symbol key: SymbolPress) {
    preedit = nil
    switch key {
    case .tab: press(.tab)
    case .left: press(.left)
    case .right: press(.right)
    case .home: (cursor, anchor) = (0, 0)
    case .end: (cursor, anchor) = (bytes.count, bytes.count)
    case .selectAll: (cursor, anchor) = (bytes.count, 0)
    default: break
    }
  }

  /// The boundaries of the characters, as offsets in bytes.
  var borders: [Int] { text.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.utf8.count) } }

  private var isRightToLeft: Bool {
    let line = (before.split(separator: "\n", omittingEmptySubsequences: false).last ?? "")
    let rest = (selected + after).split(separator: "\n", omittingEmptySubsequences: false).first ?? ""
    let letters = (line + rest).unicodeScalars.filter(\.properties.isAlphabetic)
    return letters.first.map { (0x590...0x8FF).contains($0.value) } ?? false
  }

  // MARK: Reports

  /// The part of the text that the application reports.
  var window: SurroundingText {
    var (start, end) = (0, bytes.count)
    if misbehaviors.contains(.reportsLine) {
      start = bytes[..<min(cursor, anchor)].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      end = bytes[max(cursor, anchor)...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    }
    if misbehaviors.contains(.cutsInsideCharacters) {
      (start, end) = (max(min(cursor, anchor) - 13, start), min(max(cursor, anchor) + 11, end))
    }
    let anchor = misbehaviors.contains(.hidesSelection) ? cursor : anchor
    return SurroundingText(bytes: bytes[start..<end], cursor: cursor - start, anchor: anchor - start)
  }

  mutating func sendReport(_ generator: inout SeededGenerator) {
    if misbehaviors.contains(.reportsImpossibleCursors), generator.boolean() {
      let cursor = generator.one(of: [-1, bytes.count + 1, .max, .min, generator.integer(0...bytes.count)])
      let isBorder = bytes.indices.contains(cursor) ? !UTF8.isContinuation(bytes[cursor]) : cursor == bytes.count
      if !isBorder { events.append(.report(SurroundingText(bytes: bytes, cursor: cursor, anchor: anchor))) }
    }
    if misbehaviors.contains(.reportsStaleTexts), generator.boolean(), let lastReport {
      events.append(.report(lastReport))
    }
    lastReport = window
    let change = misbehaviors.contains(.hidesSelection) && selected != primarySelection
    primarySelection = selected
    let isFirst = generator.boolean()
    if change, isFirst { events.append(.selection(selected.isEmpty ? nil : selected)) }
    defer { if change, !isFirst { events.append(.selection(selected.isEmpty ? nil : selected)) } }
    events.append(.report(window))
    if misbehaviors.contains(.echoesTwice) { events.append(.report(window)) }
  }

  /// Turns the preedit into ordinary text.
  mutating func commitPreedit() {
    guard let text = preedit?.text else { return }
    preedit = nil
    insert(text)
    isResetting = true
    lastReport = window
    events.append(.reset(window))
  }

  /// Loses the focus and gets it again.
  mutating func reactivate() {
    preedit = nil
    lastReport = window
    events.append(.reactivation(window))
  }

  /// Loses the focus, or sends the loss of the focus again.
  mutating func deactivate() {
    (preedit, waitingDeletion, hasFocus) = (nil, nil, false)
    (commits, keys) = ([], [])
    events.append(.deactivation)
  }

  /// Gets the focus.
  mutating func activate() {
    (lastReport, hasFocus) = (window, true)
    events.append(.activation(window))
  }

  /// Reports that the field is a password field.
  mutating func becomePassword() {
    isPassword = true
    events.append(.password)
  }
}

/// Keys of the additional row that the fake application handles. Escape has no effect.
extension SymbolPress {
  static let escape = SymbolPress(symbol: 0xFF1B)
  static let tab = SymbolPress(symbol: 0xFF09)
  static let home = SymbolPress(symbol: 0xFF50)
  static let end = SymbolPress(symbol: 0xFF57)
  static let selectAll = SymbolPress(symbol: 0x61, control: true)
}

extension Unicode.Scalar.Properties {
  var isMark: Bool { [.nonspacingMark, .spacingMark, .enclosingMark].contains(generalCategory) }
}
