internal import ConfinedHelper
internal import Glibc
internal import Layout
internal import RenderClient
internal import SystemSupport
internal import WaylandClient

/// The program that paints frames, and the environment that it gets.
package struct RendererProgram: Sendable {
  /// The absolute path of `klava-renderer`.
  package var path: String
  /// This process's environment variables.
  package var variables: [String: String]

  /// Creates a value.
  package init(path: String, variables: [String: String]) {
    self.path = path
    self.variables = variables
  }
}

/// Two buffers of a surface, and the render process that paints one keyboard into them.
///
/// A painter belongs to one keyboard, so that a render process never knows the resources of two. Create a new painter
/// when the keyboard changes, or after a failure.
final class SurfacePainter {
  /// A frame that is ready to be shown.
  struct Frame {
    /// The buffer.
    var buffer: WaylandObject
    /// The pixels that differ from the frame before.
    var damage: [PixelRect]
    /// The size of the surface in points of the screen.
    var size: SurfaceSize
    /// The number of pixels for a point of the screen.
    var scale: Double
    /// The index of the buffer.
    fileprivate var index: Int
  }

  /// A buffer and its place in the pool.
  private final class Buffer {
    let object: WaylandObject
    let area: BufferArea
    /// Whether the compositor may still read the buffer.
    var isBusy = false

    init(_ object: WaylandObject, _ area: BufferArea) {
      self.object = object
      self.area = area
      object.handler = { [unowned self] event in if event.name == "release" { isBusy = false } }
    }
  }

  /// The identifier of the keyboard.
  let keyboard: String
  private let renderer: FrameRenderer
  private let sharedMemory: WaylandObject
  private var buffers: [Buffer] = []
  private var size: (width: Int, height: Int) = (0, 0)
  /// The size and the scale of the surface for the ordered frame.
  private var (surfaceSize, surfaceScale) = (SurfaceSize(width: 0, height: 0), 1.0)
  /// The first byte of the pool that no buffer has used.
  private var nextOffset = 0
  private var content: FrameContent?
  private var isPainting = false
  /// The damage of the last frame, which the buffer of the frame before it still lacks.
  private var lastDamage: [PixelRect]?

  /// The format XRGB8888 of `wl_shm`.
  private static let format: UInt32 = 1
  /// The size of the pool from which a new painter is better than another pair of buffers.
  private static let largestPool = 96 * 1_024 * 1_024

  /// Starts a render process for a keyboard.
  init(_ program: RendererProgram, keyboard: String, sharedMemory: WaylandObject) throws(HelperError) {
    self.keyboard = keyboard
    self.sharedMemory = sharedMemory
    renderer = try FrameRenderer(path: program.path, variables: program.variables)
  }

  /// The descriptor to wait for.
  var descriptor: Int32 { renderer.descriptor }
  /// Whether to wait until the descriptor is writable.
  var isSending: Bool { renderer.events & Int16(POLLOUT) != 0 }
  /// The time until the next call of ``receive()`` if nothing happens before; nil if nothing is pending.
  var timeLeft: Duration? { renderer.timeLeft }

  /// Whether ``paint(_:_:size:picture:)`` can order a frame now.
  var isReady: Bool { !isPainting && (buffers.isEmpty || buffers.contains { !$0.isBusy }) }

  /// Orders a frame.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - feedback: The visible state of the touches.
  ///   - size: The size in points of the keyboard.
  ///   - surface: The size and the scale of the surface.
  ///   - picture: Returns the bytes of a picture of the bundle by its path.
  /// - Returns: Whether the frame was ordered. If not, a new painter is needed.
  func paint(
    _ content: FrameContent, _ feedback: KeyFeedback, size: Size, surface: (size: SurfaceSize, scale: Double),
    picture: (String) -> [UInt8]?
  ) -> Bool {
    let pixels = (
      width: Int((size.width * content.scale).rounded()), height: Int((size.height * content.scale).rounded())
    )
    if pixels != self.size, !makeBuffers(pixels) { return false }
    guard let index = buffers.firstIndex(where: { !$0.isBusy }),
      let order = PaintOrder(buffer: index, area: buffers[index].area, feedback: feedback)
    else { return true }
    if content != self.content {
      self.content = content
      renderer.show(content, picture: picture)
    }
    renderer.paint(order)
    (surfaceSize, surfaceScale) = surface
    isPainting = true
    return true
  }

  private func makeBuffers(_ pixels: (width: Int, height: Int)) -> Bool {
    // The compositor may still read the old buffers, so the new ones have other places.
    let stride = pixels.width * 4
    let bytes = stride * pixels.height
    let areas = (0..<2).compactMap {
      BufferArea(
        offset: nextOffset + $0 * bytes, stride: stride, width: pixels.width, height: pixels.height)
    }
    guard areas.count == 2, nextOffset + 2 * bytes <= Self.largestPool else { return false }
    do throws(SystemError) {
      try renderer.grow(to: nextOffset + 2 * bytes)
    } catch {
      return false
    }
    nextOffset += 2 * bytes
    let pool = sharedMemory.create(
      "create_pool", .descriptor(renderer.pool), .int(Int32(clamping: renderer.poolBytes)))
    buffers = areas.map { area in
      let buffer = pool.create(
        "create_buffer", .int(Int32(area.offset)), .int(Int32(area.width)), .int(Int32(area.height)),
        .int(Int32(area.stride)), .uint(Self.format))
      return Buffer(buffer, area)
    }
    size = pixels
    lastDamage = nil
    return true
  }

  /// Returns the frame that the process has painted since the last call; nil if there is none, or if it looks like the
  /// frame before.
  ///
  /// - Throws: The reason why a new painter is needed.
  func receive() throws(HelperError) -> Frame? {
    guard let painted = try renderer.receive().last, buffers.indices ~= painted.buffer else { return nil }
    isPainting = false
    let buffer = buffers[painted.buffer]
    let whole = PixelRect(x: 0, y: 0, width: buffer.area.width, height: buffer.area.height).map { [$0] } ?? []
    // The frame on the screen is in the other buffer. It lacks this damage, and this buffer lacked its damage.
    let damage = lastDamage.map { $0 + painted.damage } ?? whole
    lastDamage = lastDamage == nil ? whole : painted.damage
    guard !damage.isEmpty else { return nil }
    return Frame(
      buffer: buffer.object, damage: damage, size: surfaceSize, scale: surfaceScale, index: painted.buffer)
  }

  /// Records that the compositor reads the buffer of a frame.
  func markShown(_ frame: Frame) { buffers[frame.index].isBusy = true }

  /// Records that the surface does not show the last frame, so that the next one is shown even if it looks the same.
  func forgetScreen() { lastDamage = nil }
}
