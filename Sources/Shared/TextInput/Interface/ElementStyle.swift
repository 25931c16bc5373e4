/// How an element looks; what is nil is as the host draws elements of its kind and role.
public struct ElementStyle: Hashable, Sendable {
  /// The colour of the title, text or template picture.
  public var foreground: InterfaceColor?
  /// The colour behind it.
  public var background: InterfaceColor?
  /// `CALayer.cornerRadius` in points; more than half of the shorter side makes that side round.
  public var cornerRadius: Double?
  /// 0 is invisible, 1 opaque; it counts for all that is inside too.
  public var opacity: Double
  /// Size of the font in points, before the person's text size; nil for what suits the element's height.
  public var fontSize: Double?
  /// How heavy the font is.
  public var fontWeight: FontWeight?
  /// Where the text stands; nil for the middle of a key, the leading edge of a label.
  public var alignment: TextAlignment?

  /// A style; what is left out is the host's.
  public init(
    foreground: InterfaceColor? = nil, background: InterfaceColor? = nil, cornerRadius: Double? = nil,
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

/// A colour for each appearance: red, green, blue and opacity of eight bits each, as in `0xRRGGBBAA`.
public struct InterfaceColor: Hashable, Sendable {
  /// In the light appearance.
  public var light: UInt32
  /// In the dark appearance.
  public var dark: UInt32

  /// A colour that is the same in both appearances unless another is given for the dark one.
  public init(_ light: UInt32, dark: UInt32? = nil) {
    self.light = light
    self.dark = dark ?? light
  }

  /// The colour that is written as `#RGB`, `#RRGGBB` or `#RRGGBBAA`; nil for any other text.
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

/// `UIFont.Weight`.
public enum FontWeight: Int, CaseIterable, Sendable {
  /// Thin strokes.
  case light = 0
  /// The strokes of running text.
  case regular = 1
  /// A little heavier than running text.
  case medium = 2
  /// Heavier, not yet bold.
  case semibold = 3
  /// Heavy strokes.
  case bold = 4

  /// The weight's name in an `Interface.plist`.
  public var name: String { String(describing: self) }

  /// The weight with this name in an `Interface.plist`.
  public init?(name: String) {
    guard let weight = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = weight
  }
}

/// Where a text stands in its element.
public enum TextAlignment: Int, CaseIterable, Sendable {
  /// At the edge where lines begin.
  case leading = 0
  /// In the middle.
  case center = 1
  /// At the edge where lines end.
  case trailing = 2

  /// The alignment's name in an `Interface.plist`.
  public var name: String { String(describing: self) }

  /// The alignment with this name in an `Interface.plist`.
  public init?(name: String) {
    guard let alignment = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = alignment
  }
}

/// A width and a height in points, each only where it does not depend on the neighbours.
public struct FixedSize: Hashable, Sendable {
  /// Width; nil for a share by weight, or all there is in a column.
  public var width: Double?
  /// Height; nil for a share by weight, or all there is in a row.
  public var height: Double?

  /// A size; what is left out depends on the neighbours.
  public init(width: Double? = nil, height: Double? = nil) {
    self.width = width
    self.height = height
  }
}
