package import InputViewModel

/// The host's colors for one color scheme. Each text has a contrast of at least 4.5 to its background.
package struct Theme: Hashable, Sendable {
  /// A text color and its background.
  package struct Pair: Hashable, Sendable {
    /// The text color.
    package var foreground: RGBA
    /// The background color.
    package var background: RGBA
  }

  /// Whether the color scheme is dark.
  package let isDark: Bool
  /// The color behind the whole keyboard.
  package let backdrop: RGBA
  /// The color that marks the focused key and the chosen alternative.
  package let accent: RGBA
  /// The text color on ``accent``.
  package let onAccent: RGBA
  /// The background of the pop-up with a key's alternatives.
  package let panel: RGBA
  /// The text color on ``panel`` and ``backdrop``.
  package let text: RGBA
  /// The color of the line under a raised key.
  package let shadow: RGBA

  /// Creates the colors of a light or dark keyboard.
  package init(isDark: Bool) {
    self.isDark = isDark
    backdrop = RGBA(isDark ? 0x2B2B_2DFF : 0xD1D4_DBFF)
    accent = RGBA(isDark ? 0x5EA9_FFFF : 0x0A5C_C7FF)
    onAccent = isDark ? .black : .white
    panel = RGBA(isDark ? 0x6669_6CFF : 0xFFFF_FFFF)
    text = isDark ? .white : .black
    shadow = RGBA(isDark ? 0x1818_19FF : 0x888A_8FFF)
  }

  /// The default colors of a key.
  package func colors(of role: KeyRole, isSelected: Bool = false) -> Pair {
    switch (role, isSelected) {
    case (.character, true), (.space, true), (.action, true), (.suggestion, true):
      Pair(foreground: onAccent, background: accent)
    // As on Apple's shift key, the title of a selected key is black in both color schemes, and the background is light.
    case (_, true): Pair(foreground: .black, background: RGBA(isDark ? 0xD8D9_DCFF : 0xFFFF_FFFF))
    case (.character, false), (.space, false), (.action, false):
      Pair(foreground: text, background: RGBA(isDark ? 0x6669_6CFF : 0xFFFF_FFFF))
    case (.suggestion, false): Pair(foreground: text, background: RGBA(isDark ? 0x3A3B_3DFF : 0xE3E5_EAFF))
    case (_, false): Pair(foreground: text, background: RGBA(isDark ? 0x4648_4BFF : 0xABB0_BAFF))
    }
  }

  /// The color of a keyboard's style in this color scheme.
  func color(_ color: InputViewColor) -> RGBA { RGBA(isDark ? color.dark : color.light) }
}
