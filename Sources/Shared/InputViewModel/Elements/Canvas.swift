/// An element that the keyboard draws with a list of commands.
package struct Canvas: Hashable, Sendable {
  /// The identifier, unique among the canvases. If the canvas receives touches, no key may have the same identifier.
  package var identifier: String
  /// The size of the canvas in its own coordinates.
  package var space: CanvasSize
  /// How the host fits the drawing into the frame of the canvas.
  package var contentMode: CanvasContentMode
  /// The drawing of the canvas.
  package var drawing: DisplayList
  /// Whether the canvas receives the touches of fingers. If the canvas does not receive touches, the elements behind
  /// the canvas get the touches.
  package var receivesTouches: Bool
  /// The weight. A stack divides its free space among its children in proportion to their weights.
  package var weight: Double
  /// A fixed width and height.
  package var size: FixedSize
  /// The style. A drawing command without a color uses the style's foreground color.
  package var style: ElementStyle
  /// The text for a screen reader; nil if the canvas is only decoration.
  package var accessibilityLabel: String?

  /// Creates a canvas.
  package init(
    _ identifier: String, space: CanvasSize, contentMode: CanvasContentMode = .scaleAspectFit,
    drawing: DisplayList = DisplayList(),
    receivesTouches: Bool = false, weight: Double = 1, size: FixedSize = FixedSize(),
    style: ElementStyle = ElementStyle(), accessibilityLabel: String? = nil
  ) {
    self.identifier = identifier
    self.space = space
    self.contentMode = contentMode
    self.drawing = drawing
    self.receivesTouches = receivesTouches
    self.weight = weight
    self.size = size
    self.style = style
    self.accessibilityLabel = accessibilityLabel
  }

  /// The key that stands for the canvas in touch events; nil if the canvas receives no touches. The key has the
  /// canvas's identifier, and the accessibility label as its title.
  package var key: Key? {
    guard receivesTouches else { return nil }
    return Key(
      accessibilityLabel ?? "", identifier: identifier, role: .action, weight: weight, size: size, style: style,
      receivesTouches: true)
  }
}

/// The size of a canvas in its own coordinates.
package struct CanvasSize: Hashable, Sendable {
  /// The width.
  package var width: Double
  /// The height.
  package var height: Double

  /// Creates a size.
  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// How the host fits the drawing of a canvas into the frame of the canvas. Corresponds to `UIView.ContentMode`.
public enum CanvasContentMode: Int, CaseIterable, Sendable {
  /// The host centers the drawing and scales it to the largest size that fits. The drawing keeps its proportions.
  case scaleAspectFit = 0
  /// The host stretches the drawing to the whole frame. The host scales line widths, corner radii and font sizes by the
  /// horizontal or the vertical factor, whichever is smaller.
  case scaleToFill = 1
}

extension CanvasContentMode {
  /// Returns the position and the scale of a canvas's coordinates in a frame.
  ///
  /// - Parameters:
  ///   - space: The size of the canvas in its own coordinates.
  ///   - width: The width of the frame in points.
  ///   - height: The height of the frame in points.
  /// - Returns: The position of the coordinates' origin in the frame, and the points per unit along each axis.
  package func fit(
    _ space: CanvasSize, width: Double, height: Double
  ) -> (x: Double, y: Double, scaleX: Double, scaleY: Double) {
    let (scaleX, scaleY) = (width / space.width, height / space.height)
    switch self {
    case .scaleToFill: return (0, 0, scaleX, scaleY)
    case .scaleAspectFit:
      let scale = min(scaleX, scaleY)
      return ((width - space.width * scale) / 2, (height - space.height * scale) / 2, scale, scale)
    }
  }
}
