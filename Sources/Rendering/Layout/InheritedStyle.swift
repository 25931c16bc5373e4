internal import TextInput

/// What an element's looks take from the containers around it.
struct InheritedStyle {
  /// The color of texts that have none of their own.
  private(set) var foreground: InterfaceColor?
  /// The font size of texts that have none of their own.
  private(set) var fontSize: Double?
  /// The font weight of texts that have none of their own.
  private(set) var fontWeight: FontWeight?
  /// The opacity of all containers around it together.
  private(set) var opacity = 1.0
  /// What is behind it, as if every container around it were opaque.
  private(set) var behind: RGBA
  /// Whether a keyboard chose what is behind it.
  private(set) var isOnOwnBackground = false

  /// Nothing is inherited; this is behind the keyboard.
  init(behind: RGBA) { self.behind = behind }

  /// Takes over the style of a container, but for its background.
  mutating func take(_ style: ElementStyle) {
    foreground = style.foreground ?? foreground
    fontSize = style.fontSize ?? fontSize
    fontWeight = style.fontWeight ?? fontWeight
    opacity *= style.opacity.asOpacity
  }

  /// Lays a container's background behind what is in it.
  mutating func lay(_ background: RGBA) {
    behind = background.over(behind)
    isOnOwnBackground = true
  }
}

extension Double {
  /// The number as an opacity; what is none is 0.
  var asOpacity: Double { self > 0 ? Swift.min(self, 1) : 0 }
}

/// What an element's looks depend on besides its style.
struct ElementContext {
  /// Where it is.
  let frame: Rect
  /// What the containers around it say.
  let inherited: InheritedStyle
  /// Whether lines begin at the right edge.
  let isMirrored: Bool
  /// The person's text size.
  let textScale: Double
  /// The radius of a key's corners where the keyboard says nothing.
  let cornerRadius: Double
}
