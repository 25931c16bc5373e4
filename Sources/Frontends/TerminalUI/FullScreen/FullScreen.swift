internal import Gestures
internal import InputViewModel
internal import KeyboardHost
internal import Layout
package import Timing

/// The view for a terminal that can move its cursor to any cell: a text field with the keyboard below it.
///
/// The view handles the user's input and draws into a `CellGrid`. `Terminal` reads the input and shows the grid.
package final class FullScreen {
  /// A request from the user to the program, not to the keyboard.
  package enum ProgramCommand: Hashable, Sendable {
    /// Quit the program.
    case quit
    /// Suspend the simulator and return to the shell.
    case suspend
    /// Redraw the whole screen.
    case redraw
  }

  /// The effect of keystrokes on the hardware keyboard.
  enum Mode {
    /// Keystrokes move the focus over the shown keys, and press the focused key.
    case moving
    /// Keystrokes type into the field.
    case typing
  }

  /// The user's typing session.
  package let typingSession: TypingSession
  let clock: any SessionClock
  private let scanInterval: Duration?
  private(set) var columns: Int
  private(set) var lines: Int
  private(set) var mode = Mode.moving
  private(set) var panel = PanelView()
  private(set) var menu = ModeMenu()
  /// The identifier of the key that the user selected with the arrow keys.
  private var focused: String? {
    didSet {
      focusedPlace = focused.flatMap { layout?.place(ofKey: $0) }
      focusedKeyboard = typingSession.session.keyboard
    }
  }
  /// The position of the key ``focused`` when the user selected it, and the keyboard that was shown at that time.
  private var focusedPlace: Point?
  private var focusedKeyboard: String?
  /// The pop-up with alternatives that the user opened with the hardware keyboard.
  private(set) var alternatives: KeyboardHighlights.Alternatives?
  private(set) var scan: Scan?
  private var nextScan: Duration?
  /// The key that the view shows as pressed, and the time at which the view stops showing the press. A keystroke has no
  /// duration, so the view shows the press for ``flashDuration``.
  private(set) var flash: (key: String, end: Duration)?
  private var wasEscape = false
  private(set) var recognizer = TouchRecognizer()
  private var pointerTarget: PointerTarget?
  private var layouts = LayoutCache()
  private var lastKeyboard: KeyboardCells?

  /// The width of one terminal column in points. A phone in portrait orientation is 80 columns wide.
  private static let pointsPerColumn = 4.875
  /// How long a key is shown as pressed after a keystroke.
  private static let flashDuration: Duration = .milliseconds(120)

  /// Creates a view of a typing session and gives the field the focus.
  package init(
    typingSession: TypingSession, clock: any SessionClock, columns: Int, lines: Int, scanInterval: Duration? = nil
  ) {
    self.typingSession = typingSession
    self.clock = clock
    self.scanInterval = scanInterval
    self.columns = columns
    self.lines = lines
    if let scanInterval {
      scan = Scan(rows: [])
      nextScan = clock.now + scanInterval
    }
    typingSession.focus(width: width)
  }

  /// Changes the size of the window.
  package func resize(columns: Int, lines: Int) {
    self.columns = columns
    self.lines = lines
    typingSession.resize(width: width)
    typingSession.isChanged = true
  }

  private var width: Double { Self.width(ofColumns: columns) }

  /// The width of the keyboard, in points, in a window with this number of columns.
  private static func width(ofColumns columns: Int) -> Double {
    min(max((Double(columns) * pointsPerColumn).rounded(), 320), 1_366)
  }

  // MARK: Time

  /// The time at which the caller must next call ``pass(unless:)``, by the session's clock; nil if nothing is pending.
  package var deadline: Duration? {
    [typingSession.nextTimer, nextScan, flash?.end, recognizer.deadline].compactMap(\.self).min()
  }

  /// Runs due timers, performs due gestures, and removes highlights whose time has passed. Runs the keyboard's timers
  /// only while none of the descriptors `others` is readable.
  package func pass(unless others: [Int32] = []) {
    let now = clock.now
    if let due = typingSession.nextTimer, due <= now { typingSession.runDueTimers(unless: others) }
    if let flash, flash.end <= now {
      self.flash = nil
      typingSession.isChanged = true
    }
    if let due = nextScan, due <= now, let scanInterval {
      nextScan = now + scanInterval
      updateScan()
      scan?.advance()
      typingSession.isChanged = true
    }
    passPointer(now)
  }

  // MARK: The keyboard

  var plan: ScreenPlan? {
    ScreenPlan(
      columns: columns, lines: lines, keyboardLines: keyboardLines, hasPanel: panel.isOpen,
      notices: typingSession.notices.count, keyHeight: typingSession.session.keyHeight)
  }

  var keyboardLines: Int { layout.map { KeyboardCells.leastLines(of: $0) } ?? 0 }

  /// The layout of the shown keyboard.
  var layout: InputViewLayout? {
    guard typingSession.session.keyboard != nil, let inputView = typingSession.inputView,
      let environment = typingSession.session.field?.environment
    else { return nil }
    return layouts.layout(
      of: inputView, in: environment, addsGlobeKey: typingSession.session.addsGlobeKey,
      scrollOffsets: recognizer.feedback.scrollOffsets)
  }

  /// The keyboard's layout, mapped to the cells that a plan of the screen gives to the keyboard.
  func keyboard(in plan: ScreenPlan) -> KeyboardCells? {
    guard let layout else { return nil }
    let (columns, lines) = (plan.keyboard.columns, plan.keyboard.lines)
    if let lastKeyboard, lastKeyboard.columns == columns, lastKeyboard.lines == lines, lastKeyboard.layout == layout {
      return lastKeyboard
    }
    let keyboard = KeyboardCells(layout, columns: columns, lines: lines)
    lastKeyboard = keyboard
    return keyboard
  }

  /// The maximum width, in columns, of a window size that the view proposes to the user.
  private static let widestWindow = 400

  /// Returns a larger size of the window, in columns and lines; nil if no window is large enough. In a window of the
  /// returned size, each key shows a part of its title.
  func readableSize() -> (columns: Int, lines: Int)? {
    guard let inputView = typingSession.inputView, var environment = typingSession.session.field?.environment
    else { return nil }
    for columns in stride(from: columns, through: Self.widestWindow, by: 10) {
      environment.width = Self.width(ofColumns: columns)
      let layout = InputViewLayout(inputView, in: environment, addsGlobeKey: typingSession.session.addsGlobeKey)
      let keyboardLines = KeyboardCells.leastLines(of: layout)
      let least = ScreenPlan.leastSize(
        columns: columns, lines: lines, keyboardLines: keyboardLines, hasPanel: panel.isOpen)
      // With few lines, rounding can leave a key without any line. So try a second height, which has more lines for
      // each row.
      for lines in [least.lines, least.lines + keyboardLines * 2] {
        let plan = ScreenPlan(columns: columns, lines: lines, keyboardLines: keyboardLines, hasPanel: panel.isOpen)
        guard let rect = plan?.keyboard else { continue }
        if KeyboardCells(layout, columns: rect.columns, lines: rect.lines).isReadable { return (columns, lines) }
      }
    }
    return nil
  }

  /// The key that the user selected with the arrow keys, or else the first key.
  var focusedElement: PlacedElement? {
    layout?.chosenKey(
      focused, at: focusedKeyboard == typingSession.session.keyboard ? focusedPlace : nil, isRightToLeft: isRightToLeft)
  }

  var isRightToLeft: Bool { typingSession.session.field?.environment.isRightToLeft == true }

  func updateScan() {
    guard scan != nil else { return }
    scan?.show(
      layout?.rows(isRightToLeft: isRightToLeft).map { row in
        row.compactMap { $0.key }.filter(\.isEnabled).map(\.identifier)
      } ?? [])
  }

  // MARK: Keystrokes

  /// Handles a keystroke on the hardware keyboard.
  ///
  /// - Returns: The user's request to the program; nil if there is none.
  package func handle(_ keystroke: Keystroke) -> ProgramCommand? {
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
    case .control("l"): return .redraw
    case .function(2):
      if menu.isOpen { menu.close() } else { openList() }
      return nil
    case .function(let number):
      if let chosen = PanelView.Panel(rawValue: number) {
        menu.close()
        alternatives = nil
        panel.toggle(chosen)
      }
      return nil
    default: break
    }
    if menu.isOpen {
      if let mode = menu.handle(keystroke, typingSession.modes) { typingSession.pick(mode.identifier) }
    } else if alternatives != nil {
      handleInAlternatives(keystroke)
    } else if keystroke == .escape {
      panel.close()
    } else if keystroke == .tab || keystroke == .backTab {
      mode = mode == .moving ? .typing : .moving
    } else if panel.open == .traits {
      panel.handleInTraits(keystroke, typingSession)
    } else if panel.isOpen, keystroke == .pageUp || keystroke == .pageDown {
      if let rect = plan?.panel { panel.scroll(towardEnd: keystroke == .pageDown, of: rect, typingSession) }
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
  private func openListIfWanted() {
    guard typingSession.wantsInputModeList else { return }
    typingSession.wantsInputModeList = false
    openList()
  }

  /// Opens the list of input modes in place of a panel or of alternatives.
  private func openList() {
    panel.close()
    alternatives = nil
    menu.open(typingSession.modes)
  }

  /// Gives the field the focus again, so that a dismissed keyboard appears.
  private func refocus() {
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
  private func press(_ identifier: String) {
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

  // MARK: Scanning with one switch

  private func pressSwitch() {
    updateScan()
    if let scanInterval { nextScan = clock.now + scanInterval }
    if let key = scan?.select() { press(key) }
  }

  // MARK: The pointer

  /// Handles a mouse event.
  package func handle(_ sample: PointerSample) {
    guard let plan else { return }
    typingSession.isChanged = true
    showSurface()
    switch sample.phase {
    case .down: press(sample.position, plan)
    case .moved:
      switch pointerTarget {
      case .keyboard: touch(.move, sample.position, plan)
      case .text(let anchor): select(from: anchor, to: sample.position, plan)
      case nil: break
      }
    case .up:
      switch pointerTarget {
      case .keyboard: touch(.up, sample.position, plan)
      case .text(let anchor): select(from: anchor, to: sample.position, plan)
      case nil: break
      }
      pointerTarget = nil
    case .wheel(let isToEnd): turnWheel(isToEnd, sample.position, plan)
    }
    openListIfWanted()
  }

  /// Performs the gestures of a held key that are due, such as a long press.
  private func passPointer(_ now: Duration) {
    guard let due = recognizer.deadline, due <= now else { return }
    showSurface()
    perform(recognizer.advance(to: now))
    typingSession.isChanged = true
    openListIfWanted()
  }

  /// Passes the current layout to the touch recognizer.
  private func showSurface() {
    guard let layout, let keyboard = typingSession.session.keyboard else { return recognizer.show(nil) }
    recognizer.show(
      TouchSurface(
        keyboard: keyboard, layout: layout, recognizesSwipes: typingSession.inputView?.recognizesSwipes == true,
        isRightToLeft: isRightToLeft, holdsShift: typingSession.session.showsSystemKeyboard))
  }

  private func press(_ position: CellPosition, _ plan: ScreenPlan) {
    alternatives = nil
    if menu.isOpen {
      if let mode = menu.press(position, typingSession.modes, in: plan) { typingSession.pick(mode.identifier) }
    } else if let rect = plan.panel, rect.contains(position) {
      panel.press(line: position.line - rect.line, of: rect, typingSession)
    } else if plan.title.contains(position) {
      panel.toggle(.help)
    } else if plan.keyboard.contains(position) {
      pointerTarget = .keyboard
      touch(.down, position, plan)
    } else if plan.field.contains(position) {
      if typingSession.session.keyboard == nil { refocus() }
      guard let text = fieldText(in: plan) else { return }
      let offset = text.offset(at: textPosition(position, plan, text))
      // Count the anchor from the start of the text, because the start of the selection can move while the selection
      // grows.
      let anchor = (typingSession.session.field?.document.before.count ?? 0) + offset
      pointerTarget = .text(anchor: anchor)
      typingSession.select(from: anchor, to: anchor)
    }
  }

  private func touch(_ phase: TouchSample.Phase, _ position: CellPosition, _ plan: ScreenPlan) {
    guard let keyboard = keyboard(in: plan) else { return }
    let inside = CellPosition(
      column: position.column - plan.keyboard.column, line: position.line - plan.keyboard.line)
    // An open pop-up gets the mouse events of the cells that it covers. The keys under a pop-up get no mouse events.
    let isChoosing = !recognizer.feedback.popUps.isEmpty
    let point = isChoosing ? keyboard.plainPoint(at: inside) : keyboard.point(at: inside)
    perform(recognizer.process(TouchSample(touch: 0, phase: phase, point: point, time: clock.now)))
  }

  private func perform(_ actions: [TouchAction]) {
    let seen = typingSession.session.shownKeyboard
    for action in actions {
      switch action {
      case .key(let event):
        if let key = event.key { focused = key }
        typingSession.touched(event, on: seen)
      case .moveInsertionPoint(let count): typingSession.moveInsertionPoint(by: count)
      }
      showSurface()
    }
  }

  private func select(from anchor: Int, to position: CellPosition, _ plan: ScreenPlan) {
    guard let text = fieldText(in: plan), let document = typingSession.session.field?.document else { return }
    typingSession.select(from: anchor, to: document.before.count + text.offset(at: textPosition(position, plan, text)))
  }

  private func textPosition(_ position: CellPosition, _ plan: ScreenPlan, _ text: FieldText) -> CellPosition {
    CellPosition(
      column: position.column - plan.field.column,
      line: position.line - plan.field.line + text.firstLine(showing: plan.field.lines))
  }

  private func turnWheel(_ isToEnd: Bool, _ position: CellPosition, _ plan: ScreenPlan) {
    guard plan.keyboard.contains(position), let keyboard = keyboard(in: plan) else { return }
    let point = keyboard.plainPoint(
      at: CellPosition(column: position.column - plan.keyboard.column, line: position.line - plan.keyboard.line))
    guard let area = keyboard.layout.scrollArea(at: point) else { return }
    let step = Self.wheelStep * (isToEnd ? -1 : 1)
    let distance =
      area.isHorizontal ? Point(x: area.isMirrored ? -step : step, y: 0) : Point(x: 0, y: step)
    recognizer.scroll(at: point, by: distance)
  }

  /// The distance that one step of the wheel scrolls, in points.
  private static let wheelStep = 40.0
}
