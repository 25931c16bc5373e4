internal import InputViewModel

/// The actions of the keys and suggestion bars of an input view.
struct InputViewHandlers {
  /// The actions of keys, by the key's identifier.
  var keys: [String: KeyHandlers] = [:]
  /// The actions of suggestion bars, by the bar's identifier.
  var bars: [String: @MainActor (Int, String) -> Void] = [:]

  /// The canvases, by identifier.
  var canvases: [String: CanvasHandlers] = [:]

  /// Returns a function that calls the action of a suggestion bar with the index of a suggestion.
  ///
  /// - Parameter identifier: The identifier of the suggestion, such as `words.2`.
  func suggestion(_ identifier: String) -> (@MainActor (String) -> Void)? {
    guard let dot = identifier.lastIndex(of: "."), let action = bars[String(identifier[..<dot])],
      let index = Int(identifier[identifier.index(after: dot)...])
    else { return nil }
    return { action(index, $0) }
  }
}

/// The actions of one key or area. If the action for a gesture is nil, the key's role decides the effect.
struct KeyHandlers {
  /// The default time in seconds between two repeats.
  static let usualRepeatInterval = 0.07
  /// The default time in seconds after which a pressed key counts as held.
  static let usualHoldDelay = 0.5

  var press: (@MainActor () -> Void)?
  var release: (@MainActor () -> Void)?
  var `repeat`: (@MainActor () -> Void)?
  var repeatWord: (@MainActor () -> Void)?
  var alternative: (@MainActor (String) -> Void)?
  var alternatives: [String] = []
  var gestures = TouchGestures()
  /// The touch area to which these actions belong; nil for a key.
  var area: TouchArea?
  /// The key's title, which changes with ``InputViewController/setKey(_:title:isEnabled:isSelected:)``.
  var title = ""
  var role = KeyRole.action
  var isEnabled = true
  var repeats = false

  init(press: (@MainActor () -> Void)? = nil) { self.press = press }

  /// Whether any gesture on the element calls an action of the keyboard.
  var hasActions: Bool {
    press != nil || release != nil || `repeat` != nil || repeatWord != nil || alternative != nil
      || gestures.hasActions
  }

  /// Whether the host sends touches of the element to the keyboard, instead of gestures.
  var getsTouches: Bool { (area != nil || !gestures.modifiersWithTouches.isEmpty) && !isForLeaving }

  /// Whether a touch that began in the previous input view continues on the element of the new input view. The touch
  /// continues if the element gets touches, is enabled and has the same role. The host has the same rule.
  ///
  /// - Parameter old: The actions of the element when the touch began.
  func continues(_ old: KeyHandlers) -> Bool { getsTouches && isEnabled && role == old.role }

  /// Whether the key changes to the next keyboard or hides this keyboard. A key with the role ``KeyRole/nextKeyboard``
  /// or ``KeyRole/dismiss`` gets gestures, never touches.
  var isForLeaving: Bool { role == .nextKeyboard || role == .dismiss }

  /// Returns the settings for recognizing the gestures of a finger on the element.
  func settings(_ event: KeyTouches?, like old: FingerTouch.Settings = .init()) -> FingerTouch.Settings {
    let isHeld = repeats || gestures.longPress != nil || release != nil
    return FingerTouch.Settings(
      gestures: gestures, holdDelay: isHeld ? gestures.holdDelay ?? Self.usualHoldDelay : nil, repeats: repeats,
      size: event.map { InputViewPoint(x: $0.width, y: $0.height) } ?? old.size)
  }

  /// Whether the key has an action for touches or control events. If the key has an action for touches or control
  /// events, and no press action, the key's role has no effect.
  var replacesPress: Bool { getsTouches && (gestures.touches != nil || !gestures.control.isEmpty) }

  /// Calls the actions of a control event.
  @MainActor func send(_ event: ControlEvents) {
    guard getsTouches else { return }
    for control in gestures.control where !control.events.isDisjoint(with: event) { control.action() }
  }

  /// Clamps the numbers that the author passed to modifiers. A number that is out of range becomes the nearest number
  /// in the range.
  ///
  /// - Returns: Lines for the log about numbers that were out of range, and about modifiers that have no effect.
  mutating func limitGestures(of name: String) -> [String] {
    var lines: [String] = []
    func limit(_ number: inout Double, to range: ClosedRange<Double>, _ parameter: String) {
      guard !range.contains(number) else { return }
      let used = number > range.upperBound ? range.upperBound : range.lowerBound
      lines.append(
        "\(name) has \(parameter) \(number), outside of \(range.lowerBound) to \(range.upperBound); it uses \(used)")
      number = used
    }
    let distances = 8.0...400.0
    if var pan = gestures.pan {
      limit(&pan.minimumDistance, to: 0...400, "onPan with the minimum distance")
      gestures.pan = pan
    }
    if var swipe = gestures.returnSwipe {
      limit(&swipe.distance, to: distances, "onReturnSwipe with the distance")
      gestures.returnSwipe = swipe
    }
    if var circle = gestures.circle {
      limit(&circle.diameter, to: distances, "onCircle with the diameter")
      gestures.circle = circle
    }
    if var interval = gestures.repeatInterval {
      limit(&interval, to: 0.02...60, "repeats with the interval")
      gestures.repeatInterval = interval
    }
    let modifiers = gestures.modifiersWithTouches.joined(separator: ", ")
    if isForLeaving, !modifiers.isEmpty {
      lines.append("\(name) has the role \(role.name) and so gets no touches, and \(modifiers) has no effect")
    } else if !modifiers.isEmpty, !alternatives.isEmpty {
      lines.append("\(name) gets touches because of \(modifiers), so a finger cannot reach its alternatives")
    }
    if gestures.longPress != nil, repeats {
      lines.append("\(name) repeats, so a finger cannot reach onLongPress")
    } else if gestures.longPress != nil, !alternatives.isEmpty, !getsTouches {
      lines.append("\(name) shows its alternatives when it is held, so a finger cannot reach onLongPress")
    }
    return lines
  }
}
