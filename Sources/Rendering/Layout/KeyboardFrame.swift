internal import TextInput

/// The keyboard's own frame, and the parts of it.
struct KeyboardFrame {
  /// All of it, from its top left corner.
  let whole: Box
  /// Without the safe areas.
  let touchArea: Box
  /// Where the keyboard's own elements are, the margins taken off.
  let content: Box
  /// The strip with the host's globe key, if there is one, the margins at its sides taken off.
  let strip: Box?
  /// What the host chooses where the keyboard says nothing.
  let metrics: LayoutMetrics

  /// The frame of an interface: as high as it asks, or as usual with room for what is in it; at least so high that its
  /// keys can be met, and never higher than the environment allows.
  init(_ interface: Interface, in environment: KeyboardEnvironment, addsGlobeKey: Bool) {
    let width = FixedPoint(withinPoints: environment.width)
    let left = min(FixedPoint(coveringPoints: environment.safeAreaLeft), width / 4)
    let right = min(FixedPoint(coveringPoints: environment.safeAreaRight), width / 4)
    metrics = LayoutMetrics(environment, width: width - left - right)

    let margins = metrics.verticalGap
    let root = interface.root
    var wanted: FixedPoint
    if let height = interface.height {
      wanted = max(
        FixedPoint(points: height), root.leastHeight(countingFixed: false, metrics) + margins, LayoutMetrics.target)
    } else {
      wanted = max(
        metrics.usualHeight + root.barHeight(metrics), root.leastHeight(countingFixed: true, metrics) + margins)
    }
    // A height that is no height is one that the frontend does not know.
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
    // The strip keeps its height as far as the keyboard is left half of the room.
    let stripHeight = addsGlobeKey ? min(metrics.stripHeight, available / 2) : 0
    strip =
      addsGlobeKey
      ? Box(horizontal: usable, vertical: AxisRange(start: available - stripHeight, length: stripHeight)) : nil
    content = Box(
      horizontal: usable,
      vertical: AxisRange(start: 0, length: available - stripHeight).inset(metrics.verticalGap / 2))
  }
}
