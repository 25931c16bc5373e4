internal import Diagnostics
package import KeyboardHost
internal import Layout
internal import TextInput

/// The view that is read out: plain lines about what is focused and what came of a key.
///
/// It is for a screen reader or a braille terminal: no place of the screen is ever addressed.
package final class LinearView {
  /// A list that is open, and which of its entries is focused.
  enum List {
    case modes([TypingSession.Mode])
    case alternatives(Key)
    case traits
  }

  let seat: TypingSession
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

  /// What the person was told last, so that only what is new is said.
  private struct Said {
    var keyboard: String?
    var because: ShownBecause?
    var keys: [String] = []
    var labels: [String: String] = [:]
    var text: String?
    var row: Int?
  }

  /// Points from left to right: as a phone held upright.
  private static let width = 390.0
  /// Characters that are read on each side of the caret without being asked for more.
  private static let readCharacters = 60

  /// A view of a seat, at which the field gets the focus.
  ///
  /// - Parameter write: Takes text with its line breaks.
  package init(
    seat: TypingSession, clock: any SessionClock, scanInterval: Duration? = nil, write: @escaping (String) -> Void
  ) {
    self.seat = seat
    self.clock = clock
    self.scanInterval = scanInterval
    self.write = write
    if let scanInterval {
      scan = Scan(rows: [])
      nextScan = clock.now + scanInterval
    }
  }

  /// Says what there is; to be called once before anything else.
  package func begin() {
    say("Klava in linear mode. ? lists the keys, q quits.")
    seat.focus(width: Self.width)
    sayNews()
    guard scan != nil else { return }
    updateScan()
    sayScan()
  }

  /// Says a line, in which nothing can mislead a terminal.
  func say(_ line: String) { write("\(line.sanitized(limit: 4_096))\n") }

  // MARK: Time

  /// When something is to be done without the person, by the clock; nil if nothing is.
  package var deadline: Duration? { [seat.nextTimer, nextScan].compactMap(\.self).min() }

  /// Does what is due, and says what came of it; timers only as long as none of `others` is readable.
  package func pass(unless others: [Int32] = []) {
    let now = clock.now
    if let due = seat.nextTimer, due <= now { seat.runDueTimers(unless: others) }
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

  // MARK: What there is

  var layout: InterfaceLayout? {
    guard seat.session.keyboard != nil, let interface = seat.session.interface,
      let environment = seat.session.field?.environment
    else { return nil }
    return InterfaceLayout(interface, in: environment, addsGlobeKey: seat.session.addsGlobeKey)
  }

  /// The keys in reading order, also those that a person would have to scroll to.
  var rows: [[PlacedElement]] {
    layout?.rows(isRightToLeft: seat.session.field?.environment.isRightToLeft == true, includesHidden: true) ?? []
  }

  func key(_ identifier: String) -> Key? { layout?.element(ofKey: identifier)?.key }

  /// The focused key; the first where it is not there any more.
  var focusedKey: Key? { focused.flatMap { key($0) } ?? rows.first?.first?.key }

  // MARK: Saying

  /// Says which key is focused.
  func sayFocus() {
    let rows = rows
    guard let key = focusedKey else { return say("The keyboard is hidden. Press Return to show it.") }
    let row = rows.firstIndex { $0.contains { $0.key?.identifier == key.identifier } }
    let prefix = row == said.row ? "" : row.map { "Row \($0 + 1) of \(rows.count). " } ?? ""
    said.row = row
    say("\(prefix)\(key.description)")
  }

  /// Says what is another than it was said to be.
  func sayNews() {
    let session = seat.session
    var isFocusNew = false
    if session.keyboard != said.keyboard || session.shownBecause != said.because {
      said.keyboard = session.keyboard
      said.because = session.shownBecause
      let name = session.keyboard.map { seat.name(of: $0) }
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
      isFocusNew = focused.flatMap { key($0) } == nil
    }
    for label in session.interface?.labels ?? [] where session.keyboard != nil {
      let text = label.text
      if said.labels[label.identifier] != text, !text.isEmpty {
        say("\(label.accessibilityLabel ?? label.identifier): \(text)")
      }
      said.labels[label.identifier] = text
    }
    let text = fieldText(limit: Self.readCharacters)
    if text != said.text, !isWriting { say(text) }
    said.text = text
    for notice in seat.takeNotices() { say(notice) }
    // Who does not see it must know which key Return would press.
    if isFocusNew, scan == nil { sayFocus() }
  }

  private var keyNames: [String] {
    seat.session.keyboard == nil ? [] : seat.session.interface?.keys.map(\.identifier) ?? []
  }

  /// The field's text around the caret, as it is read.
  func fieldText(limit: Int) -> String {
    guard let field = seat.session.field else { return "No field." }
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
  /// The key as it is read out: what it is called, what it is, and what pressing does.
  fileprivate var description: String {
    var words = [spoken]
    switch role {
    case .character, .suggestion, .action: break
    case .nextKeyboard: if spoken != "next keyboard" { words.append("next keyboard") }
    default: if spoken.lowercased() != role.name.lowercased() { words.append(role.name) }
    }
    if isSelected { words.append("on") }
    if !isEnabled { words.append("disabled") }
    if !alternatives.isEmpty { words.append("\(alternatives.count) alternatives") }
    let hint = accessibilityHint.map { ". \($0)" } ?? ""
    return words.joined(separator: ", ") + hint
  }
}
