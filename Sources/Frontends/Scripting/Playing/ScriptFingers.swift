internal import Gestures
internal import Glibc
internal import InputViewModel
internal import KeyboardHost
internal import Layout
internal import Timing

/// The fingers of a script on the shown keyboard. The touch recognizer handles the fingers of a script like real
/// fingers.
struct ScriptFingers {
  private let session: KeyboardSession
  private let wait: (Duration) -> Void
  private var recognizer = TouchRecognizer()
  private var now: Duration = .zero
  private var layouts = LayoutCache()

  /// Creates fingers.
  ///
  /// - Parameters:
  ///   - session: The session whose keyboard the fingers touch.
  ///   - wait: Waits for a time, by the session's clock.
  init(on session: KeyboardSession, waiting wait: @escaping (Duration) -> Void) {
    self.session = session
    self.wait = wait
  }

  /// Moves fingers. Each finger touches the keyboard at the first point of its path, follows the path, and lifts at the
  /// last point.
  ///
  /// - Parameter drags: The paths. All times in the paths count from the start of the step.
  /// - Returns: The result is nil if the fingers followed their paths. If a path begins outside the keyboard, the
  ///   fingers do nothing, and the result is the size of the keyboard.
  /// - Throws: ``SessionError``: `noField`, `noKeyboard`, `noKey` or `keyDisabled`.
  mutating func follow(_ drags: [ScriptDrag]) throws(SessionError) -> Size? {
    let begin = session.clock.now
    var samples: [TouchSample] = []
    for (touch, drag) in drags.enumerated() {
      let origin = try drag.key.map { (name) throws(SessionError) in try center(of: name) } ?? Point(x: 0, y: 0)
      guard session.field != nil else { throw .noField }
      guard let end = drag.path.last, let surface = surface() else { throw .noKeyboard }
      let phases = [.down] + Array(repeating: TouchSample.Phase.move, count: drag.path.count - 1) + [.up]
      let path = zip(phases, drag.path + [end]).map { phase, point in
        TouchSample(
          touch: touch, phase: phase, point: Point(x: origin.x + point.x, y: origin.y + point.y),
          time: begin + point.time)
      }
      guard let first = path.first, surface.contains(first.point) else { return surface.layout.size }
      samples += path
    }
    // Points with the same time keep the order of the paths.
    samples = samples.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    now = samples.first?.time ?? .zero
    recognizer.show(surface())
    for sample in samples {
      while let deadline = recognizer.deadline, deadline <= sample.time {
        pass(to: deadline)
        perform(recognizer.advance(to: deadline))
      }
      pass(to: sample.time)
      perform(recognizer.process(sample))
    }
    return nil
  }

  private mutating func pass(to time: Duration) {
    wait(max(time - now, .zero))
    now = max(now, time)
    recognizer.show(surface())
  }

  private mutating func perform(_ actions: [TouchAction]) {
    session.perform(actions)
    recognizer.show(surface())
  }

  /// Scrolls to an enabled key, and returns the center of the visible part of the key.
  private mutating func center(of name: String) throws(SessionError) -> Point {
    guard session.field != nil else { throw .noField }
    guard let view = session.inputView, let shown = session.keyboard else { throw .noKeyboard }
    guard let key = view.key(name) else { throw .noKey(name, shown: shown, keys: view.keyNames) }
    guard key.isEnabled else { throw .keyDisabled(name) }
    recognizer.show(surface())
    recognizer.reveal(key.identifier)
    guard let element = surface()?.layout.element(ofKey: key.identifier) else { throw .noKeyboard }
    return (element.visibleFrame ?? element.frame).center
  }

  private mutating func surface() -> TouchSurface? {
    guard let view = session.inputView, let keyboard = session.keyboard, let field = session.field else { return nil }
    let layout = layouts.layout(
      of: view, in: field.environment, addsGlobeKey: session.addsGlobeKey,
      scrollOffsets: recognizer.feedback.scrollOffsets)
    return TouchSurface(
      keyboard: keyboard, layout: layout, recognizesSwipes: view.recognizesSwipes,
      isRightToLeft: field.environment.isRightToLeft, holdsShift: session.showsSystemKeyboard)
  }
}

extension ScriptDrag {
  /// The maximum number of fingers at the same time.
  static let maximumFingers = 10
}

extension DragPoint {
  /// The time between two consecutive points of a gesture.
  static let interval: Duration = .milliseconds(20)

  /// The path of a swipe from the center of a key. The path is long and fast enough for the touch recognizer to
  /// recognize a swipe.
  static func swipe(_ direction: SwipeDirection, returns: Bool, on key: Key?) -> [DragPoint] {
    let distance = max((key?.swipes?.distance ?? KeySwipes.usualDistance) * 1.5, 60)
    let (x, y) = direction.axes
    let length = x == 0 || y == 0 ? distance : distance * 0.5.squareRoot()
    let parts: [Double] = returns ? [0, 1, 2, 3, 2, 1, 0] : [0, 1, 2, 3]
    return parts.enumerated().map { index, part in
      DragPoint(x: x * length * part / 3, y: y * length * part / 3, time: interval * index)
    }
  }

  /// The path of a circle with a diameter of 60 points, from the center of a key.
  static func circle(_ direction: ScriptCircle) -> [DragPoint] {
    let steps = 16
    return (0...steps).map { step in
      let angle = Double(step) / Double(steps) * 2 * Double.pi
      let x = 30 * sin(angle) * (direction == .clockwise ? 1 : -1)
      return DragPoint(x: x, y: 30 * (1 - cos(angle)), time: interval * step)
    }
  }
}

extension SwipeDirection {
  /// The direction on each axis: -1, 0 or 1. The vertical axis points downward.
  fileprivate var axes: (x: Double, y: Double) {
    switch self {
    case .left: (-1, 0)
    case .right: (1, 0)
    case .up: (0, -1)
    case .down: (0, 1)
    case .upLeft: (-1, -1)
    case .upRight: (1, -1)
    case .downLeft: (-1, 1)
    case .downRight: (1, 1)
    }
  }
}
