/// An element that the keyboard draws. Corresponds to a `UIView` with `draw(_:)`.
///
/// The drawing uses the coordinates of the canvas, and the host scales the drawing to any size and resolution. To
/// update the drawing, call ``InputViewController/setNeedsDisplay(ofCanvas:)``.
///
/// ```swift
/// Canvas("pad", width: 300, height: 200, accessibilityLabel: "writing pad") { [weak self] context in
///   context.setLineWidth(4)
///   context.addLines(between: self?.points ?? [])
///   context.strokePath()
/// }
/// .onTouch { [weak self] touches in self?.write(touches) }
/// ```
public struct Canvas: InputViewContent, StyledElement {
  let identifier: String
  private(set) var handlers: CanvasHandlers
  private(set) var spokenText: String?
  /// The appearance and size that the modifiers of the canvas have set.
  public var look = ElementLook()

  /// Creates a canvas.
  ///
  /// - Parameters:
  ///   - identifier: A name that no other canvas has. If the canvas gets touches, no key may have the same name.
  ///   - width: The width of the canvas in its own coordinates, 1 to 4,096.
  ///   - height: The height of the canvas in its own coordinates, 1 to 4,096.
  ///   - contentMode: How the host fits the drawing into the frame of the canvas.
  ///   - accessibilityLabel: The text that a screen reader speaks. A terminal shows the label instead of the drawing.
  ///     Omit the label only if the canvas is decoration.
  ///   - draw: Draws the canvas. Called when you set ``InputViewController/inputView``, and after
  ///     ``InputViewController/setNeedsDisplay(ofCanvas:)``.
  public init(
    _ identifier: String, width: Double, height: Double, contentMode: CanvasContentMode = .scaleAspectFit,
    accessibilityLabel: String? = nil, draw: @escaping @MainActor (CanvasContext) -> Void
  ) {
    self.identifier = identifier
    spokenText = accessibilityLabel
    handlers = CanvasHandlers(width: width, height: height, contentMode: contentMode, draw: draw)
  }

  /// A copy of this canvas that gets the touches of fingers, in the canvas's coordinates. Without the modifier
  /// `onTouch(_:)`, the elements behind the canvas get the touches.
  ///
  /// The touches of a finger begin on the canvas and can leave the canvas. One call of the action passes all movements
  /// of one screen frame (16 ms).
  ///
  /// The last touch of a finger has the phase `ended`, or `cancelled` if the host cancels the touch. If the canvas
  /// leaves the input view, or another keyboard appears, the action gets no more touches of the finger, not even
  /// `ended` or `cancelled`. Discard an unfinished stroke when you change the input view, and in
  /// `viewWillDisappear(_:)`.
  ///
  /// - Parameter action: Called with the touches since the previous call.
  public func onTouch(_ action: @escaping @MainActor (KeyTouches) -> Void) -> Canvas {
    var canvas = self
    canvas.handlers.touches = action
    return canvas
  }

  /// A copy of this canvas with a text that a screen reader speaks. Corresponds to
  /// `UIAccessibility.accessibilityLabel`.
  ///
  /// - Parameter text: The spoken text. A terminal shows the label instead of the drawing.
  public func accessibilityLabel(_ text: String) -> Canvas {
    var canvas = self
    canvas.spokenText = text
    return canvas
  }
}

/// The size of a canvas in its own coordinates, and the keyboard's functions that draw the canvas and get its touches.
struct CanvasHandlers {
  let width: Double
  let height: Double
  let contentMode: CanvasContentMode
  let draw: @MainActor (CanvasContext) -> Void
  var touches: (@MainActor (KeyTouches) -> Void)?

  /// Draws the canvas, and returns the context with the new commands.
  @MainActor func drawing() -> CanvasContext {
    let context = CanvasContext(width: width, height: height)
    draw(context)
    return context
  }
}

/// A rectangle on a canvas, in the canvas's coordinates. Corresponds to `CGRect`.
public struct CanvasRect: Hashable, Sendable {
  /// The distance of the left edge from the canvas's left edge.
  public var x: Double
  /// The distance of the top edge from the canvas's top edge.
  public var y: Double
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// Creates a rectangle.
  ///
  /// - Parameters:
  ///   - x: The distance of the left edge from the canvas's left edge, -16,384 to 16,384.
  ///   - y: The distance of the top edge from the canvas's top edge, -16,384 to 16,384.
  ///   - width: The width, 0 to 16,384.
  ///   - height: The height, 0 to 16,384.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
