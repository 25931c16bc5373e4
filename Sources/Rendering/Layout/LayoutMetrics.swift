internal import TextInput

/// The lengths that the host chooses where a keyboard says nothing, for one environment.
///
/// They are those of Apple's keyboards as they are observed on devices, since keyboards are drawn for them: on a phone
/// held upright four rows of 54 points make 216, on its side 162; a tablet has 265 and 353.
struct LayoutMetrics {
  /// The three kinds of place for a keyboard.
  enum Idiom {
    /// A phone held upright.
    case phone
    /// A phone on its side: little height.
    case phoneLandscape
    /// A tablet or a desktop's screen.
    case tablet

    /// The idiom that an environment stands for.
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

  /// What kind of place it is.
  let idiom: Idiom
  /// Between two keys side by side.
  let horizontalGap: FixedPoint
  /// Between two keys one below the other.
  let verticalGap: FixedPoint
  /// The height of four rows of keys.
  let usualHeight: FixedPoint
  /// The height of a suggestion bar.
  let barHeight: FixedPoint
  /// The height of the strip with the host's own globe key.
  let stripHeight: FixedPoint
  /// An ordinary key and its gap, in an area that scrolls to the side.
  let keyWidth: FixedPoint
  /// The radius of a key's corners.
  let cornerRadius: Double

  /// The metrics of an environment, where so much width is left between its safe areas.
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

  /// The usual gap along an axis.
  func gap(_ axis: Axis) -> FixedPoint { axis == .horizontal ? horizontalGap : verticalGap }

  /// An ordinary key and its gap along an axis, in an area that scrolls.
  func pitch(_ axis: Axis) -> FixedPoint { axis == .horizontal ? keyWidth : usualHeight / 4 }

  /// The least height and width of what a finger has to meet, the half gaps around it counted.
  static let target = FixedPoint(points: 32)
}

extension KeyboardEnvironment {
  /// The environment of a screen or window of this size, in points; the keyboard may have 60 % of its height.
  ///
  /// Apple documents no limit; with this one the field that is typed in stays in sight.
  package init(screen: Size) {
    self.init()
    width = screen.width
    height = screen.height * 0.6
    isLandscape = screen.width > screen.height
    let isPhone = min(screen.width, screen.height) < 600
    horizontalSizeClass = isPhone && !(isLandscape && screen.width >= 736) ? .compact : .regular
    verticalSizeClass = isPhone && isLandscape ? .compact : .regular
  }
}
