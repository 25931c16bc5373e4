internal import KeyboardABI
internal import InputViewModel

/// The drawing of a ``Canvas``: a list of commands, with functions that add commands. Corresponds to `CGContext`.
///
/// First build a path, and then fill it, stroke it or clip to it. A command that fills, strokes or clips also ends the
/// path. Drawing a text or a picture ends the path too. Coordinates are distances from the top left corner of the
/// canvas, from -16,384 to 16,384.
///
/// All canvases of an input view together have at most 4,096 commands. At most 1,024 commands of an input view can
/// fill, stroke, clip, or draw a text or picture. If a new drawing exceeds a limit, the host keeps the previous
/// drawing, and the log contains the reason.
@preconcurrency @MainActor public final class CanvasContext {
  /// The width of the canvas in its own coordinates.
  public let width: Double
  /// The height of the canvas in its own coordinates.
  public let height: Double
  private(set) var commands: [klv_draw_command] = []
  /// The texts of the commands; nil for a command without a text.
  private(set) var texts: [String?] = []
  private var state = State()
  private var saved: [State] = []

  /// The state that ``saveGState()`` saves, except the clip.
  private struct State {
    var origin = InputViewPoint(x: 0, y: 0)
    var fill: InputViewColor?
    var stroke: InputViewColor?
    var lineWidth = 1.0
    var lineCap = LineCap.butt
    var lineJoin = LineJoin.miter
  }

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  // MARK: Path

  /// Begins a subpath at a point.
  ///
  /// - Parameter point: The point, in the canvas's coordinates.
  public func move(to point: InputViewPoint) { add(KLV_DRAW_MOVE, to: point) }

  /// Adds a line from the current point to another point.
  ///
  /// - Parameter point: The point, in the canvas's coordinates.
  public func addLine(to point: InputViewPoint) { add(KLV_DRAW_LINE, to: point) }

  /// Adds lines between points. The lines begin a new subpath at the first point.
  ///
  /// - Parameter points: The points, in the canvas's coordinates. An empty array changes nothing.
  public func addLines(between points: [InputViewPoint]) {
    for (index, point) in points.enumerated() { add(index == 0 ? KLV_DRAW_MOVE : KLV_DRAW_LINE, to: point) }
  }

  /// Adds a quadratic Bézier curve.
  ///
  /// - Parameters:
  ///   - end: The last point of the curve, in the canvas's coordinates.
  ///   - control: The control point, in the canvas's coordinates.
  public func addQuadCurve(to end: InputViewPoint, control: InputViewPoint) {
    add(KLV_DRAW_QUAD_CURVE, to: end) { ($0.x1, $0.y1) = self.floats(control) }
  }

  /// Adds a cubic Bézier curve.
  ///
  /// - Parameters:
  ///   - end: The last point of the curve, in the canvas's coordinates.
  ///   - control1: The control point of the start, in the canvas's coordinates.
  ///   - control2: The control point of the end, in the canvas's coordinates.
  public func addCurve(to end: InputViewPoint, control1: InputViewPoint, control2: InputViewPoint) {
    add(KLV_DRAW_CURVE, to: end) {
      ($0.x1, $0.y1) = self.floats(control1)
      ($0.x2, $0.y2) = self.floats(control2)
    }
  }

  /// Adds an arc. If the path has a current point, a line joins that point to the start of the arc.
  ///
  /// - Parameters:
  ///   - center: The center.
  ///   - radius: The radius.
  ///   - startAngle: The first angle in radians, from -16 to 16. The angle 0 points to the right.
  ///   - endAngle: The last angle in radians, from -16 to 16.
  ///   - clockwise: Whether the arc runs clockwise on the screen.
  public func addArc(
    center: InputViewPoint, radius: Double, startAngle: Double, endAngle: Double, clockwise: Bool = true
  ) {
    add(KLV_DRAW_ARC, to: center) {
      $0.radius = Float(radius)
      $0.start_angle = Float(startAngle)
      $0.end_angle = Float(endAngle)
      if !clockwise { $0.flags = KLV_DRAW_COUNTERCLOCKWISE }
    }
  }

  /// Adds a rectangle, with rounded corners if `cornerRadius` is more than 0.
  ///
  /// - Parameters:
  ///   - rect: The rectangle, in the canvas's coordinates.
  ///   - cornerRadius: The radius of the corners, in the canvas's coordinates, 0 to 16,384.
  public func addRect(_ rect: CanvasRect, cornerRadius: Double = 0) {
    add(KLV_DRAW_RECT, in: rect) { $0.radius = Float(cornerRadius) }
  }

  /// Adds the ellipse that touches the edges of a rectangle.
  ///
  /// - Parameter rect: The rectangle, in the canvas's coordinates.
  public func addEllipse(in rect: CanvasRect) {
    // Four Bézier curves approximate an ellipse. `share` is the distance of a control point from the nearest end of the
    // curve, as a fraction of the radius.
    let share = 0.5523
    let (x, y) = (rect.x + rect.width / 2, rect.y + rect.height / 2)
    let (halfWidth, halfHeight) = (rect.width / 2, rect.height / 2)
    func point(_ across: Double, _ down: Double) -> InputViewPoint {
      InputViewPoint(x: x + across * halfWidth, y: y + down * halfHeight)
    }
    move(to: point(1, 0))
    addCurve(to: point(0, 1), control1: point(1, share), control2: point(share, 1))
    addCurve(to: point(-1, 0), control1: point(-share, 1), control2: point(-1, share))
    addCurve(to: point(0, -1), control1: point(-1, -share), control2: point(-share, -1))
    addCurve(to: point(1, 0), control1: point(share, -1), control2: point(1, -share))
    closePath()
  }

  /// Adds a line from the current point back to the start of the subpath.
  public func closePath() { add(KLV_DRAW_CLOSE) }

  // MARK: Painting

  /// Fills the path.
  ///
  /// - Parameter evenOdd: Whether parts that the path encloses an even number of times stay empty.
  public func fillPath(evenOdd: Bool = false) {
    add(KLV_DRAW_FILL) {
      self.set(self.state.fill, in: &$0)
      if evenOdd { $0.flags = KLV_DRAW_EVEN_ODD }
    }
  }

  /// Draws a line along the path, in the stroke color.
  public func strokePath() {
    add(KLV_DRAW_STROKE) {
      self.set(self.state.stroke, in: &$0)
      $0.line_width = Float(self.state.lineWidth)
      $0.line_cap = UInt32(self.state.lineCap.rawValue)
      $0.line_join = UInt32(self.state.lineJoin.rawValue)
    }
  }

  /// Fills a rectangle.
  ///
  /// - Parameters:
  ///   - rect: The rectangle, in the canvas's coordinates.
  ///   - cornerRadius: The radius of the corners, in the canvas's coordinates, 0 to 16,384.
  public func fill(_ rect: CanvasRect, cornerRadius: Double = 0) {
    addRect(rect, cornerRadius: cornerRadius)
    fillPath()
  }

  /// Draws the outline of a rectangle.
  ///
  /// - Parameters:
  ///   - rect: The rectangle, in the canvas's coordinates.
  ///   - cornerRadius: The radius of the corners, in the canvas's coordinates, 0 to 16,384.
  public func stroke(_ rect: CanvasRect, cornerRadius: Double = 0) {
    addRect(rect, cornerRadius: cornerRadius)
    strokePath()
  }

  /// Fills the ellipse that touches the edges of a rectangle.
  ///
  /// - Parameter rect: The rectangle, in the canvas's coordinates.
  public func fillEllipse(in rect: CanvasRect) {
    addEllipse(in: rect)
    fillPath()
  }

  /// Draws the outline of the ellipse that touches the edges of a rectangle.
  ///
  /// - Parameter rect: The rectangle, in the canvas's coordinates.
  public func strokeEllipse(in rect: CanvasRect) {
    addEllipse(in: rect)
    strokePath()
  }

  /// Draws a text in the fill color. Corresponds to `NSString.draw(in:withAttributes:)`.
  ///
  /// - Parameters:
  ///   - text: The text, at most 256 bytes.
  ///   - rect: The area of the text. The host shrinks a text that does not fit.
  ///   - fontSize: The font size in the canvas's coordinates, 1 to 1,000.
  ///   - weight: The font weight.
  ///   - alignment: The alignment. In a canvas, `leading` always means left.
  public func draw(
    _ text: String, in rect: CanvasRect, fontSize: Double, weight: FontWeight = .regular,
    alignment: TextAlignment = .center
  ) {
    add(KLV_DRAW_TEXT, in: rect, text: text) {
      self.set(self.state.fill, in: &$0)
      $0.font_size = Float(fontSize)
      $0.font_weight = UInt32(weight.rawValue) + 1
      $0.alignment = UInt32(alignment.rawValue) + 1
    }
  }

  /// Draws a picture at the largest size that fits a rectangle.
  ///
  /// - Parameters:
  ///   - name: The path of a PNG or SVG file in the bundle.
  ///   - rect: The rectangle.
  public func draw(image name: String, in rect: CanvasRect) { add(KLV_DRAW_IMAGE, in: rect, text: name) }

  /// Draws a system image in the canvas's foreground color, at the largest size that fits a rectangle.
  ///
  /// - Parameters:
  ///   - name: The name of an SF Symbol, such as `doc.on.doc`; <doc:BuildingTheInputView> lists the names.
  ///   - rect: The rectangle.
  public func draw(systemImage name: String, in rect: CanvasRect) { draw(image: SystemImage.prefix + name, in: rect) }

  // MARK: State

  /// Sets the color for ``fillPath(evenOdd:)`` and texts.
  ///
  /// - Parameter color: The color; nil means the foreground color of the canvas.
  public func setFillColor(_ color: InputViewColor?) { state.fill = color }

  /// Sets the color for ``strokePath()``.
  ///
  /// - Parameter color: The color; nil means the foreground color of the canvas.
  public func setStrokeColor(_ color: InputViewColor?) { state.stroke = color }

  /// Sets the width of lines, at most 16,384. The initial width is 1.
  ///
  /// - Parameter width: The width, in the canvas's coordinates.
  public func setLineWidth(_ width: Double) { state.lineWidth = width }

  /// Sets the shape of the ends of lines.
  ///
  /// - Parameter cap: The shape of the ends.
  public func setLineCap(_ cap: LineCap) { state.lineCap = cap }

  /// Sets the shape of the corners of lines.
  ///
  /// - Parameter join: The shape of the corners.
  public func setLineJoin(_ join: LineJoin) { state.lineJoin = join }

  /// Clips all later commands to the inside of the path, until the matching ``restoreGState()``.
  public func clip() { add(KLV_DRAW_CLIP) }

  /// Moves the origin of the coordinates for all later commands.
  ///
  /// - Parameters:
  ///   - x: The distance to the right, in the canvas's coordinates.
  ///   - y: The distance downward, in the canvas's coordinates.
  public func translateBy(x: Double, y: Double) {
    state.origin = InputViewPoint(x: state.origin.x + x, y: state.origin.y + y)
  }

  /// Saves the state: the colors, the line style, the origin and the clip. At most 16 saved states can exist at one
  /// time.
  public func saveGState() {
    saved.append(state)
    add(KLV_DRAW_SAVE)
  }

  /// Restores the state that the last ``saveGState()`` saved. Does nothing without a saved state.
  public func restoreGState() {
    guard let last = saved.popLast() else { return }
    state = last
    add(KLV_DRAW_RESTORE)
  }

  // MARK: Records

  private func add(
    _ kind: UInt32, to point: InputViewPoint? = nil, text: String? = nil,
    _ change: (inout klv_draw_command) -> Void = { _ in }
  ) {
    var command = klv_draw_command()
    command.kind = kind
    if let point { (command.x, command.y) = floats(point) }
    change(&command)
    commands.append(command)
    texts.append(text)
  }

  private func add(
    _ kind: UInt32, in rect: CanvasRect, text: String? = nil, _ change: (inout klv_draw_command) -> Void = { _ in }
  ) {
    add(kind, to: InputViewPoint(x: rect.x, y: rect.y), text: text) {
      $0.width = Float(rect.width)
      $0.height = Float(rect.height)
      change(&$0)
    }
  }

  private func floats(_ point: InputViewPoint) -> (Float, Float) {
    (Float(point.x + state.origin.x), Float(point.y + state.origin.y))
  }

  private func set(_ color: InputViewColor?, in command: inout klv_draw_command) {
    if let color { (command.color_light, command.color_dark) = color.codes }
  }

  /// Calls `body` with the C record of the drawing. The record's memory is valid only during the call of `body`.
  func withRecord(_ body: (UnsafePointer<klv_drawing>) -> klv_result) -> klv_result {
    TextArray(texts).withTexts { texts in
      let commands = zip(commands, texts).map { command, text in
        var command = command
        command.text = text
        return command
      }
      return commands.withUnsafeBufferPointer { commands in
        var record = klv_drawing(commands)
        return body(&record)
      }
    }
  }
}

extension klv_drawing {
  /// Creates a record that points to the commands. The memory of the commands must stay valid while the host reads the
  /// record.
  init(_ commands: UnsafeBufferPointer<klv_draw_command>) {
    self.init()
    size = UInt32(MemoryLayout<klv_drawing>.size)
    command_size = UInt32(MemoryLayout<klv_draw_command>.stride)
    self.commands = commands.baseAddress
    command_count = UInt64(commands.count)
  }
}
