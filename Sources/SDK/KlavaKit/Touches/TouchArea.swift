/// An area without a title or a picture that gets the touches of fingers. Corresponds to a `UIView` that overrides
/// `touchesBegan(_:with:)`.
///
/// To get touches, create a subclass. To get gestures, add modifiers such as
/// ``TouchElement/onPan(minimumDistance:_:)``. A subclass can have modifiers too. Several fingers can touch the area at
/// the same time. The area has no background unless you set one.
///
/// ```swift
/// final class Pad: TouchArea {
///   override func touchesMoved(_ touches: Set<KeyTouch>, with event: KeyTouches?) {
///     for touch in touches { print(touch.finger, touch.x, touch.y) }
///   }
/// }
/// ```
///
/// If your subclass has stored properties, keep the area in a property of the controller. If instead each new input
/// view creates a new area, the values of the old area are lost.
@preconcurrency @MainActor open class TouchArea: InputViewContent, StyledElement, TouchElement {
  /// A name that no key and no other area has.
  nonisolated public let identifier: String
  /// The text that a screen reader speaks.
  nonisolated public let accessibilityLabel: String
  // The protocols of elements belong to no actor, because most elements are values. The properties that a protocol of
  // elements requires must be nonisolated. `nonisolated(unsafe)` is safe, because only code of the main actor can
  // create and change an area.
  /// The appearance and size that the modifiers of the area have set.
  nonisolated(unsafe) public var look: ElementLook
  /// The gestures that the modifiers of the area have added.
  nonisolated(unsafe) public var gestures = TouchGestures()

  /// Creates an area.
  ///
  /// - Parameters:
  ///   - identifier: A name that no key and no other area has.
  ///   - accessibilityLabel: The text that a screen reader speaks.
  ///   - weight: The weight of the area. Neighboring elements share the space in proportion to their weights.
  public init(_ identifier: String, accessibilityLabel: String, weight: Double = 1) {
    self.identifier = identifier
    self.accessibilityLabel = accessibilityLabel
    look = ElementLook(weight: weight)
    look.style.background = InputViewColor(0xFFFF_FF00)
    look.style.cornerRadius = 0
  }

  /// Called when fingers touched the area. Corresponds to `UIResponder.touchesBegan(_:with:)`.
  ///
  /// - Parameters:
  ///   - touches: The touches that began. To find later touches of the same finger, compare ``KeyTouch/finger``.
  ///   - event: The touches in `touches`, with the size of the area.
  open func touchesBegan(_ touches: Set<KeyTouch>, with event: KeyTouches?) {}
  /// Called when fingers moved, at most once for each frame of the screen. Corresponds to
  /// `UIResponder.touchesMoved(_:with:)`.
  ///
  /// - Parameters:
  ///   - touches: The last position of each finger that moved.
  ///   - event: All positions since the previous event; see ``KeyTouches/coalescedTouches(for:)``.
  open func touchesMoved(_ touches: Set<KeyTouch>, with event: KeyTouches?) {}
  /// Called when fingers left the screen. Corresponds to `UIResponder.touchesEnded(_:with:)`.
  ///
  /// - Parameters:
  ///   - touches: The touches that ended.
  ///   - event: The touches in `touches`, with the size of the area.
  open func touchesEnded(_ touches: Set<KeyTouch>, with event: KeyTouches?) {}
  /// Called when the host cancels touches, the area leaves the input view, or the keyboard disappears. Corresponds to
  /// `UIResponder.touchesCancelled(_:with:)`.
  ///
  /// - Parameters:
  ///   - touches: The canceled touches.
  ///   - event: The touches in `touches`, with the size of the area.
  open func touchesCancelled(_ touches: Set<KeyTouch>, with event: KeyTouches?) {}

  /// Adds an action for taps, and returns the area. Corresponds to `UITapGestureRecognizer`.
  ///
  /// - Parameter action: Called when a finger lifts and the area has recognized no other gesture of this finger.
  public func onTap(_ action: @escaping @MainActor () -> Void) -> Self { recognizing { $0.tap = action } }

  /// Calls the functions for touches, once for each group of consecutive touches with the same phase.
  func receive(_ event: KeyTouches) {
    var rest = event.touches[...]
    while let phase = rest.first?.phase {
      let run = rest.prefix { $0.phase == phase }
      rest = rest.dropFirst(run.count)
      let last = Set(Dictionary(run.map { ($0.finger, $0) }) { $1 }.values)
      let part = KeyTouches(Array(run), width: event.width, height: event.height)
      switch phase {
      case .began: touchesBegan(last, with: part)
      case .moved: touchesMoved(last, with: part)
      case .ended: touchesEnded(last, with: part)
      case .cancelled: touchesCancelled(last, with: part)
      }
    }
  }
}
