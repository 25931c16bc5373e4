internal import CCairo
internal import CPango
internal import CRsvg
internal import KeyboardProtocol
internal import Layout

/// A decoded picture from a bundle: a PNG, or an SVG that refers to no other file.
///
/// Decode the untrusted bytes only in a process that is confined to reading fonts (SECURITY.md#pictures).
final class BundlePicture {
  private enum Content {
    case pixels(surface: OpaquePointer, width: Double, height: Double)
    case curves(OpaquePointer)
  }

  private let content: Content

  /// Decodes a file.
  ///
  /// - Throws: ``RendererError`` if the file is too large or invalid.
  init(_ file: [UInt8]) throws(RendererError) {
    guard file.count <= BundleLimit.resourceBytes else {
      throw RendererError("The file has \(file.count) bytes; the limit is \(BundleLimit.resourceBytes).")
    }
    // The first bytes of the file decide the format; its name has no effect.
    if file.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      content = try Self.pixels(file)
    } else if Self.mayBeSVG(file) {
      content = try Self.curves(file)
    } else {
      throw RendererError("The file is neither PNG nor SVG.")
    }
  }

  deinit {
    switch content {
    case .pixels(let surface, _, _): cairo_surface_destroy(surface)
    case .curves(let handle): g_object_unref(UnsafeMutableRawPointer(handle))
    }
  }

  /// The number of pixels of the picture in memory.
  var pixels: Int {
    switch content {
    case .pixels(_, let width, let height): Int(width * height)
    case .curves: 0
    }
  }

  /// Draws the picture in the center of a rectangle, at the largest size that fits.
  ///
  /// An SVG uses the color `template` for `currentColor`.
  ///
  /// - Throws: ``RendererError`` if Cairo or librsvg cannot draw the picture.
  func draw(on canvas: borrowing Canvas, in box: Rect, template: RGBA) throws(RendererError) {
    switch content {
    case .pixels(let surface, let width, let height):
      let scale = min(box.width / width, box.height / height)
      let context = canvas.context
      cairo_save(context)
      cairo_translate(context, box.center.x - width * scale / 2, box.center.y - height * scale / 2)
      cairo_scale(context, scale, scale)
      cairo_set_source_surface(context, surface, 0, 0)
      // Keep the edges of an enlarged picture sharp.
      cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
      cairo_rectangle(context, 0, 0, width, height)
      cairo_fill(context)
      cairo_restore(context)
    case .curves(let handle):
      let digits = String(template.rawValue >> 8 | 0x100_0000, radix: 16).dropFirst()
      let sheet = "svg{color:#\(digits)}"
      rsvg_handle_set_stylesheet(handle, sheet, sheet.utf8.count, nil)
      var viewport = RsvgRectangle(x: box.x, y: box.y, width: box.width, height: box.height)
      var error: UnsafeMutablePointer<GError>?
      cairo_save(canvas.context)
      let isDrawn = rsvg_handle_render_document(handle, canvas.context, &viewport, &error) != 0
      cairo_restore(canvas.context)
      guard isDrawn else { throw RendererError(taking: error) }
    }
  }

  private static func pixels(_ file: [UInt8]) throws(RendererError) -> Content {
    let pixels = try PNG.decode(file)
    let surface: OpaquePointer = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32(pixels.width), Int32(pixels.height))
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface) else {
      defer { cairo_surface_destroy(surface) }
      throw RendererError(cairo_surface_status(surface))
    }
    let stride = Int(cairo_image_surface_get_stride(surface))
    pixels.bytes.withUnsafeBufferPointer { source in
      for row in 0..<pixels.height {
        let target = UnsafeMutableRawPointer(data + row * stride)
        for column in 0..<pixels.width {
          let place = (row * pixels.width + column) * 4
          let alpha = UInt32(source[place + 3])
          // Multiply each color by alpha, because Cairo's pixels have premultiplied alpha.
          func part(_ index: Int) -> UInt32 { (UInt32(source[place + index]) * alpha + 127) / 255 }
          let pixel = alpha << 24 | part(0) << 16 | part(1) << 8 | part(2)
          target.storeBytes(of: pixel, toByteOffset: column * 4, as: UInt32.self)
        }
      }
    }
    cairo_surface_mark_dirty(surface)
    return .pixels(surface: surface, width: Double(pixels.width), height: Double(pixels.height))
  }

  /// Whether a file begins like an SVG: with `<`, a byte order mark, or the signature of gzip.
  private static func mayBeSVG(_ file: [UInt8]) -> Bool {
    let first = file.first { !" \t\r\n".utf8.contains($0) }
    return first == UInt8(ascii: "<")
      || [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE], [0x1F, 0x8B]].contains { file.starts(with: $0) }
  }

  private static func curves(_ file: [UInt8]) throws(RendererError) -> Content {
    // Without a base URI, librsvg opens no file to which an SVG refers.
    var error: UnsafeMutablePointer<GError>?
    guard let handle = rsvg_handle_new_from_data(file, file.count, &error) else {
      throw RendererError(taking: error)
    }
    return .curves(handle)
  }
}

extension RendererError {
  fileprivate init(taking error: UnsafeMutablePointer<GError>?) {
    guard let error else {
      self.init("librsvg reports no reason.")
      return
    }
    defer { g_error_free(error) }
    self.init("librsvg reports: \(error.pointee.message.map { String(cString: $0) } ?? "an error").")
  }
}
