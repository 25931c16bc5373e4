package import TextInput

/// A style with nothing left open.
package struct ElementAppearance: Hashable, Sendable {
  /// Where a text stands, the layout's direction already taken into account.
  package enum Alignment: Hashable, Sendable {
    /// At the left edge.
    case left
    /// In the middle.
    case center
    /// At the right edge.
    case right
  }

  /// The color of the title, text or template picture.
  package var foreground: RGBA
  /// The color behind it; nil for none.
  package var background: RGBA?
  /// The color of the line under a key that seems raised; nil for none.
  package var shadow: RGBA?
  /// In points, at most half of the shorter side.
  package var cornerRadius: Double
  /// 0 is invisible, 1 opaque; that of the containers around it is in it.
  package var opacity: Double
  /// Size of the font in points, the person's text size in it; whoever draws makes it smaller where the text does not
  /// fit.
  package var fontSize: Double
  /// How heavy the font is.
  package var fontWeight: FontWeight
  /// Where the text stands.
  package var alignment: Alignment

  /// An appearance of these parts.
  package init(
    foreground: RGBA, background: RGBA?, shadow: RGBA?, cornerRadius: Double, opacity: Double, fontSize: Double,
    fontWeight: FontWeight, alignment: Alignment
  ) {
    self.foreground = foreground
    self.background = background
    self.shadow = shadow
    self.cornerRadius = cornerRadius
    self.opacity = opacity
    self.fontSize = fontSize
    self.fontWeight = fontWeight
    self.alignment = alignment
  }

  /// The look of a key while it is pressed, on a backdrop of this color: its background changes, its title stays
  /// legible.
  package func pressed(on backdrop: RGBA) -> ElementAppearance {
    let behind = background?.over(backdrop) ?? backdrop
    let toward = behind.mixed(with: foreground.over(behind), share: 0.2)
    let away = behind.mixed(with: foreground.over(behind).legibleText, share: 0.25)
    var pressed = self
    let isLegible = foreground.over(toward).contrast(to: toward) >= RGBA.legibleContrast
    pressed.background = isLegible ? toward : away
    pressed.shadow = nil
    return pressed
  }
}
