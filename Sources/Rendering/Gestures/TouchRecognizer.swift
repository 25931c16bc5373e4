// Gestures: from the samples of fingers or a pointer to what a person means by them.
//
// For:    every frontend that has a pointer: presses, holding, repeating, alternatives, swipes, scrolling, the space bar as a
//         trackpad, and several fingers at once. Also what is to be shown of all that while it lasts.
// Never:  looks at a clock (the caller says what time it is, and is told when to come again), lays out, draws, or knows a
//         session. Never Foundation.
// Start:  `TouchRecognizer` for how it is used, `Touch.swift` for what one finger means, `GestureMeasure.swift` for the
//         numbers.
//
// The rules, after iOS:
//
// - A press is sent when the finger lets go on the key. On a character key it may slide on to another one first; off any
//   other key, and a margin around it, it is taken back.
// - Held for half a second, a key that repeats is pressed, and then repeats; one with alternatives offers them, and sends
//   only what is chosen; the space bar is a trackpad; any other gets a long press, and a release at the end.
// - A swipe, and scrolling, take the press back.
// - A second finger on a key presses the one under the first (rollover).

package import Layout
internal import TextInput

/// Recognises what fingers on a keyboard mean.
///
/// Give it every sample, do what it answers in order, and show it the keyboard as it is afterwards before the next sample.
/// Call ``advance(to:)`` when ``deadline`` comes. Nothing that is given to it makes it fail.
package struct TouchRecognizer: Sendable {
  private var surface: TouchSurface?
  /// Those that still mean something, in the order in which they began.
  private var touches: [Touch] = []
  private var now: Duration = .zero
  private var scrollOffsets: [ElementPath: Double] = [:]

  /// A recognizer that is shown nothing yet.
  package init() {}

  /// Says what is shown from now on; nil for no keyboard.
  ///
  /// A touch whose key is gone ends, and nothing more comes of it; so do all touches of another keyboard.
  package mutating func show(_ surface: TouchSurface?) {
    guard let surface else {
      self = TouchRecognizer(now: now)
      return
    }
    if self.surface?.keyboard != surface.keyboard { self = TouchRecognizer(now: now) }
    guard self.surface != surface else { return }
    self.surface = surface
    for index in touches.indices { touches[index].adapt(to: surface) }
    touches.removeAll(where: \.hasEnded)
    let paths = Set(surface.layout.scrollAreas.map(\.path))
    scrollOffsets = scrollOffsets.filter { paths.contains($0.key) }
  }

  private init(now: Duration) { self.now = now }

  /// Takes in a sample, and answers with what is to be done, in order.
  package mutating func take(_ sample: TouchSample) -> [TouchAction] {
    var actions = advance(to: sample.time)
    guard let surface else { return actions }
    switch sample.phase {
    case .down: actions += begin(sample, on: surface)
    case .move: actions += follow(sample) { $0.move(to: sample.point, at: $1, on: surface) }
    case .up: actions += follow(sample) { $0.end(at: sample.point, $1, on: surface) }
    case .cancelled: actions += follow(sample) { touch, _ in touch.cancel() }
    }
    return actions
  }

  /// Does what is due by this moment: call it when ``deadline`` has come. A time before the last one is taken for that.
  ///
  /// A key that repeats and has fallen behind repeats once.
  package mutating func advance(to time: Duration) -> [TouchAction] {
    now = max(now, min(time, GestureMeasure.latest))
    let due = touches.indices.compactMap { index in touches[index].deadline.map { (index, $0) } }
      .filter { $0.1 <= now }.sorted { $0.1 < $1.1 }
    var actions: [TouchAction] = []
    guard let surface else { return actions }
    for (index, _) in due { actions += touches[index].fire(at: now, on: surface) }
    return actions
  }

  /// When ``advance(to:)`` is to be called next, if no sample comes before; nil while nothing is waited for.
  package var deadline: Duration? { touches.compactMap(\.deadline).min() }

  /// Gives up every touch, as when the window loses the pointer.
  package mutating func cancel() -> [TouchAction] {
    defer { touches = [] }
    return touches.indices.flatMap { touches[$0].cancel() }
  }

  /// Moves the content of the scrolling area at a point, as the wheel of a mouse does; touches go on as they were.
  package mutating func scroll(at point: Point, by distance: Point) {
    guard point.isFinite, distance.isFinite, let area = surface?.layout.scrollArea(at: point) else { return }
    scrollOffsets[area.path] = area.offset(draggedBy: distance)
  }

  /// What is to be shown of the touches now.
  package var feedback: TouchFeedback {
    var feedback = TouchFeedback()
    feedback.scrollOffsets = scrollOffsets
    for touch in touches { touch.show(in: &feedback) }
    return feedback
  }

  private mutating func begin(_ sample: TouchSample, on surface: TouchSurface) -> [TouchAction] {
    // A finger that goes down twice was lost in between.
    var actions = follow(sample) { touch, _ in touch.cancel() }
    guard sample.point.isFinite, surface.contains(sample.point) else { return actions }
    let target = surface.target(at: sample.point)
    if target != nil {
      for index in touches.indices { actions += touches[index].commit() }
      touches.removeAll(where: \.hasEnded)
    }
    if touches.count >= GestureMeasure.touches {
      actions += touches[0].cancel()
      touches.removeFirst()
    }
    touches.append(Touch(sample.touch, on: target, at: sample.point, now))
    return actions
  }

  private mutating func follow(
    _ sample: TouchSample, _ body: (inout Touch, Duration) -> [TouchAction]
  ) -> [TouchAction] {
    guard let index = touches.firstIndex(where: { $0.identifier == sample.touch }) else { return [] }
    let actions = body(&touches[index], now)
    if let scrolled = touches[index].scrolled { scrollOffsets[scrolled.area] = scrolled.offset }
    if touches[index].hasEnded { touches.remove(at: index) }
    return actions
  }
}
