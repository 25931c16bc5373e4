internal import InputViewModel
internal import Layout

/// One touch, from the moment when the finger goes down until the touch can cause no more actions.
struct Touch: Sendable {
  let identifier: Int
  private let start: Point
  private let began: Duration
  /// The key on which the finger went down. The event of a swipe names this key.
  private let origin: TouchTarget?
  /// The swipes of the key on which the finger went down.
  private var swipes: KeySwipes? { origin?.key.swipes }
  /// Whether the finger went down on a globe key. A swipe up from a globe key shows the list of input modes, as on iOS.
  private var isOnGlobeKey: Bool { origin?.key.role == .nextKeyboard }
  private var point: Point
  private var state: State
  /// The area that the finger scrolls, and the area's current offset.
  private(set) var scrolled: (area: ElementPath, offset: Double)?

  private enum State {
    /// The finger is on no key. The finger can still swipe or scroll.
    case resting
    /// The finger went down on the key, and may have slid off it. The recognizer has sent no event for the touch.
    case pressing(TouchTarget, isInside: Bool, since: Duration)
    /// The finger holds a repeating key.
    case repeating(TouchTarget, next: Duration)
    /// The finger holds a key with open alternatives.
    case choosing(TouchTarget, AlternativeChoice)
    /// The finger holds a key that received a long press. The key receives a release at the end of the touch.
    case holding(TouchTarget)
    /// The finger moves the insertion point. `steps` is the number of steps so far, counted from the horizontal
    /// position `from`. `hasMoved` is true if the insertion point has moved during this touch.
    case movingInsertionPoint(TouchTarget, from: Double, steps: Int, hasMoved: Bool)
    /// The finger is on a key that gets touches instead of gestures.
    case streaming(TouchTarget)
    /// The finger scrolls an area. The value is the scroll area at the beginning of the drag.
    case scrolling(ScrollArea)
    /// The touch causes no more actions.
    case ended
  }

  /// Creates a touch that begins on a key or outside all keys.
  init(_ identifier: Int, on target: TouchTarget?, at point: Point, _ now: Duration) {
    self.identifier = identifier
    start = point
    began = now
    origin = target
    self.point = point
    state =
      target.map { $0.key.getsTouches ? .streaming($0) : .pressing($0, isInside: true, since: now) } ?? .resting
  }

  /// Returns the event that reports the start of the touch to the key; no event if the key gets gestures instead of
  /// touches.
  func begin() -> [TouchAction] { stream(.began, began) }

  private func stream(_ phase: KeyTouch.Phase, _ now: Duration) -> [TouchAction] {
    guard case .streaming(let target) = state else { return [] }
    let frame = target.element.frame
    let touch = KeyTouch(
      finger: identifier, phase: phase, x: point.x - frame.x, y: point.y - frame.y, timestamp: now / .seconds(1))
    return [target.event(.touches(KeyTouches([touch], width: frame.width, height: frame.height)))]
  }

  var hasEnded: Bool { if case .ended = state { true } else { false } }

  /// The time at which to call ``fire(at:on:)``.
  var deadline: Duration? {
    switch state {
    case .pressing(let target, isInside: true, let since): since + target.holdDelay
    case .repeating(_, let next): next
    default: nil
    }
  }

  // MARK: Gestures

  /// Performs the gesture that is due at ``deadline``.
  mutating func fire(at now: Duration, on surface: TouchSurface) -> [TouchAction] {
    switch state {
    case .pressing(let target, isInside: true, _): return hold(target, now, surface)
    case .repeating(let target, _):
      state = .repeating(target, next: now + GestureMeasure.repeatInterval)
      return [target.event(now - began < GestureMeasure.wordRepeat ? .repeat : .repeatWord)]
    default: return []
    }
  }

  /// Starts the effect of a held key after its delay. A held globe key always shows the list of input modes.
  private mutating func hold(_ target: TouchTarget, _ now: Duration, _ surface: TouchSurface) -> [TouchAction] {
    let isGlobeKey = target.key.role == .nextKeyboard
    if target.key.repeats, !isGlobeKey {
      state = .repeating(target, next: now + GestureMeasure.repeatInterval)
      return [target.event(.press)]
    }
    if !target.key.alternatives.isEmpty, !isGlobeKey {
      let cells = surface.layout.alternatives(of: target.element)
      state = .choosing(target, AlternativeChoice(cells: cells, opened: point))
      return []
    }
    if target.key.role == .space {
      state = .movingInsertionPoint(target, from: point.x, steps: 0, hasMoved: false)
      return []
    }
    state = .holding(target)
    return [target.event(.longPress)]
  }

  mutating func move(to point: Point, at now: Duration, on surface: TouchSurface) -> [TouchAction] {
    guard point.isFinite else { return [] }
    let hasMoved = point != self.point
    self.point = point
    let drag = Drag(from: start, to: point)
    switch state {
    case .resting, .pressing:
      if let area = surface.scrollArea(at: start, draggedBy: drag) {
        scroll(area, drag)
        return []
      }
      let direction =
        if let swipes { drag.swipe(swipes) } else {
          (surface.recognizesSwipes ? drag.swipe(after: now - began) : nil)
            ?? (isOnGlobeKey && drag.swipe(KeySwipes()) == .up ? .up : nil)
        }
      if let direction {
        state = .ended
        return [origin?.event(.swipe(direction)) ?? .key(KeyEvent(key: nil, gesture: .swipe(direction)))]
      }
      return slide(drag, hasMoved: hasMoved, now, surface)
    case .choosing(let target, let choosing):
      state = .choosing(target, choosing.moved(to: point, beside: target.element.frame))
      return []
    case .movingInsertionPoint(let target, let from, let steps, _):
      return moveInsertionPoint(target, from: from, steps, surface)
    case .repeating(let target, _):
      if !target.isUnder(point, surface) { state = .ended }
      return []
    case .scrolling(let area):
      scroll(area, drag)
      return []
    case .streaming: return hasMoved ? stream(.moved, now) : []
    case .holding, .ended: return []
    }
  }

  private mutating func scroll(_ area: ScrollArea, _ drag: Drag) {
    state = .scrolling(area)
    scrolled = (area.path, area.offset(draggedBy: Point(x: drag.x, y: drag.y)))
  }

  /// Handles a movement that is neither a swipe nor scrolling. The method has an effect only in the state `pressing`.
  private mutating func slide(
    _ drag: Drag, hasMoved: Bool, _ now: Duration, _ surface: TouchSurface
  ) -> [TouchAction] {
    guard case .pressing(let target, let wasInside, let since) = state else { return [] }
    // If the keyboard or the space bar recognizes swipes, a drag moves the insertion point only after a hold of the
    // space bar.
    let isQuick = now - began < GestureMeasure.quickTouch
    if hasMoved, target.key.role == .space, !surface.recognizesSwipes, swipes == nil,
      drag.isAlong(
        horizontal: true, longerThan: isQuick ? GestureMeasure.quickDragDistance : GestureMeasure.dragDistance)
    {
      return moveInsertionPoint(target, from: start.x, 0, surface)
    }
    if target.isUnder(point, surface) {
      state = .pressing(target, isInside: true, since: wasInside ? since : now)
    } else if target.isSlidOver, let other = surface.target(at: point), other.isSlidOver {
      state = .pressing(other, isInside: true, since: now)
    } else {
      state = .pressing(target, isInside: false, since: since)
    }
    return []
  }

  private mutating func moveInsertionPoint(
    _ target: TouchTarget, from origin: Double, _ steps: Int, _ surface: TouchSurface
  ) -> [TouchAction] {
    let dragged = (point.x - origin) / GestureMeasure.insertionPointStep * (surface.isRightToLeft ? -1 : 1)
    let wanted = Int(
      min(max(dragged, -GestureMeasure.maximumInsertionPointMove), GestureMeasure.maximumInsertionPointMove))
    var hasMoved = wanted != steps
    if case .movingInsertionPoint(_, _, _, hasMoved: true) = state { hasMoved = true }
    state = .movingInsertionPoint(target, from: origin, steps: wanted, hasMoved: hasMoved)
    return wanted == steps ? [] : [.moveInsertionPoint(byCharacters: wanted - steps)]
  }

  mutating func end(at point: Point, _ now: Duration, on surface: TouchSurface) -> [TouchAction] {
    guard point.isFinite else { return cancel(at: now) }
    if case .streaming = state {
      self.point = point
      defer { state = .ended }
      return stream(.ended, now)
    }
    let actions = move(to: point, at: now, on: surface)
    defer { state = .ended }
    switch state {
    case .pressing(let target, isInside: true, _): return actions + [target.event(.press)]
    case .choosing(let target, let choosing):
      guard surface.isNear(point) else { return actions }
      return actions + [target.event(choosing.choice.map { .alternative($0) } ?? .press)]
    case .holding(let target): return actions + [target.event(.release)]
    // A held space bar that the finger did not drag still types a space.
    case .movingInsertionPoint(let target, _, _, hasMoved: false): return actions + [target.event(.press)]
    case .resting, .pressing, .repeating, .movingInsertionPoint, .streaming, .scrolling, .ended: return actions
    }
  }

  /// Presses the key under this finger, or types the chosen alternative, because another finger touched a key.
  mutating func commit(on surface: TouchSurface) -> [TouchAction] {
    switch state {
    case .pressing(let target, isInside: true, _) where surface.holdsShift && target.key.role == .shift:
      state = .holding(target)
      return [target.event(.press), target.event(.longPress)]
    case .pressing(let target, isInside: true, _), .movingInsertionPoint(let target, _, _, hasMoved: false):
      state = .ended
      return [target.event(.press)]
    case .choosing(let target, let choosing):
      state = .ended
      return surface.isNear(point) ? [target.event(choosing.choice.map { .alternative($0) } ?? .press)] : []
    case .resting, .pressing, .repeating, .holding, .movingInsertionPoint, .streaming, .scrolling, .ended: return []
    }
  }

  /// Cancels the touch without a press. A key that received a long press receives a release.
  mutating func cancel(at now: Duration) -> [TouchAction] {
    defer { state = .ended }
    if case .holding(let target) = state { return [target.event(.release)] }
    return stream(.cancelled, now)
  }

  // MARK: Layout

  /// Adapts the touch to a new layout of the keyboard. If the layout no longer contains the touch's key, the touch
  /// ends.
  mutating func adapt(to surface: TouchSurface) {
    switch state {
    case .resting, .ended: break
    case .pressing(let target, let isInside, let since):
      // If another finger presses shift, the keyboard replaces every letter key, including the key under this finger.
      let isReplaced = target.isSlidOver ? surface.target(inPlaceOf: target) : nil
      state =
        (surface.target(continuing: target) ?? isReplaced).map { .pressing($0, isInside: isInside, since: since) }
        ?? .ended
    case .repeating(let target, let next):
      let new = surface.target(like: target)
      state = new.map { $0.key.repeats ? .repeating($0, next: next) : .ended } ?? .ended
    case .choosing(let target, var choosing):
      guard let new = surface.target(like: target), new.key.alternatives == target.key.alternatives else {
        state = .ended
        return
      }
      choosing.lay(surface.layout.alternatives(of: new.element))
      state = .choosing(new, choosing)
    case .holding(let target): state = surface.target(continuing: target).map { .holding($0) } ?? .ended
    case .streaming(let target):
      let new = surface.target(like: target)
      state = new.map { $0.key.getsTouches ? .streaming($0) : .ended } ?? .ended
    // This finger moves the insertion point, so a change of the space bar has no effect on the touch.
    case .movingInsertionPoint: break
    case .scrolling(let old):
      guard var area = surface.layout.scrollAreas.first(where: { $0.path == old.path }) else {
        state = .ended
        return
      }
      area.offset = old.offset
      state = .scrolling(area)
    }
  }

  /// Adds the visible state of the touch to the feedback.
  func show(in feedback: inout TouchFeedback) {
    switch state {
    // A key that has neither a title nor a picture is not shown as pressed.
    case .streaming(let target) where target.key.title.isEmpty && target.key.image == nil: break
    case .pressing(let target, isInside: true, _), .repeating(let target, _), .holding(let target),
      .streaming(let target):
      feedback.pressedKeys.append(target.identifier)
    case .choosing(let target, let choosing):
      feedback.pressedKeys.append(target.identifier)
      feedback.popUps.append(
        TouchFeedback.PopUp(key: target.identifier, cells: choosing.cells, choice: choosing.choice))
    case .movingInsertionPoint(let target, _, _, _):
      feedback.pressedKeys.append(target.identifier)
      feedback.movesInsertionPoint = true
    case .resting, .pressing, .scrolling, .ended: break
    }
  }
}

extension TouchTarget {
  fileprivate var holdDelay: Duration {
    key.role == .nextKeyboard ? GestureMeasure.hold : key.holdDelay.map { .seconds($0) } ?? GestureMeasure.hold
  }

  /// Whether a point is on the key or in its margin.
  fileprivate func isUnder(_ point: Point, _ surface: TouchSurface) -> Bool {
    if element.frame.expanded(by: margin).contains(point) {
      // The margin of a character key may extend into the frame of another key. The margin of any other key does not
      // extend into frames of other keys.
      return isSlidOver || element.frame.contains(point) || !isOnOther(point, surface)
    }
    return surface.layout.key(at: point)?.key?.identifier == identifier
  }

  private func isOnOther(_ point: Point, _ surface: TouchSurface) -> Bool {
    guard let other = surface.layout.key(at: point) else { return false }
    return other.key?.identifier != identifier && other.frame.contains(point)
  }
}
