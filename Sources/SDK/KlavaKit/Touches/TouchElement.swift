/// An element that recognizes gestures of the fingers on it: a ``Key`` or a ``TouchArea``.
///
/// If the host sends the touches on the element to the keyboard, KlavaKit recognizes the gestures in the keyboard's
/// process. The host recognizes the gestures on all other elements. The gestures of each finger are independent of
/// other fingers. A modifier of a key returns a changed copy. A modifier of a touch area changes the area itself, and
/// returns the area.
public protocol TouchElement {
  /// The gestures that the modifiers of the element have added.
  var gestures: TouchGestures { get set }
}

/// The gestures that an element recognizes, with their actions.
public struct TouchGestures {
  /// The action for swipes, and the rules that decide whether a movement is a swipe.
  struct Swipe {
    var diagonals: Bool
    var distance: Double
    var action: @MainActor (SwipeDirection) -> Void
  }

  /// An action, and the set of control events that call the action.
  struct ControlAction {
    let events: ControlEvents
    let action: @MainActor () -> Void
  }

  var tap: (@MainActor () -> Void)?
  var longPress: (@MainActor () -> Void)?
  /// The time in seconds after which a pressed element counts as held; nil for the default time.
  var holdDelay: Double?
  var swipe: Swipe?
  var returnSwipe: Swipe?
  var circle: (diameter: Double, action: @MainActor (CircleDirection) -> Void)?
  var pan: (minimumDistance: Double, action: @MainActor (PanGesture) -> Void)?
  var control: [ControlAction] = []
  var touches: (@MainActor (KeyTouches) -> Void)?
  /// The time in seconds between two repeats; nil for the default time.
  var repeatInterval: Double?

  /// Whether any gesture has an action.
  var hasActions: Bool {
    tap != nil || longPress != nil || swipe != nil || returnSwipe != nil || circle != nil || pan != nil
      || !control.isEmpty || touches != nil
  }

  /// The names of the modifiers that make the element get touches. The host does not recognize the gestures of these
  /// modifiers.
  var modifiersWithTouches: [String] {
    var names: [String] = []
    if touches != nil { names.append("onTouch") }
    if pan != nil { names.append("onPan") }
    if returnSwipe != nil { names.append("onReturnSwipe") }
    if circle != nil { names.append("onCircle") }
    if !control.isEmpty { names.append("on") }
    if repeatInterval != nil { names.append("repeats(interval:)") }
    return names
  }
}

extension TouchElement {
  /// Adds an action for long presses, and returns the element. Corresponds to `UILongPressGestureRecognizer`.
  ///
  /// The action has no effect on a key that repeats. On a key with ``Key/alternatives(_:action:)``, the action has an
  /// effect only if the key gets touches.
  ///
  /// - Parameters:
  ///   - minimumPressDuration: The time in seconds after which the element counts as held, 0.1 to 5. A held key that
  ///     repeats starts to repeat, and a held key with alternatives shows the alternatives. If the time is out of
  ///     range, the host refuses the input view that contains the key.
  ///   - action: Called when the finger has held the element for `minimumPressDuration`.
  public func onLongPress(minimumPressDuration: Double = 0.5, _ action: @escaping @MainActor () -> Void) -> Self {
    recognizing {
      $0.longPress = action
      $0.holdDelay = minimumPressDuration
    }
  }

  /// Adds an action for the movements of a finger, and returns the element. Corresponds to `UIPanGestureRecognizer`.
  ///
  /// Each finger makes a separate pan. A pan begins when the finger has moved far enough. A finger that makes a pan
  /// does not press the key. The keyboard gets at most one call for each finger in a frame of the screen.
  ///
  /// - Parameters:
  ///   - minimumDistance: The distance in points after which the pan begins, 0 to 400. With 0, the pan begins when the
  ///     finger touches the element.
  ///   - action: Called with the state, translation and velocity.
  public func onPan(
    minimumDistance: Double = 10, _ action: @escaping @MainActor (PanGesture) -> Void
  ) -> Self {
    recognizing { $0.pan = (minimumDistance, action) }
  }

  /// Adds an action for swipes that begin on the element, and returns the element. Corresponds to
  /// `UISwipeGestureRecognizer`.
  ///
  /// The element recognizes the swipe as soon as the finger has moved `distance` points, at any speed. A finger that
  /// makes a swipe does not press the key. A finger does not slide from a key with `onSwipe` to other keys. If the
  /// element also has ``onReturnSwipe(diagonals:distance:_:)`` or ``onCircle(diameter:_:)``, the element recognizes the
  /// swipe when the finger lifts.
  ///
  /// - Parameters:
  ///   - diagonals: Whether the element also gets diagonal swipes. Without diagonals, the direction is along the axis
  ///     on which the finger moved farther.
  ///   - distance: The distance in points, 8 to 400. If the distance is out of range, the host refuses the input view
  ///     that contains the key.
  ///   - action: Called with the direction.
  public func onSwipe(
    diagonals: Bool = false, distance: Double = 40, _ action: @escaping @MainActor (SwipeDirection) -> Void
  ) -> Self {
    recognizing { $0.swipe = TouchGestures.Swipe(diagonals: diagonals, distance: distance, action: action) }
  }

  /// Adds an action for out-and-back swipes that begin on the element, and returns the element.
  ///
  /// The finger moves at least `distance` points from its start, comes back at least half of the way, and lifts. A
  /// finger that makes an out-and-back swipe does not press the key.
  ///
  /// - Parameters:
  ///   - diagonals: Whether the direction can be diagonal. Without diagonals, the direction is along the axis on which
  ///     the finger moved farther.
  ///   - distance: The distance in points, 8 to 400.
  ///   - action: Called with the direction of the outward movement.
  public func onReturnSwipe(
    diagonals: Bool = false, distance: Double = 40, _ action: @escaping @MainActor (SwipeDirection) -> Void
  ) -> Self {
    recognizing { $0.returnSwipe = TouchGestures.Swipe(diagonals: diagonals, distance: distance, action: action) }
  }

  /// Adds an action for circles that begin on the element, and returns the element.
  ///
  /// The finger makes at least three quarters of a circle, and lifts. The finger can leave the element. A finger that
  /// makes a circle does not press the key.
  ///
  /// - Parameters:
  ///   - diameter: The minimum width and height of the circle in points, 8 to 400.
  ///   - action: Called with the direction.
  public func onCircle(diameter: Double = 30, _ action: @escaping @MainActor (CircleDirection) -> Void) -> Self {
    recognizing { $0.circle = (diameter, action) }
  }

  func recognizing(_ change: (inout TouchGestures) -> Void) -> Self {
    var copy = self
    change(&copy.gestures)
    return copy
  }
}
