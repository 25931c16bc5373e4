internal import Gestures
internal import InputViewModel
internal import KeyboardHost
internal import Layout
internal import Timing

extension FullScreen {
  /// Handles a keystroke on the hardware keyboard.
  ///
  /// - Returns: The user's request to the program; nil if there is none.
  package func handle(_ keystroke: Keystroke) -> Wish? {
    typingSession.isChanged = true
    var keystroke = keystroke
    // Escape followed by a digit acts as a function key, for terminals without function keys.
    if wasEscape, case .character(let character) = keystroke, let digit = character.wholeNumberValue, character.isASCII
    {
      keystroke = .function(digit == 0 ? 10 : digit)
    }
    wasEscape = keystroke == .escape
    switch keystroke {
    case .control("c"), .control("q"), .function(10): return .quit
    case .control("z"):
      typingSession.undo()
      return nil
    case .function(9): return .suspend
    case .control("l"): return .repaint
    case .function(2):
      if menuIndex == nil { openList() } else { menuIndex = nil }
      return nil
    case .function(let number):
      if let chosen = Panel(rawValue: number) {
        (menuIndex, alternatives) = (nil, nil)
        panel = panel == chosen ? nil : chosen
      }
      return nil
    default: break
    }
    if menuIndex != nil {
      handleInMenu(keystroke)
    } else if alternatives != nil {
      handleInAlternatives(keystroke)
    } else if keystroke == .escape {
      panel = nil
    } else if keystroke == .tab || keystroke == .backTab {
      mode = mode == .moving ? .typing : .moving
    } else if panel == .traits {
      handleInTraits(keystroke)
    } else if panel != nil, keystroke == .pageUp || keystroke == .pageDown {
      scrollPanel(towardEnd: keystroke == .pageDown)
    } else if typingSession.session.keyboard == nil, keystroke == .return {
      refocus()
    } else if scan != nil, mode == .moving, keystroke == .return || keystroke == .character(" ") {
      pressSwitch()
    } else if mode == .typing {
      if let name = keystroke.hardwareName { typingSession.hardwareKey(name) }
    } else {
      move(keystroke)
    }
    openListIfWanted()
    return nil
  }

  /// Shows the list of input modes if the keyboard requested it.
  func openListIfWanted() {
    guard typingSession.wantsInputModeList else { return }
    typingSession.wantsInputModeList = false
    openList()
  }

  /// Opens the list of input modes in place of a panel or of alternatives.
  private func openList() {
    (panel, alternatives) = (nil, nil)
    menuIndex = typingSession.modes.firstIndex(where: \.isShown) ?? 0
  }

  /// Gives the field the focus again, which shows a dismissed keyboard.
  func refocus() {
    guard let width = typingSession.session.field?.environment.width else { return }
    typingSession.focus(width: width)
  }

  // MARK: Moving over the keys

  private func move(_ keystroke: Keystroke) {
    switch keystroke {
    case .arrow(let direction, isShifted: false): moveFocus(direction)
    case .arrow(let direction, isShifted: true): swipe(direction)
    case .character("<"): swipe(.left)
    case .character(">"): swipe(.right)
    case .character("^"): swipe(.up)
    case .character("v"): swipe(.down)
    case .return, .character(" "): pressFocused()
    case .character("h"): holdFocused()
    case .home: focus(layout?.rows(isRightToLeft: isRightToLeft).first?.first)
    case .end: focus(layout?.rows(isRightToLeft: isRightToLeft).last?.last)
    case .character: typingSession.notify("Press Tab to type into the field with your keyboard.")
    default: break
    }
  }

  private func moveFocus(_ direction: ArrowKey) {
    guard let layout, let element = focusedElement else { return }
    focus(layout.neighbor(of: element, towards: direction) ?? element)
  }

  private func focus(_ element: PlacedElement?) {
    guard let element, let key = element.key else { return }
    focused = key.identifier
    reveal(element)
  }

  /// Scrolls until the whole element is visible.
  private func reveal(_ element: PlacedElement) {
    guard let layout, let path = element.path else { return }
    showSurface()
    for area in layout.scrollAreas where path.indices.starts(with: area.path.indices) {
      let hidden: Double =
        if area.isHorizontal {
          min(element.frame.x - area.frame.x, 0) + max(element.frame.maxX - area.frame.maxX, 0)
        } else {
          min(element.frame.y - area.frame.y, 0) + max(element.frame.maxY - area.frame.maxY, 0)
        }
      let distance = area.isHorizontal ? Point(x: -hidden, y: 0) : Point(x: 0, y: -hidden)
      if hidden != 0 { recognizer.scroll(at: area.frame.center, by: distance) }
    }
  }

  private func pressFocused() {
    guard let key = focusedElement?.key else { return }
    focused = key.identifier
    press(key.identifier)
  }

  /// Presses a key and shows it as pressed for a moment.
  func press(_ identifier: String) {
    flash = (identifier, clock.now + Self.flashDuration)
    typingSession.perform(KeyEvent(key: identifier, gesture: .press))
  }

  private func holdFocused() {
    guard let key = focusedElement?.key else { return }
    focused = key.identifier
    if key.alternatives.isEmpty {
      flash = (key.identifier, clock.now + Self.flashDuration)
      typingSession.perform(KeyEvent(key: key.identifier, gesture: .longPress))
      if typingSession.inputView?.key(key.identifier) != nil, typingSession.session.keyboard != nil,
        !typingSession.wantsInputModeList
      {
        typingSession.perform(KeyEvent(key: key.identifier, gesture: .release))
      }
    } else {
      alternatives = KeyboardHighlights.Alternatives(key: key.identifier, chosen: 0)
    }
  }

  private func swipe(_ arrow: ArrowKey) { typingSession.swipe(arrow, on: focusedElement?.key) }

  private func handleInAlternatives(_ keystroke: Keystroke) {
    guard let open = alternatives, let count = typingSession.inputView?.key(open.key)?.alternatives.count,
      count > 0
    else {
      alternatives = nil
      return
    }
    let chosen = open.chosen ?? 0
    switch keystroke {
    case .arrow(.left, _), .arrow(.up, _): alternatives?.chosen = (chosen + count - 1) % count
    case .arrow(.right, _), .arrow(.down, _): alternatives?.chosen = (chosen + 1) % count
    case .return, .character(" "):
      alternatives = nil
      typingSession.perform(KeyEvent(key: open.key, gesture: .alternative(chosen)))
    default: alternatives = nil
    }
  }

  // MARK: The one switch

  private func pressSwitch() {
    updateScan()
    if let scanInterval { nextScan = clock.now + scanInterval }
    if let key = scan?.select() { press(key) }
  }

  // MARK: Lists

  private func handleInMenu(_ keystroke: Keystroke) {
    let modes = typingSession.modes
    guard let index = menuIndex, !modes.isEmpty else {
      menuIndex = nil
      return
    }
    switch keystroke {
    case .arrow(.up, _), .arrow(.left, _): menuIndex = (index + modes.count - 1) % modes.count
    case .arrow(.down, _), .arrow(.right, _): menuIndex = (index + 1) % modes.count
    case .return, .character(" "): pick(modes, index)
    case .character(let character):
      if let digit = character.wholeNumberValue, digit > 0 { pick(modes, digit - 1) }
    default: menuIndex = nil
    }
  }

  /// Selects the input mode at this index of the list.
  func pick(_ modes: [TypingSession.Mode], _ index: Int) {
    menuIndex = nil
    guard modes.indices.contains(index) else { return }
    typingSession.pick(modes[index].identifier)
  }

  private func handleInTraits(_ keystroke: Keystroke) {
    let rows = TraitRow.all
    switch keystroke {
    case .arrow(.up, _): traitIndex = (traitIndex + rows.count - 1) % rows.count
    case .arrow(.down, _): traitIndex = (traitIndex + 1) % rows.count
    case .arrow(.right, _), .return, .character(" "): typingSession.step(rows[traitIndex], isForward: true)
    case .arrow(.left, _): typingSession.step(rows[traitIndex], isForward: false)
    default: typingSession.notify("Up/down: select a trait. Left/right: change it. Esc: close the panel.")
    }
  }
}
