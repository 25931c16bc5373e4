internal import InputViewModel

/// The style that an element inherits from its enclosing stacks.
struct InheritedStyle {
  private(set) var foreground: InputViewColor?
  private(set) var fontSize: Double?
  private(set) var fontWeight: FontWeight?
  /// The product of the opacities of all enclosing stacks.
  private(set) var opacity = 1.0
  /// The color behind the element, computed as if every enclosing stack were opaque.
  private(set) var behind: RGBA
  /// Whether the keyboard, and not the host's theme, sets the color behind the element.
  private(set) var isOnOwnBackground = false

  /// Creates a style without inherited properties, in front of a backdrop.
  init(behind: RGBA) { self.behind = behind }

  /// Inherits the style of a stack, except its background.
  mutating func inherit(_ style: ElementStyle) {
    foreground = style.foreground ?? foreground
    fontSize = style.fontSize ?? fontSize
    fontWeight = style.fontWeight ?? fontWeight
    opacity *= style.opacity.asOpacity
  }

  /// Puts a stack's background behind its content.
  mutating func lay(_ background: RGBA) {
    behind = background.over(behind)
    isOnOwnBackground = true
  }
}

extension Double {
  /// The number as an opacity from 0 to 1; 0 for NaN.
  var asOpacity: Double { self > 0 ? Swift.min(self, 1) : 0 }
}

/// The properties that, together with an element's style, determine the element's appearance.
struct ElementContext {
  let frame: Rect
  let inherited: InheritedStyle
  /// Whether lines begin at the right edge.
  let isMirrored: Bool
  /// The user's text size as a factor.
  let textScale: Double
  /// The default corner radius of a key, in points.
  let cornerRadius: Double
}
