internal import CCairo
internal import Layout
internal import RenderProtocol

/// A drawing surface with coordinates in points, for a picture that ``file()`` encodes, or for pixels in memory.
///
/// After an error in the context, Cairo's drawing functions do nothing, so only ``file()`` and ``finish()`` check for
/// errors.
struct Canvas: ~Copyable {
  /// Cairo's context, for the functions of Cairo that this type does not wrap.
  let context: OpaquePointer
  private let surface: OpaquePointer
  private let format: PictureFormat
  private let sink: ByteSink
  private let pixels: (width: Int32, height: Int32)

  /// Creates an empty canvas for a picture. The size is in points. A PNG has `scale` pixels per point.
  init(_ format: PictureFormat, size: Size, scale: Double) throws(RendererError) {
    let sink = ByteSink()
    let pixels = (Int32((size.width * scale).rounded(.up)), Int32((size.height * scale).rounded(.up)))
    let surface: OpaquePointer
    switch format {
    case .png:
      surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels.0, pixels.1)
    case .svg:
      surface = cairo_svg_surface_create_for_stream(
        { ByteSink.append($0, $1, $2) }, Unmanaged.passUnretained(sink).toOpaque(), size.width, size.height)
      cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX)
    }
    try self.init(taking: surface, format, sink, pixels: pixels, scale: scale)
  }

  /// Creates a canvas on pixels in memory. The memory must stay valid until the canvas is destroyed. Throws if the area
  /// is not inside the memory.
  init(_ area: BufferArea, of memory: UnsafeMutableRawBufferPointer, scale: Double) throws(RendererError) {
    guard let start = memory.baseAddress, area.end <= memory.count else {
      throw RendererError("The buffer is outside of the pool.")
    }
    let pixels = (Int32(area.width), Int32(area.height))
    let surface: OpaquePointer = cairo_image_surface_create_for_data(
      (start + area.offset).assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_RGB24, pixels.0, pixels.1,
      Int32(area.stride))
    try self.init(taking: surface, .png, ByteSink(), pixels: pixels, scale: scale)
  }

  private init(
    taking surface: OpaquePointer, _ format: PictureFormat, _ sink: ByteSink, pixels: (Int32, Int32), scale: Double
  ) throws(RendererError) {
    self.surface = surface
    self.format = format
    self.sink = sink
    self.pixels = pixels
    context = cairo_create(surface)
    let status = cairo_status(context)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_destroy(context)
      cairo_surface_destroy(surface)
      throw RendererError(status)
    }
    if format == .png { cairo_scale(context, scale, scale) }
  }

  deinit {
    cairo_destroy(context)
    // `cairo_surface_destroy` can still write to the sink. The canvas owns the sink, so the sink still exists here.
    cairo_surface_destroy(surface)
  }

  /// The picture as a file. Draw nothing after this call.
  func file() throws(RendererError) -> [UInt8] {
    let status = cairo_status(context)
    guard status == CAIRO_STATUS_SUCCESS else { throw RendererError(status) }
    switch format {
    case .png:
      cairo_surface_flush(surface)
      guard let data = cairo_image_surface_get_data(surface) else { throw RendererError("The picture has no pixels.") }
      return try PNG.encode(
        data, width: Int(pixels.width), height: Int(pixels.height),
        stride: Int(cairo_image_surface_get_stride(surface)))
    case .svg:
      cairo_surface_finish(surface)
      let status = cairo_surface_status(surface)
      guard status == CAIRO_STATUS_SUCCESS else { throw RendererError(status) }
      return sink.bytes
    }
  }

  // MARK: Pixels

  /// Completes the drawing of pixels in memory.
  func finish() throws(RendererError) {
    cairo_surface_flush(surface)
    let status = cairo_status(context)
    guard status == CAIRO_STATUS_SUCCESS else { throw RendererError(status) }
  }

  /// Calls `body`, and limits its drawing to a rectangle of pixels.
  func clip(to rect: PixelRect, _ body: () -> Void) {
    cairo_save(context)
    cairo_save(context)
    cairo_identity_matrix(context)
    cairo_new_path(context)
    cairo_rectangle(context, Double(rect.x), Double(rect.y), Double(rect.width), Double(rect.height))
    // Restoring the coordinates does not move the path, because the context stores the path in pixels.
    cairo_restore(context)
    cairo_clip(context)
    body()
    cairo_restore(context)
  }

  // MARK: Shapes

  /// Sets the color for drawing.
  func select(_ color: RGBA) {
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
  }

  /// Fills all pixels completely, even if the keyboard covers only a part of the last row or column of pixels.
  func fill(_ color: RGBA) {
    select(color)
    cairo_paint(context)
  }

  /// Fills a rectangle with rounded corners.
  func fill(_ rectangle: Rect, cornerRadius: Double = 0, _ color: RGBA) {
    select(color)
    path(rectangle, cornerRadius: cornerRadius)
    cairo_fill(context)
  }

  /// Adds the path of a rectangle with rounded corners.
  func path(_ rectangle: Rect, cornerRadius: Double) {
    let radius = min(cornerRadius, rectangle.width / 2, rectangle.height / 2)
    cairo_new_sub_path(context)
    guard radius > 0 else {
      cairo_rectangle(context, rectangle.x, rectangle.y, rectangle.width, rectangle.height)
      return
    }
    let quarter = Double.pi / 2
    cairo_arc(context, rectangle.maxX - radius, rectangle.y + radius, radius, -quarter, 0)
    cairo_arc(context, rectangle.maxX - radius, rectangle.maxY - radius, radius, 0, quarter)
    cairo_arc(context, rectangle.x + radius, rectangle.maxY - radius, radius, quarter, 2 * quarter)
    cairo_arc(context, rectangle.x + radius, rectangle.y + radius, radius, 2 * quarter, 3 * quarter)
    cairo_close_path(context)
  }
}

/// The bytes that a C library writes piece by piece.
private final class ByteSink {
  /// The bytes written so far.
  var bytes: [UInt8] = []

  /// Appends a piece. `sink` is a pointer to a `ByteSink`.
  static func append(
    _ sink: UnsafeMutableRawPointer?, _ data: UnsafePointer<UInt8>?, _ count: UInt32
  ) -> cairo_status_t {
    guard let sink else { return CAIRO_STATUS_WRITE_ERROR }
    Unmanaged<ByteSink>.fromOpaque(sink).takeUnretainedValue().bytes
      .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
    return CAIRO_STATUS_SUCCESS
  }
}
