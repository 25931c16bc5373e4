internal import InputViewModel

/// The default lengths of the host for one environment.
///
/// The lengths match Apple's keyboards as observed on devices, because authors design their keyboards for these
/// lengths. On a narrow phone, four rows of keys are 216 points high in portrait orientation and 162 points in
/// landscape orientation. On a wide phone, four rows are 10 points higher. On a tablet, four rows are 265 points high,
/// or 353 points if the environment is at least 1,000 points wide.
struct LayoutMetrics {
  /// The kind of device, which decides the default lengths.
  enum Idiom {
    /// A phone in portrait orientation.
    case phone
    /// A phone in landscape orientation, which has little height.
    case phoneLandscape
    /// A tablet or a desktop screen.
    case tablet

    init(_ environment: KeyboardEnvironment) {
      if environment.verticalSizeClass == .compact {
        self = .phoneLandscape
      } else if environment.width >= 700 {
        self = .tablet
      } else {
        self = environment.isLandscape ? .phoneLandscape : .phone
      }
    }
  }

  let idiom: Idiom
  /// The gap between two keys side by side.
  let horizontalGap: FixedPoint
  /// The gap between two rows.
  let verticalGap: FixedPoint
  /// The height of four rows of keys.
  let usualHeight: FixedPoint
  let barHeight: FixedPoint
  /// The height of the strip with the host's globe key.
  let stripHeight: FixedPoint
  /// The width of an ordinary key and its gap in a horizontal scroll area.
  let keyWidth: FixedPoint
  /// The corner radius of a key, in points.
  let cornerRadius: Double

  /// Computes the metrics of an environment; `width` is the width between its safe areas.
  init(_ environment: KeyboardEnvironment, width: FixedPoint) {
    idiom = Idiom(environment)
    let isWide = environment.width >= 1_000
    let points: (gap: (Double, Double), height: Double, bar: Double, strip: Double, radius: Double)
    switch idiom {
    case .phone: points = ((6, 11), environment.width >= 410 ? 226 : 216, 44, 44, 5)
    case .phoneLandscape: points = ((6, 7), environment.width >= 800 ? 172 : 162, 38, 38, 5)
    case .tablet: points = isWide ? ((14, 12), 353, 55, 50, 6) : ((12, 10), 265, 55, 50, 6)
    }
    horizontalGap = FixedPoint(points: points.gap.0)
    verticalGap = FixedPoint(points: points.gap.1)
    usualHeight = FixedPoint(points: points.height)
    barHeight = FixedPoint(points: points.bar)
    stripHeight = FixedPoint(points: points.strip)
    cornerRadius = points.radius
    keyWidth = min(max(width / 10, Self.target), FixedPoint(points: 64))
  }

  func gap(_ axis: Axis) -> FixedPoint { axis == .horizontal ? horizontalGap : verticalGap }

  /// The length of an ordinary key and its gap along an axis, in a scroll area.
  func pitch(_ axis: Axis) -> FixedPoint { axis == .horizontal ? keyWidth : usualHeight / 4 }

  /// The smallest height and width of a touch target, including the half gaps around it.
  static let target = FixedPoint(points: 32)
}

extension KeyboardEnvironment {
  /// The width in points of the area for keys: the complete width without the safe areas.
  package var layoutWidth: Double { width - safeAreaLeft - safeAreaRight }

  /// Whether the gaps between keys are wider than on a phone.
  package var hasWideGaps: Bool { LayoutMetrics.Idiom(self) == .tablet }

  /// Creates the environment for a screen or window whose size is given in points. The maximum height of the keyboard
  /// is 60 % of the height of the screen or window.
  ///
  /// Apple documents no limit for the height of keyboards. The limit keeps the field visible.
  ///
  /// - Parameters:
  ///   - screen: The size of the screen.
  ///   - zoom: The factor by which the keyboard is larger than usual. A zoomed environment has fewer points, but keeps
  ///     the size classes of the screen.
  package init(screen: Size, zoom: Double = 1) {
    self.init()
    width = screen.width / zoom
    height = screen.height * 0.6 / zoom
    isLandscape = screen.width > screen.height
    let isPhone = min(screen.width, screen.height) < 600
    horizontalSizeClass = isPhone && !(isLandscape && screen.width >= 736) ? .compact : .regular
    verticalSizeClass = isPhone && isLandscape ? .compact : .regular
  }
}
