internal import Diagnostics
internal import InputViewModel
internal import KeyboardHost
internal import Layout
internal import Scripting
internal import TextModel
package import Timing

/// The view for screen readers and braille terminals. The view writes plain lines about the focus and the effects of
/// keystrokes.
///
/// The view never moves the cursor to another position of the screen.
package final class LinearView {
  /// A list that the user has opened.
  private enum List {
    case modes([TypingSession.Mode])
    case alternatives(Key)
    case traits
  }

  let typingSession: TypingSession
  let clock: any SessionClock
  private let scanInterval: Duration?
  private let write: (String) -> Void
  private var focused: String?
  private var list: List?
  private var listIndex = 0
  private var isWriting = false
  private var scan: Scan?
  private var nextScan: Duration?
  private var said = Said()

  /// The state that the view last announced. The view announces only differences from the last announced state.
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
  /// The help text that `?` reads out.
  private static let help = [
    "n, Tab, right or down: next key. p, Shift+Tab, left or up: previous key.",
    "Return or space: press the key. h: hold it. <, >, ^ and v: swipe left, right, up, down.",
    "f: read the field. k: read the keyboard. r: repeat the focused key.",
    "g: list the keyboards. t: list the field's traits. In a list: n and p move, Return chooses, Escape closes.",
    "w: type with your keyboard until Escape. u: undo your last step. q: quit.",
  ]

  /// Creates a view of a typing session. Call `begin()` to give the field the focus.
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

  /// Writes a line, sanitized.
  private func say(_ line: String) { write("\(line.sanitized(limit: 4_096))\n") }

  // MARK: Time

  /// The time at which the caller must next call ``pass(unless:)``, by the session's clock; nil if nothing is pending.
  package var deadline: Duration? { [typingSession.nextTimer, nextScan].compactMap(\.self).min() }

  /// Handles due timers and scanning, and announces the changes. Runs timers only while none of the descriptors
  /// `others` is readable.
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

  private func updateScan() {
    scan?.show(rows.map { row in row.compactMap(\.key).filter(\.isEnabled).map(\.identifier) })
  }

  private func sayScan() {
    let keys = scan?.identifiers.compactMap { key($0)?.spoken } ?? []
    say(keys.joined(separator: ", "))
  }

  // MARK: The keyboard

  private var layout: InputViewLayout? {
    guard typingSession.session.keyboard != nil, let inputView = typingSession.inputView,
      let environment = typingSession.session.field?.environment
    else { return nil }
    return InputViewLayout(inputView, in: environment, addsGlobeKey: typingSession.session.addsGlobeKey)
  }

  /// The keys in reading order, including keys that are scrolled out of view.
  private var rows: [[PlacedElement]] {
    layout?.rows(isRightToLeft: typingSession.session.field?.environment.isRightToLeft == true, includesHidden: true)
      ?? []
  }

  private func key(_ identifier: String) -> Key? { layout?.element(ofKey: identifier)?.key }

  /// The focused key, or else the first key.
  private var focusedKey: Key? {
    layout?.chosenKey(
      focused, at: nil, isRightToLeft: typingSession.session.field?.environment.isRightToLeft == true,
      includesHidden: true)?.key
  }

  // MARK: Announcing

  private func sayFocus() {
    let rows = rows
    guard let key = focusedKey else {
      guard let shown = typingSession.session.keyboard else {
        return say("The keyboard is hidden. Press Return to show it.")
      }
      return say(
        "\(typingSession.name(of: shown)) shows no keys. If the host refused its input view, `klava log \(shown)` gives "
          + "the reason.")
    }
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
  private func fieldText(limit: Int) -> String {
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

  // MARK: Keystrokes

  /// Handles a keystroke on the hardware keyboard.
  ///
  /// - Returns: Whether the user quits.
  package func handle(_ keystroke: Keystroke) -> Bool {
    if keystroke == .control("c") || keystroke == .control("q") { return true }
    if isWriting {
      type(keystroke)
    } else if list != nil {
      handleInList(keystroke)
    } else if keystroke == .character("q") {
      return true
    } else if scan != nil, keystroke == .return || keystroke == .character(" ") {
      pressSwitch()
    } else {
      command(keystroke)
    }
    openListIfWanted()
    return false
  }

  private func command(_ keystroke: Keystroke) {
    switch keystroke {
    case .character("n"), .tab, .arrow(.right, isShifted: false), .arrow(.down, isShifted: false): moveFocus(by: 1)
    case .character("p"), .backTab, .arrow(.left, isShifted: false), .arrow(.up, isShifted: false): moveFocus(by: -1)
    case .return, .character(" "): activate()
    case .character("h"): hold()
    case .character("<"), .arrow(.left, isShifted: true): swipe(.left)
    case .character(">"), .arrow(.right, isShifted: true): swipe(.right)
    case .character("^"), .arrow(.up, isShifted: true): swipe(.up)
    case .character("v"), .arrow(.down, isShifted: true): swipe(.down)
    case .character("r"): sayFocus()
    case .character("f"): say(fieldText(limit: 2_000))
    case .character("k"): readKeyboard()
    case .character("g"): open(.modes(typingSession.modes), at: typingSession.modes.firstIndex(where: \.isShown) ?? 0)
    case .character("t"): open(.traits, at: 0)
    case .character("u"):
      typingSession.undo()
      sayNews()
    case .character("w"):
      isWriting = true
      say("Your keyboard now types into the field. Press Escape to stop.")
    case .character("?"): for line in Self.help { say(line) }
    case .escape, .function: break
    default: say("? lists the keys.")
    }
  }

  // MARK: Keys

  private func moveFocus(by step: Int) {
    let keys = rows.joined().compactMap(\.key)
    guard !keys.isEmpty else { return sayFocus() }
    let index = focusedKey.flatMap { key in keys.firstIndex { $0.identifier == key.identifier } } ?? 0
    // If no key is focused, the view has already announced the first key, so a step back from it selects the last key.
    let next = focused == nil && step < 0 ? keys.count - 1 : (index + step + keys.count) % keys.count
    focused = keys[next].identifier
    sayFocus()
  }

  private func activate() {
    guard let key = focusedKey else {
      typingSession.focus(width: typingSession.session.field?.environment.width ?? 390)
      return sayNews()
    }
    press(key.identifier)
  }

  private func press(_ identifier: String) {
    focused = identifier
    typingSession.perform(KeyEvent(key: identifier, gesture: .press))
    sayNews()
  }

  private func hold() {
    guard let key = focusedKey else { return sayFocus() }
    focused = key.identifier
    if !key.alternatives.isEmpty { return open(.alternatives(key), at: 0) }
    typingSession.perform(KeyEvent(key: key.identifier, gesture: .longPress))
    sayNews()
  }

  private func swipe(_ arrow: ArrowKey) {
    typingSession.swipe(arrow, on: focusedKey)
    sayNews()
  }

  private func readKeyboard() {
    for (index, row) in rows.enumerated() {
      say("Row \(index + 1): \(row.compactMap { $0.key?.spoken }.joined(separator: ", "))")
    }
    for label in typingSession.inputView?.labels ?? []
    where typingSession.session.keyboard != nil && !label.text.isEmpty {
      say("\(label.accessibilityLabel ?? label.identifier): \(label.text)")
    }
  }

  private func pressSwitch() {
    updateScan()
    if let scanInterval { nextScan = clock.now + scanInterval }
    if let key = scan?.select() { press(key) } else { sayScan() }
  }

  // MARK: Typing

  private func type(_ keystroke: Keystroke) {
    if keystroke == .escape {
      isWriting = false
      say("The keys of your keyboard move the focus again.")
      return say(fieldText(limit: 60))
    }
    guard let name = keystroke.hardwareName else { return }
    typingSession.hardwareKey(name)
    let isSecret = typingSession.session.field?.traits.isSecureTextEntry == true
    say(isSecret && name.count == 1 ? "hidden" : name == " " ? "space" : name)
    sayNews()
  }

  // MARK: Lists

  private func openListIfWanted() {
    guard typingSession.wantsInputModeList else { return }
    typingSession.wantsInputModeList = false
    open(.modes(typingSession.modes), at: typingSession.modes.firstIndex(where: \.isShown) ?? 0)
  }

  private func open(_ list: List, at index: Int) {
    self.list = list
    listIndex = index
    let entries = entries(of: list)
    guard !entries.isEmpty else {
      self.list = nil
      return say("The list is empty.")
    }
    say("\(entries.count) entries. n and p move, Return chooses, Escape closes.")
    say(entries[min(index, entries.count - 1)])
  }

  private func entries(of list: List) -> [String] {
    switch list {
    case .modes(let modes): modes.map { "\($0.name)\($0.isShown ? ", shown" : "")" }
    case .alternatives(let key): key.alternatives
    case .traits:
      typingSession.session.field.map { field in TraitRow.all.map { "\($0.name): \($0.value(field))" } } ?? []
    }
  }

  private func handleInList(_ keystroke: Keystroke) {
    guard let list else { return }
    let count = entries(of: list).count
    switch keystroke {
    case _ where count == 0: self.list = nil
    case .character("n"), .tab, .arrow(.right, _), .arrow(.down, _): listIndex = (listIndex + 1) % count
    case .character("p"), .backTab, .arrow(.left, _), .arrow(.up, _): listIndex = (listIndex + count - 1) % count
    case .return, .character(" "): return select(list)
    case .escape, .character("q"):
      self.list = nil
      return sayFocus()
    default: return say("n and p move, Return chooses, Escape closes.")
    }
    say(entries(of: list)[listIndex])
  }

  private func select(_ list: List) {
    switch list {
    case .modes(let modes):
      self.list = nil
      if modes.indices.contains(listIndex) { typingSession.pick(modes[listIndex].identifier) }
    case .alternatives(let key):
      self.list = nil
      typingSession.perform(KeyEvent(key: key.identifier, gesture: .alternative(listIndex)))
    case .traits:
      typingSession.step(TraitRow.all[listIndex], isForward: true)
      say(entries(of: list)[listIndex])
    }
    sayNews()
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
