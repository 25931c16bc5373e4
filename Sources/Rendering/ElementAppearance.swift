package import TextInput

/// A colour: red, green, blue and opacity of eight bits each, as in `0xRRGGBBAA`.
package struct RGBA: Hashable, Sendable {
  /// All four, red in the highest bits.
  package var rawValue: UInt32

  /// The colour that is written as `0xRRGGBBAA`.
  package init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// Red, from 0 to 1.
  package var red: Double { component(24) }
  /// Green, from 0 to 1.
  package var green: Double { component(16) }
  /// Blue, from 0 to 1.
  package var blue: Double { component(8) }
  /// Opacity, from 0 to 1.
  package var alpha: Double { component(0) }

  private func component(_ shift: UInt32) -> Double { Double(rawValue >> shift & 0xFF) / 255 }
}

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

  /// The colour of the title, text or template picture.
  package var foreground: RGBA
  /// The colour behind it; nil for none.
  package var background: RGBA?
  /// The colour of the line under a key that seems raised; nil for none.
  package var shadow: RGBA?
  /// In points, at most half of the shorter side.
  package var cornerRadius: Double
  /// 0 is invisible, 1 opaque; that of the containers around it is in it.
  package var opacity: Double
  /// Size of the font in points, the person's text size in it; whoever draws makes it smaller where the text does not fit.
  package var fontSize: Double
  /// How heavy the font is.
  package var fontWeight: FontWeight
  /// Where the text stands.
  package var alignment: Alignment
}
