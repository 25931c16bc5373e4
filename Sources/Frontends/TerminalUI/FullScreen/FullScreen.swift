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
  package enum Wish: Hashable, Sendable {
    /// Quit the program.
    case quit
    /// Suspend the program and return to the shell.
    case suspend
    /// Redraw the whole screen.
    case repaint
  }

  /// What the keys of the hardware keyboard do.
  enum Mode {
    /// Move the focus over the shown keys, and press the focused key.
    case moving
    /// Type into the field.
    case typing
  }

  /// A panel beside or below the field. The raw value is the number of its function key.
  enum Panel: Int, CaseIterable {
    case help = 1
    case traits = 3
    case sees = 4
    case log = 5
    case turns = 6
    case messages = 7
  }

  /// The user's typing session.
  package let typingSession: TypingSession
  let clock: any SessionClock
  let scanInterval: Duration?
  var columns: Int
  var lines: Int
  var mode = Mode.moving
  var panel: Panel? {
    didSet { panelOffset = 0 }
  }
  /// The number of lines by which the panel is scrolled away from its initial position.
  var panelOffset = 0
  /// The index of the chosen line in the traits panel.
  var traitIndex = 0
  /// The index of the chosen entry in the list of input modes; nil while the list is closed.
  var menuIndex: Int?
  /// The identifier of the key that the user selected with the arrow keys.
  var focused: String? {
    didSet {
      focusedPlace = focused.flatMap { layout?.place(ofKey: $0) }
      focusedKeyboard = typingSession.session.keyboard
    }
  }
  /// The position of the key ``focused`` when the user selected it, and the keyboard that was shown at that time.
  private var focusedPlace: Point?
  private var focusedKeyboard: String?
  /// The pop-up with alternatives that the user opened with the hardware keyboard.
  var alternatives: KeyboardHighlights.Alternatives?
  var scan: Scan?
  var nextScan: Duration?
  /// The key that the view shows as pressed, and the time at which this display ends. A keystroke has no duration, so
  /// the view shows the press for ``flashDuration``.
  var flash: (key: String, end: Duration)?
  var wasEscape = false
  var recognizer = TouchRecognizer()
  var pointerTarget: PointerTarget?
  private var cached: (inputView: InputViewTree, environment: KeyboardEnvironment, keyboard: KeyboardCells)?
  private var cachedOffsets: [ElementPath: Double] = [:]
  private var cachedGlobe = false

  /// The width of one terminal column in points. A phone in portrait orientation is 80 columns wide.
  private static let pointsPerColumn = 4.875
  /// How long a key is shown as pressed after a keystroke.
  static let flashDuration: Duration = .milliseconds(120)

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

  /// The width of the keyboard in points in a window of this width.
  private static func width(ofColumns columns: Int) -> Double {
    min(max((Double(columns) * pointsPerColumn).rounded(), 320), 1_366)
  }

  // MARK: Time

  /// The time at which the caller must next call ``pass(unless:)``, by the session's clock; nil if nothing is pending.
  package var deadline: Duration? {
    [typingSession.nextTimer, nextScan, flash?.end, recognizer.deadline].compactMap(\.self).min()
  }

  /// Handles due timers, gestures and highlights. The keyboard's timers run only while none of the descriptors `others`
  /// is readable.
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
      columns: columns, lines: lines, keyboardLines: keyboardLines, hasPanel: panel != nil,
      notices: typingSession.notices.count, keyHeight: typingSession.session.keyHeight)
  }

  var keyboardLines: Int { layout.map { KeyboardCells.leastLines(of: $0) } ?? 0 }

  /// The layout of the shown keyboard.
  var layout: InputViewLayout? {
    guard typingSession.session.keyboard != nil, let inputView = typingSession.inputView,
      let environment = typingSession.session.field?.environment
    else { return nil }
    let addsGlobeKey = typingSession.session.addsGlobeKey
    let scrollOffsets = recognizer.feedback.scrollOffsets
    if let cached, cached.inputView == inputView, cached.environment == environment, cachedGlobe == addsGlobeKey,
      cachedOffsets == scrollOffsets
    {
      return cached.keyboard.layout
    }
    let layout = InputViewLayout(
      inputView, in: environment, addsGlobeKey: addsGlobeKey, scrollOffsets: scrollOffsets)
    cachedOffsets = scrollOffsets
    cachedGlobe = addsGlobeKey
    cached = (inputView, environment, KeyboardCells(layout, columns: 0, lines: 0))
    return layout
  }

  /// The keyboard's layout, mapped to its cells in the plan.
  func keyboard(in plan: ScreenPlan) -> KeyboardCells? {
    guard let layout, let cached else { return nil }
    let rect = plan.keyboard
    if cached.keyboard.columns == rect.columns, cached.keyboard.lines == rect.lines { return cached.keyboard }
    let keyboard = KeyboardCells(layout, columns: rect.columns, lines: rect.lines)
    self.cached?.keyboard = keyboard
    return keyboard
  }

  /// The maximum width, in columns, of a window size that the view proposes to the user.
  private static let widestWindow = 400

  /// Returns a larger size of the window, in columns and lines; nil if no window is large enough. In a window of this
  /// size, each key shows a part of its title.
  func readableSize() -> (columns: Int, lines: Int)? {
    guard let inputView = typingSession.inputView, var environment = typingSession.session.field?.environment
    else { return nil }
    for columns in stride(from: columns, through: Self.widestWindow, by: 10) {
      environment.width = Self.width(ofColumns: columns)
      let layout = InputViewLayout(inputView, in: environment, addsGlobeKey: typingSession.session.addsGlobeKey)
      let keyboardLines = KeyboardCells.leastLines(of: layout)
      let least = ScreenPlan.leastSize(
        columns: columns, lines: lines, keyboardLines: keyboardLines, hasPanel: panel != nil)
      // With few lines, rounding can leave a key without any line. So try a second height, which has more lines for
      // each row.
      for lines in [least.lines, least.lines + keyboardLines * 2] {
        let plan = ScreenPlan(columns: columns, lines: lines, keyboardLines: keyboardLines, hasPanel: panel != nil)
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
}
