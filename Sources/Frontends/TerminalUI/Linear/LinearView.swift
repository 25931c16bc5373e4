internal import Diagnostics
internal import InputViewModel
internal import KeyboardHost
internal import Layout
internal import Scripting
internal import TextModel
package import Timing

/// The view for screen readers and braille terminals. It writes plain lines about the focus and the effects of
/// keystrokes.
///
/// The view never moves the cursor to another position of the screen.
package final class LinearView {
  /// A list that is open.
  enum List {
    case modes([TypingSession.Mode])
    case alternatives(Key)
    case traits
  }

  let typingSession: TypingSession
  let clock: any SessionClock
  let scanInterval: Duration?
  private let write: (String) -> Void
  var focused: String?
  var list: List?
  var listIndex = 0
  var isWriting = false
  var scan: Scan?
  var nextScan: Duration?
  private var said = Said()

  /// The state that the view last announced. The view announces only differences from this state.
  private struct Said {
    var keyboard: String?
    var reason: ShownBecause?
    var keys: [String] = []
    var labels: [String: String] = [:]
    var text: String?
    var row: Int?
  }

  /// The width of the keyboard in points, which is the width of a phone in portrait orientation.
  private static let width = 390.0
  /// The number of characters that the view reads out on each side of the insertion point by default.
  private static let readCharacters = 60

  /// Creates a view of a typing session. `begin()` gives the field the focus.
  ///
  /// - Parameter write: Writes a text, which already contains its line breaks.
  package init(
    typingSession: TypingSession, clock: any SessionClock, scanInterval: Duration? = nil,
    write: @escaping (String) -> Void
  ) {
    self.typingSession = typingSession
    self.clock = clock
    self.scanInterval = scanInterval
    self.write = write
    typingSession.undoKey = "u"
    if let scanInterval {
      scan = Scan(rows: [])
      nextScan = clock.now + scanInterval
    }
  }

  /// Announces the initial state. Call this method once before any other method.
  package func begin() {
    say("Klava in linear mode. ? lists the keys, q quits.")
    typingSession.focus(width: Self.width)
    sayNews()
    guard scan != nil else { return }
    updateScan()
    sayScan()
  }

  /// Writes a sanitized line.
  func say(_ line: String) { write("\(line.sanitized(limit: 4_096))\n") }

  // MARK: Time

  /// The time at which the caller must next call ``pass(unless:)``, by the session's clock; nil if nothing is pending.
  package var deadline: Duration? { [typingSession.nextTimer, nextScan].compactMap(\.self).min() }

  /// Handles due timers and scanning, and announces the changes. Timers run only while none of `others` is readable.
  package func pass(unless others: [Int32] = []) {
    let now = clock.now
    if let due = typingSession.nextTimer, due <= now { typingSession.runDueTimers(unless: others) }
    sayNews()
    guard let due = nextScan, due <= now, let scanInterval else { return }
    nextScan = now + scanInterval
    updateScan()
    scan?.advance()
    sayScan()
  }

  func updateScan() {
    scan?.show(rows.map { row in row.compactMap(\.key).filter(\.isEnabled).map(\.identifier) })
  }

  func sayScan() {
    let keys = scan?.identifiers.compactMap { key($0)?.spoken } ?? []
    say(keys.joined(separator: ", "))
  }

  // MARK: The keyboard

  var layout: InputViewLayout? {
    guard typingSession.session.keyboard != nil, let inputView = typingSession.inputView,
      let environment = typingSession.session.field?.environment
    else { return nil }
    return InputViewLayout(inputView, in: environment, addsGlobeKey: typingSession.session.addsGlobeKey)
  }

  /// The keys in reading order, including keys that are scrolled out of view.
  var rows: [[PlacedElement]] {
    layout?.rows(isRightToLeft: typingSession.session.field?.environment.isRightToLeft == true, includesHidden: true)
      ?? []
  }

  func key(_ identifier: String) -> Key? { layout?.element(ofKey: identifier)?.key }

  /// The focused key, or else the first key.
  var focusedKey: Key? {
    layout?.chosenKey(
      focused, at: nil, isRightToLeft: typingSession.session.field?.environment.isRightToLeft == true,
      includesHidden: true)?.key
  }

  // MARK: Announcing

  func sayFocus() {
    let rows = rows
    guard let key = focusedKey else { return say("The keyboard is hidden. Press Return to show it.") }
    let row = rows.firstIndex { $0.contains { $0.key?.identifier == key.identifier } }
    let prefix = row == said.row ? "" : row.map { "Row \($0 + 1) of \(rows.count). " } ?? ""
    said.row = row
    say("\(prefix)\(key.description)")
  }

  /// Announces the changes since the last announcement.
  func sayNews() {
    let session = typingSession.session
    var isFocusNew = false
    if session.keyboard != said.keyboard || session.shownBecause != said.reason {
      said.keyboard = session.keyboard
      said.reason = session.shownBecause
      let name = session.keyboard.map { typingSession.name(of: $0) }
      say("Keyboard: \(name ?? "none").\(session.shownBecause.map { " \($0.sentence(in: session.field))" } ?? "")")
      said.row = nil
      said.labels = [:]
      said.keys = keyNames
      focused = nil
      isFocusNew = true
    } else if keyNames != said.keys {
      said.keys = keyNames
      said.row = nil
      say("The keys have changed.")
      isFocusNew = focused == nil || focusedKey?.identifier.lowercased() != focused?.lowercased()
    }
    for label in session.inputView?.labels ?? [] where session.keyboard != nil {
      let text = label.text
      if said.labels[label.identifier] != text, !text.isEmpty {
        say("\(label.accessibilityLabel ?? label.identifier): \(text)")
      }
      said.labels[label.identifier] = text
    }
    let text = fieldText(limit: Self.readCharacters)
    if text != said.text, !isWriting { say(text) }
    said.text = text
    for notice in typingSession.drainNotices() { say(notice) }
    // Announce the focused key, because a user who cannot see the keyboard must know which key Return would press.
    if isFocusNew, scan == nil { sayFocus() }
  }

  private var keyNames: [String] {
    typingSession.session.keyboard == nil ? [] : typingSession.inputView?.keys.map(\.identifier) ?? []
  }

  /// The field's text around the insertion point, as sentences for a screen reader. `limit` is the maximum number of
  /// characters on each side.
  func fieldText(limit: Int) -> String {
    guard let field = typingSession.session.field else { return "No field." }
    let document = field.document
    guard document.hasText else { return "The field is empty." }
    func part(_ text: String, fromEnd: Bool = false) -> String {
      if field.traits.isSecureTextEntry { return "\(text.count) hidden" }
      let part = fromEnd ? text.suffix(limit) : text.prefix(limit)
      let cut = part.utf8.count < text.utf8.count ? "…" : ""
      let line = String(part.map { $0.isNewline ? "⏎" : $0 })
      return fromEnd ? cut + line : line + cut
    }
    var sentences: [String] = []
    if !document.before.isEmpty {
      sentences.append("Before the insertion point: \(part(document.before, fromEnd: true))")
    }
    if !document.selected.isEmpty { sentences.append("Selected: \(part(document.selected))") }
    if !document.after.isEmpty { sentences.append("After the insertion point: \(part(document.after))") }
    if let marked = document.markedText { sentences.append("Marked: \(part(marked))") }
    return sentences.joined(separator: ". ")
  }
}

extension Key {
  /// The key as text for a screen reader: its name, role, other texts, state, alternatives and accessibility hint.
  fileprivate var description: String {
    var words = [spoken]
    switch role {
    case .character, .suggestion, .action: break
    case .nextKeyboard: if spoken != "next keyboard" { words.append("next keyboard") }
    default: if spoken.lowercased() != role.name.lowercased() { words.append(role.name) }
    }
    if let subtitle { words.append(subtitle.onOneLine) }
    if !hints.isEmpty { words.append("hints \(hints.map(\.text.onOneLine).joined(separator: " "))") }
    if isSelected { words.append("on") }
    if !isEnabled { words.append("disabled") }
    if !alternatives.isEmpty { words.append("\(alternatives.count) alternatives") }
    let hint = accessibilityHint.map { ". \($0)" } ?? ""
    return words.joined(separator: ", ") + hint
  }
}
