internal import InputViewModel

/// The touches that keys get. Several touches of one key during one frame of the screen usually become one event.
struct KeyTouchStreams: Sendable {
  /// The touches that are not delivered yet, in order. A movement joins the last waiting event of its key. A touch that
  /// begins or ends joins this event only if the event is also the last waiting event of all keys.
  private var waiting: [(key: String, position: KeyEvent.Position?, touches: KeyTouches)] = []
  private var last: Duration = .zero - GestureMeasure.frame

  /// The time at which to call ``join(_:at:)``; nil if no touch waits.
  var deadline: Duration? { waiting.isEmpty ? nil : last + GestureMeasure.frame }

  /// Collects the touch events among the actions. Returns the other actions, and after them the touch events that are
  /// due.
  ///
  /// Movements wait until one frame after the last delivery of events. Touches that begin or end are due immediately.
  mutating func join(_ actions: [TouchAction], at now: Duration) -> [TouchAction] {
    var others: [TouchAction] = []
    var isDue = deadline.map { $0 <= now } ?? false
    for action in actions {
      guard case .key(let event) = action, case .touches(let new) = event.gesture, let key = event.key else {
        others.append(action)
        continue
      }
      if new.touches.contains(where: { $0.phase != .moved }) || now >= last + GestureMeasure.frame { isDue = true }
      add(new, to: key, at: event.position)
    }
    return isDue ? others + deliver(at: now) : others
  }

  /// Removes the waiting touches on each key for whose identifier `isKept` returns false.
  mutating func keep(_ isKept: (String) -> Bool) { waiting.removeAll { !isKept($0.key) } }

  private mutating func add(_ new: KeyTouches, to key: String, at position: KeyEvent.Position?) {
    let isMovement = new.touches.allSatisfy { $0.phase == .moved }
    guard let index = waiting.lastIndex(where: { $0.key == key }), isMovement || index == waiting.count - 1 else {
      return waiting.append((key, position, new))
    }
    waiting[index].position = position
    (waiting[index].touches.width, waiting[index].touches.height) = (new.width, new.height)
    waiting[index].touches.touches += new.touches
    let surplus = waiting[index].touches.touches.count - KeyTouches.maximumCount
    guard surplus > 0 else { return }
    // If the event has too many touches, remove the oldest movements. A later touch of the same finger contains a newer
    // position.
    for _ in 0..<surplus {
      guard let oldest = waiting[index].touches.touches.firstIndex(where: { $0.phase == .moved }) else { break }
      waiting[index].touches.touches.remove(at: oldest)
    }
  }

  private mutating func deliver(at now: Duration) -> [TouchAction] {
    defer { (waiting, last) = ([], now) }
    return waiting.map { .key(KeyEvent(key: $0.key, at: $0.position, gesture: .touches($0.touches))) }
  }
}
