/// The size and appearance of the area in which the host shows a keyboard. Lengths are in points.
public struct KeyboardEnvironment: Hashable, Sendable {
  /// A size class: whether the screen has little or much space in one direction. Corresponds to
  /// `UIUserInterfaceSizeClass`.
  public enum SizeClass: Int, CaseIterable, Sendable {
    /// The screen has little space in this direction.
    case compact = 1
    /// The screen has much space in this direction.
    case regular = 2
  }

  /// The width of the keyboard, in points.
  public var width: Double = 390
  /// The available height, in points.
  public var height: Double = 260
  /// The height of the space at the bottom that rounded corners and bars of the screen cover, in points.
  public var safeAreaBottom: Double = 0
  /// The width of the space at the left that rounded corners of the screen cover, in points.
  public var safeAreaLeft: Double = 0
  /// The width of the space at the right that rounded corners of the screen cover, in points.
  public var safeAreaRight: Double = 0
  /// The horizontal size class.
  public var horizontalSizeClass: SizeClass = .compact
  /// The vertical size class.
  public var verticalSizeClass: SizeClass = .regular
  /// Whether the screen is wider than it is high.
  public var isLandscape = false
  /// Whether the appearance is dark.
  public var isDark = false
  /// Whether the user prefers less motion.
  public var reducesMotion = false
  /// The user's text size, as a factor of the default size.
  public var textScale: Double = 1
  /// Whether the layout runs from right to left.
  public var isRightToLeft = false

  /// Creates the environment of a phone in portrait orientation and light appearance.
  public init() {}
}
