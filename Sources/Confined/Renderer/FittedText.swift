internal import CPango
internal import Layout
internal import TextInput

/// A text that was shaped to fit a room: in one line if it can, else in several, in smaller letters, or cut with an ellipsis.
final class FittedText {
  /// What a fitting depends on, and so what it is kept by.
  struct Request: Hashable {
    /// The text, as ``DrawnText`` lets it be drawn.
    var text: String
    /// Points; what the letters have where there is room.
    var fontSize: Double
    var weight: FontWeight
    /// Where lines stand among each other, and in the room.
    var alignment: ElementAppearance.Alignment
    /// The room.
    var width: Double
    var height: Double
  }

  /// Pango's layout.
  let layout: OpaquePointer
  /// Where the layout's origin is, from the room's top left corner.
  let origin: Point
  /// What letters cover, from the room's top left corner.
  let ink: Rect
  /// Points that the letters have.
  let fontSize: Double
  /// Whether a part of the text is left out, or a word is broken.
  let isCut: Bool
  /// Whether some of its characters are in no font of this machine.
  let lacksGlyphs: Bool

  /// No letters are smaller than this because of the room, in points.
  static let minimumFontSize = 8.0

  /// Shapes a text in a context.
  init(_ request: Request, in context: OpaquePointer) {
    let shaping = Shaping(request, in: context)
    let isWhole: Bool
    (fontSize, isWhole) = shaping.fit()
    layout = shaping.layout
    isCut = !isWhole
    lacksGlyphs = pango_layout_get_unknown_glyphs_count(layout) > 0
    let (ink, logical) = shaping.extents()
    // Without a width Pango knows of no room to stand in, so the first step is ours for all kinds of lines.
    let x =
      switch request.alignment {
      case .left: -logical.x
      case .center: (request.width - logical.width) / 2 - logical.x
      case .right: request.width - logical.width - logical.x
      }
    // In the middle by the lines' height, so that neighbors share a base line; a tall pile of marks by what it covers.
    var y = (request.height - logical.height) / 2 - logical.y
    let isOutside = y + ink.y < 0 || y + ink.maxY > request.height
    if isOutside { y = (request.height - ink.height) / 2 - ink.y }
    origin = Point(x: x, y: y)
    self.ink = Rect(x: x + ink.x, y: y + ink.y, width: ink.width, height: ink.height)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }
}
