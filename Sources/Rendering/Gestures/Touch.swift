internal import Layout
internal import TextInput

/// One finger, from its down to where it means nothing more.
struct Touch: Sendable {
  let identifier: Int
  private let start: Point
  private let began: Duration
  /// The key under it when it went down; what a swipe is told to come from.
  private let origin: String?
  private var point: Point
  private var state: State
  /// The area that it has scrolled, and how far that is moved now.
  private(set) var scrolled: (area: ElementPath, offset: Double)?

  /// What the finger is doing.
  private enum State {
    /// It is on no key; it may still swipe or scroll.
    case resting
    /// It is on a key that nothing was sent for yet, or has slid off it.
    case pressing(TouchTarget, isInside: Bool, since: Duration)
    /// It holds a key that repeats.
    case repeating(TouchTarget, next: Duration)
    /// It holds a key whose alternatives are open.
    case choosing(TouchTarget, AlternativeChoice)
    /// It holds a key that was told so, and will be told when it lets go.
    case holding(TouchTarget)
    /// It drags the caret: the place from which steps are counted, and the steps made.
    case movingCaret(TouchTarget, from: Double, steps: Int, hasMoved: Bool)
    /// It drags the content of a scrolling area, which is kept as it was when that began.
    case scrolling(ScrollArea)
    /// It means nothing more.
    case ended
  }

  /// A finger that goes down on a key, or on none.
  init(_ identifier: Int, on target: TouchTarget?, at point: Point, _ now: Duration) {
    self.identifier = identifier
    start = point
    began = now
    origin = target?.identifier
    self.point = point
    state = target.map { .pressing($0, isInside: true, since: now) } ?? .resting
  }

  var hasEnded: Bool { if case .ended = state { true } else { false } }

  /// When ``fire(at:on:)`` is due.
  var deadline: Duration? {
    switch state {
    case .pressing(_, isInside: true, let since): since + GestureMeasure.hold
    case .repeating(_, let next): next
    default: nil
    }
  }

  // MARK: What it does

  /// The time that it waited for has come.
  mutating func fire(at now: Duration, on surface: TouchSurface) -> [TouchAction] {
    switch state {
    case .pressing(let target, isInside: true, _): return hold(target, now, surface)
    case .repeating(let target, _):
      state = .repeating(target, next: now + GestureMeasure.repeatInterval)
      return [target.event(now - began < GestureMeasure.wordRepeat ? .repeat : .repeatWord)]
    default: return []
    }
  }

  /// A key has been held for half a second.
  private mutating func hold(_ target: TouchTarget, _ now: Duration, _ surface: TouchSurface) -> [TouchAction] {
    if target.key.repeats {
      state = .repeating(target, next: now + GestureMeasure.repeatInterval)
      return [target.event(.press)]
    }
    if !target.key.alternatives.isEmpty {
      let cells = surface.layout.alternatives(of: target.element)
      state = .choosing(target, AlternativeChoice(cells: cells, opened: point))
      return []
    }
    if target.key.role == .space {
      state = .movingCaret(target, from: point.x, steps: 0, hasMoved: false)
      return []
    }
    state = .holding(target)
    return [target.event(.longPress)]
  }

  /// The finger moves.
  mutating func move(to point: Point, at now: Duration, on surface: TouchSurface) -> [TouchAction] {
    guard point.isFinite else { return [] }
    self.point = point
    let drag = Drag(from: start, to: point)
    switch state {
    case .resting, .pressing:
      if let area = surface.scrollArea(at: start, draggedBy: drag) {
        scroll(area, drag)
        return []
      }
      if surface.recognizesSwipes, let direction = drag.swipe(after: now - began) {
        state = .ended
        return [.key(KeyEvent(key: origin, gesture: .swipe(direction)))]
      }
      return slide(drag, now, surface)
    case .choosing(let target, let choosing):
      state = .choosing(target, choosing.moved(to: point, beside: target.element.frame))
      return []
    case .movingCaret(let target, let from, let steps, _):
      return moveCaret(target, from: from, steps, surface)
    case .repeating(let target, _):
      if !target.isUnder(point, surface) { state = .ended }
      return []
    case .scrolling(let area):
      scroll(area, drag)
      return []
    case .holding, .ended: return []
    }
  }

  private mutating func scroll(_ area: ScrollArea, _ drag: Drag) {
    state = .scrolling(area)
    scrolled = (area.path, area.offset(draggedBy: Point(x: drag.x, y: drag.y)))
  }

  /// The finger slides over a key that nothing was sent for yet, or over keys.
  private mutating func slide(_ drag: Drag, _ now: Duration, _ surface: TouchSurface) -> [TouchAction] {
    guard case .pressing(let target, let wasInside, let since) = state else { return [] }
    // Where swipes are the keyboard's, only a space bar that is held moves the caret.
    if target.key.role == .space, !surface.recognizesSwipes,
      drag.isAlong(horizontal: true, longerThan: GestureMeasure.dragDistance)
    {
      return moveCaret(target, from: start.x, 0, surface)
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

  private mutating func moveCaret(
    _ target: TouchTarget, from origin: Double, _ steps: Int, _ surface: TouchSurface
  ) -> [TouchAction] {
    let dragged = (point.x - origin) / GestureMeasure.caretStep * (surface.isRightToLeft ? -1 : 1)
    let wanted = Int(min(max(dragged, -GestureMeasure.caretLimit), GestureMeasure.caretLimit))
    var hasMoved = wanted != steps
    if case .movingCaret(_, _, _, hasMoved: true) = state { hasMoved = true }
    state = .movingCaret(target, from: origin, steps: wanted, hasMoved: hasMoved)
    return wanted == steps ? [] : [.moveCaret(byCharacters: wanted - steps)]
  }

  /// The finger lets go.
  mutating func end(at point: Point, _ now: Duration, on surface: TouchSurface) -> [TouchAction] {
    guard point.isFinite else { return cancel() }
    let actions = move(to: point, at: now, on: surface)
    defer { state = .ended }
    switch state {
    case .pressing(let target, isInside: true, _): return actions + [target.event(.press)]
    case .choosing(let target, let choosing):
      guard surface.isNear(point) else { return actions }
      return actions + [target.event(choosing.choice.map { .alternative($0) } ?? .press)]
    case .holding(let target): return actions + [target.event(.release)]
    // A finger that rested on the space bar too long has still pressed it.
    case .movingCaret(let target, _, _, hasMoved: false): return actions + [target.event(.press)]
    case .resting, .pressing, .repeating, .movingCaret, .scrolling, .ended: return actions
    }
  }

  /// Another finger goes down on a key: what this one is about to press is pressed.
  mutating func commit() -> [TouchAction] {
    guard case .pressing(let target, isInside: true, _) = state else { return [] }
    state = .ended
    return [target.event(.press)]
  }

  /// The finger is gone, and what it did so far does not count; a key that was told of being held is told of its end.
  mutating func cancel() -> [TouchAction] {
    defer { state = .ended }
    if case .holding(let target) = state { return [target.event(.release)] }
    return []
  }

  // MARK: What it does it to

  /// The keyboard shows something else now; a touch whose key is gone ends.
  mutating func adapt(to surface: TouchSurface) {
    switch state {
    case .resting, .ended: break
    case .pressing(let target, let isInside, let since):
      // Shift that goes down under another finger changes every letter, also the one under this one.
      let isReplaced = target.isSlidOver ? surface.target(inPlaceOf: target) : nil
      state =
        (surface.target(like: target) ?? isReplaced).map { .pressing($0, isInside: isInside, since: since) } ?? .ended
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
    case .holding(let target): state = surface.target(like: target).map { .holding($0) } ?? .ended
    // The caret is the document's; it does not matter what becomes of the space bar.
    case .movingCaret: break
    case .scrolling(let old):
      guard var area = surface.layout.scrollAreas.first(where: { $0.path == old.path }) else {
        state = .ended
        return
      }
      area.offset = old.offset
      state = .scrolling(area)
    }
  }

  /// Adds what is to be shown of it.
  func show(in feedback: inout TouchFeedback) {
    switch state {
    case .pressing(let target, isInside: true, _), .repeating(let target, _), .holding(let target):
      feedback.pressedKeys.append(target.identifier)
    case .choosing(let target, let choosing):
      feedback.pressedKeys.append(target.identifier)
      feedback.popUps.append(
        TouchFeedback.PopUp(key: target.identifier, cells: choosing.cells, choice: choosing.choice))
    case .movingCaret(let target, _, _, _):
      feedback.pressedKeys.append(target.identifier)
      feedback.movesCaret = true
    case .resting, .pressing, .scrolling, .ended: break
    }
  }
}

extension TouchTarget {
  /// Whether a finger at this point is on the key, or so near that it means it.
  fileprivate func isUnder(_ point: Point, _ surface: TouchSurface) -> Bool {
    if element.frame.expanded(by: margin).contains(point) {
      // Another key's own ground is not in the margin.
      return isSlidOver || element.frame.contains(point) || !isOnOther(point, surface)
    }
    return surface.layout.key(at: point)?.key?.identifier == identifier
  }

  private func isOnOther(_ point: Point, _ surface: TouchSurface) -> Bool {
    guard let other = surface.layout.key(at: point) else { return false }
    return other.key?.identifier != identifier && other.frame.contains(point)
  }
}
