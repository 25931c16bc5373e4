internal import CPango
internal import InputViewModel
internal import Layout

/// A text shaped to fit a rectangle: in one line, in several lines, in a smaller font, or cut with an ellipsis.
final class FittedText {
  /// The parameters that determine how a text fits its rectangle. The cache of texts finds a fitted text by these
  /// parameters.
  struct Request: Hashable {
    /// The text, already sanitized by ``DrawnText``.
    var text: String
    /// The requested font size in points. A text that does not fit gets a smaller size.
    var fontSize: Double
    var weight: FontWeight
    /// The alignment of lines with each other and in the rectangle.
    var alignment: ElementAppearance.Alignment
    /// The size of the rectangle in points.
    var width: Double
    var height: Double
  }

  /// Pango's layout.
  let layout: OpaquePointer
  /// The origin of Pango's layout, relative to the rectangle's top left corner.
  let origin: Point
  /// The area that the glyphs cover, relative to the rectangle's top left corner.
  let ink: Rect
  /// The font size in points.
  let fontSize: Double
  /// Whether a part of the text is missing, or a line ends inside a word.
  let isCut: Bool
  /// Whether the text has characters that no font of this machine contains.
  let lacksGlyphs: Bool

  /// The smallest font size in points to which a text shrinks.
  static let minimumFontSize = 8.0
  /// The smallest font size in points of a short title. An ellipsis instead of a title such as "Esc" would say nothing.
  static let minimumFontSizeOfShortTitle = 4.0
  /// The maximum number of characters of a short title.
  static let shortTitle = 4

  /// Shapes a text in a Pango context.
  init(_ request: Request, in context: OpaquePointer) {
    let shaping = Shaping(request, in: context)
    let isWhole: Bool
    (fontSize, isWhole) = shaping.fit()
    layout = shaping.layout
    isCut = !isWhole
    lacksGlyphs = pango_layout_get_unknown_glyphs_count(layout) > 0
    let (ink, logical) = shaping.extents()
    // This code always aligns the lines itself, because Pango aligns no lines in a layout without a width.
    let x =
      switch request.alignment {
      case .left: -logical.x
      case .center: (request.width - logical.width) / 2 - logical.x
      case .right: request.width - logical.width - logical.x
      }
    // Center the lines by their height, so that the texts of neighboring keys share a baseline. If the glyphs would
    // extend beyond the rectangle, move them until they are just inside the rectangle. Center glyphs that are taller
    // than the rectangle.
    var y = (request.height - logical.height) / 2 - logical.y
    if ink.height > request.height {
      y = (request.height - ink.height) / 2 - ink.y
    } else {
      y = min(max(y, -ink.y), request.height - ink.maxY)
    }
    origin = Point(x: x, y: y)
    self.ink = Rect(x: x + ink.x, y: y + ink.y, width: ink.width, height: ink.height)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }
}
