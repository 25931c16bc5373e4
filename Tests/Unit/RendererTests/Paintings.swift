import Foundation
import InputViewModel
import Layout
import RenderProtocol
import Testing

@testable import Renderer

/// The pixels of a rendered PNG.
struct PaintedPixels {
  let pixels: PNG.Pixels
  let scale: Double

  init(_ file: [UInt8], scale: Double) throws {
    pixels = try PNG.decode(file)
    self.scale = scale
  }

  /// The color at a point.
  subscript(_ x: Double, _ y: Double) -> RGBA { self[pixel: Int(x * scale), Int(y * scale)] }

  subscript(pixel x: Int, _ y: Int) -> RGBA {
    pixels.bytes.withUnsafeBytes {
      RGBA(UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: (y * pixels.width + x) * 4, as: UInt32.self)))
    }
  }

  /// The number of pixels that differ from another picture of the same size, outside of the given rectangles.
  func differences(from other: PaintedPixels, outside frames: [Rect] = []) -> Int {
    var count = 0
    for y in 0..<pixels.height where !hasEqualRow(y, in: other) {
      let (one, two) = (row(y), other.row(y))
      for x in 0..<pixels.width where one[x] != two[x] {
        let point = Point(x: (Double(x) + 0.5) / scale, y: (Double(y) + 0.5) / scale)
        if !frames.contains(where: { $0.contains(point) }) { count += 1 }
      }
    }
    return count
  }

  /// The pixels of a row, in the byte order of this machine.
  private func row(_ y: Int) -> [UInt32] {
    [UInt32](unsafeUninitializedCapacity: pixels.width) { row, count in
      pixels.bytes.withUnsafeBytes { bytes in
        let start = y * pixels.width * 4
        UnsafeMutableRawBufferPointer(row).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + pixels.width * 4]))
      }
      count = pixels.width
    }
  }

  /// Whether a row of pixels is the same in both pictures. Comparing whole rows saves time in a debug build, because
  /// most rows are the same.
  private func hasEqualRow(_ y: Int, in other: PaintedPixels) -> Bool {
    let count = pixels.width * 4
    return pixels.bytes.withUnsafeBytes { one in
      other.pixels.bytes.withUnsafeBytes { two in
        guard let one = one.baseAddress, let two = two.baseAddress else { return true }
        return memcmp(one + y * count, two + y * count, count) == 0
      }
    }
  }
}

/// A keyboard with a few keys, and the pictures that the renderer draws of it.
struct Painted {
  var inputView: InputViewTree
  var environment = KeyboardEnvironment()
  var options = RenderOptions(scale: 2)
  var pictures: [String: [UInt8]] = [:]

  init(_ keys: [Key]) { inputView = InputViewTree(root: .row(keys.map { .key($0) })) }

  var layout: InputViewLayout { InputViewLayout(inputView, in: environment) }

  func painting() throws -> KeyboardRenderer.Rendering {
    try KeyboardRenderer().render(layout, options, pictures: pictures)
  }

  func pixels() throws -> PaintedPixels { try PaintedPixels(painting().file, scale: options.scale) }

  func frame(_ key: String) throws -> Rect { try #require(layout.element(ofKey: key)).frame }
}
