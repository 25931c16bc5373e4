internal import Gestures
internal import InputViewModel
internal import KeyboardHost
internal import Layout

/// A finger of a script on the shown keyboard. The same code recognizes the gestures of this and of a real finger.
struct ScriptFinger {
  private let session: KeyboardSession
  private let wait: (Duration) -> Void
  private var recognizer = TouchRecognizer()
  private var now: Duration = .zero

  /// Creates a finger.
  ///
  /// - Parameters:
  ///   - session: The session whose keyboard the finger touches.
  ///   - wait: Lets time pass in the session. It does nothing if the session uses the machine's clock.
  init(on session: KeyboardSession, waiting wait: @escaping (Duration) -> Void) {
    self.session = session
    self.wait = wait
  }

  /// The path of a swipe from the center of a key. It is long and fast enough to be recognized as a swipe.
  static func path(of direction: SwipeDirection, on key: Key?) -> [DragPoint] {
    let distance = max((key?.swipes?.distance ?? KeySwipes.usualDistance) * 1.5, 60)
    let (x, y) = direction.axes
    let length = x == 0 || y == 0 ? distance : distance * 0.5.squareRoot()
    return (0...3).map { step in
      let part = Double(step) / 3
      return DragPoint(x: x * length * part, y: y * length * part, time: .milliseconds(20 * step))
    }
  }

  /// Touches the keyboard at the first point, follows the path, and lifts at the last point.
  ///
  /// - Parameters:
  ///   - path: The points: from the top left corner of the keyboard, or from the center of the key.
  ///   - key: The name of the key.
  /// - Returns: The size of the keyboard if the first point is outside it, so that the finger did nothing; otherwise
  ///   nil.
  /// - Throws: ``SessionError``: `noField`, `noKeyboard`, `noKey` or `keyDisabled`.
  mutating func follow(_ path: [DragPoint], from key: String?) throws(SessionError) -> Size? {
    let origin = try key.map { (name) throws(SessionError) in try center(of: name) } ?? Point(x: 0, y: 0)
    guard session.field != nil else { throw .noField }
    guard let start = path.first, let end = path.last, let surface else { throw .noKeyboard }
    func sample(_ phase: TouchSample.Phase, _ point: DragPoint) -> TouchSample {
      TouchSample(
        touch: 0, phase: phase, point: Point(x: origin.x + point.x, y: origin.y + point.y), time: point.time)
    }
    let first = sample(.down, start)
    guard surface.contains(first.point) else { return surface.layout.size }
    now = start.time
    recognizer.show(surface)
    for sample in [first] + path.dropFirst().map({ sample(.move, $0) }) + [sample(.up, end)] {
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
    recognizer.show(surface)
  }

  private mutating func perform(_ actions: [TouchAction]) {
    for action in actions {
      switch action {
      case .key(let event): session.touched(event)
      case .moveInsertionPoint(let count):
        // This cannot fail: without a field there would be no keyboard, and so no touch.
        do { try session.moveInsertionPoint(byCharacters: count) } catch { continue }
      }
    }
    recognizer.show(surface)
  }

  /// The center of an enabled key, after scrolling to it.
  private mutating func center(of name: String) throws(SessionError) -> Point {
    guard session.field != nil else { throw .noField }
    guard let view = session.inputView, let shown = session.keyboard else { throw .noKeyboard }
    guard let key = view.key(name) else { throw .noKey(name, shown: shown, keys: view.keyNames) }
    guard key.isEnabled else { throw .keyDisabled(name) }
    recognizer.show(surface)
    recognizer.reveal(key.identifier)
    guard let element = surface?.layout.element(ofKey: key.identifier) else { throw .noKeyboard }
    return (element.visibleFrame ?? element.frame).center
  }

  private var surface: TouchSurface? {
    guard let view = session.inputView, let keyboard = session.keyboard, let field = session.field else { return nil }
    let layout = InputViewLayout(
      view, in: field.environment, addsGlobeKey: session.addsGlobeKey,
      scrollOffsets: recognizer.feedback.scrollOffsets)
    return TouchSurface(
      keyboard: keyboard, layout: layout, recognizesSwipes: view.recognizesSwipes,
      isRightToLeft: field.environment.isRightToLeft)
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
