internal import InputViewModel

/// Recognizes the gestures of one finger, from the moment when the finger touches a key or an area.
///
/// The functions of this type return outcomes, and the caller calls the keyboard's actions for these outcomes. The
/// functions do not call the actions themselves, because an action can replace the input view.
struct FingerTouch {
  /// The outcome of a touch: a control event or a gesture.
  enum Outcome: Hashable {
    case control(ControlEvents)
    case pan(PanGesture)
    case swipe(SwipeDirection)
    case returnSwipe(SwipeDirection)
    case circle(CircleDirection)
    case press
    case longPress
    case release
    case `repeat`(byWords: Bool)
  }

  /// The gestures that the touched element recognizes.
  struct Settings {
    var gestures = TouchGestures()
    /// The time in seconds after which a pressed element counts as held; nil if holding the element has no effect.
    var holdDelay: Double?
    var repeats = false
    /// The size of the element in points.
    var size = InputViewPoint.zero
  }

  private enum State {
    /// The touch can still become a press, a long press, a swipe or a circle.
    case possible
    /// The element got a long press.
    case holding
    /// The key repeats. The number says how many times the key has repeated.
    case repeating(Int)
    /// The touch is not a press, because the element recognized a gesture, or the finger left a repeating key.
    case recognized
  }

  /// The maximum distance in points that a finger can move during a long press. Corresponds to UIKit's
  /// `allowableMovement`.
  private static let allowableMovement = 10.0
  /// The width, in points, of the margin around an element. A finger in the margin counts as inside the element.
  private static let margin = 12.0
  /// The time in seconds from the start of the touch until a repeating delete key deletes words.
  private static let wordRepeat = 3.0

  private let finger: Int
  private var path: TouchPath
  private var state = State.possible
  /// Whether the element still gets control events.
  private var isTracking = true
  private var isInside = true
  private var isPanning = false

  init(_ touch: KeyTouch) {
    finger = touch.finger
    path = TouchPath(touch)
  }

  var isRepeating: Bool { if case .repeating = state { true } else { false } }

  /// Whether the touch can still become a long press.
  func canHold(_ settings: Settings) -> Bool {
    guard case .possible = state, settings.holdDelay != nil, !isPanning else { return false }
    return settings.repeats ? isInside : path.farthest.length <= Self.allowableMovement
  }

  /// Begins the touch, and returns its outcomes.
  mutating func begin(isRepeated: Bool, _ settings: Settings) -> [Outcome] {
    [.control(.touchDown)] + (isRepeated ? [.control(.touchDownRepeat)] : []) + pan(settings)
  }

  /// Records movements of the finger, and returns their outcomes.
  mutating func move(_ touches: [KeyTouch], _ settings: Settings) -> [Outcome] {
    guard let last = touches.last else { return [] }
    let wasInside = isInside
    for touch in touches { path.append(touch) }
    locate(last, settings)
    var outcomes: [Outcome] = []
    if isTracking {
      if isInside != wasInside { outcomes.append(.control(isInside ? .touchDragEnter : .touchDragExit)) }
      outcomes.append(.control(isInside ? .touchDragInside : .touchDragOutside))
    }
    return outcomes + swipe(settings) + pan(settings)
  }

  /// Returns the outcomes of a hold. Call this method when the finger has stayed on the element for the whole hold
  /// delay.
  mutating func hold(_ settings: Settings) -> [Outcome] {
    guard canHold(settings) else { return [] }
    if settings.repeats {
      state = .repeating(0)
      return [.press]
    }
    state = .holding
    return endTracking() + [.longPress]
  }

  /// Returns the outcomes of one repeat of the key. Call this method when the time between two repeats has passed.
  mutating func `repeat`(_ settings: Settings) -> [Outcome] {
    guard case .repeating(let count) = state else { return [] }
    state = .repeating(count + 1)
    let interval = settings.gestures.repeatInterval ?? KeyHandlers.usualRepeatInterval
    return [.repeat(byWords: (settings.holdDelay ?? 0) + Double(count + 1) * interval >= Self.wordRepeat)]
  }

  /// Ends the touch after the finger left the screen, and returns the last outcomes.
  mutating func end(_ touch: KeyTouch, _ settings: Settings) -> [Outcome] {
    var outcomes: [Outcome] = []
    // Check the hold delay at the end of the touch too, because the timer for the delay can be late on a busy machine.
    if let delay = settings.holdDelay, touch.timestamp - path.began >= delay { outcomes += hold(settings) }
    path.append(touch)
    locate(touch, settings)
    outcomes += swipe(settings, isLast: true)
    let wasPanning = isPanning
    let pan = pan(settings)
    if !wasPanning { outcomes += pan }
    if isTracking, isPanning == wasPanning {
      outcomes.append(.control(isInside ? .touchUpInside : .touchUpOutside))
    }
    if case .holding = state { outcomes.append(.release) }
    if isPanning { outcomes.append(.pan(gesture(.ended))) }
    if case .possible = state, isInside, !isPanning { outcomes.append(.press) }
    return outcomes
  }

  /// Returns an event that cancels the touch, for a touch whose end the host does not report. The event has the
  /// finger's last position.
  func cancellation(_ settings: Settings) -> KeyTouches {
    let touch = KeyTouch(
      finger: finger, phase: .cancelled, x: path.location.x, y: path.location.y, timestamp: path.lastTime)
    return KeyTouches([touch], width: settings.size.x, height: settings.size.y)
  }

  /// Ends the touch after the host canceled it or the element left the input view, and returns the last outcomes.
  mutating func cancel() -> [Outcome] {
    var outcomes = endTracking()
    if case .holding = state { outcomes.append(.release) }
    if isPanning { outcomes.append(.pan(gesture(.cancelled))) }
    return outcomes
  }

  // MARK: Gestures

  private mutating func locate(_ touch: KeyTouch, _ settings: Settings) {
    isInside =
      (-Self.margin..<settings.size.x + Self.margin).contains(touch.x)
      && (-Self.margin..<settings.size.y + Self.margin).contains(touch.y)
    if isRepeating, !isInside { state = .recognized }
  }

  /// Recognizes a swipe. At the end of the touch, also recognizes a circle and an out-and-back swipe.
  private mutating func swipe(_ settings: Settings, isLast: Bool = false) -> [Outcome] {
    guard case .possible = state else { return [] }
    let gestures = settings.gestures
    let outcome: Outcome
    if isLast, let (diameter, _) = gestures.circle, let direction = path.circle(diameter: diameter) {
      outcome = .circle(direction)
    } else if isLast, path.hasReturned, let direction = path.swipe(gestures.returnSwipe) {
      outcome = .returnSwipe(direction)
    } else if isLast || gestures.circle == nil && gestures.returnSwipe == nil,
      let direction = path.swipe(gestures.swipe)
    {
      outcome = .swipe(direction)
    } else {
      return []
    }
    state = .recognized
    return endTracking() + [outcome]
  }

  private mutating func pan(_ settings: Settings) -> [Outcome] {
    guard let (minimum, _) = settings.gestures.pan else { return [] }
    if isPanning { return [.pan(gesture(.changed))] }
    switch state {
    case .holding, .repeating: return []
    case .possible, .recognized: break
    }
    guard path.translation.length >= minimum else { return [] }
    isPanning = true
    return endTracking() + [.pan(gesture(.began))]
  }

  private func gesture(_ state: PanGesture.State) -> PanGesture {
    PanGesture(
      state: state, finger: finger, translation: path.translation, velocity: path.velocity, location: path.location)
  }

  private mutating func endTracking() -> [Outcome] {
    defer { isTracking = false }
    return isTracking ? [.control(.touchCancel)] : []
  }
}
