internal import InputViewModel
internal import KeyboardHost
internal import Layout
internal import TextModel
internal import Timing

extension LinearView {
  /// The help text that `?` reads out.
  private static let help = [
    "n, Tab, right or down: next key. p, Shift+Tab, left or up: previous key.",
    "Return or space: press the key. h: hold it. <, >, ^ and v: swipe left, right, up, down.",
    "f: read the field. k: read the keyboard. r: repeat the focused key.",
    "g: list the keyboards. t: list the field's traits. In a list: n and p move, Return chooses, Escape closes.",
    "w: type with your keyboard until Escape. u: undo your last step. q: quit.",
  ]

  /// Handles a keystroke on the hardware keyboard.
  ///
  /// - Returns: Whether the user quits.
  package func handle(_ keystroke: Keystroke) -> Bool {
    if keystroke == .control("c") || keystroke == .control("q") { return true }
    if isWriting {
      write(keystroke)
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

  // MARK: The keyboard

  private func moveFocus(by step: Int) {
    let keys = rows.joined().compactMap(\.key)
    guard !keys.isEmpty else { return sayFocus() }
    let index = focusedKey.flatMap { key in keys.firstIndex { $0.identifier == key.identifier } } ?? 0
    // If no key is focused, the view has already announced the first key. So a step back selects the last key.
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

  private func write(_ keystroke: Keystroke) {
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
