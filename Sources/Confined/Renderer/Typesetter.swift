internal import CCairo
internal import CPango
internal import Layout
internal import TextInput

/// Shapes texts with the machine's fonts, and keeps what it shaped for the next picture of the same scale.
final class Typesetter {
  /// Fonts take long to find and texts to shape; a keyboard mostly shows what it showed before.
  private var texts: [FittedText.Request: FittedText] = [:]
  private let context: OpaquePointer
  private static let keptTexts = 1_024

  /// The most texts in ``missing``.
  private static let missingTexts = 16

  /// Texts with characters that no font of this machine has, as far as they were drawn since this was last emptied.
  var missing: [String] = []

  /// A typesetter for pictures with so many pixels for a point.
  init(scale: Double) {
    context = pango_font_map_create_context(pango_cairo_font_map_get_default())
    // The same letters at the same places whatever the size in pixels: a picture is no window.
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_context_set_round_glyph_positions(context, 0)
    var matrix = PangoMatrix(xx: scale, xy: 0, yx: 0, yy: scale, x0: 0, y0: 0)
    pango_context_set_matrix(context, &matrix)
  }

  deinit {
    texts = [:]
    g_object_unref(UnsafeMutableRawPointer(context))
  }

  /// The text as it fits a room; nil where nothing of it can be seen.
  func fit(_ text: String, _ appearance: ElementAppearance, width: Double, height: Double) -> FittedText? {
    let text = DrawnText.clean(text)
    guard !text.isEmpty, width > 0, height > 0 else { return nil }
    let request = FittedText.Request(
      text: text, fontSize: appearance.fontSize, weight: appearance.fontWeight, alignment: appearance.alignment,
      width: width, height: height)
    let fitted = texts[request] ?? FittedText(request, in: context)
    if fitted.lacksGlyphs, missing.count < Self.missingTexts { missing.append(text) }
    if texts.count >= Self.keptTexts { texts = [:] }
    texts[request] = fitted
    return fitted
  }

  /// Draws a text with its room's top left corner at a point.
  func draw(_ text: FittedText, on canvas: borrowing Canvas, at corner: Point, _ color: RGBA) {
    canvas.use(color)
    cairo_move_to(canvas.context, corner.x + text.origin.x, corner.y + text.origin.y)
    pango_cairo_show_layout(canvas.context, text.layout)
  }
}
