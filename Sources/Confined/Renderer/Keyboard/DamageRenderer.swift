internal import Layout
package import RenderProtocol

/// A renderer that renders a keyboard's frames into two buffers in memory.
///
/// For each buffer, the renderer remembers which parts it rendered. The renderer redraws the parts that differ from the
/// last frame in the same buffer. The renderer also redraws the parts that differ from the most recent frame, because
/// the screen shows this frame from the other buffer.
package final class DamageRenderer {
  private let memory: UnsafeMutableRawBufferPointer
  private let renderer = KeyboardRenderer()
  private var content: FrameContent?
  private var layout: InputViewLayout?
  private var pictures: [String: [UInt8]] = [:]
  private var buffers: [Buffer?] = RenderOrder.buffers.map { _ in nil }
  /// The buffer that contains the most recent frame.
  private var last: Buffer?

  /// A buffer, and the background and parts that it shows.
  private final class Buffer {
    let area: BufferArea
    let scale: Double
    let canvas: Canvas
    var background: RGBA?
    var parts: [DrawnPart] = []

    init(_ area: BufferArea, scale: Double, of memory: UnsafeMutableRawBufferPointer) throws(RendererError) {
      self.area = area
      self.scale = scale
      canvas = try Canvas(area, of: memory, scale: scale)
    }
  }

  /// Creates a renderer that renders into memory. The memory must stay valid until the last use of the renderer.
  package init(into memory: UnsafeMutableRawBufferPointer) { self.memory = memory }

  /// Finds and loads the font of Latin letters, so that the first frame does not wait for the search.
  package func loadFonts() { Typesetter(scale: 1).loadFonts() }

  /// Sets the content of the frames that follow, and adds pictures from the bundle, by path.
  ///
  /// - Throws: ``RendererError`` for a scale outside of ``RenderOptions/scales``.
  package func show(_ content: FrameContent, adding new: [String: [UInt8]] = [:]) throws(RendererError) {
    guard RenderOptions.scales.contains(content.scale) else {
      throw RendererError("The scale \(content.scale) is not supported.")
    }
    self.content = content
    layout = InputViewLayout(
      content.inputView, in: content.environment, addsGlobeKey: content.addsGlobeKey,
      scrollOffsets: content.scrollOffsets
    ).withEqualTitles(renderer.typesetter(scale: content.scale))
    guard !new.isEmpty else { return }
    pictures.merge(new) { $1 }
    // A buffer may show a title in place of an added picture, so redraw all buffers completely.
    for buffer in buffers { buffer?.background = nil }
  }

  /// Renders a frame.
  ///
  /// - Throws: ``RendererError`` if `show` has set no content, the buffer is outside of the memory, or Cairo fails.
  package func render(_ order: RenderOrder) throws(RendererError) -> RenderedFrame {
    guard let content, let layout else { throw RendererError("The frame has no content.") }
    let buffer = try buffer(order, scale: content.scale)
    let parts = DrawnPart.parts(of: layout, order.feedback)
    let damage = try damage(of: buffer, by: parts, on: layout.background)
    last = buffer
    let typesetter = renderer.typesetter(scale: content.scale)
    let bounds = parts.map { damage.pixels(of: $0.bounds) }
    var troubles: [String: String] = [:]
    typesetter.missing = []
    for rectangle in damage.rectangles {
      buffer.canvas.clip(to: rectangle) {
        buffer.canvas.fill(layout.background)
        for (part, bounds) in zip(parts, bounds) {
          guard let visible = bounds?.intersection(rectangle) else { continue }
          // Cairo allocates less memory for a transparent element if the clip is small.
          buffer.canvas.clip(to: visible) {
            renderer.draw(part, on: buffer.canvas, typesetter, pictures: pictures, &troubles)
          }
        }
      }
    }
    try buffer.canvas.finish()
    buffer.background = layout.background
    buffer.parts = parts
    return RenderedFrame(
      buffer: order.buffer, damage: damage.rectangles, troubles: troubles,
      textsWithoutFont: typesetter.missing.filter { $0.count <= RenderedFrame.maximumCharacters })
  }

  /// Returns the buffer that an order names. If the area of this buffer or the scale changed, the result is a new
  /// buffer without content.
  private func buffer(_ order: RenderOrder, scale: Double) throws(RendererError) -> Buffer {
    if let known = buffers[order.buffer], known.area == order.area, known.scale == scale { return known }
    let buffer = try Buffer(order.area, scale: scale, of: memory)
    // Forget every other buffer whose memory overlaps this buffer: rendering into this buffer overwrites that memory.
    for index in buffers.indices where buffers[index]?.area.overlaps(order.area) ?? false { buffers[index] = nil }
    buffers[order.buffer] = buffer
    return buffer
  }

  /// Returns the region of a buffer to redraw for the new frame. If clipping would change the pixels of a part, the
  /// region contains the whole part.
  private func damage(
    of buffer: Buffer, by parts: [DrawnPart], on background: RGBA
  ) throws(RendererError) -> DamageRegion {
    guard let whole = PixelRect(x: 0, y: 0, width: buffer.area.width, height: buffer.area.height) else {
      throw RendererError("The buffer is empty.")
    }
    var damage = DamageRegion(in: whole, scale: buffer.scale)
    for old in [buffer] + (last.map { $0 === buffer ? [] : [$0] } ?? []) {
      guard old.background == background, old.scale == buffer.scale else {
        damage.addAll()
        return damage
      }
      Self.add(differencesBetween: old.parts, and: parts, to: &damage)
    }
    damage.complete(parts.flatMap(\.indivisible))
    return damage
  }

  private static func add(
    differencesBetween old: [DrawnPart], and parts: [DrawnPart], to damage: inout DamageRegion
  ) {
    // Compare the parts from both ends, because a change may insert or remove a part.
    let start = zip(old, parts).prefix { $0 == $1 }.count
    let common = min(old.count, parts.count)
    let end = old.count == parts.count ? 0 : zip(old.reversed(), parts.reversed()).prefix { $0 == $1 }.count
    let tail = min(end, common - start)
    for index in start..<max(old.count, parts.count) - tail {
      let before = index < old.count - tail ? old[index] : nil
      let after = index < parts.count - tail ? parts[index] : nil
      guard before != after else { continue }
      if let before { damage.add(before.bounds) }
      if let after { damage.add(after.bounds) }
    }
  }
}
