internal import CCairo
internal import InputViewModel
internal import Layout

extension ElementRenderer {
  /// Carries out the commands of a drawing.
  func draw(_ drawn: InputViewModel.Canvas, on canvas: borrowing Canvas) {
    let place = CanvasPlace(drawn, in: frame)
    let context = canvas.context
    var saves = 0
    cairo_new_path(context)
    for command in drawn.drawing.commands {
      switch command {
      case .move(let point): cairo_move_to(context, place.point(point).x, place.point(point).y)
      case .line(let point): cairo_line_to(context, place.point(point).x, place.point(point).y)
      case .quadCurve(let point, let control):
        addQuadCurve(to: place.point(point), control: place.point(control), context)
      case .curve(let point, let control1, let control2):
        let (end, first, second) = (place.point(point), place.point(control1), place.point(control2))
        cairo_curve_to(context, first.x, first.y, second.x, second.y, end.x, end.y)
      case .arc(let center, let radius, let start, let end, let clockwise):
        let point = place.point(center)
        cairo_save(context)
        cairo_translate(context, point.x, point.y)
        cairo_scale(context, place.scale.x, place.scale.y)
        let add = clockwise ? cairo_arc : cairo_arc_negative
        add(context, 0, 0, place.radius(radius), Double(start), Double(end))
        // Restoring the coordinates does not move the path, because the context stores the path in pixels.
        cairo_restore(context)
      case .rect(let rect, let cornerRadius):
        canvas.path(place.rect(rect), cornerRadius: place.length(cornerRadius))
      case .close: cairo_close_path(context)
      case .fill(let color, let evenOdd):
        canvas.select(self.color(color))
        cairo_set_fill_rule(context, evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
        cairo_fill(context)
        cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
      case .stroke(let stroke):
        canvas.select(color(stroke.color))
        cairo_set_line_width(context, place.length(stroke.width))
        cairo_set_line_cap(context, stroke.cap.cairo)
        cairo_set_line_join(context, stroke.join.cairo)
        cairo_stroke(context)
      case .clip: cairo_clip(context)
      case .save:
        cairo_save(context)
        saves += 1
      case .restore:
        guard saves > 0 else { continue }
        cairo_restore(context)
        saves -= 1
      case .text(let text): draw(text, in: place.rect(text.rect), fontSize: place.length(text.fontSize), on: canvas)
      case .image(let name, let rect):
        cairo_new_path(context)
        draw(pictureNamed: name, in: place.rect(rect), template: appearance.foreground, on: canvas)
        cairo_new_path(context)
      }
    }
    for _ in 0..<saves { cairo_restore(context) }
    cairo_new_path(context)
  }

  private func color(_ color: InputViewColor?) -> RGBA {
    color.map { RGBA(drawn.isDark ? $0.dark : $0.light) } ?? appearance.foreground
  }

  private func draw(_ text: DisplayList.Text, in rect: Rect, fontSize: Double, on canvas: borrowing Canvas) {
    cairo_new_path(canvas.context)
    var look = appearance
    look.fontSize = fontSize
    look.fontWeight = text.weight
    look.alignment =
      switch text.alignment {
      case .leading: .left
      case .center: .center
      case .trailing: .right
      }
    guard let fitted = typesetter.fit(text.text, look, width: rect.width, height: rect.height) else { return }
    cairo_save(canvas.context)
    canvas.path(rect, cornerRadius: 0)
    cairo_clip(canvas.context)
    typesetter.draw(fitted, on: canvas, at: Point(x: rect.x, y: rect.y), color(text.color))
    cairo_restore(canvas.context)
    cairo_new_path(canvas.context)
  }

  /// Adds a quadratic curve as the equivalent cubic curve, because Cairo has only cubic curves.
  private func addQuadCurve(to end: Point, control: Point, _ context: OpaquePointer) {
    if cairo_has_current_point(context) == 0 { cairo_move_to(context, control.x, control.y) }
    var (x, y) = (0.0, 0.0)
    cairo_get_current_point(context, &x, &y)
    cairo_curve_to(
      context, x + 2 / 3 * (control.x - x), y + 2 / 3 * (control.y - y), end.x + 2 / 3 * (control.x - end.x),
      end.y + 2 / 3 * (control.y - end.y), end.x, end.y)
  }
}

extension LineCap {
  fileprivate var cairo: cairo_line_cap_t {
    switch self {
    case .butt: CAIRO_LINE_CAP_BUTT
    case .round: CAIRO_LINE_CAP_ROUND
    case .square: CAIRO_LINE_CAP_SQUARE
    }
  }
}

extension LineJoin {
  fileprivate var cairo: cairo_line_join_t {
    switch self {
    case .miter: CAIRO_LINE_JOIN_MITER
    case .round: CAIRO_LINE_JOIN_ROUND
    case .bevel: CAIRO_LINE_JOIN_BEVEL
    }
  }
}
