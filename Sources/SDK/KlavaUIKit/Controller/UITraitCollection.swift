@_spi(KlavaUIKit) internal import KlavaKit

/// The appearance and size classes of the area in which the host shows the keyboard.
public struct UITraitCollection: Hashable, Sendable {
  /// Whether the appearance is light or dark.
  public let userInterfaceStyle: UIUserInterfaceStyle
  /// The size class of the width.
  public let horizontalSizeClass: UIUserInterfaceSizeClass
  /// The size class of the height.
  public let verticalSizeClass: UIUserInterfaceSizeClass
  /// The direction of the layout.
  public let layoutDirection: UITraitEnvironmentLayoutDirection
  /// The kind of device.
  public let userInterfaceIdiom: UIUserInterfaceIdiom
  /// The user's text size.
  public let preferredContentSizeCategory: UIContentSizeCategory

  /// The traits of the keyboard that the host is calling. While the host calls no keyboard, this property returns the
  /// traits of a small device in the light appearance.
  @preconcurrency @MainActor public static var current: UITraitCollection {
    UITraitCollection(InputViewController.current?.environment ?? KeyboardEnvironment())
  }

  /// Creates the traits of a small device in the light appearance.
  public init() { self.init(KeyboardEnvironment()) }

  /// Creates the traits of a small device in a light or dark appearance.
  ///
  /// - Parameter userInterfaceStyle: The appearance.
  public init(userInterfaceStyle: UIUserInterfaceStyle) {
    var environment = KeyboardEnvironment()
    environment.isDark = userInterfaceStyle == .dark
    self.init(environment)
  }

  init(_ environment: KeyboardEnvironment) {
    userInterfaceStyle = environment.isDark ? .dark : .light
    horizontalSizeClass = environment.horizontalSizeClass == .regular ? .regular : .compact
    verticalSizeClass = environment.verticalSizeClass == .regular ? .regular : .compact
    layoutDirection = environment.isRightToLeft ? .rightToLeft : .leftToRight
    userInterfaceIdiom = UIUserInterfaceIdiom(environment)
    preferredContentSizeCategory = UIContentSizeCategory(scale: environment.textScale)
  }

  /// The number of pixels per point. Always 1, because the host draws the keyboard.
  public var displayScale: CGFloat { 1 }

  /// Whether a color can look different with other traits than with these traits.
  ///
  /// - Parameter other: The other traits; nil means that colors differ.
  public func hasDifferentColorAppearance(comparedTo other: UITraitCollection?) -> Bool {
    userInterfaceStyle != other?.userInterfaceStyle
  }
}

/// The light or dark appearance.
public enum UIUserInterfaceStyle: Int, Sendable {
  /// The style is unknown.
  case unspecified = 0
  /// Dark text on a light background.
  case light = 1
  /// Light text on a dark background.
  case dark = 2
}

/// A class of widths or heights: compact or regular.
public enum UIUserInterfaceSizeClass: Int, Sendable {
  /// The size class is unknown.
  case unspecified = 0
  /// The screen has little space in this direction.
  case compact = 1
  /// The screen has much space in this direction.
  case regular = 2
}

/// The direction of a layout.
public enum UITraitEnvironmentLayoutDirection: Int, Sendable {
  /// The direction is unknown.
  case unspecified = -1
  /// The layout runs from left to right.
  case leftToRight = 0
  /// The layout runs from right to left.
  case rightToLeft = 1
}

/// The kind of device for which a layout is made.
public enum UIUserInterfaceIdiom: Int, Sendable {
  /// The kind is unknown.
  case unspecified = -1
  /// A phone, or a window as narrow as a phone.
  case phone = 0
  /// A tablet or a larger screen.
  case pad = 1
  /// A television. Klava never uses the value `tv`.
  case tv = 2
  /// A car. Klava never uses the value `carPlay`.
  case carPlay = 3
  /// A Mac. Klava never uses the value `mac`.
  case mac = 5
  /// A headset. Klava never uses the value `vision`.
  case vision = 6

  /// Creates `.pad` if both size classes are regular, otherwise `.phone`.
  init(_ environment: KeyboardEnvironment) {
    self = environment.horizontalSizeClass == .regular && environment.verticalSizeClass == .regular ? .pad : .phone
  }
}

extension Device {
  /// The kind of device: `.pad` if both size classes are regular, otherwise `.phone`.
  public var userInterfaceIdiom: UIUserInterfaceIdiom { UITraitCollection.current.userInterfaceIdiom }

  /// The orientation of the layout: `.portrait` or `.landscapeLeft`. A keyboard cannot find out which side of the
  /// device is up.
  public var orientation: UIDeviceOrientation {
    InputViewController.current?.environment.isLandscape == true ? .landscapeLeft : .portrait
  }
}

/// The orientation of a device.
public enum UIDeviceOrientation: Int, Sendable {
  /// The orientation is unknown.
  case unknown = 0
  /// The longer side of the device is vertical.
  case portrait = 1
  /// The longer side of the device is vertical, and the device is upside down.
  case portraitUpsideDown = 2
  /// The longer side of the device is horizontal.
  case landscapeLeft = 3
  /// The longer side of the device is horizontal, and the device is rotated by 180 degrees from `landscapeLeft`.
  case landscapeRight = 4

  /// Whether the longer side of the device is vertical.
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  /// Whether the longer side of the device is horizontal.
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// The screen. The properties of this type are estimates, because a keyboard knows only the size of its input view.
@preconcurrency @MainActor public struct UIScreen {
  /// The screen that shows the keyboard.
  public static var main: UIScreen { UIScreen() }

  /// The width of the keyboard, and an estimate of the screen's height.
  ///
  /// A keyboard knows the size of its input view and whether the layout is in landscape format. The estimated height is
  /// twice the width in portrait format, and half of the width in landscape format.
  public var bounds: CGRect {
    let environment = InputViewController.current?.environment ?? KeyboardEnvironment()
    let height = environment.isLandscape ? environment.width / 2 : environment.width * 2
    return CGRect(x: 0, y: 0, width: environment.width, height: height)
  }

  /// The number of pixels per point. Always 1, because the host draws the keyboard.
  public var scale: CGFloat { 1 }
  /// The same as ``scale``.
  public var nativeScale: CGFloat { scale }
  /// Always 60, because the host shows at most 60 drawings of a canvas per second.
  public var maximumFramesPerSecond: Int { 60 }
  /// The same as ``bounds``.
  public var nativeBounds: CGRect { bounds }
  /// The traits of the keyboard that the host is calling.
  public var traitCollection: UITraitCollection { .current }

  /// The size of the keyboard.
  static func size(_ environment: KeyboardEnvironment) -> CGSize {
    CGSize(width: environment.width, height: environment.height)
  }
}

/// Returns the memory limit minus the used heap memory, in bytes. Returns 0 if the host is not calling the keyboard.
///
/// The keyboard may use less memory than the result, because stacks and written pages of libraries also count toward
/// the limit.
@preconcurrency @MainActor public func os_proc_available_memory() -> Int {
  guard let memory = InputViewController.current?.memory, memory.limit > memory.used else { return 0 }
  return Int(clamping: memory.limit - memory.used)
}

// MARK: Changes of traits

/// A trait that a controller can watch.
public protocol UITrait {
  /// Whether the trait differs between two collections.
  static func differs(_ first: UITraitCollection, _ second: UITraitCollection) -> Bool
}

/// The trait ``UITraitCollection/userInterfaceStyle``.
public enum UITraitUserInterfaceStyle: UITrait {
  /// Whether the appearance differs.
  ///
  /// - Parameters:
  ///   - first: The first traits.
  ///   - second: The second traits.
  public static func differs(_ first: UITraitCollection, _ second: UITraitCollection) -> Bool {
    first.userInterfaceStyle != second.userInterfaceStyle
  }
}

/// The trait ``UITraitCollection/horizontalSizeClass``.
public enum UITraitHorizontalSizeClass: UITrait {
  /// Whether the size class differs.
  ///
  /// - Parameters:
  ///   - first: The first traits.
  ///   - second: The second traits.
  public static func differs(_ first: UITraitCollection, _ second: UITraitCollection) -> Bool {
    first.horizontalSizeClass != second.horizontalSizeClass
  }
}

/// The trait ``UITraitCollection/verticalSizeClass``.
public enum UITraitVerticalSizeClass: UITrait {
  /// Whether the size class differs.
  ///
  /// - Parameters:
  ///   - first: The first traits.
  ///   - second: The second traits.
  public static func differs(_ first: UITraitCollection, _ second: UITraitCollection) -> Bool {
    first.verticalSizeClass != second.verticalSizeClass
  }
}

/// The trait ``UITraitCollection/layoutDirection``.
public enum UITraitLayoutDirection: UITrait {
  /// Whether the direction differs.
  ///
  /// - Parameters:
  ///   - first: The first traits.
  ///   - second: The second traits.
  public static func differs(_ first: UITraitCollection, _ second: UITraitCollection) -> Bool {
    first.layoutDirection != second.layoutDirection
  }
}

/// The trait ``UITraitCollection/preferredContentSizeCategory``.
public enum UITraitPreferredContentSizeCategory: UITrait {
  /// Whether the text size differs.
  ///
  /// - Parameters:
  ///   - first: The first traits.
  ///   - second: The second traits.
  public static func differs(_ first: UITraitCollection, _ second: UITraitCollection) -> Bool {
    first.preferredContentSizeCategory != second.preferredContentSizeCategory
  }
}

/// A registration for changes of traits.
public protocol UITraitChangeRegistration: Sendable {}

struct TraitChangeRegistration: UITraitChangeRegistration {
  let number: Int
}
