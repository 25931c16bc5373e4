// UIKit's value types that code for iOS uses outside of its views.

@_spi(KlavaUIKit) internal import KlavaKit

/// Distances from the edges of a rectangle.
public struct UIEdgeInsets: Equatable, Codable, Sendable {
  /// The distance from the top edge.
  public var top: CGFloat
  /// The distance from the left edge.
  public var left: CGFloat
  /// The distance from the bottom edge.
  public var bottom: CGFloat
  /// The distance from the right edge.
  public var right: CGFloat
  /// Distances of 0.
  public static let zero = UIEdgeInsets()

  /// Creates distances.
  ///
  /// - Parameters:
  ///   - top: The distance from the top edge, in points.
  ///   - left: The distance from the left edge, in points.
  ///   - bottom: The distance from the bottom edge, in points.
  ///   - right: The distance from the right edge, in points.
  public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}

/// Distances from the edges of a rectangle, with leading and trailing edges instead of left and right edges.
public struct NSDirectionalEdgeInsets: Equatable, Codable, Sendable {
  /// The distance from the top edge.
  public var top: CGFloat
  /// The distance from the edge where lines start: the left edge in a left-to-right layout.
  public var leading: CGFloat
  /// The distance from the bottom edge.
  public var bottom: CGFloat
  /// The distance from the edge where lines end: the right edge in a left-to-right layout.
  public var trailing: CGFloat
  /// Distances of 0.
  public static let zero = NSDirectionalEdgeInsets()

  /// Creates distances.
  ///
  /// - Parameters:
  ///   - top: The distance from the top edge, in points.
  ///   - leading: The distance from the edge where lines start, in points.
  ///   - bottom: The distance from the bottom edge, in points.
  ///   - trailing: The distance from the edge where lines end, in points.
  public init(top: CGFloat = 0, leading: CGFloat = 0, bottom: CGFloat = 0, trailing: CGFloat = 0) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }
}

extension CGRect {
  /// Returns a rectangle whose edges are the edges of this rectangle, moved inward by the insets.
  ///
  /// - Parameter insets: The distances by which each edge moves inward.
  /// - Returns: The smaller rectangle.
  public func inset(by insets: UIEdgeInsets) -> CGRect {
    CGRect(
      x: origin.x + insets.left, y: origin.y + insets.top, width: size.width - insets.left - insets.right,
      height: size.height - insets.top - insets.bottom)
  }
}

/// A distance in two directions.
public struct UIOffset: Hashable, Sendable {
  /// The horizontal distance.
  public var horizontal: CGFloat
  /// The vertical distance.
  public var vertical: CGFloat
  /// A distance of 0.
  public static let zero = UIOffset()

  /// Creates a distance.
  ///
  /// - Parameters:
  ///   - horizontal: The horizontal distance, in points.
  ///   - vertical: The vertical distance, in points.
  public init(horizontal: CGFloat = 0, vertical: CGFloat = 0) {
    self.horizontal = horizontal
    self.vertical = vertical
  }
}

extension IndexPath {
  /// Creates the index path of a row.
  ///
  /// - Parameters:
  ///   - row: The index of the row in its section.
  ///   - section: The index of the section.
  public init(row: Int, section: Int) { self = [section, row] }
  /// Creates the index path of an item.
  ///
  /// - Parameters:
  ///   - item: The index of the item in its section.
  ///   - section: The index of the section.
  public init(item: Int, section: Int) { self = [section, item] }
  /// The first index.
  public var section: Int { self[0] }
  /// The second index.
  public var row: Int { self[1] }
  /// The second index.
  public var item: Int { self[1] }
}

/// The orientation of the keyboard's layout.
public enum UIInterfaceOrientation: Int, Sendable {
  /// The orientation is unknown.
  case unknown = 0
  /// The longer side of the screen is vertical.
  case portrait = 1
  /// The longer side of the screen is vertical, and the device is upside down.
  case portraitUpsideDown = 2
  /// The longer side of the screen is horizontal, and the device is rotated by 180 degrees from `landscapeLeft`.
  case landscapeRight = 3
  /// The longer side of the screen is horizontal.
  case landscapeLeft = 4

  /// Whether the longer side of the screen is vertical.
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  /// Whether the longer side of the screen is horizontal.
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

// MARK: Colors

extension InputViewColor {
  /// Unavailable: Klava reads no asset catalogs.
  @available(
    *, unavailable,
    message: "Klava reads no asset catalogs. Write the color, such as UIColor(red: 1, green: 0, blue: 0, alpha: 1)."
  )
  public init?(named: String, in bundle: Any? = nil, compatibleWith traits: UITraitCollection? = nil) { nil }

  /// Creates a color from components between 0 and 1. A component less than 0 becomes 0, and a component more than 1
  /// becomes 1.
  ///
  /// - Parameters:
  ///   - red: The red component.
  ///   - green: The green component.
  ///   - blue: The blue component.
  ///   - alpha: The opacity.
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    let bytes = [red, green, blue, alpha].map { UInt32(max(0, min(1, $0.isNaN ? 0 : $0)) * 255 + 0.5) }
    self.init(bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3])
  }

  /// Creates a color from components between 0 and 1 in the color space Display P3. Klava treats the components as sRGB
  /// components.
  ///
  /// - Parameters:
  ///   - red: The red component.
  ///   - green: The green component.
  ///   - blue: The blue component.
  ///   - alpha: The opacity.
  public init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Creates a color from a hue, a saturation and a brightness.
  ///
  /// - Parameters:
  ///   - hue: The hue from 0 to 1: 0 and 1 are red, 1/3 is green.
  ///   - saturation: The saturation from 0 to 1: 0 is a gray, 1 is a pure color.
  ///   - brightness: The brightness from 0 to 1: 0 is black.
  ///   - alpha: The opacity.
  public init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    func component(_ number: CGFloat) -> CGFloat {
      let place = (number + max(0, min(1, hue)) * 6).truncatingRemainder(dividingBy: 6)
      return brightness * (1 - saturation * max(0, min(place, 4 - place, 1)))
    }
    self.init(red: component(5), green: component(3), blue: component(1), alpha: alpha)
  }

  /// Creates a gray color.
  ///
  /// - Parameters:
  ///   - white: The brightness from 0 to 1: 0 is black, 1 is white.
  ///   - alpha: The opacity.
  public init(white: CGFloat, alpha: CGFloat) { self.init(red: white, green: white, blue: white, alpha: alpha) }

  /// Creates a color that can differ between the light and the dark appearance.
  ///
  /// - Parameter dynamicProvider: Returns the color for the given traits. The initializer calls `dynamicProvider` once
  ///   for each appearance.
  public init(dynamicProvider: (UITraitCollection) -> InputViewColor) {
    let light = dynamicProvider(UITraitCollection(userInterfaceStyle: .light))
    let dark = dynamicProvider(UITraitCollection(userInterfaceStyle: .dark))
    self.init(light.light, dark: dark.dark)
  }

  /// Returns this color with a different opacity.
  ///
  /// - Parameter alpha: The opacity from 0 to 1.
  /// - Returns: The color with the given opacity, in both appearances.
  public func withAlphaComponent(_ alpha: CGFloat) -> InputViewColor {
    let byte = InputViewColor(white: 0, alpha: alpha).light & 0xFF
    return InputViewColor(light & ~0xFF | byte, dark: dark & ~0xFF | byte)
  }

  /// Returns the color for traits.
  ///
  /// - Parameter traitCollection: The traits.
  /// - Returns: A color that is the same in the light and the dark appearance.
  public func resolvedColor(with traitCollection: UITraitCollection) -> InputViewColor {
    InputViewColor(traitCollection.userInterfaceStyle == .dark ? dark : light)
  }

  /// A transparent color.
  public static let clear = InputViewColor(0)
  /// Black.
  public static let black = InputViewColor(0x0000_00FF)
  /// White.
  public static let white = InputViewColor(0xFFFF_FFFF)
  /// Gray.
  public static let gray = InputViewColor(0x8080_80FF)
  /// Dark gray.
  public static let darkGray = InputViewColor(0x5555_55FF)
  /// Light gray.
  public static let lightGray = InputViewColor(0xAAAA_AAFF)
  /// Red.
  public static let red = InputViewColor(0xFF00_00FF)
  /// Green.
  public static let green = InputViewColor(0x00FF_00FF)
  /// Blue.
  public static let blue = InputViewColor(0x0000_FFFF)
  /// Yellow.
  public static let yellow = InputViewColor(0xFFFF_00FF)
  /// Orange.
  public static let orange = InputViewColor(0xFF80_00FF)
  /// Purple.
  public static let purple = InputViewColor(0x8000_80FF)
  /// iOS's blue.
  public static let systemBlue = InputViewColor(0x007A_FFFF, dark: 0x0A84_FFFF)
  /// iOS's red.
  public static let systemRed = InputViewColor(0xFF3B_30FF, dark: 0xFF45_3AFF)
  /// iOS's green.
  public static let systemGreen = InputViewColor(0x34C7_59FF, dark: 0x30D1_58FF)
  /// iOS's orange.
  public static let systemOrange = InputViewColor(0xFF95_00FF, dark: 0xFF9F_0AFF)
  /// iOS's yellow.
  public static let systemYellow = InputViewColor(0xFFCC_00FF, dark: 0xFFD6_0AFF)
  /// iOS's purple.
  public static let systemPurple = InputViewColor(0xAF52_DEFF, dark: 0xBF5A_F2FF)
  /// Brown.
  public static let brown = InputViewColor(0x9966_33FF)
  /// Cyan.
  public static let cyan = InputViewColor(0x00FF_FFFF)
  /// Magenta.
  public static let magenta = InputViewColor(0xFF00_FFFF)
  /// iOS's pink.
  public static let systemPink = InputViewColor(0xFF2D_55FF, dark: 0xFF37_5FFF)
  /// iOS's teal.
  public static let systemTeal = InputViewColor(0x30B0_C7FF, dark: 0x40C8_E0FF)
  /// iOS's indigo.
  public static let systemIndigo = InputViewColor(0x5856_D6FF, dark: 0x5E5C_E6FF)
  /// iOS's mint.
  public static let systemMint = InputViewColor(0x00C7_BEFF, dark: 0x63E6_E2FF)
  /// iOS's cyan.
  public static let systemCyan = InputViewColor(0x32AD_E6FF, dark: 0x64D2_FFFF)
  /// iOS's brown.
  public static let systemBrown = InputViewColor(0xA284_5EFF, dark: 0xAC8E_68FF)
  /// iOS's gray.
  public static let systemGray = InputViewColor(0x8E8E_93FF)
  /// iOS's second gray.
  public static let systemGray2 = InputViewColor(0xAEAE_B2FF, dark: 0x6363_66FF)
  /// iOS's third gray.
  public static let systemGray3 = InputViewColor(0xC7C7_CCFF, dark: 0x4848_4AFF)
  /// iOS's fourth gray.
  public static let systemGray4 = InputViewColor(0xD1D1_D6FF, dark: 0x3A3A_3CFF)
  /// iOS's fifth gray.
  public static let systemGray5 = InputViewColor(0xE5E5_EAFF, dark: 0x2C2C_2EFF)
  /// iOS's sixth gray.
  public static let systemGray6 = InputViewColor(0xF2F2_F7FF, dark: 0x1C1C_1EFF)
  /// The color of text.
  public static let label = InputViewColor(0x0000_00FF, dark: 0xFFFF_FFFF)
  /// The color of secondary text.
  public static let secondaryLabel = InputViewColor(0x3C3C_4399, dark: 0xEBEB_F599)
  /// The color of less important text.
  public static let tertiaryLabel = InputViewColor(0x3C3C_434C, dark: 0xEBEB_F54C)
  /// The color of the least important text.
  public static let quaternaryLabel = InputViewColor(0x3C3C_432D, dark: 0xEBEB_F52D)
  /// The color of placeholder text in an empty field.
  public static let placeholderText = InputViewColor(0x3C3C_434C, dark: 0xEBEB_F54C)
  /// The color of links.
  public static let link = InputViewColor(0x007A_FFFF, dark: 0x0984_FFFF)
  /// The color that fills a thin shape.
  public static let systemFill = InputViewColor(0x7878_8033, dark: 0x7878_805B)
  /// The color that fills a shape of medium size.
  public static let secondarySystemFill = InputViewColor(0x7878_8028, dark: 0x7878_8051)
  /// The color that fills a large shape.
  public static let tertiarySystemFill = InputViewColor(0x7676_801E, dark: 0x7676_803D)
  /// The color that fills a large area that contains elements.
  public static let quaternarySystemFill = InputViewColor(0x7474_8014, dark: 0x7676_802D)
  /// The color of opaque lines between elements.
  public static let opaqueSeparator = InputViewColor(0xC6C6_C8FF, dark: 0x3838_3AFF)
  /// The color of lines between elements.
  public static let separator = InputViewColor(0x3C3C_434A, dark: 0x5454_5899)
  /// The color of a background.
  public static let systemBackground = InputViewColor(0xFFFF_FFFF, dark: 0x0000_00FF)
  /// The background color of elements on a background.
  public static let secondarySystemBackground = InputViewColor(0xF2F2_F7FF, dark: 0x1C1C_1EFF)
  /// The background color of elements on other elements.
  public static let tertiarySystemBackground = InputViewColor(0xFFFF_FFFF, dark: 0x2C2C_2EFF)
}

// MARK: The device

extension Device {
  /// Always `Linux`, because a keyboard cannot find out which system runs.
  public var systemName: String { "Linux" }
  /// Always empty, because a keyboard cannot find out the version of the system.
  public var systemVersion: String { "" }
  /// `iPad` if ``userInterfaceIdiom`` is `.pad`, otherwise `iPhone`.
  public var model: String { userInterfaceIdiom == .pad ? "iPad" : "iPhone" }
  /// The same as ``model``.
  public var localizedModel: String { model }
  /// The same as ``model``, because a keyboard cannot find out the device's name.
  public var name: String { model }
  /// Always nil, because a keyboard cannot identify the device.
  public var identifierForVendor: UUID? { nil }
}

extension Pasteboard {
  /// The text of the pasteboard as an array with one element; nil if there is no text. If you set several texts, the
  /// pasteboard gets one text, with line breaks between the texts.
  public var strings: [String]? {
    get { string.map { [$0] } }
    nonmutating set { string = newValue?.joined(separator: "\n") }
  }

  /// The text of the pasteboard as a URL; nil if the text is not a URL with a scheme.
  public var url: URL? {
    get { string.flatMap(URL.init(string:)).flatMap { $0.scheme == nil ? nil : $0 } }
    nonmutating set { string = newValue?.absoluteString }
  }

  /// Always false, because the host passes only text to keyboards.
  public var hasImages: Bool { false }
}

/// The user's settings for accessibility. Most properties are always false, because the host itself draws the keyboard
/// and follows the user's settings.
@preconcurrency @MainActor public enum UIAccessibility {
  /// Always false, because the host itself provides the keys to a screen reader.
  public static var isVoiceOverRunning: Bool { false }
  /// Always false, because the host itself provides the keys to switch devices.
  public static var isSwitchControlRunning: Bool { false }
  /// Whether the user prefers less motion.
  public static var isReduceMotionEnabled: Bool { InputViewController.current?.environment.reducesMotion ?? false }
  /// Always false.
  public static var isReduceTransparencyEnabled: Bool { false }
  /// Always false, because the host itself draws the texts.
  public static var isBoldTextEnabled: Bool { false }
  /// Always false, because the host itself draws the colors.
  public static var isInvertColorsEnabled: Bool { false }
  /// Always false, because the host itself draws the colors.
  public static var isDarkerSystemColorsEnabled: Bool { false }

  /// Unavailable: the host reads labels and keys aloud.
  @available(*, unavailable, message: "The host reads aloud. Change a Label, or use accessibilityLabel(_:) of Key.")
  public static func post(notification: UnavailableObject, argument: Any?) {}
}

extension ProcessInfo {
  /// The temperature of a device, in four levels.
  public enum ThermalState: Int, Sendable {
    /// The device is not hot.
    case nominal
    /// The device is warm.
    case fair
    /// The device is hot.
    case serious
    /// The device is too hot.
    case critical
  }
  /// Always nominal, because a keyboard cannot find out the temperature of the device.
  public var thermalState: ThermalState { .nominal }
  /// Always false, because a keyboard cannot find out whether the device saves energy.
  public var isLowPowerModeEnabled: Bool { false }
}

/// A vector with two components.
public struct CGVector: Hashable, Codable, Sendable {
  /// The horizontal component.
  public var dx: CGFloat
  /// The vertical component.
  public var dy: CGFloat
  /// The vector with the length 0.
  public static let zero = CGVector()

  /// Creates a vector.
  ///
  /// - Parameters:
  ///   - dx: The horizontal component.
  ///   - dy: The vertical component.
  public init(dx: CGFloat = 0, dy: CGFloat = 0) { (self.dx, self.dy) = (dx, dy) }
}

extension Data.WritingOptions {
  /// Another name of `atomic`.
  public static var atomicWrite: Data.WritingOptions { .atomic }
}
