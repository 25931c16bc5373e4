internal import HelperLauncher
internal import Gestures
internal import InputViewModel
internal import KeyboardStore
internal import Layout
internal import RenderProtocol
internal import Timing
internal import WaylandClient

/// The keyboard on the screen: its surface, its frames and the touches on it.
final class KeyboardPanel {
  private let globals: Globals
  private let surface: KeyboardSurface
  private let touches: TouchInput
  private let clock: any SessionClock
  private let program: RendererProgram
  /// Returns a function that reads the pictures of a keyboard's bundle.
  private let pictures: (_ keyboard: String) -> (_ path: String) -> [UInt8]?

  private var content: PanelContent?
  /// The content's input view, for the current zoom factor.
  private var inputView = InputViewTree(root: .spacer(weight: 1))
  private var layout: InputViewLayout?
  /// The height of the handle in points of the screen; 0 if there is none.
  private var handleHeight = 0.0
  private var handleTouch = HandleTouch()
  private var recognizer = TouchRecognizer()
  private var touchClock = TouchClock()
  private var renderer: SurfaceRenderer?
  /// The renderer that rendered the frame on the screen. The panel keeps the old renderer until the next renderer has
  /// rendered a frame.
  private var oldRenderer: SurfaceRenderer?
  private var needsFrame = false
  /// The size and position of the surface for the frame that was requested last.
  private var orderedGeometry: KeyboardSurface.Geometry?
  /// The keyboard whose frame is on the screen; nil if there is none.
  private var shownKeyboard: String?
  /// The time at which to cover the frame of the previous keyboard; nil if the screen does not show a frame of a
  /// previous keyboard.
  private var coverTime: Duration?
  /// The pause after a frame of a third-party keyboard. During the pause, the panel orders only frames that a touch
  /// caused.
  private var frameRest = FrameRest()
  private lazy var cover = PanelCover(globals.sharedMemory)
  private var renderStarts = RenderStarts()
  /// The time of the next attempt to start a render process, after a failure or too many starts; nil if no attempt is
  /// pending.
  private var retryTime: Duration?
  /// The time at which to recreate the surface that the compositor closed; nil if the surface exists.
  private var reopenTime: Duration?
  /// The time at which a closed surface was last recreated.
  private var lastReopening: Duration?
  /// The time at which to move the panel to a screen that the compositor chooses; nil if the panel need not move.
  private var moveTime: Duration?
  /// The time at which the panel last moved to a screen that the compositor chose.
  private var lastMove: Duration?
  /// The time of the first frame since the panel was last hidden; nil before this frame.
  private var firstFrameTime: Duration?

  /// Where the keyboard is on the screen.
  var placement = KeyboardPlacement.docked {
    didSet {
      if placement != oldValue { updateLayout() }
    }
  }
  /// The zoom factor of the keyboard; 1 is the usual size.
  ///
  /// Without `wp_viewporter`, a buffer must have exactly the size of the surface, and the factor stays 1.
  var zoom: Double {
    get { usedZoom }
    set {
      guard newValue != usedZoom, globals.viewporter != nil else { return }
      usedZoom = newValue
      updateLayout()
    }
  }
  private var usedZoom = 1.0
  /// The places to which the user moved the keyboard, at most one for each output. On an output that this list does not
  /// contain, ``placement`` decides the place of the keyboard.
  var positions: [KeyboardPosition] = []
  /// Called when the user moved the keyboard.
  var moved: (KeyboardPosition) -> Void = { _ in }
  /// Called when the screen or its size changed.
  var screenChanged: () -> Void = {}
  /// Called when a keyboard's pictures made a render process fail or took too long, with the keyboard and the reason.
  var picturesFailed: (_ keyboard: String, _ reason: String) -> Void = { _, _ in }
  /// Called when a finger touched the keyboard, before the touch is handled.
  var touchBegan: () -> Void = {}
  /// Called when the user tapped the handle.
  var handleTapped: () -> Void = {}
  /// Whether the user can move the keyboard.
  var isMovable: Bool { placement != .docked && surface.isMovable }
  /// Whether too many render processes failed, so that the panel renders nothing for up to a minute.
  var cannotRender: Bool {
    content.map { renderer == nil && renderStarts.areTooManyFailures(of: $0.keyboard, at: clock.now) } ?? false
  }
  /// The error of the last failure of a render process; nil if there was no failure, or if the last failure had no
  /// error.
  var renderError: HelperError? { renderStarts.lastError }

  /// The time from a change of the keyboard until the panel covers the frame of the previous keyboard. A render process
  /// usually renders the new keyboard's first frame earlier.
  private static let coverDelay = Duration.milliseconds(200)
  /// The shortest time between two recreations of a closed surface, and between two moves to a screen that the
  /// compositor chooses.
  private static let reopenInterval = Duration.seconds(1)
  /// The time after which ``processTouches(_:)`` leaves further touches for its next call.
  private static let touchTime = Duration.milliseconds(20)
  /// The maximum time in which a compositor shows the first frame of a visible surface.
  private static let patience = Duration.milliseconds(500)
  /// The time for a first frame with pictures after which the pictures have failed.
  private static let patienceForPictures = Duration.seconds(3)

  /// Creates a panel that shows nothing.
  init(
    _ globals: Globals, shell: SurfaceShell, program: RendererProgram, clock: any SessionClock,
    pictures: @escaping (_ keyboard: String) -> (_ path: String) -> [UInt8]?
  ) {
    self.globals = globals
    self.clock = clock
    self.program = program
    self.pictures = pictures
    let surface = KeyboardSurface(globals, shell: shell)
    self.surface = surface
    touches = TouchInput(globals, on: surface)
    globals.screensChanged = { [unowned self] in
      screenChanged()
      self.surface.screensChanged()
      if !self.surface.exists { updateLayout() }
    }
  }

  /// Whether the panel is on the screen. A layer surface counts as visible immediately, and an input panel counts as
  /// visible after its first frame.
  var isVisible: Bool { content != nil && (surface.isMovable || surface.hasShownFrame) }

  /// Whether the panel has sent the compositor a frame of its current content: a keyboard, or a view of the host.
  var showsFrameOfContent: Bool { content != nil && shownKeyboard == content?.keyboard }

  /// Whether the panel has sent the compositor a frame since the panel was last hidden.
  private var hasFrame: Bool { firstFrameTime != nil }

  /// Whether the render process prepares the first frame since the panel was last hidden.
  var awaitsFirstFrame: Bool { content != nil && !hasFrame && renderer != nil }

  /// Whether ``patience`` has passed since the first frame, and the compositor has still not shown this frame.
  var isWithheld: Bool {
    content != nil && !isVisible && firstFrameTime.map { $0 + Self.patience <= clock.now } ?? false
  }

  /// The size of the screen in points of the screen.
  var screenSize: Size { surface.screen?.size ?? Size(width: 390, height: 844) }

  /// The width of a docked keyboard in points of the screen: the width that the panels of other programs leave free.
  var dockedWidth: Double { surface.dockedWidth.map(Double.init) ?? screenSize.width }

  // MARK: Content

  /// The identifier of the keyboard, or of the view of the host, that the panel shows.
  var shownContent: String? { content?.keyboard }

  /// Cancels all touches, and returns the actions to perform.
  func cancelTouches() -> [TouchAction] { recognizer.cancel() }

  /// Shows new content; nil hides the panel.
  func show(_ new: PanelContent?) {
    guard new != content else { return }
    guard let new else { return hide() }
    if renderer.map({ $0.keyboard != new.keyboard }) == true { retireRenderer() }
    let isOther = content?.keyboard != new.keyboard
    if isOther {
      dropTouchesBeforeFocusChange()
      coverTime = shownKeyboard == nil || shownKeyboard == new.keyboard ? nil : clock.now + Self.coverDelay
    }
    content = new
    updateLayout()
    if isOther, let key = new.revealedKey {
      recognizer.reveal(key)
      updateLayout()
    }
    needsFrame = true
  }

  private func hide() {
    if let renderer { checkPictures(of: renderer, after: renderer.timeForFirstPictures) }
    content = nil
    layout = nil
    recognizer.show(nil)
    handleTouch.cancel()
    touches.cancel()
    surface.hide()
    // End the render processes: they use memory, and the next field may have another keyboard.
    (renderer, oldRenderer) = (nil, nil)
    // Clear the deadlines, because a deadline in the past would keep the frontend's loop from waiting for events.
    (retryTime, reopenTime, moveTime, coverTime) = (nil, nil, nil, nil)
    (shownKeyboard, firstFrameTime) = (nil, nil)
    // The first frame in the next field must not wait.
    frameRest = FrameRest()
  }

  /// Moves the panel to the screen on which a field got the focus. The caller shows the content afterwards.
  ///
  /// - Parameter outputs: The outputs with the field's window; empty if they are unknown. If the outputs are unknown,
  ///   the panel gets a new surface, because the compositor chooses the screen of a new surface. This happens at most
  ///   once per second.
  func moveToFocusedScreen(_ outputs: [WaylandObject]) {
    moveTime = nil
    guard surface.isMovable, globals.screens.count > 1 else { return }
    let old = surface.screen
    func isFocused(_ screen: Screen) -> Bool { outputs.contains { $0 === screen.output } }
    surface.nextScreen = old.map(isFocused) == true ? old : globals.screens.first(where: isFocused)
    if surface.exists {
      if outputs.isEmpty {
        if let last = lastMove, last + Self.reopenInterval > clock.now {
          moveTime = last + Self.reopenInterval
          return
        }
        lastMove = clock.now
      } else if surface.nextScreen == nil || surface.nextScreen === old {
        return
      }
      touches.cancel()
      surface.destroy()
      forgetFrames()
      updateLayout()
    }
    if surface.screen !== old { screenChanged() }
  }

  /// Forgets the frames of a surface that no longer exists.
  private func forgetFrames() {
    renderer?.forgetScreen()
    (shownKeyboard, coverTime) = (nil, nil)
  }

  private func retireRenderer() {
    if let renderer { checkPictures(of: renderer, after: renderer.timeForFirstPictures) }
    oldRenderer = renderer
    renderer = nil
  }

  private func updateLayout() {
    guard let content else { return }
    needsFrame = true
    let hasHandle: Bool
    (inputView, hasHandle) = content.inputView(zoom: zoom)
    handleHeight = hasHandle ? InputViewTree.handleHeight * zoom : 0
    let layout = InputViewLayout(
      inputView, in: content.environment, addsGlobeKey: content.addsGlobeKey,
      scrollOffsets: recognizer.feedback.scrollOffsets)
    self.layout = layout
    recognizer.show(
      TouchSurface(
        keyboard: content.keyboard, layout: layout, recognizesSwipes: content.inputView.recognizesSwipes,
        isRightToLeft: content.environment.isRightToLeft, holdsShift: content.isSystemKeyboard))
    if !surface.exists { surface.show(geometry(of: layout)) }
  }

  private func geometry(of layout: InputViewLayout) -> KeyboardSurface.Geometry {
    let size = surfaceSize(of: layout)
    return KeyboardSurface.Geometry(size: size, placement: placement, corner: movedCorner(size))
  }

  /// The place to which the user moved a surface of this size; nil if ``placement`` decides the place.
  private func movedCorner(_ size: SurfaceSize) -> KeyboardSurface.Corner? {
    isMovable ? screenPlace.movedCorner(size, positions) : nil
  }

  private var screenPlace: ScreenPlace {
    ScreenPlace(screen: screenSize, connector: surface.screen?.connector ?? "", placement: placement)
  }

  private func surfaceSize(of layout: InputViewLayout) -> SurfaceSize {
    // The protocols do not allow an empty surface, so the width and the height are at least one point.
    SurfaceSize(
      width: max(Int((layout.size.width * zoom).rounded()), 1),
      height: max(Int((layout.size.height * zoom).rounded()), 1))
  }

  // MARK: Input

  /// Records that the touches so far came before a change of the focus.
  func markFocusChange() { touches.markFocusChange() }

  /// Drops the unhandled touches from before the last change of the focus. Call ``cancelTouches()`` first if the panel
  /// continues to show the same keyboard.
  func dropTouchesBeforeFocusChange() {
    touches.dropEventsBeforeFocusChange()
    // The dropped touches can include the end of a touch on the handle.
    handleTouch.cancel()
  }

  /// Handles the touches since the last call, and then gestures that are due, such as a long press
  /// (Desktop.md#duration-of-touches).
  ///
  /// If the keyboard is slow, some touches remain for the next call. Until then, the caller can handle a change of the
  /// focus.
  ///
  /// - Parameters:
  ///   - time: The time until which the caller has read all touches.
  ///   - perform: Performs actions of a touch that the user made at a time, and shows the resulting content. The next
  ///     touch applies to the resulting content, even before its first frame.
  func processTouches(readUntil time: Duration, _ perform: (_ actions: [TouchAction], _ time: Duration) -> Void) {
    let start = clock.now
    while clock.now < start + Self.touchTime, let event = touches.next() {
      frameRest.end(touchedAt: clock.now)
      var actions: [TouchAction] = []
      var touchTime = clock.now
      switch event {
      case .touch(let number, let phase, let surfacePoint, let stamp):
        let point = current(surfacePoint)
        if handle(number, phase, point) {
          perform([], touchTime)
          continue
        }
        if phase == .down { touchBegan() }
        touchTime = touchClock.latestTime(stamp: stamp, at: clock.now)
        let sample = TouchSample(
          touch: number, phase: phase, point: Point(x: point.x / zoom, y: point.y / zoom),
          time: touchClock.time(of: number, phase, stamp: stamp, at: clock.now))
        actions = recognizer.process(sample)
      case .scroll(let surfacePoint, let distance):
        let point = current(surfacePoint)
        recognizer.scroll(
          at: Point(x: point.x / zoom, y: point.y / zoom), by: Point(x: distance.x / zoom, y: distance.y / zoom))
      case .cancelled:
        handleTouch.cancel()
        touchClock.cancel()
        actions = recognizer.cancel()
      }
      needsFrame = true
      if !actions.isEmpty { perform(actions, touchTime) }
    }
    guard !touches.hasEvents else { return }
    // A gesture that became due can change the look of the keyboard without an action: a held key shows its
    // alternatives.
    if let deadline = recognizer.deadline, deadline <= time { needsFrame = true }
    let due = recognizer.advance(to: time)
    if !due.isEmpty {
      needsFrame = true
      perform(due, time)
    }
  }

  /// The place of a touch on the current layout, in points of the screen from the top left corner. The touch can come
  /// before the first frame of this layout.
  private func current(_ point: Point) -> Point {
    Point(x: point.x, y: point.y + Double(layout.map(surfaceSize)?.height ?? 0))
  }

  /// Handles a touch on the handle.
  ///
  /// - Parameters:
  ///   - number: The number of the finger.
  ///   - phase: The phase of the touch.
  ///   - point: The place of the touch on the current layout.
  /// - Returns: Whether the touch is on the handle.
  private func handle(_ number: Int, _ phase: TouchSample.Phase, _ point: Point) -> Bool {
    let size = layout.map(surfaceSize)
    let outcome = handleTouch.process(
      number, phase, point, handleHeight: handleHeight, height: Double(size?.height ?? 0))
    switch outcome {
    case .elsewhere: return false
    case .held: break
    case .tapped: handleTapped()
    case .dragged(let right, let down):
      guard let size else { break }
      let position = screenPlace.position(ofDragged: size, right: right, down: down, positions)
      positions = [position] + positions.filter { $0.output != position.output }
      needsFrame = true
      moved(position)
    }
    return true
  }

  /// The time at which to call ``processTouches(_:)`` and ``update()`` if no event comes earlier; nil if nothing is
  /// pending.
  var deadline: Duration? {
    let rest = needsFrame ? content.flatMap { frameRest.end(for: $0.keyboard, at: clock.now) } : nil
    let nextTouch = touches.hasEvents ? clock.now : nil
    return [nextTouch, recognizer.deadline, retryTime, reopenTime, moveTime, coverTime, rest].compactMap(\.self).min()
  }

  // MARK: Frames

  /// The descriptor of the render process, whether to wait until the descriptor is writable, and the longest wait; nil
  /// without a render process.
  var wait: (descriptor: Int32, isSending: Bool, timeLeft: Duration?)? {
    renderer.map { ($0.descriptor, $0.isSending, $0.timeLeft) }
  }

  /// The texts of the last frame with characters that no font contains.
  var textsWithoutFont: [String] { renderer?.textsWithoutFont ?? [] }

  /// Handles the events of the surface, and shows the next frame if it is ready.
  func update() {
    defer { touches.showPointer() }
    for event in surface.drain() {
      switch event {
      case .scaled: needsFrame = true
      case .moved: screenChanged()
      case .closed:
        // The compositor closed the surface, for example because the screen is gone. The compositor may close every new
        // surface too, so limit the rate of new surfaces.
        touches.cancel()
        surface.destroy()
        forgetFrames()
        reopenTime = lastReopening.map { $0 + Self.reopenInterval } ?? clock.now
      }
    }
    guard content != nil else { return }
    if let due = retryTime, due <= clock.now { retryTime = nil }
    if let due = moveTime, due <= clock.now { moveToFocusedScreen([]) }
    if let due = reopenTime, due <= clock.now {
      (reopenTime, lastReopening) = (nil, clock.now)
      // If there is no screen, the compositor would immediately close a new surface.
      if surface.screen != nil { updateLayout() }
    }
    if recognizer.feedback.scrollOffsets != shownOffsets { updateLayout() }
    receive()
    render()
    coverOldFrame()
  }

  private var shownOffsets: [ElementPath: Double] = [:]

  /// Draws the pictures of all keyboards again, because the keyboards may have changed.
  func retryPictures() {
    if renderer?.withholdsPictures == true {
      retireRenderer()
      needsFrame = true
    }
    renderStarts.retryPictures()
  }

  /// If the pictures of a renderer's keyboard have failed, draws the keyboard without them in the next fields. The next
  /// render process would need the same time for the pictures.
  ///
  /// - Parameter time: The time that the first frame with pictures took; nil if there is no such frame.
  private func checkPictures(of renderer: SurfaceRenderer, after time: Duration?) {
    let isSlow = time.map { $0 > Self.patienceForPictures } ?? false
    let slowness = isSlow ? "The first frame with pictures took longer than \(Self.patienceForPictures)." : nil
    guard let reason = renderer.drainPictureFailure() ?? slowness else { return }
    renderStarts.addPictureFailure(of: renderer.keyboard, at: clock.now)
    picturesFailed(renderer.keyboard, reason)
  }

  private func receive() {
    guard let renderer else { return }
    let time = renderer.timeForFirstPictures
    defer { if renderer.timeForFirstPictures == nil { checkPictures(of: renderer, after: time) } }
    do throws(HelperError) {
      guard let frame = try renderer.receive() else { return }
      guard surface.isConfigured else {
        renderer.forgetScreen()
        needsFrame = true
        return
      }
      guard let orderedGeometry else { return }
      surface.present(frame, in: orderedGeometry)
      firstFrameTime = firstFrameTime ?? clock.now
      renderer.markShown(frame)
      frameRest.begin(for: renderer.keyboard, at: clock.now)
      oldRenderer = nil
      (shownKeyboard, coverTime) = (renderer.keyboard, nil)
    } catch {
      // A new process renders the next frame. Until the next frame arrives, the old frame stays on the screen.
      renderStarts.addFailure(of: renderer.keyboard, error, isTooSlow: renderer.isTooSlow, at: clock.now)
      frameRest = FrameRest()
      retireRenderer()
      needsFrame = true
    }
  }

  private func render() {
    // For each new size, the compositor rearranges all windows. So do not request a new size before the last frame is
    // shown.
    guard needsFrame, surface.exists, !surface.isFramePending, let content, let layout,
      frameRest.end(for: content.keyboard, at: clock.now) == nil
    else { return }
    let geometry = geometry(of: layout)
    surface.show(geometry)
    // Start the render process now, so that it loads its fonts while the compositor configures the surface.
    let renderer = renderer ?? makeRenderer(content.keyboard)
    guard surface.isConfigured, let renderer, renderer.isReady else { return }
    shownOffsets = recognizer.feedback.scrollOffsets
    let scale = scale(for: layout.size)
    let frame = FrameContent(
      inputView: inputView, environment: content.environment, addsGlobeKey: content.addsGlobeKey,
      scrollOffsets: shownOffsets, scale: scale)
    // Without a viewport, the size of the frame in pixels must be the size of the surface times the scale.
    let size =
      globals.viewporter == nil
      ? Size(width: Double(geometry.size.width), height: Double(geometry.size.height)) : layout.size
    let isOrdered = renderer.render(
      frame, KeyFeedback(recognizer.feedback), size: size, surface: (geometry.size, scale / zoom))
    if isOrdered {
      needsFrame = false
      frameRest.markOrder(at: clock.now)
      orderedGeometry = geometry
    } else {
      // The shared memory has no space for new buffers. Retire the renderer: the next renderer starts with empty
      // memory.
      renderStarts.addFailure(of: content.keyboard, at: clock.now)
      retireRenderer()
      retryTime = clock.now
    }
  }

  /// The number of pixels per point of a keyboard. If a frame with the screen's scale does not fit into the renderer's
  /// shared memory, the scale is smaller.
  private func scale(for size: Size) -> Double {
    let wanted = min(surface.scale * zoom, RenderOptions.scales.upperBound)
    let most = (SurfaceRenderer.maximumPixels / max(size.width * size.height, 1)).squareRoot()
    let scale = globals.viewporter == nil ? min(wanted, most.rounded(.down)) : min(wanted, most)
    return max(scale, RenderOptions.scales.lowerBound)
  }

  /// Covers the frame of the previous keyboard if the new keyboard still has no frame at ``coverTime``. The previous
  /// keyboard gets no more touches.
  private func coverOldFrame() {
    guard let due = coverTime, due <= clock.now, let content, let layout else { return }
    (shownKeyboard, coverTime) = (nil, nil)
    guard globals.viewporter != nil, let buffer = cover.buffer(isDark: content.environment.isDark) else { return }
    let geometry = geometry(of: layout)
    surface.present(
      SurfaceRenderer.Frame(
        buffer: buffer, damage: PixelRect(x: 0, y: 0, width: 1, height: 1).map { [$0] } ?? [], size: geometry.size,
        scale: 1),
      in: geometry)
    oldRenderer = nil
  }

  private func makeRenderer(_ keyboard: String) -> SurfaceRenderer? {
    if let wait = renderStarts.begin(keyboard, at: clock.now) {
      retryTime = min(retryTime ?? clock.now + wait, clock.now + wait)
      return nil
    }
    retryTime = nil
    do throws(HelperError) {
      renderer = try SurfaceRenderer(
        program, keyboard: keyboard, sharedMemory: globals.sharedMemory,
        picture: renderStarts.leavesOutPictures(of: keyboard, at: clock.now) ? nil : pictures(keyboard))
    } catch {
      renderStarts.addFailure(of: keyboard, error, at: clock.now)
      retryTime = clock.now + .seconds(1)
    }
    return renderer
  }
}

extension KeyFeedback {
  /// Creates the visible state of the touches that a recognizer tracks.
  init(_ feedback: TouchFeedback) {
    self.init(
      pressedKeys: feedback.pressedKeys,
      popUps: feedback.popUps.map { PopUp(key: $0.key, choice: $0.choice) }, hidesTitles: feedback.movesInsertionPoint)
  }
}
