// Gestures: recognition of gestures from the positions of fingers or a mouse.
//
// For:    every frontend with a pointer. The module recognizes presses, holds, repeats, alternatives, swipes,
//         scrolling, the space bar as a trackpad, and several fingers at the same time. The module also says which keys
//         and pop-ups the frontend shows as pressed or open.
// Never:  reads a clock (the caller passes the time and learns the next deadline), computes a layout, draws, or uses a
//         session. Never imports Foundation.
// Start:  `TouchRecognizer` for the use of the module, `Touch.swift` for one finger, `GestureMeasure.swift` for lengths
//         and times.
//
// The rules follow iOS:
//
// - The recognizer sends a press when the finger lifts on the key. From a character key, the finger may slide to
//   another character key. If the finger leaves a key of another kind and the margin of this key, the recognizer
//   cancels the press.
// - The effect of a hold begins after half a second, or after the delay that the key sets. For a repeating key, the
//   recognizer sends a press, and then repeat events. A key with alternatives shows its alternatives; when the finger
//   lifts, the recognizer sends the chosen alternative or a press. A held space bar becomes a trackpad that moves the
//   insertion point. For any other key, the recognizer sends a long press, and a release when the finger lifts.
// - A swipe or scrolling cancels the press.
// - A second finger on a key presses the key under the first finger (rollover). The first finger continues to hold the
//   shift key of the system keyboard.
// - A key that requests touches gets touches instead of gestures. On a key that gets touches, all movements within one
//   frame of the screen become one event.

internal import InputViewModel
package import Layout

/// A recognizer of gestures on a keyboard.
///
/// Pass every sample to ``process(_:)`` and perform the returned actions in order. Pass the current layout to
/// ``show(_:)`` before the next sample. Call ``advance(to:)`` at ``deadline``. Any input is safe, including coordinates
/// that are not finite.
package struct TouchRecognizer: Sendable {
  private var surface: TouchSurface?
  /// The active touches, in the order in which they began.
  private var touches: [Touch] = []
  private var streams = KeyTouchStreams()
  private var now: Duration = .zero
  private var scrollOffsets: [ElementPath: Double] = [:]

  /// Creates a recognizer without a keyboard.
  package init() {}

  /// Sets the keyboard that the screen shows; nil for none.
  ///
  /// A touch whose key the new layout lacks ends without an effect. If the keyboard changes, all touches end.
  package mutating func show(_ surface: TouchSurface?) {
    guard let surface else {
      self = TouchRecognizer(now: now)
      return
    }
    if self.surface?.keyboard != surface.keyboard { self = TouchRecognizer(now: now) }
    guard self.surface != surface else { return }
    self.surface = surface
    streams.keep { surface.layout.element(ofKey: $0)?.key?.getsTouches == true }
    for index in touches.indices { touches[index].adapt(to: surface) }
    touches.removeAll(where: \.hasEnded)
    let paths = Set(surface.layout.scrollAreas.map(\.path))
    scrollOffsets = scrollOffsets.filter { paths.contains($0.key) }
  }

  private init(now: Duration) { self.now = now }

  /// Handles a sample and returns the actions to perform, in order.
  package mutating func process(_ sample: TouchSample) -> [TouchAction] {
    var actions = fire(to: sample.time)
    guard let surface else { return [] }
    switch sample.phase {
    case .down: actions += begin(sample, on: surface)
    case .move: actions += follow(sample) { $0.move(to: sample.point, at: $1, on: surface) }
    case .up: actions += follow(sample) { $0.end(at: sample.point, $1, on: surface) }
    case .cancelled: actions += follow(sample) { touch, now in touch.cancel(at: now) }
    }
    return streams.join(actions, at: now)
  }

  /// Performs the gestures that are due at a time, such as a long press. Call the method at ``deadline``. If the time
  /// is earlier than in the previous call, the call has no effect.
  ///
  /// If several repeats of a key are overdue, the key repeats once.
  package mutating func advance(to time: Duration) -> [TouchAction] { streams.join(fire(to: time), at: now) }

  private mutating func fire(to time: Duration) -> [TouchAction] {
    now = max(now, min(time, GestureMeasure.latest))
    let due = touches.indices.compactMap { index in touches[index].deadline.map { (index, $0) } }
      .filter { $0.1 <= now }.sorted { $0.1 < $1.1 }
    var actions: [TouchAction] = []
    guard let surface else { return actions }
    for (index, _) in due { actions += touches[index].fire(at: now, on: surface) }
    return actions
  }

  /// The time at which to call ``advance(to:)`` if no sample arrives earlier; nil if nothing is pending.
  package var deadline: Duration? { (touches.map(\.deadline) + [streams.deadline]).compactMap(\.self).min() }

  /// Cancels all touches, for example when the window loses the pointer.
  package mutating func cancel() -> [TouchAction] {
    defer { touches = [] }
    return streams.join(touches.indices.flatMap { touches[$0].cancel(at: now) }, at: now)
  }

  /// Scrolls the area at a point, as a mouse wheel does. Active touches continue.
  package mutating func scroll(at point: Point, by distance: Point) {
    guard point.isFinite, distance.isFinite, let area = surface?.layout.scrollArea(at: point) else { return }
    scrollOffsets[area.path] = area.offset(draggedBy: distance)
  }

  /// Scrolls until a key is visible. Active touches continue.
  package mutating func reveal(_ key: String) {
    guard let layout = surface?.layout, let element = layout.element(ofKey: key) else { return }
    scrollOffsets.merge(layout.scrollOffsets(showing: element)) { $1 }
  }

  /// The visible state of all touches.
  package var feedback: TouchFeedback {
    var feedback = TouchFeedback()
    feedback.scrollOffsets = scrollOffsets
    for touch in touches { touch.show(in: &feedback) }
    return feedback
  }

  private mutating func begin(_ sample: TouchSample, on surface: TouchSurface) -> [TouchAction] {
    // If a touch with this number is still active, the sample that should have ended the touch was lost.
    var actions = follow(sample) { touch, now in touch.cancel(at: now) }
    guard sample.point.isFinite, surface.contains(sample.point) else { return actions }
    let target = surface.target(at: sample.point)
    if target != nil {
      for index in touches.indices { actions += touches[index].commit(on: surface) }
      touches.removeAll(where: \.hasEnded)
    }
    if touches.count >= GestureMeasure.touches {
      actions += touches[0].cancel(at: now)
      touches.removeFirst()
    }
    let touch = Touch(sample.touch, on: target, at: sample.point, now)
    touches.append(touch)
    return actions + touch.begin()
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
