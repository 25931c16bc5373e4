internal import CCairo
internal import InputViewModel
internal import Layout

/// A symbol that the renderer draws on a key instead of the title, so that the key looks the same with any font.
enum KeySymbol: Hashable {
  /// An arrow upward, filled while shift is on.
  case shift
  /// An arrow upward, above a bar.
  case capsLock
  /// A tag that points backward, with a cross.
  case delete
  /// An arrow to the start of the line.
  case `return`
  /// A globe.
  case globe
  /// A keyboard with an arrow downward.
  case dismiss
  /// An open box.
  case space

  /// The symbol of a key, or nil if the renderer draws the title.
  init?(_ key: Key) {
    let titles: [String: KeySymbol] =
      switch key.role {
      case .shift: ["": .shift, "⇧": .shift, "⬆": .shift, "↑": .shift, "⇪": .capsLock]
      case .delete: ["": .delete, "⌫": .delete, "⌦": .delete, "←": .delete]
      case .return: ["": .return, "⏎": .return, "↵": .return, "↩": .return, "⮐": .return, "⌅": .return]
      case .nextKeyboard: ["": .globe, "🌐": .globe, "🌍": .globe, "🌎": .globe, "🌏": .globe]
      case .dismiss: ["": .dismiss, "⌨": .dismiss, "⌄": .dismiss, "▼": .dismiss, "🔽": .dismiss]
      case .space: ["␣": .space]
      case .character, .planeSwitch, .action, .suggestion: [:]
      }
    // Ignore variation selectors, which only choose between a text and an emoji style.
    let title = key.title.unicodeScalars.filter { $0 != "\u{FE0E}" && $0 != "\u{FE0F}" }
    guard let symbol = titles[String(String.UnicodeScalarView(title))] else { return nil }
    self = symbol
  }

  /// Draws the symbol in a square around a center.
  ///
  /// - Parameters:
  ///   - canvas: The canvas to draw on.
  ///   - center: The center of the square.
  ///   - side: The side of the square in points.
  ///   - color: The color of the strokes.
  ///   - isFilled: Whether the symbol shows the state "on".
  ///   - isMirrored: Whether text runs from right to left, so that the method mirrors symbols that have a direction.
  func draw(
    on canvas: borrowing Canvas, center: Point, side: Double, _ color: RGBA, isFilled: Bool, isMirrored: Bool
  ) {
    // Draw no symbol smaller than two points: it would be illegible, and a scale of 0 is an error in Cairo.
    guard side >= 2 else { return }
    let context = canvas.context
    cairo_save(context)
    cairo_translate(context, center.x, center.y)
    // The coordinates below are in a square of 24 units around the origin.
    let scale = side / 24
    cairo_scale(context, isMirrored && hasDirection ? -scale : scale, scale)
    canvas.select(color)
    // The line width is about the width of the strokes of the letters on neighboring keys. The strokes grow more slowly
    // than the letters.
    cairo_set_line_width(context, min(1.8, 1 + 0.03 * side) / scale)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    cairo_new_path(context)
    switch self {
    case .shift: drawShift(context, isFilled: isFilled, hasBar: false)
    case .capsLock: drawShift(context, isFilled: true, hasBar: true)
    case .delete: drawDelete(context)
    case .return: drawReturn(context)
    case .globe: drawGlobe(context)
    case .dismiss: drawDismiss(context)
    case .space: drawLines(context, [[(-9, 1), (-9, 5), (9, 5), (9, 1)]])
    }
    cairo_restore(context)
  }

  private var hasDirection: Bool {
    switch self {
    case .delete, .return: true
    case .shift, .capsLock, .globe, .dismiss, .space: false
    }
  }

  // MARK: Figures

  private typealias Spot = (x: Double, y: Double)

  private func drawShift(_ context: OpaquePointer, isFilled: Bool, hasBar: Bool) {
    let foot = hasBar ? 2.5 : 8
    trace(
      context, [(0, -9.5), (9.5, 0), (4.5, 0), (4.5, foot), (-4.5, foot), (-4.5, 0), (-9.5, 0)], isClosed: true)
    if hasBar { cairo_rectangle(context, -4.5, 6.8, 9, 1.5) }
    if isFilled { cairo_fill_preserve(context) }
    cairo_stroke(context)
  }

  private func drawDelete(_ context: OpaquePointer) {
    trace(context, [(-4.5, -7.5), (10.5, -7.5), (10.5, 7.5), (-4.5, 7.5), (-11, 0)], isClosed: true)
    cairo_stroke(context)
    drawLines(context, [[(-0.5, -3), (5.5, 3)], [(-0.5, 3), (5.5, -3)]])
  }

  private func drawReturn(_ context: OpaquePointer) {
    drawLines(context, [[(9.5, -6), (9.5, 2), (-9, 2)], [(-4, -3), (-9, 2), (-4, 7)]])
  }

  private func drawGlobe(_ context: OpaquePointer) {
    // Draw thinner lines, because the many adjacent lines of this symbol would run together.
    cairo_set_line_width(context, cairo_get_line_width(context) * 0.8)
    let radius = 9.5
    cairo_arc(context, 0, 0, radius, 0, 2 * .pi)
    cairo_stroke(context)
    cairo_save(context)
    cairo_scale(context, 0.45, 1)
    cairo_arc(context, 0, 0, radius, 0, 2 * .pi)
    cairo_restore(context)
    cairo_stroke(context)
    let latitude = 4.4
    let half = (radius * radius - latitude * latitude).squareRoot()
    drawLines(
      context,
      [
        [(-radius, 0), (radius, 0)], [(-half, -latitude), (half, -latitude)],
        [(-half, latitude), (half, latitude)],
      ])
  }

  private func drawDismiss(_ context: OpaquePointer) {
    trace(context, [(-11, -9), (11, -9), (11, 3.5), (-11, 3.5)], isClosed: true)
    cairo_stroke(context)
    let keys: [[Spot]] = [-7, -3.5, 0, 3.5, 7].flatMap { x in [[(x, -5.5), (x, -5.5)]] }
    drawLines(context, keys + [[(-7, -2.6), (-7, -2.6)], [(7, -2.6), (7, -2.6)], [(-3.5, 0.3), (3.5, 0.3)]])
    drawLines(context, [[(-3.5, 7), (0, 10.2), (3.5, 7)]])
  }

  private func drawLines(_ context: OpaquePointer, _ lines: [[Spot]]) {
    for line in lines { trace(context, line, isClosed: false) }
    cairo_stroke(context)
  }

  private func trace(_ context: OpaquePointer, _ spots: [Spot], isClosed: Bool) {
    cairo_new_sub_path(context)
    for spot in spots { cairo_line_to(context, spot.x, spot.y) }
    if isClosed { cairo_close_path(context) }
  }
}
