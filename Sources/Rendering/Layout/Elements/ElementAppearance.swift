package import InputViewModel

/// The resolved style of an element.
package struct ElementAppearance: Hashable, Sendable {
  /// The alignment of a text, after the layout has applied its writing direction.
  package enum Alignment: Hashable, Sendable {
    /// At the left edge.
    case left
    /// In the center.
    case center
    /// At the right edge.
    case right
  }

  /// The color of the title, text or template picture.
  package var foreground: RGBA
  /// The background color; nil for no background.
  package var background: RGBA?
  /// The color behind the element, as if each enclosing stack were opaque.
  package var behind: RGBA
  /// The color of the line under a key that looks raised; nil for no line.
  package var shadow: RGBA?
  /// The corner radius in points, at most half of the shorter side.
  package var cornerRadius: Double
  /// The opacity from 0 (invisible) to 1 (opaque), multiplied by the opacities of the enclosing stacks.
  package var opacity: Double
  /// The font size in points, including the user's text size. A renderer reduces the size if the text does not fit.
  package var fontSize: Double
  /// The weight of the font.
  package var fontWeight: FontWeight
  /// The alignment of the text.
  package var alignment: Alignment

  /// Creates an appearance.
  package init(
    foreground: RGBA, background: RGBA?, behind: RGBA, shadow: RGBA?, cornerRadius: Double, opacity: Double,
    fontSize: Double, fontWeight: FontWeight, alignment: Alignment
  ) {
    self.foreground = foreground
    self.background = background
    self.behind = behind
    self.shadow = shadow
    self.cornerRadius = cornerRadius
    self.opacity = opacity
    self.fontSize = fontSize
    self.fontWeight = fontWeight
    self.alignment = alignment
  }

  /// The color that the user sees behind the foreground if the element is in front of a backdrop.
  package func seenBackground(on backdrop: RGBA) -> RGBA { background?.over(backdrop) ?? backdrop }

  /// The appearance of the key while it is pressed: another background, on which the title remains legible.
  package func pressed(on backdrop: RGBA) -> ElementAppearance {
    let behind = seenBackground(on: backdrop)
    let toward = behind.mixed(with: foreground.over(behind), share: 0.2)
    let away = behind.mixed(with: foreground.over(behind).legibleText, share: 0.25)
    var pressed = self
    let isLegible = foreground.over(toward).contrast(to: toward) >= RGBA.legibleContrast
    pressed.background = isLegible ? toward : away
    pressed.shadow = nil
    return pressed
  }
}
