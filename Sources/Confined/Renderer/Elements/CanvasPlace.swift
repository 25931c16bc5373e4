internal import InputViewModel
internal import Layout

/// The mapping from a canvas's coordinates to points on the keyboard.
struct CanvasPlace {
  private let frame: Rect
  private let origin: Point
  private let scaleX: Double
  private let scaleY: Double

  /// The largest coordinate, length and radius in points, so that all of them stay within Cairo's range.
  private static let reach = 32_768.0

  init(_ canvas: InputViewModel.Canvas, in frame: Rect) {
    self.frame = frame
    let fit = canvas.contentMode.fit(canvas.space, width: frame.width, height: frame.height)
    origin = Point(x: frame.x + fit.x, y: frame.y + fit.y)
    (scaleX, scaleY) = (fit.scaleX, fit.scaleY)
  }

  /// The number of points per unit of the canvas's coordinates, along each axis.
  var scale: Point { Point(x: scaleX, y: scaleY) }

  /// Converts a point in the canvas's coordinates to its position on the keyboard.
  func point(_ point: DisplayList.Point) -> Point {
    func bounded(_ value: Double) -> Double { min(max(value, -Self.reach), Self.reach) }
    return Point(x: bounded(origin.x + Double(point.x) * scaleX), y: bounded(origin.y + Double(point.y) * scaleY))
  }

  /// Converts a rectangle in the canvas's coordinates to its rectangle on the keyboard.
  func rect(_ rect: DisplayList.Rect) -> Rect {
    let corner = point(rect.origin)
    let end = point(DisplayList.Point(x: rect.origin.x + rect.width, y: rect.origin.y + rect.height))
    return Rect(x: corner.x, y: corner.y, width: end.x - corner.x, height: end.y - corner.y)
  }

  /// The length in points of a line width, corner radius or font size. The length uses the smaller scale of the two
  /// axes.
  func length(_ length: Float) -> Double { min(Double(length) * min(scaleX, scaleY), Self.reach) }

  /// The radius of an arc in the canvas's coordinates, limited so that the arc stays within Cairo's range.
  func radius(_ radius: Float) -> Double { min(Double(radius), Self.reach / max(scaleX, scaleY)) }

  // MARK: Bounds

  /// The part of the frame that a drawing may cover.
  func bounds(of drawing: DisplayList) -> Rect {
    var all = Extent()
    var path = Extent()
    for command in drawing.commands {
      switch command {
      case .move(let point), .line(let point): path.add(self.point(point))
      case .quadCurve(let point, let control):
        path.add(self.point(point))
        path.add(self.point(control))
      case .curve(let point, let control1, let control2):
        for point in [point, control1, control2] { path.add(self.point(point)) }
      case .arc(let center, let radius, _, _, _):
        let center = point(center)
        let (x, y) = (self.radius(radius) * scaleX, self.radius(radius) * scaleY)
        path.add(Point(x: center.x - x, y: center.y - y))
        path.add(Point(x: center.x + x, y: center.y + y))
      case .rect(let rect, _): path.add(self.rect(rect), margin: 0)
      case .fill:
        if let rect = path.rect { all.add(rect, margin: 0) }
        path = Extent()
      case .stroke(let stroke):
        // Cairo limits the length of the tip at a sharp corner to ten line widths. Half of the tip's length is outside
        // the path.
        let share = stroke.join == .miter ? 5.0 : stroke.cap == .square ? 0.75 : 0.5
        if let rect = path.rect { all.add(rect, margin: length(stroke.width) * share) }
        path = Extent()
      case .clip: path = Extent()
      case .text(let text):
        all.add(rect(text.rect), margin: 0)
        path = Extent()
      case .image(_, let rect):
        all.add(self.rect(rect), margin: 0)
        path = Extent()
      case .close, .save, .restore: break
      }
    }
    // Extend the bounds by one point at each edge, because antialiasing also changes the pixels next to the edge.
    let bounds = all.rect.map { Rect(x: $0.x - 1, y: $0.y - 1, width: $0.width + 2, height: $0.height + 2) }
    return bounds?.intersection(frame) ?? Rect(x: frame.x, y: frame.y, width: 0, height: 0)
  }

  /// The smallest rectangle around points.
  private struct Extent {
    private var least = Point(x: .infinity, y: .infinity)
    private var greatest = Point(x: -.infinity, y: -.infinity)

    mutating func add(_ point: Point) {
      least = Point(x: min(least.x, point.x), y: min(least.y, point.y))
      greatest = Point(x: max(greatest.x, point.x), y: max(greatest.y, point.y))
    }

    mutating func add(_ rect: Rect, margin: Double) {
      add(Point(x: rect.x - margin, y: rect.y - margin))
      add(Point(x: rect.maxX + margin, y: rect.maxY + margin))
    }

    /// The rectangle; nil if there are no points.
    var rect: Rect? {
      guard least.x <= greatest.x else { return nil }
      return Rect(x: least.x, y: least.y, width: greatest.x - least.x, height: greatest.y - least.y)
    }
  }
}
