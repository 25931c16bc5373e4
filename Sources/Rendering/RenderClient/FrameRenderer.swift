package import HelperLauncher
internal import Glibc
internal import InputViewModel
internal import KeyboardProtocol
internal import LinuxShims
package import RenderProtocol
internal import Sandbox
package import SystemSupport

/// A process of `klava-renderer` that renders the frames of one keyboard into shared memory.
///
/// The shared memory is a pool for `wl_shm`. Each pixel has four bytes in the format XRGB8888; the highest byte has no
/// meaning. The host never reads the pixels. The pool can grow and never shrinks, so that no process that reads the
/// pool gets SIGBUS.
///
/// A render process has the pictures and texts of one keyboard. When the keyboard changes, release the renderer and
/// create a new one, so that no picture of one keyboard affects the frames of another keyboard. When the thread that
/// created the renderer ends, the kernel kills the render process.
///
/// No method waits for the render process. Poll ``descriptor`` for ``events``, at most for ``timeLeft``, and then call
/// ``receive()``. Only ``receive()`` reports that the render process failed. After a failure, create a new renderer.
package final class FrameRenderer {
  /// The times after which the host kills the process.
  package struct TimeLimits: Sendable {
    /// The time for the first frame of a process, which includes the start of the process and the search for fonts.
    package var firstFrame: Duration
    /// The time for each other frame.
    package var frame: Duration

    /// Creates the time limits of a process.
    package init(firstFrame: Duration = .seconds(10), frame: Duration = .seconds(2)) {
      self.firstFrame = firstFrame
      self.frame = frame
    }
  }

  /// The pool's size in bytes.
  package private(set) var poolBytes = 0
  private let poolFile: Descriptor
  private let program: ConfinedHelper.Program
  private let limits: TimeLimits
  private var connection: HelperConnection
  /// The reason why the process can no longer be used.
  private var failure: HelperError?

  private var content: FrameContent?
  /// The names of the pictures that the host has sent to the process or has decided not to send.
  private var knownPictures: Set<String> = []
  private var pictureBytes = 0
  /// The reason why the host sends the process no pictures; nil if the host sends pictures.
  private var withheld: String?
  /// The reason why a process ended while it drew a frame of a keyboard with pictures; nil if no such process ended.
  private var pictureFailure: String?

  /// The orders that the process has not answered yet, earliest first.
  private var pending: [RenderOrder] = []
  /// The time at which the process began to work on the first order in ``pending``.
  private var begun = SuspendingClock.now
  private var hasRendered = false

  /// Starts a process.
  ///
  /// - Parameters:
  ///   - path: The absolute path of `klava-renderer`.
  ///   - variables: This process's environment variables. The process gets the variables that fontconfig and the locale
  ///     need.
  ///   - limits: The times after which the host kills the process.
  /// - Throws: ``HelperError/notStarted(_:)``.
  package init(
    path: String, variables: [String: String], limits: TimeLimits = TimeLimits()
  ) throws(HelperError) {
    program = ConfinedHelper.Program(
      path: path, mode: FrameOrder.mode, environment: RenderClient.environment(variables), answerBytes: 0)
    self.limits = limits
    do throws(SystemError) {
      poolFile = try Descriptor(klv_memfd_create("klava-frames"))
      guard klv_memfd_seal_shrinking(poolFile.number) == 0 else { throw SystemError.last }
    } catch {
      throw .notStarted("Klava cannot create the memory for frames: \(error)")
    }
    connection = try HelperConnection(program, under: RenderConfinement.layers, files: [poolFile.number])
  }

  // MARK: The pool

  /// The descriptor of the pool.
  package var pool: Int32 { poolFile.number }

  /// Makes the pool larger. Ignores a smaller size.
  ///
  /// - Throws: The kernel's error, or EFBIG for more than ``BufferArea/maximumPoolBytes`` bytes.
  package func grow(to bytes: Int) throws(SystemError) {
    guard bytes > poolBytes else { return }
    guard bytes <= BufferArea.maximumPoolBytes else { throw SystemError(EFBIG) }
    guard ftruncate(poolFile.number, off_t(bytes)) == 0 else { throw SystemError.last }
    poolBytes = bytes
  }

  // MARK: Orders

  /// Sets the content of all following frames.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - picture: Returns the bytes of the picture file at a path in the bundle; nil if the file cannot be read. The
  ///     renderer calls `picture` at most once for each path.
  package func show(_ content: FrameContent, picture: (String) -> [UInt8]?) {
    self.content = content
    var files: [String: [UInt8]] = [:]
    for name in content.inputView.pictureNames where withheld == nil {
      guard knownPictures.count < RenderClient.maximumPictures.files, knownPictures.insert(name).inserted,
        let bytes = picture(name), bytes.count <= RenderClient.maximumPictures.bytes - pictureBytes
      else { continue }
      pictureBytes += bytes.count
      files[name] = bytes
    }
    send(.show(content, pictures: files))
  }

  /// Orders a frame. ``receive()`` returns the frame.
  ///
  /// Do not order a frame for a buffer that the compositor still reads. The areas of the two buffers must not overlap.
  /// Do not change the bytes of a buffer, because the process renders only the differences to the previous frame.
  package func render(_ order: RenderOrder) {
    guard content != nil, order.area.end <= poolBytes else {
      fail(.ended("the frame has no content, or its buffer is not inside the pool"))
      return
    }
    if pending.isEmpty { begun = .now }
    pending.append(order)
    send(.render(order))
  }

  private func send(_ order: FrameOrder) {
    guard failure == nil else { return }
    do throws(HelperError) {
      try connection.send(order.frame)
    } catch {
      fail(error)
    }
  }

  // MARK: Answers

  /// The descriptor to pass to poll(2). A call of ``receive()`` can change the descriptor.
  package var descriptor: Int32 { connection.descriptor }
  /// The events to pass to poll(2).
  package var events: Int16 { Int16(connection.isSending ? POLLIN | POLLOUT : POLLIN) }
  /// The maximum time to wait before the next call of ``receive()``; nil if nothing is pending.
  package var timeLeft: Duration? {
    if failure != nil { return .zero }
    return pending.isEmpty ? nil : max(limit - (SuspendingClock.now - begun), .zero)
  }
  /// The identifier of the process. A call of ``receive()`` can change the identifier.
  package var processIdentifier: Int32 { connection.processIdentifier }

  /// Whether the process draws no pictures, because they made a process fail or because a sandbox layer is unavailable.
  package var withholdsPictures: Bool { withheld != nil }

  /// Returns the reason why a process ended while it drew a frame of a keyboard with pictures; nil if no such process has
  /// ended since the last call.
  package func drainPictureFailure() -> String? { pictureFailure.take() }

  /// The time for which the process has drawn a first frame with pictures; nil if it draws no such frame.
  package var timeForFirstPictures: Duration? {
    !hasRendered && pictureBytes > 0 && withheld == nil && !pending.isEmpty && failure == nil
      ? SuspendingClock.now - begun : nil
  }

  /// Whether the process failed because it took too long for its first frame.
  package private(set) var isTooSlow = false

  private var limit: Duration { hasRendered ? limits.frame : limits.firstFrame }

  /// Returns the frames that the process has rendered since the last call, in the order of the calls of ``render(_:)``.
  ///
  /// If a sandbox layer is unavailable, or if the bundle's pictures make the process fail, this method starts the
  /// process again without the pictures. The later frames contain the reason.
  ///
  /// - Throws: The reason why the process cannot be used any more. The process ended, violated the protocol, did not
  ///   read its orders, or took too long for a frame.
  package func receive() throws(HelperError) -> [RenderedFrame] {
    if let failure { throw failure }
    var frames: [RenderedFrame] = []
    do throws(HelperError) {
      connection.flush()
      while let answer = try connection.receive() { frames.append(try frame(answer)) }
      if timeLeft == .zero {
        isTooSlow = !hasRendered
        throw .ended("a frame took longer than \(limit)")
      }
    } catch {
      try recover(from: error)
    }
    return frames
  }

  /// Checks an answer of the untrusted process.
  private func frame(_ answer: [UInt8]) throws(HelperError) -> RenderedFrame {
    var frame: RenderedFrame
    do throws(WireError) {
      frame = try RenderedFrame(frame: answer)
    } catch {
      throw .ended("its reply is malformed: \(error)")
    }
    guard let order = pending.first, order.buffer == frame.buffer,
      let whole = PixelRect(x: 0, y: 0, width: order.area.width, height: order.area.height)
    else { throw .ended("its reply contains the number of a buffer for which there is no order") }
    pending.removeFirst()
    begun = .now
    hasRendered = true
    frame.damage = frame.damage.compactMap { $0.intersection(whole) }
    if let withheld { frame.troubles = frame.troubles.mapValues { _ in withheld } }
    return frame
  }

  // MARK: Failures

  /// Recovers from an error of the process: starts the process again without pictures.
  ///
  /// - Throws: The given error if the pictures cannot have caused it. If the process cannot start again, the error of
  ///   the start.
  private func recover(from error: HelperError) throws(HelperError) {
    guard withheld == nil else { return try giveUp(error) }
    switch error {
    case .unconfined(let layer, let why) where !hasRendered:
      withheld = RenderClient.reason(withoutLayer: layer, why)
      try restart(under: RenderConfinement.layers.subtracting([layer]))
    case .ended(let how) where pictureBytes > 0 && !pending.isEmpty:
      let reason = RenderClient.reason(afterEnd: how)
      withheld = reason
      pictureFailure = reason
      try restart(under: RenderConfinement.layers)
    case .notStarted, .unconfined, .ended: try giveUp(error)
    }
  }

  private func restart(under layers: Set<Layer>) throws(HelperError) {
    _ = connection.end()
    do throws(HelperError) {
      connection = try HelperConnection(program, under: layers, files: [poolFile.number])
    } catch {
      try giveUp(error)
    }
    (hasRendered, isTooSlow) = (false, false)
    begun = .now
    if let content { send(.show(content, pictures: [:])) }
    for order in pending { send(.render(order)) }
  }

  private func giveUp(_ error: HelperError) throws(HelperError) {
    fail(error)
    throw error
  }

  private func fail(_ error: HelperError) {
    guard failure == nil else { return }
    failure = error
    _ = connection.end()
  }
}
