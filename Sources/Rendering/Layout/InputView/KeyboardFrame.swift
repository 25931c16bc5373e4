package import InputViewModel

/// The keyboard's frame and its parts.
struct KeyboardFrame {
  let whole: Box
  /// The part of the keyboard outside the screen's safe areas.
  let touchArea: Box
  /// The box for the keyboard's elements: the part of ``touchArea`` between the margins, without ``strip``.
  let content: Box
  /// The strip with the host's globe key, between the left and right margins; nil if the host adds no globe key.
  let strip: Box?
  let metrics: LayoutMetrics

  /// Computes the frame of an input view.
  ///
  /// The height is the requested height, or the usual height plus the height of suggestion bars. The frame is higher if
  /// the requested height is too small for usable keys. The heights of the bottom safe area and of the globe key's
  /// strip are added. The frame is at most as high as the environment's height.
  init(_ inputView: InputViewTree, in environment: KeyboardEnvironment, addsGlobeKey: Bool) {
    let width = FixedPoint(withinPoints: environment.width)
    let left = min(FixedPoint(coveringPoints: environment.safeAreaLeft), width / 4)
    let right = min(FixedPoint(coveringPoints: environment.safeAreaRight), width / 4)
    metrics = LayoutMetrics(environment, width: width - left - right)

    var wanted = inputView.wantedHeight(metrics)
    // A height of 0 or less means that the frontend does not know the maximum.
    let limit = environment.height > 0 ? FixedPoint(withinPoints: environment.height) : wanted
    let bottom = min(FixedPoint(coveringPoints: environment.safeAreaBottom), limit / 4)
    wanted += bottom + (addsGlobeKey ? metrics.stripHeight : 0)
    let height = min(wanted, limit)

    whole = Box(horizontal: AxisRange(start: 0, length: width), vertical: AxisRange(start: 0, length: height))
    touchArea = Box(
      horizontal: AxisRange(start: left, length: width - left - right),
      vertical: AxisRange(start: 0, length: height - bottom))
    let usable = touchArea.horizontal.inset(metrics.horizontalGap / 2)
    let available = touchArea.vertical.length
    // The globe key's strip has its usual height, but at most half of the available height.
    let stripHeight = addsGlobeKey ? min(metrics.stripHeight, available / 2) : 0
    strip =
      addsGlobeKey
      ? Box(horizontal: usable, vertical: AxisRange(start: available - stripHeight, length: stripHeight)) : nil
    content = Box(
      horizontal: usable,
      vertical: AxisRange(start: 0, length: available - stripHeight).inset(metrics.verticalGap / 2))
  }
}

extension InputViewTree {
  /// The height that the input view requests, without the strip of the host's globe key and without the environment's
  /// limit.
  fileprivate func wantedHeight(_ metrics: LayoutMetrics) -> FixedPoint {
    let margins = metrics.verticalGap
    guard let height else {
      return max(
        metrics.usualHeight + root.barHeight(metrics), root.leastHeight(countingFixed: true, metrics) + margins)
    }
    return max(
      FixedPoint(points: height), root.leastHeight(countingFixed: false, metrics) + margins, LayoutMetrics.target)
  }

  /// The height of the keyboard in an environment, in points: the same height as in an ``InputViewLayout``.
  package func height(in environment: KeyboardEnvironment, addsGlobeKey: Bool) -> Double {
    KeyboardFrame(self, in: environment, addsGlobeKey: addsGlobeKey).whole.vertical.length.points
  }

  /// Returns the input view with a fixed height, which is the height that it would request in the given environment.
  ///
  /// If a frontend enlarges a keyboard, fewer points fit on the screen. Pass the environment for the keyboard without
  /// enlargement, so that the rows of keys keep their height in points.
  package func withHeight(in environment: KeyboardEnvironment) -> InputViewTree {
    var tree = self
    let metrics = LayoutMetrics(environment, width: FixedPoint(withinPoints: environment.width))
    tree.height = wantedHeight(metrics).points
    return tree
  }
}

extension KeyboardEnvironment {
  /// The usual height of a keyboard with a number of rows of keys, in points.
  ///
  /// - Parameter rows: The number of rows. A fraction stands for a row with less height.
  package func usualHeight(rows: Double) -> Double {
    let metrics = LayoutMetrics(self, width: FixedPoint(withinPoints: width))
    return (metrics.usualHeight.points * rows / 4).rounded()
  }
}
