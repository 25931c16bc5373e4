/// The look of an element. If a property is nil, the host chooses a value according to the element's kind and role.
package struct ElementStyle: Hashable, Sendable {
  /// The color of the title, of the text, or of a picture that has only one color.
  package var foreground: InputViewColor?
  /// The color of the background.
  package var background: InputViewColor?
  /// The corner radius in points. Corresponds to `CALayer.cornerRadius`. If the radius is more than half of the shorter
  /// side, the shorter sides become semicircles.
  package var cornerRadius: Double?
  /// The opacity of the element and of all elements inside the element. The opacity 0 is invisible, and 1 is opaque.
  package var opacity: Double
  /// The font size in points, before the host scales it to the user's text size. If the font size is nil, the host
  /// chooses a size that fits the element.
  package var fontSize: Double?
  /// The weight of the font.
  package var fontWeight: FontWeight?
  /// The alignment of the text; nil centers the text of a key, and puts the text of a label at the leading edge.
  package var alignment: TextAlignment?

  /// Creates a style. If a property is nil, the host chooses a value.
  package init(
    foreground: InputViewColor? = nil, background: InputViewColor? = nil, cornerRadius: Double? = nil,
    opacity: Double = 1, fontSize: Double? = nil, fontWeight: FontWeight? = nil, alignment: TextAlignment? = nil
  ) {
    self.foreground = foreground
    self.background = background
    self.cornerRadius = cornerRadius
    self.opacity = opacity
    self.fontSize = fontSize
    self.fontWeight = fontWeight
    self.alignment = alignment
  }
}

/// Two colors, for the light and the dark appearance. Each color is `0xRRGGBBAA`: red, green, blue and opacity.
public struct InputViewColor: Hashable, Sendable {
  /// The color in the light appearance.
  public var light: UInt32
  /// The color in the dark appearance.
  public var dark: UInt32

  /// Creates a color.
  ///
  /// - Parameters:
  ///   - light: The color in the light appearance, as `0xRRGGBBAA`.
  ///   - dark: The color in the dark appearance; nil means the same color.
  public init(_ light: UInt32, dark: UInt32? = nil) {
    self.light = light
    self.dark = dark ?? light
  }

  /// Creates a color from `#RGB`, `#RRGGBB` or `#RRGGBBAA`; nil for any other text.
  ///
  /// - Parameters:
  ///   - light: The color in the light appearance.
  ///   - dark: The color in the dark appearance; nil means the same color.
  public init?(_ light: String, dark: String? = nil) {
    guard let first = Self.components(light) else { return nil }
    guard let dark else {
      self.init(first)
      return
    }
    guard let second = Self.components(dark) else { return nil }
    self.init(first, dark: second)
  }

  private static func components(_ text: String) -> UInt32? {
    let digits = text.dropFirst()
    guard text.hasPrefix("#"), digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt32(digits, radix: 16)
    else { return nil }
    switch digits.utf8.count {
    case 3:
      let doubled = [value >> 8, value >> 4 & 0xF, value & 0xF].map { $0 * 0x11 }
      return doubled[0] << 24 | doubled[1] << 16 | doubled[2] << 8 | 0xFF
    case 6: return value << 8 | 0xFF
    case 8: return value
    default: return nil
    }
  }
}

/// The weight of a font. Corresponds to `UIFont.Weight`.
public enum FontWeight: Int, CaseIterable, Sendable {
  /// A font with thin strokes.
  case light = 0
  /// A font with strokes of the usual thickness.
  case regular = 1
  /// A font with slightly heavy strokes.
  case medium = 2
  /// A font with strokes between medium and bold.
  case semibold = 3
  /// A font with heavy strokes.
  case bold = 4

  /// The weight's name in an `Interface.plist`.
  public var name: String { String(describing: self) }

  /// Creates the weight with the given name in an `Interface.plist`; nil if no weight has the name.
  ///
  /// - Parameter name: The name.
  public init?(name: String) {
    guard let weight = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = weight
  }
}

/// The alignment of a text in its element.
public enum TextAlignment: Int, CaseIterable, Sendable {
  /// The text is at the edge where lines start.
  case leading = 0
  /// The text is in the center.
  case center = 1
  /// The text is at the edge where lines end.
  case trailing = 2

  /// The alignment's name in an `Interface.plist`.
  public var name: String { String(describing: self) }

  /// Creates the alignment with the given name in an `Interface.plist`; nil if no alignment has the name.
  ///
  /// - Parameter name: The name.
  public init?(name: String) {
    guard let alignment = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = alignment
  }
}

/// A fixed width and height in points. If the width or the height is nil, the stack around the element determines the
/// missing length.
package struct FixedSize: Hashable, Sendable {
  /// The width. In a row, a width of nil means a share of the row's width by weight. In a column, it means the full
  /// width.
  package var width: Double?
  /// The height. In a column, a height of nil means a share of the column's height by weight. In a row, it means the
  /// full height.
  package var height: Double?

  /// Creates a size. If the width or the height is nil, the stack around the element determines the missing length.
  package init(width: Double? = nil, height: Double? = nil) {
    self.width = width
    self.height = height
  }
}
