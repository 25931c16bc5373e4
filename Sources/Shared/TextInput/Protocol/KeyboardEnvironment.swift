/// Where a keyboard is shown: its size and appearance. Lengths are in points.
public struct KeyboardEnvironment: Hashable, Sendable {
  /// `UIUserInterfaceSizeClass`.
  public enum SizeClass: Int, CaseIterable, Sendable {
    /// Little room.
    case compact = 1
    /// Much room.
    case regular = 2
  }

  /// Width of the keyboard.
  public var width: Double = 390
  /// Height that the keyboard may have.
  public var height: Double = 260
  /// What the screen's rounded corners and bars take from the bottom.
  public var safeAreaBottom: Double = 0
  /// What the screen's rounded corners take from the left.
  public var safeAreaLeft: Double = 0
  /// What the screen's rounded corners take from the right.
  public var safeAreaRight: Double = 0
  /// Room from left to right.
  public var horizontalSizeClass: SizeClass = .compact
  /// Room from top to bottom.
  public var verticalSizeClass: SizeClass = .regular
  /// Whether the screen is wider than high.
  public var isLandscape = false
  /// Whether colours are dark.
  public var isDark = false
  /// Whether the person wants less motion.
  public var reducesMotion = false
  /// The person's text size: 1 is the usual one.
  public var textScale: Double = 1
  /// Whether the layout runs from right to left.
  public var isRightToLeft = false

  /// A phone held upright, light.
  public init() {}
}
