internal import struct InputViewModel.ElementStyle
internal import struct InputViewModel.FixedSize

/// The appearance and size that modifiers have set for an element. The host chooses all properties that no modifier
/// sets.
public struct ElementLook: Hashable, Sendable {
  var style = ElementStyle()
  var weight: Double
  var size = FixedSize()
  var spacing: Double?
  var forcesLeftToRight = false

  init(weight: Double = 1) { self.weight = weight }
}

/// An element with modifiers that set its appearance. A modifier returns a changed copy of the element. Exception: a
/// modifier of a ``TouchArea`` changes the area itself, and returns the area.
public protocol StyledElement {
  /// The appearance and size that the modifiers of the element have set.
  var look: ElementLook { get set }
}

extension StyledElement {
  /// A copy of this element that shows its title, text or single-color picture in the given color. Corresponds to
  /// `UIView.tintColor` and `UILabel.textColor`.
  ///
  /// An element without a foreground color uses the foreground color of its stack.
  ///
  /// - Parameter color: The color.
  public func foreground(_ color: InputViewColor) -> Self {
    modified { $0.style.foreground = color }
  }

  /// A copy of this element with the given background color. Corresponds to `UIView.backgroundColor`.
  ///
  /// - Parameter color: The color.
  public func background(_ color: InputViewColor) -> Self {
    modified { $0.style.background = color }
  }

  /// A copy of this element with rounded corners. Corresponds to `CALayer.cornerRadius`.
  ///
  /// If the radius is more than half of the shorter side, the shorter sides become semicircles.
  ///
  /// - Parameter radius: The radius in points, 0 to 4,096.
  public func cornerRadius(_ radius: Double) -> Self {
    modified { $0.style.cornerRadius = radius }
  }

  /// A copy of this element with the given opacity, which also applies to all elements inside this element. Corresponds
  /// to `UIView.alpha`.
  ///
  /// An element with the opacity 0 is invisible.
  ///
  /// - Parameter opacity: The opacity from 0 to 1.
  public func opacity(_ opacity: Double) -> Self {
    modified { $0.style.opacity = opacity }
  }

  /// A copy of this element with the given font. Parameters that are nil change nothing.
  ///
  /// An element without a font uses the font of its stack.
  ///
  /// - Parameters:
  ///   - size: The size in points, 4 to 200, before the host scales it to the user's text size.
  ///   - weight: The font weight. Corresponds to `UIFont.Weight`.
  public func font(size: Double? = nil, weight: FontWeight? = nil) -> Self {
    modified {
      $0.style.fontSize = size ?? $0.style.fontSize
      $0.style.fontWeight = weight ?? $0.style.fontWeight
    }
  }

  /// A copy of this element with the given alignment of its text. Corresponds to `UILabel.textAlignment`.
  ///
  /// - Parameter alignment: The alignment. `leading` is the side on which the user's language starts a line.
  public func alignment(_ alignment: TextAlignment) -> Self {
    modified { $0.style.alignment = alignment }
  }

  func modified(_ change: (inout ElementLook) -> Void) -> Self {
    var copy = self
    change(&copy.look)
    return copy
  }
}

extension StyledElement where Self: InputViewContent {
  /// A copy of this element with the given weight. Neighboring elements share the space in proportion to their weights,
  /// as in `UIStackView`.
  ///
  /// - Parameter weight: The weight, more than 0 and at most 100. The default weight of an element is 1.
  public func weight(_ weight: Double) -> Self {
    modified { $0.weight = weight }
  }

  /// A copy of this element with a fixed width and height, like width and height anchors in UIKit. Parameters that are
  /// nil change nothing.
  ///
  /// - Parameters:
  ///   - width: The width in points, 1 to 4,096.
  ///   - height: The height in points, 1 to 4,096.
  public func frame(width: Double? = nil, height: Double? = nil) -> Self {
    modified {
      $0.size.width = width ?? $0.size.width
      $0.size.height = height ?? $0.size.height
    }
  }
}

/// An element that arranges other elements: ``Row``, ``Column``, ``Grid``, ``ScrollArea``, ``Layers`` or the
/// ``InputView`` itself.
public protocol ElementContainer: StyledElement {}

extension ElementContainer {
  /// A copy of this stack with the given space between its elements. Corresponds to `UIStackView.spacing`.
  ///
  /// - Parameter points: The space in points, 0 to 4,096.
  public func spacing(_ points: Double) -> Self {
    modified { $0.spacing = points }
  }

  /// A copy of this stack that the host does not mirror in right-to-left layouts. Corresponds to
  /// `UISemanticContentAttribute.forceLeftToRight`.
  ///
  /// For example, a number pad needs `forceLeftToRight()`, because digits have the same order in all languages.
  public func forceLeftToRight() -> Self {
    modified { $0.forcesLeftToRight = true }
  }
}

extension InputViewColor {
  /// Creates a color from components between 0 and 1. The color is the same in the light and the dark appearance.
  /// Corresponds to `UIColor(red:green:blue:alpha:)`.
  ///
  /// A component less than 0 becomes 0, and a component more than 1 becomes 1.
  ///
  /// - Parameters:
  ///   - red: The red component, 0 to 1.
  ///   - green: The green component, 0 to 1.
  ///   - blue: The blue component, 0 to 1.
  ///   - alpha: The opacity, 0 to 1.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.init([red, green, blue, alpha].reduce(0) { $0 << 8 | UInt32((min(max($1, 0), 1) * 255).rounded()) })
  }
}
