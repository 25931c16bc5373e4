internal import Layout
internal import RenderProtocol

/// The pixels to redraw: a few rectangles that do not overlap.
struct DamageRegion {
  private(set) var rectangles: [PixelRect] = []
  /// The rectangle of all pixels of the buffer.
  private let whole: PixelRect
  private let scale: Double

  /// The maximum number of passes of ``complete(_:)``, after which the region becomes the whole buffer.
  private static let rounds = 16

  /// Creates an empty region of a buffer with `scale` pixels per point.
  init(in whole: PixelRect, scale: Double) {
    self.whole = whole
    self.scale = scale
  }

  /// Adds the whole buffer.
  mutating func addAll() { rectangles = [whole] }

  /// Adds the pixels that an area touches. The area is in points.
  mutating func add(_ area: Rect) {
    if let pixels = pixels(of: area) { add(pixels) }
  }

  /// Adds a rectangle of pixels. Unites the rectangle with all rectangles of the region that overlap it. If the region
  /// already has the maximum number of rectangles, unites the new rectangle with the rectangle that grows by the
  /// smallest area.
  private mutating func add(_ pixels: PixelRect) {
    var pixels = pixels
    while true {
      if let index = rectangles.firstIndex(where: { $0.intersects(pixels) }) {
        pixels = rectangles.remove(at: index).union(pixels)
      } else if rectangles.count >= RenderedFrame.maximumRectangles,
        let nearest = rectangles.indices.min(by: { growth($0, pixels) < growth($1, pixels) })
      {
        pixels = rectangles.remove(at: nearest).union(pixels)
      } else {
        rectangles.append(pixels)
        return
      }
    }
  }

  private func growth(_ index: Int, _ pixels: PixelRect) -> Int {
    rectangles[index].union(pixels).area - rectangles[index].area
  }

  /// Extends the region until it contains each of the given areas either completely or not at all.
  mutating func complete(_ areas: [Rect]) {
    guard !rectangles.isEmpty, rectangles != [whole] else { return }
    let pieces = areas.compactMap { pixels(of: $0) }
    for _ in 0..<Self.rounds {
      var isComplete = true
      for piece in pieces where rectangles.contains(where: { $0.intersects(piece) && !$0.contains(piece) }) {
        add(piece)
        isComplete = false
      }
      if isComplete { return }
    }
    addAll()
  }

  /// The pixels that an area touches; nil if there are none. The area is in points.
  func pixels(of area: Rect) -> PixelRect? {
    // Cairo rounds coordinates to multiples of 1/256 pixel, so an area that extends into a pixel by less than 1/512
    // pixel does not touch the pixel.
    func edge(_ points: Double, _ rounding: FloatingPointRoundingRule, _ tolerance: Double, _ limit: Int) -> Int {
      Int(min(max((points * scale + tolerance).rounded(rounding), 0), Double(limit)))
    }
    let left = edge(area.x, .down, 1 / 512, whole.width)
    let top = edge(area.y, .down, 1 / 512, whole.height)
    let right = edge(area.maxX, .up, -1 / 512, whole.width)
    let bottom = edge(area.maxY, .up, -1 / 512, whole.height)
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
