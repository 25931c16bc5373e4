// UIKit's functions that read the components of a color. The functions read the color for the light appearance.

extension InputViewColor {
  /// Writes the components of the color in the light appearance, each from 0 to 1.
  ///
  /// - Parameters:
  ///   - red: The address for the red component.
  ///   - green: The address for the green component.
  ///   - blue: The address for the blue component.
  ///   - alpha: The address for the opacity.
  /// - Returns: True.
  @discardableResult public func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?, blue: UnsafeMutablePointer<CGFloat>?,
    alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    for (place, shift) in [(red, 24), (green, 16), (blue, 8), (alpha, 0)] {
      place?.pointee = CGFloat(light >> UInt32(shift) & 0xFF) / 255
    }
    return true
  }

  /// Writes the hue, saturation and brightness of the color in the light appearance, each from 0 to 1.
  ///
  /// - Parameters:
  ///   - hue: The address for the hue. A gray has the hue 0.
  ///   - saturation: The address for the saturation.
  ///   - brightness: The address for the brightness.
  ///   - alpha: The address for the opacity.
  /// - Returns: True.
  @discardableResult public func getHue(
    _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
    brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    var (r, g, b): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
    getRed(&r, green: &g, blue: &b, alpha: alpha)
    let (top, range) = (max(r, g, b), max(r, g, b) - min(r, g, b))
    var sixths: CGFloat = 0
    if range > 0 {
      sixths = top == r ? (g - b) / range : top == g ? (b - r) / range + 2 : (r - g) / range + 4
    }
    hue?.pointee = (sixths < 0 ? sixths + 6 : sixths) / 6
    saturation?.pointee = top > 0 ? range / top : 0
    brightness?.pointee = top
    return true
  }

  /// Writes the brightness of a gray color in the light appearance.
  ///
  /// - Parameters:
  ///   - white: The address for the brightness.
  ///   - alpha: The address for the opacity.
  /// - Returns: Whether the color is a gray. For any other color, the function writes nothing.
  @discardableResult public func getWhite(
    _ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    guard light >> 24 == light >> 16 & 0xFF, light >> 24 == light >> 8 & 0xFF else { return false }
    return getRed(white, green: nil, blue: nil, alpha: alpha)
  }

  /// The color of text on a light background.
  public static let darkText = InputViewColor(0x0000_00FF)
  /// The color of text on a dark background.
  public static let lightText = InputViewColor(0xFFFF_FF99)
  /// The color of elements that react to touches: iOS's blue.
  public static let tintColor = systemBlue
  /// The background color behind groups of elements.
  public static let systemGroupedBackground = InputViewColor(0xF2F2_F7FF, dark: 0x0000_00FF)
  /// The background color of a group of elements.
  public static let secondarySystemGroupedBackground = InputViewColor(0xFFFF_FFFF, dark: 0x1C1C_1EFF)
  /// The background color of elements in a group.
  public static let tertiarySystemGroupedBackground = InputViewColor(0xF2F2_F7FF, dark: 0x2C2C_2EFF)
}
