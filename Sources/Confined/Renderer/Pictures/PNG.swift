internal import CSPNG

/// Encoding and decoding of PNG files by libspng, which is built for untrusted files.
enum PNG {
  /// The largest width and height of a picture in pixels, and the largest number of pixels in total.
  enum Limit {
    static let side = 4_096
    static let pixels = 4 * 1_024 * 1_024
  }

  /// Encodes an opaque picture as a file.
  ///
  /// Uses no PNG filters, because flat areas compress best without them. Compression levels above 4 take more time and
  /// save little.
  ///
  /// - Parameters:
  ///   - data: Rows of 32-bit pixels in native byte order: red in bits 16 to 23, then green, then blue in bits 0 to
  ///     7.
  ///   - width: The number of pixels in a row.
  ///   - height: The number of rows.
  ///   - stride: The number of bytes from the start of one row to the start of the next.
  /// - Throws: ``RendererError`` if libspng fails.
  static func encode(
    _ data: UnsafePointer<UInt8>, width: Int, height: Int, stride: Int
  ) throws(RendererError) -> [UInt8] {
    guard let encoder = spng_ctx_new(Int32(SPNG_CTX_ENCODER.rawValue)) else {
      throw RendererError("No memory is left.")
    }
    defer { spng_ctx_free(encoder) }
    spng_set_option(encoder, SPNG_ENCODE_TO_BUFFER, 1)
    spng_set_option(encoder, SPNG_IMG_COMPRESSION_LEVEL, 4)
    spng_set_option(encoder, SPNG_FILTER_CHOICE, Int32(SPNG_DISABLE_FILTERING.rawValue))
    var header = spng_ihdr()
    header.width = UInt32(width)
    header.height = UInt32(height)
    header.bit_depth = 8
    header.color_type = UInt8(SPNG_COLOR_TYPE_TRUECOLOR.rawValue)
    var answer = spng_set_ihdr(encoder, &header)
    guard answer == 0 else { throw RendererError(answer) }
    answer = rows(data, width: width, height: height, stride: stride).withUnsafeBytes {
      spng_encode_image(
        encoder, $0.baseAddress, $0.count, Int32(SPNG_FMT_PNG.rawValue), Int32(SPNG_ENCODE_FINALIZE.rawValue))
    }
    guard answer == 0 else { throw RendererError(answer) }
    var length = 0
    guard let file = spng_get_png_buffer(encoder, &length, &answer) else { throw RendererError(answer) }
    defer { free(file) }
    return Array(UnsafeRawBufferPointer(start: file, count: length))
  }

  private static func rows(_ data: UnsafePointer<UInt8>, width: Int, height: Int, stride: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: width * height * 3) { buffer, count in
      guard var place = buffer.baseAddress else { return }
      for row in 0..<height {
        let start = UnsafeRawPointer(data + row * stride)
        for column in 0..<width {
          let pixel = start.load(fromByteOffset: column * 4, as: UInt32.self)
          place[0] = UInt8(truncatingIfNeeded: pixel >> 16)
          place[1] = UInt8(truncatingIfNeeded: pixel >> 8)
          place[2] = UInt8(truncatingIfNeeded: pixel)
          place += 3
        }
      }
      count = width * height * 3
    }
  }

  /// Pixels of four bytes: red, green, blue, alpha.
  struct Pixels {
    var width: Int
    var height: Int
    var bytes: [UInt8]
  }

  /// Decodes untrusted bytes as a PNG file.
  ///
  /// - Throws: ``RendererError`` if the bytes are not a PNG file within the limits.
  static func decode(_ file: [UInt8]) throws(RendererError) -> Pixels {
    guard let decoder = spng_ctx_new(0) else { throw RendererError("No memory is left.") }
    defer { spng_ctx_free(decoder) }
    spng_set_image_limits(decoder, UInt32(Limit.side), UInt32(Limit.side))
    spng_set_chunk_limits(decoder, file.count, 4 * file.count)
    // The file's bytes must not move until decoding ends.
    return try file.withUnsafeBufferPointer { (bytes: UnsafeBufferPointer<UInt8>) throws(RendererError) -> Pixels in
      var answer = spng_set_png_buffer(decoder, bytes.baseAddress, bytes.count)
      guard answer == 0 else { throw RendererError(answer) }
      var header = spng_ihdr()
      answer = spng_get_ihdr(decoder, &header)
      guard answer == 0 else { throw RendererError(answer) }
      let width = Int(header.width)
      let height = Int(header.height)
      guard width * height <= Limit.pixels else {
        throw RendererError(
          "The picture has \(width) × \(height) pixels; the limit is \(Limit.pixels) pixels in total.")
      }
      var pixels = [UInt8](repeating: 0, count: width * height * 4)
      answer = pixels.withUnsafeMutableBytes {
        spng_decode_image(
          decoder, $0.baseAddress, $0.count, Int32(SPNG_FMT_RGBA8.rawValue), Int32(SPNG_DECODE_TRNS.rawValue))
      }
      guard answer == 0 else { throw RendererError(answer) }
      return Pixels(width: width, height: height, bytes: pixels)
    }
  }
}

extension RendererError {
  fileprivate init(_ answer: Int32) {
    self.init("libspng reports: \(spng_strerror(answer).map { String(cString: $0) } ?? "an error").")
  }
}
