internal import CPango
internal import InputViewModel
internal import Layout

/// The search for the largest font size at which a text fits its rectangle.
struct Shaping {
  /// Pango's layout. The code that creates this value owns the layout.
  let layout: OpaquePointer
  private let request: FittedText.Request

  /// Whether the text has line breaks.
  private let hasLines: Bool

  /// Creates a layout of the text at its full size, in one line or with its own line breaks.
  init(_ request: FittedText.Request, in context: OpaquePointer) {
    self.request = request
    layout = pango_layout_new(context)
    // Set plain text instead of Pango markup: angle brackets in a keyboard's text are ordinary characters.
    pango_layout_set_text(layout, request.text, Int32(request.text.utf8.count))
    hasLines = request.text.utf8.contains(UInt8(ascii: "\n"))
    pango_layout_set_single_paragraph_mode(layout, hasLines ? 0 : 1)
    pango_layout_set_wrap(layout, UInt32(klv_pango_wrap_word))
    pango_layout_set_alignment(layout, alignment)
    setFontSize(request.fontSize)
  }

  /// Sets the largest font size that fits, up to the requested size.
  ///
  /// - Returns: The font size in points, and whether the text is complete and no line ends inside a word.
  func fit() -> (fontSize: Double, isWhole: Bool) {
    if fits { return (request.fontSize, true) }
    let isShort = request.text.prefix(FittedText.shortTitle + 1).count <= FittedText.shortTitle
    let smallest = min(
      request.fontSize, isShort ? FittedText.minimumFontSizeOfShortTitle : FittedText.minimumFontSize)
    let inOneLine = shrinkLine(to: smallest)
    let hasRoomForLines = request.height >= 2 * smallest
    if let inLines = hasRoomForLines ? wrap(from: request.fontSize, to: max(smallest, inOneLine ?? 0)) : nil {
      return (inLines, true)
    }
    pango_layout_set_width(layout, -1)
    if let inOneLine {
      setFontSize(inOneLine)
      return (inOneLine, true)
    }
    setFontSize(smallest)
    pango_layout_set_width(layout, Self.units(request.width))
    pango_layout_set_ellipsize(layout, UInt32(klv_pango_ellipsize_end))
    if hasRoomForLines, hasLines || request.text.contains(" ") {
      pango_layout_set_wrap(layout, UInt32(klv_pango_wrap_word_or_character))
      pango_layout_set_height(layout, Self.units(request.height))
    }
    return (smallest, false)
  }

  /// The area of the glyphs, and the area of the lines, in points from the layout's origin.
  func extents() -> (ink: Rect, logical: Rect) {
    var ink = PangoRectangle()
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, &ink, &logical)
    return (Self.rectangle(ink), Self.rectangle(logical))
  }

  // MARK: Search

  /// Returns the largest font size at which a single line fits, or nil if this size is below `smallest`.
  private func shrinkLine(to smallest: Double) -> Double? {
    var size = request.fontSize
    while size >= smallest {
      setFontSize(size)
      if fits { return size }
      let (ink, logical) = extents()
      let height = hasLines ? logical.height : ink.height
      let share = min(request.width / max(logical.width, ink.width, 1), request.height / max(height, 1), 0.97)
      // The width of a text is not exactly proportional to its font size, so this code reduces the size in small steps.
      // Larger steps would leave space unused.
      size = size > smallest ? max(smallest, size * share) : 0
    }
    return nil
  }

  /// The largest font size above `least` at which the text fits in lines that break between words; nil if there is
  /// none.
  private func wrap(from size: Double, to least: Double) -> Double? {
    pango_layout_set_width(layout, Self.units(request.width))
    var size = size
    while size > least {
      setFontSize(size)
      if fits { return size }
      size *= 0.92
    }
    return nil
  }

  private var fits: Bool {
    let (ink, logical) = extents()
    return max(ink.width, logical.width) <= request.width + 0.01 && ink.height <= request.height + 0.01
      && (pango_layout_get_line_count(layout) == 1 || logical.height <= request.height + 0.01)
  }

  private func setFontSize(_ size: Double) {
    let description = pango_font_description_new()
    // The user can choose the font for the name `sans-serif` in the configuration of fontconfig.
    pango_font_description_set_family_static(description, "sans-serif")
    pango_font_description_set_absolute_size(description, size * Double(klv_pango_scale))
    pango_font_description_set_weight(description, request.weight.pangoWeight)
    pango_layout_set_font_description(layout, description)
    pango_font_description_free(description)
  }

  /// Pango's "left" is the edge at which the paragraph starts.
  private var alignment: UInt32 {
    let isRightToLeft = pango_layout_get_direction(layout, 0) == klv_pango_right_to_left
    let alignment =
      switch request.alignment {
      case .left: isRightToLeft ? klv_pango_align_right : klv_pango_align_left
      case .center: klv_pango_align_center
      case .right: isRightToLeft ? klv_pango_align_left : klv_pango_align_right
      }
    return UInt32(alignment)
  }

  private static func units(_ points: Double) -> Int32 { Int32(max(0, points) * Double(klv_pango_scale)) }

  private static func rectangle(_ units: PangoRectangle) -> Rect {
    let scale = Double(klv_pango_scale)
    return Rect(
      x: Double(units.x) / scale, y: Double(units.y) / scale, width: Double(units.width) / scale,
      height: Double(units.height) / scale)
  }
}

extension FontWeight {
  /// Pango's number for the weight, which is also the number in CSS.
  fileprivate var pangoWeight: UInt32 {
    switch self {
    case .light: 300
    case .regular: 400
    case .medium: 500
    case .semibold: 600
    case .bold: 700
    }
  }
}
