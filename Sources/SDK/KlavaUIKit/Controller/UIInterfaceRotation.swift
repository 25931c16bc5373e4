@_spi(KlavaUIKit) public import KlavaKit

extension UIInputViewController {
  /// The orientation of the layout: `.portrait` or `.landscapeLeft`.
  public var interfaceOrientation: UIInterfaceOrientation { UIInterfaceOrientation(environment) }
}

extension UIInterfaceOrientation {
  init(_ environment: KeyboardEnvironment) { self = environment.isLandscape ? .landscapeLeft : .portrait }
}

extension Device {
  /// KlavaUIKit posts this notification after the orientation changed.
  ///
  /// While ``isGeneratingDeviceOrientationNotifications`` is false, KlavaUIKit posts no notification about the
  /// orientation.
  public nonisolated static let orientationDidChangeNotification = Notification.Name(
    "UIDeviceOrientationDidChangeNotification")

  private static var orientationClients = 0

  /// Starts the notifications about the orientation.
  public func beginGeneratingDeviceOrientationNotifications() { Self.orientationClients += 1 }
  /// Stops the notifications about the orientation. If ``beginGeneratingDeviceOrientationNotifications()`` was called
  /// several times, the notifications stop after the same number of calls of this method.
  public func endGeneratingDeviceOrientationNotifications() {
    Self.orientationClients = max(0, Self.orientationClients - 1)
  }
  /// Whether KlavaUIKit posts notifications about the orientation.
  public var isGeneratingDeviceOrientationNotifications: Bool { Self.orientationClients > 0 }
}

// MARK: The size of texts

/// The user's text size, as a name.
public struct UIContentSizeCategory: RawRepresentable, Hashable, Comparable, Sendable {
  /// The name of the category, such as `UICTContentSizeCategoryL`.
  public let rawValue: String
  /// Creates a category.
  ///
  /// - Parameter rawValue: The name.
  public init(rawValue: String) { self.rawValue = rawValue }

  private init(_ name: String) { rawValue = "UICTContentSizeCategory\(name)" }

  /// The size is unknown.
  public static let unspecified = UIContentSizeCategory(rawValue: "_UICTContentSizeCategoryUnspecified")
  /// The smallest size.
  public static let extraSmall = UIContentSizeCategory("XS")
  /// A small size.
  public static let small = UIContentSizeCategory("S")
  /// A medium size.
  public static let medium = UIContentSizeCategory("M")
  /// The default size.
  public static let large = UIContentSizeCategory("L")
  /// The first size above the default size.
  public static let extraLarge = UIContentSizeCategory("XL")
  /// The second size above the default size.
  public static let extraExtraLarge = UIContentSizeCategory("XXL")
  /// The largest size that is not for accessibility.
  public static let extraExtraExtraLarge = UIContentSizeCategory("XXXL")
  /// The first size for accessibility.
  public static let accessibilityMedium = UIContentSizeCategory("AccessibilityM")
  /// The second size for accessibility.
  public static let accessibilityLarge = UIContentSizeCategory("AccessibilityL")
  /// The third size for accessibility.
  public static let accessibilityExtraLarge = UIContentSizeCategory("AccessibilityXL")
  /// The fourth size for accessibility.
  public static let accessibilityExtraExtraLarge = UIContentSizeCategory("AccessibilityXXL")
  /// The largest size.
  public static let accessibilityExtraExtraExtraLarge = UIContentSizeCategory("AccessibilityXXXL")

  /// Each category with the font size of its body text in points, in ascending order.
  private static let bodies: [(category: UIContentSizeCategory, points: Double)] = [
    (.extraSmall, 14), (.small, 15), (.medium, 16), (.large, 17), (.extraLarge, 19), (.extraExtraLarge, 21),
    (.extraExtraExtraLarge, 23), (.accessibilityMedium, 28), (.accessibilityLarge, 33), (.accessibilityExtraLarge, 40),
    (.accessibilityExtraExtraLarge, 47), (.accessibilityExtraExtraExtraLarge, 53),
  ]

  /// Creates the category whose body text has the font size nearest to the user's text size.
  ///
  /// - Parameter scale: The user's text size, as a factor of the default size.
  init(scale: Double) {
    self = Self.bodies.min { abs($0.points - 17 * scale) < abs($1.points - 17 * scale) }?.category ?? .large
  }

  private var order: Int { Self.bodies.firstIndex { $0.category == self } ?? -1 }
  /// Whether the size is for accessibility.
  public var isAccessibilityCategory: Bool { self >= .accessibilityMedium }
  /// Compares the sizes.
  ///
  /// - Parameters:
  ///   - first: The first size.
  ///   - second: The second size.
  public static func < (first: UIContentSizeCategory, second: UIContentSizeCategory) -> Bool {
    first.order < second.order
  }
}
