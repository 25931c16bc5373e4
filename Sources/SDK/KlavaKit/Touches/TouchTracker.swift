internal import InputViewModel
internal import TextModel

/// The state of the fingers on keys and areas that get touches.
struct TouchTracker {
  /// A finger on an element.
  struct Finger: Hashable {
    let element: String
    let number: Int
  }

  /// A touch that has not ended, with its settings, actions and timer.
  struct Tracked {
    var touch: FingerTouch
    var settings: FingerTouch.Settings
    var handlers: KeyHandlers
    var timer: KeyboardTimer?
  }

  /// The maximum time in seconds from the start of a touch to the start of a repeated touch of the same key.
  static let repeatedTouch = 0.35

  /// The number that stands for a finger if a script or a screen reader presses a key. The numbers of fingers on the
  /// screen start at 0.
  static let noFinger = -1
  /// The size of a key in points that KlavaKit assumes for a press by a script or a screen reader.
  static let usualKeySize = InputViewPoint(x: 32, y: 44)

  var fingers: [Finger: Tracked] = [:]
  /// For each element, the time at which the last touch began.
  var lastTouches: [String: Double] = [:]
}

extension InputViewController {
  /// Recognizes the gestures in the touches on a key or an area.
  func touched(_ identifier: String, _ event: KeyTouches) {
    guard let handlers = handlers.keys[identifier] else { return }
    handlers.gestures.touches?(event)
    handlers.area?.receive(event)
    var moves: [Int: [KeyTouch]] = [:]
    func drain(_ number: Int) {
      guard let touches = moves.removeValue(forKey: number) else { return }
      advance(TouchTracker.Finger(element: identifier, number: number), event) { $0.touch.move(touches, $0.settings) }
    }
    for touch in event.touches {
      let finger = TouchTracker.Finger(element: identifier, number: touch.finger)
      if touch.phase != .moved { drain(touch.finger) }
      if touch.phase == .began || tracker.fingers[finger] == nil && touch.phase != .cancelled {
        // If the host replaced the keyboard's process during a touch, the new process did not get the start of the
        // touch. The first event that the new process gets then begins the touch.
        begin(finger, touch, event)
      }
      switch touch.phase {
      case .began: break
      case .moved: moves[touch.finger, default: []].append(touch)
      case .ended: end(finger, event) { $0.touch.end(touch, $0.settings) }
      case .cancelled: end(finger, event) { $0.touch.cancel() }
      }
    }
    for number in moves.keys.sorted() { drain(number) }
  }

  /// Performs a press by a script, a switch device or a screen reader as a tap on the center of the key.
  ///
  /// A press without a finger has no position, so KlavaKit assumes a size of the key.
  func pressWithoutFinger(_ identifier: String) {
    let size = TouchTracker.usualKeySize
    let touches = [KeyTouch.Phase.began, .ended].map {
      KeyTouch(finger: TouchTracker.noFinger, phase: $0, x: size.x / 2, y: size.y / 2, timestamp: 0)
    }
    tracker.lastTouches[identifier] = nil
    touched(identifier, KeyTouches(touches, width: size.x, height: size.y))
    tracker.lastTouches[identifier] = nil
  }

  /// Cancels the touches on elements that have left the input view or are disabled. The host sends no event at the end
  /// of a touch on a removed or disabled element.
  ///
  /// - Parameter all: Whether to cancel the touches on all other elements too.
  func cancelTouches(all: Bool = false) {
    for (finger, tracked) in tracker.fingers
    where all || handlers.keys[finger.element]?.continues(tracked.handlers) != true {
      end(finger, nil) { tracked in
        tracked.handlers.area?.receive(tracked.touch.cancellation(tracked.settings))
        return tracked.touch.cancel()
      }
    }
  }

  private func begin(_ finger: TouchTracker.Finger, _ touch: KeyTouch, _ event: KeyTouches) {
    end(finger, nil) { $0.touch.cancel() }
    guard let handlers = handlers.keys[finger.element], handlers.isEnabled else { return }
    let last = tracker.lastTouches.updateValue(touch.timestamp, forKey: finger.element)
    let isRepeated = last.map { (0...TouchTracker.repeatedTouch).contains(touch.timestamp - $0) } ?? false
    var tracked = TouchTracker.Tracked(
      touch: FingerTouch(touch), settings: handlers.settings(event), handlers: handlers)
    let outcomes = tracked.touch.begin(isRepeated: isRepeated, tracked.settings)
    if let delay = tracked.settings.holdDelay, tracked.touch.canHold(tracked.settings) {
      tracked.timer = timer(after: delay, of: finger.element) { [unowned self] in hold(finger) }
    }
    tracker.fingers[finger] = tracked
    for outcome in outcomes { perform(outcome, handlers, finger.element) }
  }

  private func hold(_ finger: TouchTracker.Finger) {
    tracker.fingers[finger]?.timer = nil
    advance(finger, nil) { $0.touch.hold($0.settings) }
    guard let tracked = tracker.fingers[finger], tracked.touch.isRepeating else { return }
    let interval = tracked.settings.gestures.repeatInterval ?? KeyHandlers.usualRepeatInterval
    tracker.fingers[finger]?.timer = timer(after: interval, repeats: true, of: finger.element) { [unowned self] in
      advance(finger, nil) { $0.touch.repeat($0.settings) }
    }
  }

  private func timer(
    after seconds: Double, repeats: Bool = false, of element: String, action: @escaping @MainActor () -> Void
  ) -> KeyboardTimer? {
    let timer = perform(after: seconds, repeats: repeats, action: action)
    if timer == nil { logger.error("the key \"\(element)\" cannot be held, because the host did not start a timer") }
    return timer
  }

  private func advance(
    _ finger: TouchTracker.Finger, _ event: KeyTouches?,
    _ change: (inout TouchTracker.Tracked) -> [FingerTouch.Outcome]
  ) {
    guard var tracked = tracker.fingers[finger] else { return }
    update(&tracked, finger, event)
    let outcomes = change(&tracked)
    if let timer = tracked.timer, !tracked.touch.isRepeating, !tracked.touch.canHold(tracked.settings) {
      cancel(timer)
      tracked.timer = nil
    }
    tracker.fingers[finger] = tracked
    for outcome in outcomes { perform(outcome, tracked.handlers, finger.element) }
  }

  private func end(
    _ finger: TouchTracker.Finger, _ event: KeyTouches?,
    _ change: (inout TouchTracker.Tracked) -> [FingerTouch.Outcome]
  ) {
    guard var tracked = tracker.fingers.removeValue(forKey: finger) else { return }
    if let timer = tracked.timer { cancel(timer) }
    update(&tracked, finger, event)
    for outcome in change(&tracked) { perform(outcome, tracked.handlers, finger.element) }
  }

  /// Updates a touch with the actions of the current input view, if this input view still contains the element.
  private func update(_ tracked: inout TouchTracker.Tracked, _ finger: TouchTracker.Finger, _ event: KeyTouches?) {
    if let handlers = handlers.keys[finger.element], handlers.continues(tracked.handlers) {
      tracked.handlers = handlers
    }
    tracked.settings = tracked.handlers.settings(event, like: tracked.settings)
  }

  private func perform(_ outcome: FingerTouch.Outcome, _ handlers: KeyHandlers, _ identifier: String) {
    switch outcome {
    case .control(let event): handlers.send(event)
    case .pan(let gesture): handlers.gestures.pan?.action(gesture)
    case .swipe(let direction): handlers.gestures.swipe?.action(direction)
    case .returnSwipe(let direction): handlers.gestures.returnSwipe?.action(direction)
    case .circle(let direction): handlers.gestures.circle?.action(direction)
    case .press: press(identifier, handlers)
    case .longPress: if let longPress = handlers.gestures.longPress { longPress() } else { press(identifier, handlers) }
    case .release: handlers.release?()
    case .repeat(let byWords):
      if let action = byWords ? handlers.repeatWord ?? handlers.repeat : handlers.repeat {
        action()
      } else if byWords, handlers.role == .delete, handlers.press == nil {
        deleteWordBackward()
      } else {
        press(identifier, handlers)
      }
    }
  }

  /// Performs a press of a key that gets touches: calls the key's action, or applies the key's role.
  private func press(_ identifier: String, _ handlers: KeyHandlers) {
    if let press = handlers.press { return press() }
    if keyPressed(identifier) || handlers.replacesPress { return }
    switch handlers.role {
    case .character: textDocumentProxy.insertText(handlers.title)
    case .space: textDocumentProxy.insertText(" ")
    case .return: textDocumentProxy.insertText("\n")
    case .delete: textDocumentProxy.deleteBackward()
    case .shift, .planeSwitch, .nextKeyboard, .dismiss, .action, .suggestion: break
    }
  }

  private func deleteWordBackward() {
    let proxy = textDocumentProxy
    let buffer = TextBuffer(before: proxy.documentContextBeforeInput ?? "", selected: proxy.selectedText ?? "")
    for _ in 0..<buffer.deletionsOfLastWord(rules: EditingRules()) { proxy.deleteBackward() }
  }
}
