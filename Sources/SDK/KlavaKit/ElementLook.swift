internal import struct TextInput.ElementStyle
internal import struct TextInput.FixedSize

/// How an element looks and how much room it takes: what its modifiers say, all else is the host's.
public struct ElementLook: Hashable, Sendable {
  var style = ElementStyle()
  var weight: Double
  var size = FixedSize()
  var spacing: Double?
  var forcesLeftToRight = false

  init(weight: Double = 1) { self.weight = weight }
}

/// An element whose look can be changed by modifiers, each of which answers with a changed copy.
public protocol StyledElement {
  /// What the modifiers said so far.
  var look: ElementLook { get set }
}

extension StyledElement {
  /// The element with this colour of title, text or single-coloured picture: `UIView.tintColor`, `UILabel.textColor`.
  ///
  /// A container's is that of all in it that has none of its own.
  public func foreground(_ color: InterfaceColor) -> Self {
    modified { $0.style.foreground = color }
  }

  /// The element with this colour behind it: `UIView.backgroundColor`.
  public func background(_ color: InterfaceColor) -> Self {
    modified { $0.style.background = color }
  }

  /// The element with corners of this radius in points: `CALayer.cornerRadius`. More than half of its shorter side makes
  /// that side round.
  public func cornerRadius(_ radius: Double) -> Self {
    modified { $0.style.cornerRadius = radius }
  }

  /// The element and all in it, so opaque: 0 is invisible, 1 opaque. `UIView.alpha`.
  public func opacity(_ opacity: Double) -> Self {
    modified { $0.style.opacity = opacity }
  }

  /// The element with a font of this size in points (4 to 200, before the person's text size) and `UIFont.Weight`; what is
  /// nil stays as it was. A container's is that of all in it that has none of its own.
  public func font(size: Double? = nil, weight: FontWeight? = nil) -> Self {
    modified {
      $0.style.fontSize = size ?? $0.style.fontSize
      $0.style.fontWeight = weight ?? $0.style.fontWeight
    }
  }

  /// The element with its text there: `UILabel.textAlignment`, by the edges at which lines begin and end.
  public func alignment(_ alignment: TextAlignment) -> Self {
    modified { $0.style.alignment = alignment }
  }

  func modified(_ change: (inout ElementLook) -> Void) -> Self {
    var copy = self
    change(&copy.look)
    return copy
  }
}

extension StyledElement where Self: InterfaceContent {
  /// The element with this share of the room beside its neighbours, as `UIStackView` distributes it; 1 is an ordinary key's.
  public func weight(_ weight: Double) -> Self {
    modified { $0.weight = weight }
  }

  /// The element with a width and a height in points, at least 1, that do not depend on its neighbours, as width and height
  /// anchors of UIKit do; what is nil stays as it was.
  public func frame(width: Double? = nil, height: Double? = nil) -> Self {
    modified {
      $0.size.width = width ?? $0.size.width
      $0.size.height = height ?? $0.size.height
    }
  }
}

/// An element that arranges others: ``Row``, ``Column``, ``Grid``, ``ScrollArea`` and the ``InputView`` itself.
public protocol ElementContainer: StyledElement {}

extension ElementContainer {
  /// The container with so many points between what is in it: `UIStackView.spacing`.
  public func spacing(_ points: Double) -> Self {
    modified { $0.spacing = points }
  }

  /// The container, not mirrored where the layout runs from right to left, as a number pad is not:
  /// `UISemanticContentAttribute.forceLeftToRight`.
  public func forceLeftToRight() -> Self {
    modified { $0.forcesLeftToRight = true }
  }
}

extension InterfaceColor {
  /// The colour of these parts, each 0 to 1, in both appearances: `UIColor(red:green:blue:alpha:)`.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.init([red, green, blue, alpha].reduce(0) { $0 << 8 | UInt32((min(max($1, 0), 1) * 255).rounded()) })
  }
}
