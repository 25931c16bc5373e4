/// The host's own colours, for one colour scheme.
package struct Theme: Hashable, Sendable {
  /// Behind the whole keyboard.
  package var backdrop: RGBA
  /// What shows which key has the focus, and which alternative is chosen.
  package var accent: RGBA
  /// A text on ``accent``.
  package var onAccent: RGBA
  /// The panel of a key's alternatives.
  package var panel: RGBA
  /// A text on ``panel``, and on ``backdrop``.
  package var text: RGBA

  /// The colours for a light or dark keyboard.
  package init(isDark: Bool) {
    backdrop = RGBA(isDark ? 0x2B2B_2DFF : 0xD1D4_DBFF)
    accent = RGBA(isDark ? 0x4C9B_FFFF : 0x0A5C_C7FF)
    onAccent = RGBA(isDark ? 0x0000_00FF : 0xFFFF_FFFF)
    panel = RGBA(isDark ? 0x6B6B_6DFF : 0xFFFF_FFFF)
    text = RGBA(isDark ? 0xFFFF_FFFF : 0x0000_00FF)
  }
}
