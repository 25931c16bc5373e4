/// The events of a finger on a key. Corresponds to `UIControl.Event`.
///
/// A finger counts as inside the key while it is on the key or at most 12 points away. When the key recognizes a
/// gesture, such as a long press or a swipe, the key gets ``touchCancel``. After ``touchCancel``, the key gets no more
/// events of the finger.
public struct ControlEvents: OptionSet, Hashable, Sendable {
  /// The bits of `UIControl.Event.rawValue`.
  public let rawValue: UInt

  /// Creates a set of events.
  ///
  /// - Parameter rawValue: The bits of `UIControl.Event.rawValue`.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// A finger touched the key.
  public static let touchDown = ControlEvents(rawValue: 1 << 0)
  /// A finger touched the key at most 0.35 seconds after the previous touch began. The key gets ``touchDown`` too.
  public static let touchDownRepeat = ControlEvents(rawValue: 1 << 1)
  /// The finger moved inside of the key and its margin of 12 points.
  public static let touchDragInside = ControlEvents(rawValue: 1 << 2)
  /// The finger moved outside of the key and its margin of 12 points.
  public static let touchDragOutside = ControlEvents(rawValue: 1 << 3)
  /// The finger came back to the key or its margin of 12 points.
  public static let touchDragEnter = ControlEvents(rawValue: 1 << 4)
  /// The finger moved more than 12 points away from the key.
  public static let touchDragExit = ControlEvents(rawValue: 1 << 5)
  /// The finger lifted inside of the key and its margin of 12 points.
  public static let touchUpInside = ControlEvents(rawValue: 1 << 6)
  /// The finger lifted outside of the key and its margin of 12 points.
  public static let touchUpOutside = ControlEvents(rawValue: 1 << 7)
  /// The host canceled the touch, the key recognized a gesture, or the key left the input view.
  public static let touchCancel = ControlEvents(rawValue: 1 << 8)
  /// All events.
  public static let allTouchEvents = ControlEvents(rawValue: 0xFFF)
}

extension Key {
  /// A copy of this key that calls an action when one of the given events happens. Corresponds to
  /// `UIControl.addTarget(_:action:for:)`.
  ///
  /// A key can have several actions. If the key has an action for control events and no press action, the key's role
  /// has no effect. The action must then insert the key's text. If a script or a screen reader presses the key, the key
  /// gets ``ControlEvents/touchDown`` and ``ControlEvents/touchUpInside``.
  ///
  /// ```swift
  /// Key("a").on(.touchDown) { [textDocumentProxy] in textDocumentProxy.insertText("a") }
  /// ```
  ///
  /// - Parameters:
  ///   - events: The events.
  ///   - action: Called each time one of `events` happens.
  public func on(_ events: ControlEvents, perform action: @escaping @MainActor () -> Void) -> Key {
    recognizing { $0.control.append(TouchGestures.ControlAction(events: events, action: action)) }
  }
}
