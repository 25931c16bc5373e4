/// A color with eight bits each for red, green, blue and opacity, as in `0xRRGGBBAA`.
package struct RGBA: Hashable, Sendable {
  /// The four components, with red in the highest bits and opacity in the lowest bits.
  package var rawValue: UInt32

  /// Creates a color from `0xRRGGBBAA`.
  package init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// Black.
  package static let black = RGBA(0x0000_00FF)
  /// White.
  package static let white = RGBA(0xFFFF_FFFF)

  /// Red, from 0 to 1.
  package var red: Double { component(24) }
  /// Green, from 0 to 1.
  package var green: Double { component(16) }
  /// Blue, from 0 to 1.
  package var blue: Double { component(8) }
  /// Opacity, from 0 to 1.
  package var alpha: Double { component(0) }

  private func component(_ shift: UInt32) -> Double { Double(byte(shift)) / 255 }

  private func byte(_ shift: UInt32) -> UInt32 { rawValue >> shift & 0xFF }

  /// The color with its opacity multiplied by a factor. The factor is clamped to 0…1.
  package func opaque(_ opacity: Double) -> RGBA {
    let share = opacity > 0 ? min(opacity, 1) : 0
    return RGBA(rawValue & 0xFFFF_FF00 | UInt32((Double(byte(0)) * share).rounded()))
  }

  /// The color that results from drawing this color over an opaque color.
  package func over(_ behind: RGBA) -> RGBA { behind.mixed(with: self, share: alpha) }

  /// An opaque mixture of this color and another color. `share` is the part of the other color, from 0 to 1.
  package func mixed(with other: RGBA, share: Double) -> RGBA {
    let mixed = [UInt32(24), 16, 8].reduce(UInt32(0)) { result, shift in
      let one = Double(byte(shift)), two = Double(other.byte(shift))
      return result | UInt32((one + (two - one) * share).rounded()) << shift
    }
    return RGBA(mixed | 0xFF)
  }
}

// MARK: - Contrast

extension RGBA {
  /// The minimum contrast between text and background in WCAG 2.2 (success criterion 1.4.3).
  package static let legibleContrast = 4.5

  /// The contrast between two opaque colors, from 1 to 21, as defined in WCAG 2.2.
  package func contrast(to other: RGBA) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// Black or white, whichever has more contrast to this opaque color. The greater contrast is always at least 4.5.
  package var legibleText: RGBA { contrast(to: .black) >= contrast(to: .white) ? .black : .white }

  private var luminance: Double {
    0.2126 * Self.linear[Int(byte(24))] + 0.7152 * Self.linear[Int(byte(16))] + 0.0722 * Self.linear[Int(byte(8))]
  }

  /// The linear intensity of each sRGB component from 0 to 255.
  ///
  /// The result of `pow` may differ between machines. So this code computes x^2.4 as x² times the fifth root of x²,
  /// with Newton's method.
  private static let linear: [Double] = (0...255).map { value in
    let encoded = Double(value) / 255
    guard encoded > 0.04045 else { return encoded / 12.92 }
    let base = (encoded + 0.055) / 1.055
    let square = base * base
    var root = 1.0
    for _ in 0..<40 { root -= (root - square / (root * root * root * root)) / 5 }
    return square * root
  }
}
