internal import Gestures
package import KeyboardHost
internal import Layout
internal import TextInput

/// The view for a terminal that can be drawn on: a field above, the keyboard below.
///
/// It takes what the person does, and says what to show; `Terminal` brings both.
package final class FullScreen {
  /// What the person wants of the program, not of the keyboard.
  package enum Wish: Hashable, Sendable {
    /// To end it.
    case quit
    /// To have the shell back for a while.
    case suspend
    /// To have everything drawn anew.
    case repaint
  }

  /// What the person's own keys do.
  enum Mode {
    /// They walk over the keys shown, and press them.
    case walking
    /// They write into the field as a hardware keyboard does.
    case typing
  }

  /// What is shown beside the field.
  enum Panel: Int, CaseIterable {
    case help = 1
    case traits = 3
    case sees = 4
    case log = 5
    case turns = 6
  }

  /// The person at their field.
  package let seat: TypingSession
  let clock: any SessionClock
  let scanInterval: Duration?
  var columns: Int
  var lines: Int
  var mode = Mode.walking
  var panel: Panel? {
    didSet { panelOffset = 0 }
  }
  /// How many lines the panel is scrolled away from what it shows at first.
  var panelOffset = 0
  /// The line of the panel of traits that is chosen.
  var traitIndex = 0
  /// The entry of the list of input modes that is chosen; nil while it is closed.
  var menuIndex: Int?
  /// The key that the arrow keys have reached.
  var focused: String?
  /// The pop-up that the person opened with a key of their own.
  var alternatives: KeyboardHighlights.Alternatives?
  var scan: Scan?
  var nextScan: Duration?
  /// A key that was pressed with a key, which cannot be seen to be held, and until when it is shown so.
  var flash: (key: String, end: Duration)?
  var wasEscape = false
  var recognizer = TouchRecognizer()
  var pointerTarget: PointerTarget?
  private var cached: (interface: Interface, environment: KeyboardEnvironment, keyboard: KeyboardCells)?
  private var cachedOffsets: [ElementPath: Double] = [:]
  private var cachedGlobe = false

  /// Points of a terminal's column: a phone held upright is 80 of them wide.
  private static let pointsPerColumn = 4.875
  /// How long a key that was pressed with a key is shown so.
  static let flashDuration: Duration = .milliseconds(120)

  /// A view of a seat, at which the field gets the focus.
  package init(seat: TypingSession, clock: any SessionClock, columns: Int, lines: Int, scanInterval: Duration? = nil) {
    self.seat = seat
    self.clock = clock
    self.scanInterval = scanInterval
    self.columns = columns
    self.lines = lines
    if let scanInterval {
      scan = Scan(rows: [])
      nextScan = clock.now + scanInterval
    }
    seat.focus(width: width)
  }

  /// The window has another size.
  package func resize(columns: Int, lines: Int) {
    self.columns = columns
    self.lines = lines
    seat.resize(width: width)
    seat.isChanged = true
  }

  private var width: Double { min(max((Double(columns) * Self.pointsPerColumn).rounded(), 320), 1_366) }

  // MARK: Time

  /// When something is to be done without the person, by the clock; nil if nothing is.
  package var deadline: Duration? {
    [seat.nextTimer, nextScan, flash?.end, recognizer.deadline].compactMap(\.self).min()
  }

  /// Does what is due; timers only as long as none of `others` is readable.
  package func pass(unless others: [Int32] = []) {
    let now = clock.now
    if let due = seat.nextTimer, due <= now { seat.runDueTimers(unless: others) }
    if let flash, flash.end <= now {
      self.flash = nil
      seat.isChanged = true
    }
    if let due = nextScan, due <= now, let scanInterval {
      nextScan = now + scanInterval
      updateScan()
      scan?.advance()
      seat.isChanged = true
    }
    passPointer(now)
  }

  // MARK: The keyboard as it is drawn

  var plan: ScreenPlan? {
    ScreenPlan(columns: columns, lines: lines, keyboardLines: keyboardLines, hasPanel: panel != nil)
  }

  private var keyboardLines: Int { layout.map { KeyboardCells.leastLines(of: $0) } ?? 0 }

  /// The layout of the keyboard shown.
  var layout: InterfaceLayout? {
    guard seat.session.keyboard != nil, let interface = seat.session.interface,
      let environment = seat.session.field?.environment
    else { return nil }
    let addsGlobeKey = seat.session.addsGlobeKey
    let scrollOffsets = recognizer.feedback.scrollOffsets
    if let cached, cached.interface == interface, cached.environment == environment, cachedGlobe == addsGlobeKey,
      cachedOffsets == scrollOffsets
    {
      return cached.keyboard.layout
    }
    let layout = InterfaceLayout(
      interface, in: environment, addsGlobeKey: addsGlobeKey, scrollOffsets: scrollOffsets)
    cachedOffsets = scrollOffsets
    cachedGlobe = addsGlobeKey
    cached = (interface, environment, KeyboardCells(layout, columns: 0, lines: 0))
    return layout
  }

  /// The keyboard in the cells that the plan gives it.
  func keyboard(in plan: ScreenPlan) -> KeyboardCells? {
    guard let layout, let cached else { return nil }
    let rect = plan.keyboard
    if cached.keyboard.columns == rect.columns, cached.keyboard.lines == rect.lines { return cached.keyboard }
    let keyboard = KeyboardCells(layout, columns: rect.columns, lines: rect.lines)
    self.cached?.keyboard = keyboard
    return keyboard
  }

  /// The key that the arrow keys have reached; the first where it is not there any more.
  var focusedElement: PlacedElement? {
    guard let layout else { return nil }
    return focused.flatMap { layout.element(ofKey: $0) } ?? layout.rows(isRightToLeft: isRightToLeft).first?.first
  }

  var isRightToLeft: Bool { seat.session.field?.environment.isRightToLeft == true }

  func updateScan() {
    guard scan != nil else { return }
    scan?.show(
      layout?.rows(isRightToLeft: isRightToLeft).map { row in
        row.compactMap { $0.key }.filter(\.isEnabled).map(\.identifier)
      } ?? [])
  }
}
