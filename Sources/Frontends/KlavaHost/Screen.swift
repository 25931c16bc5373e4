internal import InputViewModel

/// The screen, or the window, on which the application shows the keyboard. Lengths are in points.
public struct Screen: Hashable, Sendable {
  /// The width of the screen.
  public var width: Double
  /// The height of the screen.
  public var height: Double
  /// The maximum height of a keyboard; nil for 60 % of the screen's height. If a keyboard requests a larger height, its
  /// keys become smaller.
  public var maximumKeyboardHeight: Double?
  /// The height of the strip at the bottom edge that rounded corners or bars cover.
  public var safeAreaBottom: Double = 0
  /// The width of the strip at the left edge that rounded corners cover.
  public var safeAreaLeft: Double = 0
  /// The width of the strip at the right edge that rounded corners cover.
  public var safeAreaRight: Double = 0
  /// Whether the appearance is dark.
  public var isDark = false
  /// Whether the user prefers reduced motion.
  public var reducesMotion = false
  /// The user's text size, from 0.5 to 10; 1 is the default.
  public var textScale: Double = 1
  /// Whether the layout runs from right to left. The application decides: the session does not read the user's
  /// languages to set this property.
  public var isRightToLeft = false

  /// Creates a screen. Without arguments, the screen has the size of a phone that the user holds upright.
  ///
  /// - Parameters:
  ///   - width: The width in points, 1 to 10,000.
  ///   - height: The height in points, 1 to 10,000.
  public init(width: Double = 390, height: Double = 844) {
    self.width = width
    self.height = height
  }

  /// The allowed range of the width and of the height.
  package static let lengths = 1.0...10_000.0
  /// The limit in points for the compact size classes. If the shorter side of the screen is below this limit, as on a
  /// phone, the horizontal size class is compact. In landscape, the vertical size class of a screen with such a short
  /// side is also compact.
  private static let compactHeight = 500.0

  var environment: KeyboardEnvironment {
    var environment = KeyboardEnvironment()
    environment.width = Self.clamp(width)
    environment.height = Self.clamp(maximumKeyboardHeight ?? height * 0.6)
    environment.safeAreaBottom = safeAreaBottom.isFinite ? max(safeAreaBottom, 0) : 0
    environment.safeAreaLeft = safeAreaLeft.isFinite ? max(safeAreaLeft, 0) : 0
    environment.safeAreaRight = safeAreaRight.isFinite ? max(safeAreaRight, 0) : 0
    environment.isLandscape = width > height
    environment.verticalSizeClass = width > height && height < Self.compactHeight ? .compact : .regular
    environment.horizontalSizeClass = min(width, height) < Self.compactHeight ? .compact : .regular
    environment.isDark = isDark
    environment.reducesMotion = reducesMotion
    environment.textScale = textScale.isFinite ? min(max(textScale, 0.5), 10) : 1
    environment.isRightToLeft = isRightToLeft
    return environment
  }

  /// A copy of the screen, with the width and the height limited to ``lengths``.
  var sanitized: Screen {
    var screen = self
    screen.width = Self.clamp(width)
    screen.height = Self.clamp(height)
    return screen
  }

  private static func clamp(_ length: Double) -> Double {
    length.isFinite ? min(max(length, lengths.lowerBound), lengths.upperBound) : lengths.lowerBound
  }
}
