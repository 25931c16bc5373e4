internal import InputViewModel
internal import KeyboardHost
internal import KeyboardLayouts
internal import KeyboardProtocol
internal import TextModel

/// The shown plane, the shift state, the modifiers and the compose sequence.
struct PlaneState: Hashable, Sendable {
  private(set) var plane: KeyPlane.Name
  private(set) var shift = ShiftState.off
  /// The time of the tap on shift that may be the first tap of a double tap; nil if there is no such tap.
  private var firstShiftTap: Duration?
  /// The time of the last tap on shift; nil after another key.
  private var lastShiftTap: Duration?
  /// What the user has done since a finger began to hold shift; nil if no finger holds shift.
  private var heldShift: HeldShift?
  /// Whether the next letter should be a capital, for example at the start of a sentence
  /// (Behavior.md#automatic-capitals).
  private var capitalizes = false
  /// The modifiers that apply to the next key press.
  private(set) var modifiers: Set<TerminalKey> = []
  /// The modifiers that stay on until the user presses them again. ``modifiers`` also contains the locked modifiers.
  private(set) var lockedModifiers: Set<TerminalKey> = []

  private(set) var sequence = ComposeSequence()
  /// The title of a key that shows the plane of letters.
  let lettersTitle: String

  /// Creates the state with which the keyboard starts in a field.
  ///
  /// - Parameter layout: The planes of the field.
  init(_ layout: SystemLayout) {
    plane = layout.home
    lettersTitle = layout.lettersTitle
  }

  /// Whether the user has pressed other keys while a finger holds shift.
  private enum HeldShift { case alone, used }

  /// The effect of a gesture on a key, in addition to the change of this state.
  enum Consequence: Hashable, Sendable {
    /// No effect.
    case nothing
    /// The key edits the document.
    case edit(Edit)
    /// The key deletes the word before the insertion point.
    case deleteWord
    /// The keyboard sends a key press to the application.
    case keyPress(KeyPress)
    /// The key sends a request to the host.
    case request(KeyboardRequest)
    /// The key shows the emoji plane.
    case emoji
    /// The key shows the copied texts.
    case clipboard
    /// The key inserts a copied text.
    case paste(String)
    /// The key removes a copied text from the history; nil for all copied texts.
    case forgetCopied(String?)
    /// The held key shows its alternatives. If the user releases the key without choosing an alternative, the key has
    /// the effect of a press.
    case wait
  }

  /// Applies a gesture on a key.
  ///
  /// - Parameters:
  ///   - gesture: The gesture.
  ///   - key: The key.
  ///   - hasWaited: Whether the user holds the key and the keyboard shows its alternatives.
  ///   - home: The first plane of the field.
  ///   - now: The time of the gesture on the session's clock.
  ///   - table: The compose sequences.
  /// - Returns: The effect of the gesture apart from the change of this state.
  mutating func apply(
    _ gesture: KeyEvent.Gesture, to key: PlaneKey, hasWaited: Bool, home: KeyPlane.Name,
    at now: Duration, composing table: ComposeTable? = nil
  ) -> Consequence {
    let alternatives = key.alternatives(shift: shift)
    switch gesture {
    case .longPress where key == .globe, .swipe(.up) where key == .globe: return .request(.showInputModeList)
    case .longPress where !alternatives.isEmpty: return .wait
    case .release where hasWaited: return press(key, home: home, at: now, composing: table)
    case .alternative(let index) where alternatives.indices ~= index:
      guard case .symbol(let key) = key else { return type(alternatives[index]) }
      return type(key.alternatives(shift)[index], composing: table)
    case .repeatWord where key == .delete: return .deleteWord
    case .longPress where key == .shift:
      // If another finger touches a key, the frontend sends a press of the held shift key before the long press.
      let isRollover = isWithinDoubleTap(lastShiftTap, now)
      // The press turned caps lock on or off.
      if isRollover, firstShiftTap == nil { return .nothing }
      (shift, firstShiftTap) = (isRollover ? .once : .locked, nil)
      heldShift = .alone
      return .nothing
    case .release where key == .shift:
      let wasUsed = heldShift == .used
      heldShift = nil
      if wasUsed { shift = .off.afterChange(capitalizes: capitalizes) }
      return .nothing
    // On keys that the cases above do not name, a long press has the effect of a press.
    case .press, .longPress, .repeat, .repeatWord: return press(key, home: home, at: now, composing: table)
    case .release, .swipe, .alternative, .touches: return .nothing
    }
  }

  /// Applies a press of a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - home: The first plane of the field.
  ///   - now: The time of the press on the session's clock.
  ///   - table: The compose sequences.
  /// - Returns: The effect of the key apart from the change of this state.
  mutating func press(
    _ key: PlaneKey, home: KeyPlane.Name, at now: Duration, composing table: ComposeTable? = nil
  ) -> Consequence {
    if key != .shift { (firstShiftTap, lastShiftTap) = (nil, nil) }
    // A modifier stays on until the next key press, and a locked modifier stays on until the user presses the modifier
    // again. A press of a key that only changes the keyboard, such as shift, turns no modifier off.
    let held = modifiers
    switch key {
    case .terminal(let key) where key.isModifier:
      pressModifier(key)
      return .nothing
    case .shift, .plane, .globe, .dismiss, .emoji, .clipboard: break
    default: modifiers = lockedModifiers
    }
    switch key {
    case .terminal(let key):
      endSequence()
      guard let key = key.key else { return .nothing }
      let isShifted = shift == .once || shift == .locked
      endShift()
      return .keyPress(KeyPress(key, held, isShifted: isShifted))
    case .delete where !held.isEmpty: return .keyPress(KeyPress(.backspace, held))
    case .return where !held.isEmpty: return .keyPress(KeyPress(.return, held))
    case .letter, .text, .space, .symbol:
      var text = key == .space ? " " : key.identifier(shift: shift)
      if case .symbol(let key) = key, let latin = key.latin, !text.utf8.allSatisfy({ $0 < 0x80 }) {
        text = String(latin)
      }
      guard !held.isEmpty, text.count == 1, let character = text.first else { break }
      endShift()
      endSequence()
      return .keyPress(KeyPress(.character(character), held))
    default: break
    }
    if !sequence.isEmpty, let consequence = continueSequence(with: key, home: home, composing: table) {
      return consequence
    }
    switch key {
    case .terminal: return .nothing
    case .symbol(let key): return type(key.symbol(shift), composing: table)
    case .emoji, .clipboard:
      // The other view has no shift key, so the keyboard learns nothing about a finger that holds shift.
      heldShift = nil
      return key == .emoji ? .emoji : .clipboard
    case .shift:
      heldShift = nil
      let isSecond = awaitsSecondShiftTap(at: now)
      // A tap that turns caps lock on or off is not the first tap of a double tap.
      firstShiftTap = isSecond || shift == .locked ? nil : now
      lastShiftTap = now
      shift = shift.tapped(isSecond: isSecond)
      return .nothing
    case .plane(let name):
      plane = name
      heldShift = nil
      endShift()
      return .nothing
    case .letter, .text:
      return type(key.identifier(shift: shift))
    case .space:
      // After a space, show the field's first plane again, because users mostly type only one symbol between words.
      if plane != .letters { plane = home }
      return type(" ")
    case .return: return type("\n")
    case .delete:
      endShift()
      return .edit(.deleteBackward)
    case .globe: return .request(.advanceToNextInputMode)
    case .dismiss: return .request(.dismissKeyboard)
    }
  }

  /// Turns shift off after another key, if caps lock is off and no finger holds shift.
  private mutating func endShift() {
    if heldShift == nil { shift = shift.afterOtherKey(capitalizes: capitalizes) } else { heldShift = .used }
  }

  /// Whether a tap on shift at this time would be the second tap of a double tap.
  func awaitsSecondShiftTap(at now: Duration) -> Bool { isWithinDoubleTap(firstShiftTap, now) }

  private func isWithinDoubleTap(_ tap: Duration?, _ now: Duration) -> Bool {
    tap.map { now - $0 <= ShiftState.doubleTapLimit } ?? false
  }

  /// Applies a press of a modifier. One press affects the next key, a second press locks the modifier, and a third
  /// press turns the modifier off.
  private mutating func pressModifier(_ key: TerminalKey) {
    if lockedModifiers.remove(key) != nil {
      modifiers.remove(key)
    } else if !modifiers.insert(key).inserted {
      lockedModifiers.insert(key)
    }
  }

  /// Turns all modifiers off, and leaves the plane of function keys.
  ///
  /// - Parameter home: The plane to show instead of the function keys.
  mutating func endModifiers(home: KeyPlane.Name) {
    (modifiers, lockedModifiers) = ([], [])
    if plane == .functions { plane = home }
  }

  /// Updates the shift state after the field's text or traits changed.
  ///
  /// - Parameter capitalizes: Whether the next letter should now be a capital.
  mutating func update(capitalizes: Bool) {
    self.capitalizes = capitalizes
    shift = shift.afterChange(capitalizes: capitalizes)
  }

  /// Forgets the compose sequence.
  mutating func endSequence() { sequence.end() }

  /// Handles a key during a compose sequence.
  ///
  /// - Returns: The effect of the key; nil if the key has its normal effect.
  private mutating func continueSequence(
    with key: PlaneKey, home: KeyPlane.Name, composing table: ComposeTable?
  ) -> Consequence? {
    switch key {
    case .letter, .text: return type(LayoutSymbol(text: key.identifier(shift: shift)), composing: table)
    case .space:
      let consequence = type(LayoutSymbol(text: " "), composing: table)
      if plane != .letters { plane = home }
      return consequence
    case .delete:
      endSequence()
      return .nothing
    case .return, .terminal, .emoji, .clipboard:
      endSequence()
      return nil
    case .symbol, .shift, .plane, .globe, .dismiss: return nil
    }
  }

  /// Types a symbol of a keyboard layout.
  private mutating func type(_ symbol: LayoutSymbol, composing table: ComposeTable?) -> Consequence {
    // Keep the shift state after a dead key, so that shift applies to the letter after the dead key.
    guard let text = sequence.add(symbol, composing: table), !text.isEmpty else { return .nothing }
    return type(text)
  }

  /// Types a text, and returns the edit.
  mutating func type(_ text: String) -> Consequence {
    (firstShiftTap, lastShiftTap) = (nil, nil)
    endShift()
    return .edit(.insertText(text))
  }
}

extension KeyPress {
  /// Creates a key press with the modifiers that are on.
  fileprivate init(_ key: Key, _ modifiers: Set<TerminalKey>, isShifted: Bool = false) {
    self.init(
      key, control: modifiers.contains(.control), alt: modifiers.contains(.alt), logo: modifiers.contains(.logo),
      shift: isShifted)
  }
}
