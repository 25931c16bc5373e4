internal import Layout
internal import CNcurses
internal import InputViewModel

extension Terminal {
  /// An input event of the terminal.
  package enum Event: Hashable, Sendable {
    /// A keystroke.
    case key(Keystroke)
    /// A mouse event.
    case pointer(PointerSample)
  }

  /// Returns the input since the last call, in order. Returns about `eventsAtOnce` events at most, and leaves further
  /// input to the next call.
  package func events() -> [Event] {
    var events: [Event] = []
    while events.count < Self.eventsAtOnce, let input = next() {
      switch input {
      case .code(KEY_MOUSE): events += pointer()
      case .code(let code):
        if let keystroke = Keystroke(curses: code) { events.append(.key(keystroke)) }
      case .scalar("\u{1B}"): events += escaped()
      case .scalar(let scalar): events.append(.key(Keystroke(scalar)))
      }
    }
    return events
  }

  private enum Input {
    case code(Int32)
    case scalar(Unicode.Scalar)
  }

  private func next() -> Input? {
    var code: wint_t = 0
    switch get_wch(&code) {
    case KEY_CODE_YES: return .code(Int32(bitPattern: code))
    case OK: return .scalar(Unicode.Scalar(code) ?? "\u{FFFD}")
    default: return nil
    }
  }

  /// Returns the events for the escape character that the terminal has just read, and for the input after this
  /// character. If the input is an escape sequence that terminfo does not know, there are no events. For other input,
  /// the first event is the Escape key.
  private func escaped() -> [Event] {
    guard let following = next() else { return [.key(.escape)] }
    switch following {
    case .scalar("["):
      for _ in 0..<Self.maximumSequenceLength {
        guard case .scalar(let scalar) = next(), !(0x40...0x7E).contains(scalar.value) else { break }
      }
      return []
    case .scalar("\u{1B}"): return [.key(.escape), .key(.escape)]
    case .scalar(let scalar): return [.key(.escape), .key(Keystroke(scalar))]
    case .code(KEY_MOUSE): return [.key(.escape)] + pointer()
    case .code(let code): return [.key(.escape)] + (Keystroke(curses: code).map { [.key($0)] } ?? [])
    }
  }

  /// Defines escape sequences that terminals send although their terminfo entries do not list them.
  func defineKeys() {
    for (sequence, code) in EscapeSequences.codes { define_key("\u{1B}\(sequence)", code) }
  }

  /// The longest escape sequence in characters.
  private static let maximumSequenceLength = 32

  /// The number of events after which ``events()`` reads no more input. The next call returns further input, such as
  /// the end of a long paste.
  private static let eventsAtOnce = 512

  /// The pending mouse events, oldest first. ncurses returns the latest mouse event first, so this method reverses the
  /// order.
  private func pointer() -> [Event] {
    var event = MEVENT()
    var samples: [PointerSample] = []
    while samples.count < Self.eventsAtOnce, getmouse(&event) == OK {
      guard let phase = Self.phase(event.bstate) else { continue }
      samples.append(PointerSample(phase, at: CellPosition(column: Int(event.x), line: Int(event.y))))
    }
    return samples.reversed().map { .pointer($0) }
  }

  private static func phase(_ state: mmask_t) -> PointerSample.Phase? {
    if state & klv_curses_wheel_up() != 0 { return .wheel(toEnd: false) }
    if state & klv_curses_wheel_down() != 0 { return .wheel(toEnd: true) }
    if state & klv_curses_moved() != 0 { return .moved }
    if state & klv_curses_button_down() != 0 { return .down }
    return state & klv_curses_button_up() != 0 ? .up : nil
  }
}

extension Keystroke {
  /// The keystroke of an ncurses key code; nil for a code that the simulator does not use.
  init?(curses code: Int32) {
    switch code {
    case KEY_LEFT: self = .arrow(.left, isShifted: false)
    case KEY_RIGHT: self = .arrow(.right, isShifted: false)
    case KEY_UP: self = .arrow(.up, isShifted: false)
    case KEY_DOWN: self = .arrow(.down, isShifted: false)
    case KEY_SLEFT: self = .arrow(.left, isShifted: true)
    case KEY_SRIGHT: self = .arrow(.right, isShifted: true)
    case KEY_SR: self = .arrow(.up, isShifted: true)
    case KEY_SF: self = .arrow(.down, isShifted: true)
    case KEY_ENTER: self = .return
    case KEY_BTAB: self = .backTab
    case KEY_BACKSPACE: self = .backspace
    case KEY_DC: self = .delete
    case KEY_HOME: self = .home
    case KEY_END: self = .end
    case KEY_PPAGE: self = .pageUp
    case KEY_NPAGE: self = .pageDown
    case KEY_F0 + 1...KEY_F0 + 12: self = .function(Int(code - KEY_F0))
    default: return nil
    }
  }

  /// The keystroke for which a terminal sends this scalar.
  package init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x08, 0x7F: self = .backspace
    case 0x09: self = .tab
    case 0x0A, 0x0D: self = .return
    case 0x1B: self = .escape
    case 0x01...0x1A: self = .control(Character(Unicode.Scalar(UInt8(scalar.value) + 0x60)))
    case 0x00: self = .control(" ")
    case 0x1C...0x1F: self = .control(Character(Unicode.Scalar(UInt8(scalar.value) + 0x40)))
    default: self = .character(Character(scalar))
    }
  }
}
