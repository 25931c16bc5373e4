internal import HelperLauncher
internal import Glibc
internal import Layout
internal import RenderClient
internal import RenderProtocol
internal import SystemSupport
internal import WaylandClient

/// Starts processes of the program that renders frames, one process for each keyboard.
package final class RendererProgram {
  private let path: String
  private let variables: [String: String]
  /// A process that has no keyboard yet.
  private var waiting: FrameRenderer?

  /// Describes the program that renders frames.
  ///
  /// - Parameters:
  ///   - path: The absolute path of `klava-renderer`.
  ///   - variables: The environment variables for the program, which are the variables of this process.
  package init(path: String, variables: [String: String]) {
    self.path = path
    self.variables = variables
  }

  /// Starts a process for the first keyboard that the panel will show (Desktop.md#first-render-process).
  ///
  /// After this call, the first frame of the keyboard waits neither for the start of the process nor for the search for
  /// fonts. This method ignores an error, because ``start()`` tries again and throws its own error.
  package func prepare() { waiting = try? FrameRenderer(path: path, variables: variables) }

  /// Starts a process for a keyboard, or returns the process that ``prepare()`` started.
  func start() throws(HelperError) -> FrameRenderer {
    // `receive` throws an error if the waiting process has ended.
    if let ready = waiting.take(), (try? ready.receive()) != nil { return ready }
    return try FrameRenderer(path: path, variables: variables)
  }
}

/// Two buffers of a surface, and the render process that renders one keyboard into these buffers.
///
/// A renderer belongs to one keyboard, so that a render process never gets the pictures of two keyboards. Create a new
/// renderer when the keyboard changes, or after a failure.
final class SurfaceRenderer {
  /// A frame that is ready to be shown.
  struct Frame {
    var buffer: WaylandObject
    /// The pixels that differ from the previous frame.
    var damage: [PixelRect]
    /// The size of the surface in points of the screen.
    var size: SurfaceSize
    /// The number of pixels per point of the screen.
    var scale: Double
    /// The index of the buffer.
    var index = 0
  }

  /// A buffer, and its area in the shared memory of all buffers (`wl_shm_pool`).
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
  private let picture: ((String) -> [UInt8]?)?
  private var buffers: [Buffer] = []
  /// Buffers of earlier sizes that the compositor may still read.
  private var oldBuffers: [Buffer] = []
  private var size: (width: Int, height: Int) = (0, 0)
  /// The size and the scale of the surface for the frame that was requested last.
  private var (surfaceSize, surfaceScale) = (SurfaceSize(width: 0, height: 0), 1.0)
  private var content: FrameContent?
  private var isRendering = false
  /// The texts of the last frame with characters that no font contains.
  private(set) var textsWithoutFont: [String] = []
  /// Whether the screen shows the last frame. If the screen does not show the last frame, the surface must update all
  /// pixels for the next frame.
  private var showsLastFrame = false

  /// The format XRGB8888 of `wl_shm`.
  private static let format: UInt32 = 1
  /// The maximum size in bytes of the shared memory for all buffers. If new buffers do not fit into this memory, a new
  /// renderer replaces this renderer.
  private static let maximumPoolBytes = 96 * 1_024 * 1_024
  /// The largest number of pixels of a frame. The shared memory must have space for two buffers with 4 bytes per pixel.
  static let maximumPixels = Double(maximumPoolBytes / 8)

  /// Starts a render process for a keyboard.
  ///
  /// - Parameters:
  ///   - program: The program that renders frames.
  ///   - keyboard: The identifier of the keyboard.
  ///   - sharedMemory: The compositor's `wl_shm`.
  ///   - picture: Returns the bytes of a picture of the bundle by its path. The parameter is nil to draw no pictures.
  init(
    _ program: RendererProgram, keyboard: String, sharedMemory: WaylandObject, picture: ((String) -> [UInt8]?)?
  ) throws(HelperError) {
    self.keyboard = keyboard
    self.sharedMemory = sharedMemory
    self.picture = picture
    renderer = try program.start()
  }

  /// The descriptor of the connection to the render process, to wait for with poll(2).
  var descriptor: Int32 { renderer.descriptor }
  /// Whether to wait until ``descriptor`` is writable.
  var isSending: Bool { renderer.events & Int16(POLLOUT) != 0 }
  /// The time after which to call ``receive()`` even if ``descriptor`` is not ready; nil if nothing is pending.
  var timeLeft: Duration? { renderer.timeLeft }

  /// Whether the render process failed because it took too long for its first frame.
  var isTooSlow: Bool { renderer.isTooSlow }

  /// Whether the frames have titles instead of pictures.
  var withholdsPictures: Bool { picture == nil || renderer.withholdsPictures }
  /// Returns the reason why a process ended while it drew a frame of a keyboard with pictures; nil if no such process has
  /// ended since the last call.
  func drainPictureFailure() -> String? { renderer.drainPictureFailure() }
  /// The time for which the process has drawn a first frame with pictures; nil if it draws no such frame.
  var timeForFirstPictures: Duration? { renderer.timeForFirstPictures }

  /// Whether ``render(_:_:size:surface:)`` can request a frame now.
  var isReady: Bool { !isRendering && (buffers.isEmpty || buffers.contains { !$0.isBusy }) }

  /// Requests a frame from the render process.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - feedback: The visible state of the touches.
  ///   - size: The size of the keyboard in points, before the zoom.
  ///   - surface: The size and the scale of the surface.
  /// - Returns: Whether the method requested the frame. If the frame was not requested, the caller must create a new
  ///   renderer.
  func render(
    _ content: FrameContent, _ feedback: KeyFeedback, size: Size, surface: (size: SurfaceSize, scale: Double)
  ) -> Bool {
    let pixels = (
      width: Int((size.width * content.scale).rounded()), height: Int((size.height * content.scale).rounded())
    )
    if pixels != self.size, !makeBuffers(pixels) { return false }
    guard let index = buffers.firstIndex(where: { !$0.isBusy }),
      let order = RenderOrder(buffer: index, area: buffers[index].area, feedback: feedback)
    else { return true }
    if content != self.content {
      self.content = content
      renderer.show(content, picture: picture ?? { _ in nil })
    }
    renderer.render(order)
    // If the surface gets another size, a frame with the same pixels changes the screen too.
    if surface.size != surfaceSize { showsLastFrame = false }
    (surfaceSize, surfaceScale) = surface
    isRendering = true
    return true
  }

  private func makeBuffers(_ pixels: (width: Int, height: Int)) -> Bool {
    let stride = pixels.width * 4
    guard let area = BufferArea(offset: 0, stride: stride, width: pixels.width, height: pixels.height) else {
      return false
    }
    // The compositor may still read the old buffers, so the new buffers must not overlap the old buffers.
    oldBuffers = (oldBuffers + buffers).filter(\.isBusy)
    let starts = [0] + oldBuffers.map(\.area.end)
    let pair = starts.lazy.compactMap { start in
      let areas = [start, start + area.end].compactMap {
        BufferArea(offset: $0, stride: stride, width: area.width, height: area.height)
      }
      let isFree = !self.oldBuffers.contains { old in areas.contains { $0.overlaps(old.area) } }
      return areas.count == 2 && isFree && areas[1].end <= Self.maximumPoolBytes ? areas : nil
    }.first
    guard let areas = pair else { return false }
    do throws(SystemError) {
      try renderer.grow(to: areas[1].end)
    } catch {
      return false
    }
    let pool = sharedMemory.create(
      "create_pool", .descriptor(renderer.pool), .int(Int32(clamping: renderer.poolBytes)))
    buffers = areas.map { area in
      let buffer = pool.create(
        "create_buffer", .int(Int32(area.offset)), .int(Int32(area.width)), .int(Int32(area.height)),
        .int(Int32(area.stride)), .uint(Self.format))
      return Buffer(buffer, area)
    }
    size = pixels
    showsLastFrame = false
    return true
  }

  /// Returns the frame that the process has rendered since the last call. Returns nil if the process has rendered no
  /// frame, or if the frame looks like the previous frame.
  ///
  /// - Throws: The error of the render process. The caller must then create a new renderer.
  func receive() throws(HelperError) -> Frame? {
    guard let rendered = try renderer.receive().last, buffers.indices ~= rendered.buffer else { return nil }
    isRendering = false
    textsWithoutFont = rendered.textsWithoutFont
    let buffer = buffers[rendered.buffer]
    let whole = PixelRect(x: 0, y: 0, width: buffer.area.width, height: buffer.area.height).map { [$0] } ?? []
    // `rendered.damage` contains the differences from the last frame.
    let damage = showsLastFrame ? rendered.damage : whole
    showsLastFrame = true
    guard !damage.isEmpty else { return nil }
    return Frame(
      buffer: buffer.object, damage: damage, size: surfaceSize, scale: surfaceScale, index: rendered.buffer)
  }

  /// Records that the compositor reads the buffer of a frame.
  func markShown(_ frame: Frame) { buffers[frame.index].isBusy = true }

  /// Records that the surface does not show the last frame. The surface then shows the next frame even if both frames
  /// look the same.
  func forgetScreen() { showsLastFrame = false }
}
