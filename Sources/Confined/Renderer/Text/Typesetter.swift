internal import CCairo
internal import CPango
internal import InputViewModel
internal import Layout

/// Shapes texts with the machine's fonts. The typesetter caches shaped texts for the next picture of the same scale.
final class Typesetter {
  /// A cache of fitted texts. Finding fonts and shaping texts is slow, and the next picture of a keyboard usually
  /// contains the same texts.
  private var texts: [FittedText.Request: FittedText] = [:]
  private let context: OpaquePointer
  private static let keptTexts = 1_024

  /// The largest number of texts in each of the lists ``missing`` and ``cut``.
  private static let reportedTexts = 16

  /// The texts with characters that no font of this machine contains, collected since the caller last emptied this
  /// list.
  var missing: [String] = []
  /// The texts that the typesetter cut because they do not fit, collected since the caller last emptied this list.
  var cut: [String] = []

  /// Creates a typesetter for pictures with this number of pixels per point.
  init(scale: Double) {
    context = pango_font_map_create_context(pango_cairo_font_map_get_default())
    // Turn hinting off, so that the glyphs have the same shapes and positions at any scale.
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

  /// Shapes a letter, so that Pango finds and loads the font for Latin letters. All typesetters share the loaded fonts.
  func loadFonts() {
    let request = FittedText.Request(
      text: "a", fontSize: 16, weight: .regular, alignment: .center, width: 100, height: 100)
    _ = FittedText(request, in: context)
  }

  /// Fits a text into a rectangle. Returns nil if no part of the text is visible.
  func fit(_ text: String, _ appearance: ElementAppearance, width: Double, height: Double) -> FittedText? {
    let text = DrawnText.clean(text)
    guard !text.isEmpty, width > 0, height > 0 else { return nil }
    let request = FittedText.Request(
      text: text, fontSize: appearance.fontSize, weight: appearance.fontWeight, alignment: appearance.alignment,
      width: width, height: height)
    let fitted = texts[request] ?? FittedText(request, in: context)
    if fitted.lacksGlyphs, missing.count < Self.reportedTexts { missing.append(text) }
    if fitted.isCut, cut.count < Self.reportedTexts { cut.append(text) }
    if texts.count >= Self.keptTexts { texts = [:] }
    texts[request] = fitted
    return fitted
  }

  /// Draws a text. The point `corner` is the top left corner of the text's rectangle.
  func draw(_ text: FittedText, on canvas: borrowing Canvas, at corner: Point, _ color: RGBA) {
    canvas.select(color)
    cairo_move_to(canvas.context, corner.x + text.origin.x, corner.y + text.origin.y)
    pango_cairo_show_layout(canvas.context, text.layout)
  }
}
