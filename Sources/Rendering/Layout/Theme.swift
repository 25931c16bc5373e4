package import TextInput

/// The host's own colors, for one color scheme; each text has a contrast of at least 4.5 to what is behind it.
package struct Theme: Hashable, Sendable {
  /// A text and what is behind it.
  package struct Pair: Hashable, Sendable {
    /// The text.
    package var foreground: RGBA
    /// What is behind it.
    package var background: RGBA
  }

  /// Whether colors are dark.
  package let isDark: Bool
  /// Behind the whole keyboard.
  package let backdrop: RGBA
  /// What shows which key has the focus, and which alternative is chosen.
  package let accent: RGBA
  /// A text on ``accent``.
  package let onAccent: RGBA
  /// The panel of a key's alternatives.
  package let panel: RGBA
  /// A text on ``panel``, and on ``backdrop``.
  package let text: RGBA
  /// The line under a key that seems raised.
  package let shadow: RGBA

  /// The colors for a light or dark keyboard.
  package init(isDark: Bool) {
    self.isDark = isDark
    backdrop = RGBA(isDark ? 0x2B2B_2DFF : 0xD1D4_DBFF)
    accent = RGBA(isDark ? 0x5EA9_FFFF : 0x0A5C_C7FF)
    onAccent = isDark ? .black : .white
    panel = RGBA(isDark ? 0x6669_6CFF : 0xFFFF_FFFF)
    text = isDark ? .white : .black
    shadow = RGBA(isDark ? 0x1818_19FF : 0x888A_8FFF)
  }

  /// The colors of a key that has none of its own.
  package func colors(of role: KeyRole, isSelected: Bool = false) -> Pair {
    switch (role, isSelected) {
    case (.character, true), (.space, true), (.action, true), (.suggestion, true):
      Pair(foreground: onAccent, background: accent)
    // As Apple's shift key: dark on white while it is on, in both schemes.
    case (_, true): Pair(foreground: .black, background: RGBA(isDark ? 0xD8D9_DCFF : 0xFFFF_FFFF))
    case (.character, false), (.space, false), (.action, false):
      Pair(foreground: text, background: RGBA(isDark ? 0x6669_6CFF : 0xFFFF_FFFF))
    case (.suggestion, false): Pair(foreground: text, background: RGBA(isDark ? 0x3A3B_3DFF : 0xE3E5_EAFF))
    case (_, false): Pair(foreground: text, background: RGBA(isDark ? 0x4648_4BFF : 0xABB0_BAFF))
    }
  }

  /// The color of a keyboard's style in this scheme.
  func color(_ color: InterfaceColor) -> RGBA { RGBA(isDark ? color.dark : color.light) }
}
