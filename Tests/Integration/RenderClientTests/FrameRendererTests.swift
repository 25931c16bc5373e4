import HelperLauncher
import Foundation
import InputViewModel
import KeyboardProtocol
import Layout
import RenderClient
import RenderProtocol
import SystemSupport
import TestSupport
import Testing

@testable import Renderer

@Suite struct FrameRendererTests {
  private static let circle = Array(
    #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>"#.utf8)
  private static let patient = FrameRenderer.TimeLimits(firstFrame: .seconds(300), frame: .seconds(300))

  private static let plain = FrameContent(
    inputView: InputViewTree(root: .row(["a", "b", "c"].map { .key(Key($0)) })), addsGlobeKey: true, scale: 2)
  private static let pictured = FrameContent(
    inputView: InputViewTree(root: .row([.key(Key("a")), .key(Key("b", image: "Pictures/b.svg"))])), scale: 2)

  private func renderer(
    _ path: String = Repository.product("klava-renderer"), _ limits: FrameRenderer.TimeLimits = Self.patient
  ) throws -> FrameRenderer {
    try FrameRenderer(path: path, variables: ProcessInfo.processInfo.environment, limits: limits)
  }

  /// Returns a frame renderer whose render process is a shell script.
  private func script(_ text: String, in folder: TemporaryDirectory) throws -> FrameRenderer {
    try renderer(folder.writeScript(text, to: "renderer"))
  }

  /// Returns the area of a buffer in the pool, in the size of the keyboard.
  private func area(_ buffer: Int, for content: FrameContent) throws -> BufferArea {
    let layout = InputViewLayout(content.inputView, in: content.environment, addsGlobeKey: content.addsGlobeKey)
    let width = Int((layout.size.width * content.scale).rounded(.up))
    let height = Int((layout.size.height * content.scale).rounded(.up))
    return try #require(
      BufferArea(offset: buffer * width * height * 4, stride: width * 4, width: width, height: height))
  }

  private func order(
    _ renderer: FrameRenderer, _ buffer: Int, _ content: FrameContent, _ feedback: KeyFeedback = KeyFeedback()
  ) throws {
    let area = try area(buffer, for: content)
    try renderer.grow(to: area.end)
    renderer.render(try #require(RenderOrder(buffer: buffer, area: area, feedback: feedback)))
  }

  /// Waits for frames in the same way as a frontend, but with a deadline.
  private func frames(_ renderer: FrameRenderer, count: Int = 1) throws -> [RenderedFrame] {
    var frames: [RenderedFrame] = []
    let limit = Duration.seconds(60)
    let end = ContinuousClock.now + limit
    while frames.count < count {
      var polled = pollfd(fd: renderer.descriptor, events: renderer.events, revents: 0)
      let milliseconds = min(renderer.timeLeft ?? limit, limit) / .milliseconds(1)
      _ = poll(&polled, 1, Int32(milliseconds.rounded(.up)))
      frames += try renderer.receive()
      try #require(ContinuousClock.now < end, "No frame came.")
    }
    return frames
  }

  private func frame(
    _ renderer: FrameRenderer, _ buffer: Int, _ content: FrameContent, _ feedback: KeyFeedback = KeyFeedback()
  ) throws -> RenderedFrame {
    try order(renderer, buffer, content, feedback)
    return try #require(frames(renderer).first)
  }

  /// Returns the colors of a buffer. Reads them through another mapping of the pool.
  private func pixels(_ renderer: FrameRenderer, _ buffer: Int, _ content: FrameContent) throws -> [UInt32] {
    let area = try area(buffer, for: content)
    let bytes = try Descriptor(dup(renderer.pool)).read(count: area.stride * area.height, at: area.offset)
    return try #require(bytes).withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 4).map { bytes.load(fromByteOffset: $0, as: UInt32.self) & 0xFF_FFFF }
    }
  }

  @Test("A frame has the same pixels as the PNG that the same program renders")
  func pixelsOfPNG() throws {
    let feedback = KeyFeedback(pressedKeys: ["a"])
    let renderer = try renderer()
    renderer.show(Self.pictured) { _ in Self.circle }
    #expect(try frame(renderer, 0, Self.pictured, feedback).troubles == [:])
    let client = RenderClient(
      path: Repository.product("klava-renderer"), variables: ProcessInfo.processInfo.environment)
    let answer = try client.render(
      PictureOrder(
        inputView: Self.pictured.inputView, options: RenderOptions(scale: 2, feedback: feedback),
        pictures: ["Pictures/b.svg": Self.circle]))
    let png = try PNG.decode(answer.file)
    let colors = (0..<png.width * png.height).map { index in
      png.bytes[index * 4..<index * 4 + 3].reduce(0) { $0 << 8 | UInt32($1) }
    }
    #expect(try pixels(renderer, 0, Self.pictured) == colors)
  }

  @Test("Both buffers get the same pixels, and the reported damage covers only changes")
  func equalBuffers() throws {
    let renderer = try renderer()
    renderer.show(Self.plain) { _ in nil }
    try order(renderer, 0, Self.plain)
    try order(renderer, 1, Self.plain)
    #expect(try frames(renderer, count: 2).map(\.buffer) == [0, 1])
    let pressed = KeyFeedback(pressedKeys: ["b"])
    let first = try frame(renderer, 0, Self.plain, pressed)
    let whole = try area(0, for: Self.plain)
    #expect(first.damage.count == 1 && first.damage[0].area < whole.width * whole.height / 2)
    #expect(try frame(renderer, 0, Self.plain, pressed).damage.isEmpty)
    #expect(try pixels(renderer, 0, Self.plain) != pixels(renderer, 1, Self.plain))
    #expect(try frame(renderer, 1, Self.plain, pressed).damage == first.damage)
    #expect(try pixels(renderer, 0, Self.plain) == pixels(renderer, 1, Self.plain))
    #expect(renderer.timeLeft == nil)
  }

  @Test("The host reads each picture once, even if the picture is missing")
  func singleRead() throws {
    let renderer = try renderer()
    var read: [String] = []
    for _ in 0..<3 {
      renderer.show(Self.pictured) { name in
        read.append(name)
        return nil
      }
    }
    #expect(try frame(renderer, 0, Self.pictured).troubles.keys.sorted() == ["Pictures/b.svg"])
    #expect(read == ["Pictures/b.svg"])
  }

  @Test("A keyboard cannot make the host look for more than 256 pictures")
  func pictureLimit() throws {
    let renderer = try renderer()
    var count = 0
    for frame in 0..<4 {
      let keys = (0..<100).map { InputViewTree.Element.key(Key("\($0)", image: "Pictures/\(frame)-\($0).svg")) }
      renderer.show(FrameContent(inputView: InputViewTree(root: .row(keys)), scale: 1)) { _ in
        count += 1
        return nil
      }
    }
    #expect(count == 256)
  }

  @Test("The pool of buffers can grow and cannot shrink")
  func growingPool() throws {
    let renderer = try renderer()
    try renderer.grow(to: 8_192)
    try renderer.grow(to: 4_096)
    #expect(renderer.poolBytes == 8_192)
    #expect(ftruncate(renderer.pool, 4_096) < 0)
    #expect(throws: SystemError(EFBIG)) { try renderer.grow(to: BufferArea.maximumPoolBytes + 1) }
    // Paint into a part of the pool that did not exist when the process started.
    renderer.show(Self.plain) { _ in nil }
    #expect(try !frame(renderer, 1, Self.plain).damage.isEmpty)
    #expect(try Set(pixels(renderer, 1, Self.plain)).count > 1)
  }

  @Test("The host detects the end of a render process, and a new process can paint", arguments: [false, true])
  func killedProcess(whilePainting: Bool) throws {
    let renderer = try renderer()
    renderer.show(Self.plain) { _ in nil }
    _ = try frame(renderer, 0, Self.plain)
    let identifier = renderer.processIdentifier
    if whilePainting {
      kill(identifier, SIGSTOP)
      try order(renderer, 1, Self.plain)
    }
    kill(identifier, SIGKILL)
    let error = #expect(throws: HelperError.self) { _ = try frames(renderer) }
    #expect(error == .ended("signal 9 ended the process"))
    #expect(renderer.timeLeft == .zero)
    renderer.show(Self.plain) { _ in nil }
    #expect(throws: try #require(error)) { try renderer.receive() }
    let next = try self.renderer()
    next.show(Self.plain) { _ in nil }
    #expect(try !frame(next, 0, Self.plain).damage.isEmpty)
  }

  @Test("If a render process ends while it paints pictures, the host starts another process without pictures")
  func fatalPictures() throws {
    let renderer = try renderer()
    renderer.show(Self.pictured) { _ in Self.circle }
    _ = try frame(renderer, 0, Self.pictured)
    kill(renderer.processIdentifier, SIGSTOP)
    renderer.show(Self.pictured) { _ in Self.circle }
    try order(renderer, 1, Self.pictured, KeyFeedback(pressedKeys: ["a"]))
    kill(renderer.processIdentifier, SIGKILL)
    let frame = try #require(frames(renderer).first)
    #expect(frame.buffer == 1)
    #expect(frame.troubles.keys.sorted() == ["Pictures/b.svg"])
    #expect(frame.troubles["Pictures/b.svg"]?.contains("signal 9") == true)
    #expect(try self.frame(renderer, 0, Self.pictured).troubles.count == 1)
  }

  @Test("If a sandbox layer is missing, the render process gets no pictures", arguments: [81, 82])
  func missingLayer(_ status: Int) throws {
    let folder = try TemporaryDirectory()
    let renderer = try script(
      """
      case "$2" in
      landlock,seccomp) echo "klava-renderer: no such layer" >&2; exit \(status) ;;
      *) exec "\(Repository.product("klava-renderer"))" "$@" ;;
      esac
      """, in: folder)
    renderer.show(Self.pictured) { _ in Self.circle }
    let frame = try frame(renderer, 0, Self.pictured)
    #expect(frame.troubles["Pictures/b.svg"]?.contains("no such layer") == true)
    #expect(try Set(pixels(renderer, 0, Self.pictured)).count > 1)
  }

  @Test("The host ends a render process that takes too long for a frame")
  func slowFrame() throws {
    let folder = try TemporaryDirectory()
    let renderer = try renderer(
      folder.writeScript("exec sleep 1000", to: "renderer"), FrameRenderer.TimeLimits(firstFrame: .milliseconds(20)))
    renderer.show(Self.plain) { _ in nil }
    try order(renderer, 0, Self.plain)
    #expect(throws: HelperError.ended("a frame took longer than 0.02 seconds")) { try frames(renderer) }
  }

  @Test("The host ends a render process that does not read its orders")
  func unreadOrders() throws {
    let folder = try TemporaryDirectory()
    let renderer = try script("exec sleep 1000", in: folder)
    let text = String(repeating: "x", count: 4_096)
    let content = FrameContent(
      inputView: InputViewTree(root: .row((0..<900).map { .label(Label("\($0)", text: text)) })))
    var shows = 0
    while renderer.timeLeft == nil, shows < 100 {
      renderer.show(content) { _ in nil }
      shows += 1
    }
    // The host can queue some messages before the queue reaches its limit.
    #expect((2..<100).contains(shows))
    #expect(throws: HelperError.ended("it does not read its orders")) { try renderer.receive() }
  }

  /// Returns the bytes of a message with this frame.
  private static func message(_ frame: [UInt8]) -> [UInt8] {
    withUnsafeBytes(of: UInt32(frame.count).littleEndian) { Array($0) } + frame
  }

  @Test(
    "A malformed answer of the render process is an error",
    arguments: [
      Array("garbage that is no message".utf8), [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0], message([1]),
      message(RenderedFrame(buffer: 1, damage: []).frame), message(RenderedFrame(buffer: 7, damage: []).frame),
      message(RenderedFrame(buffer: -1, damage: []).frame), message(RenderedFrame(buffer: 0, damage: []).frame + [0]),
      message(RenderedFrame(buffer: 0, damage: []).frame) + message(RenderedFrame(buffer: 0, damage: []).frame),
      message(RenderedFrame(buffer: 0, damage: many).frame), message(forged(0, -1, 1, 1)), message(forged(0, 0, 0, 1)),
      message(forged(.max, .max, .max, .max)), message(forged(0, 0, 1, 1 << 40)),
    ])
  func malformedAnswer(_ bytes: [UInt8]) throws {
    let renderer = try answering(bytes)
    let error = #expect(throws: HelperError.self) {
      // The first answer can be a valid frame. The second answer belongs to no order, so the second wait must fail.
      _ = try frames(renderer)
      _ = try frames(renderer)
    }
    guard case .ended(let how) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(how.hasPrefix("its reply"), "\(how)")
  }

  private static let many: [PixelRect] = (0...RenderedFrame.maximumRectangles).compactMap {
    PixelRect(x: $0, y: 0, width: 1, height: 1)
  }

  /// Returns the bytes of an answer that reports one rectangle of damage.
  private static func forged(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> [UInt8] {
    var frame = RenderedFrame(buffer: 0, damage: many.prefix(1).map(\.self)).frame
    let rectangle = WireWriter.bytes { writer in writer.write(x, y, width, height) }
    let start = frame.count - 4 - rectangle.count
    frame.replaceSubrange(start..<start + rectangle.count, with: rectangle)
    return frame
  }

  /// Returns a frame renderer whose process answers an order with these bytes.
  private func answering(_ bytes: [UInt8]) throws -> FrameRenderer {
    let folder = try TemporaryDirectory()
    let answer = try folder.write(bytes, to: "answer")
    let renderer = try script("head -c 4 <&3 >/dev/null; cat \(answer) >&3; exec sleep 1000", in: folder)
    renderer.show(Self.plain) { _ in nil }
    try order(renderer, 0, Self.plain)
    // Wait for the answer, because the script needs the file in this folder until then.
    var polled = pollfd(fd: renderer.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&polled, 1, 300_000) == 1)
    return renderer
  }

  @Test("The host clips reported damage to the buffer")
  func clippedDamage() throws {
    let rectangle = try #require(PixelRect(x: 5, y: 6, width: 1 << 30, height: 1 << 30))
    let outside = try #require(PixelRect(x: 1 << 20, y: 0, width: 1, height: 1))
    let renderer = try answering(Self.message(RenderedFrame(buffer: 0, damage: [rectangle, outside]).frame))
    let area = try area(0, for: Self.plain)
    let expected = try #require(PixelRect(x: 5, y: 6, width: area.width - 5, height: area.height - 6))
    #expect(try frames(renderer).first?.damage == [expected])
  }

  @Test("An order is an error if its buffer is outside the pool, or if the process has no content yet")
  func invalidOrders() throws {
    let empty = try renderer()
    try order(empty, 0, Self.plain)
    #expect(throws: HelperError.self) { try empty.receive() }
    let small = try renderer()
    small.show(Self.plain) { _ in nil }
    small.render(try #require(RenderOrder(buffer: 0, area: try area(0, for: Self.plain), feedback: KeyFeedback())))
    #expect(throws: HelperError.self) { try small.receive() }
  }

  @Test(
    "A buffer area that is empty, unaligned or too large is invalid",
    arguments: [
      (-4, 40, 10, 1), (0, 36, 10, 1), (2, 40, 10, 1), (0, 42, 10, 1), (0, 40, 0, 1), (0, 40, 10, 0),
      (0, .max, 10, 1), (.max - 3, 40, 10, 1), (0, .max - 3, 1, .max), (0, 40, .max, .max), (.min, .min, .min, .min),
      (BufferArea.maximumPoolBytes - 36, 40, 10, 1),
    ])
  func invalidAreas(_ offset: Int, _ stride: Int, _ width: Int, _ height: Int) {
    #expect(BufferArea(offset: offset, stride: stride, width: width, height: height) == nil)
    #expect(BufferArea(offset: BufferArea.maximumPoolBytes - 40, stride: 40, width: 10, height: 1) != nil)
  }

  @Test("The render process's memory, threads and descriptors do not grow with the number of frames")
  func constantResources() throws {
    let renderer = try renderer()
    renderer.show(Self.pictured) { _ in Self.circle }
    func render(_ count: Int) throws {
      for index in 0..<count {
        if index % 10 == 0 { renderer.show(Self.pictured) { _ in Self.circle } }
        let feedback = KeyFeedback(pressedKeys: index / 2 % 2 == 0 ? ["b"] : [], hidesTitles: index % 7 == 0)
        _ = try frame(renderer, index % 2, Self.pictured, feedback)
      }
    }
    try render(200)
    let gauge = try ProcessGauge(renderer.processIdentifier)
    let first = gauge.read()
    let before = try #require(first)
    try render(1_000)
    let last = gauge.read()
    let after = try #require(last)
    #expect(after.memory <= before.memory + 1 << 20)
    #expect(after.descriptors == before.descriptors)
    #expect(after.threads == before.threads)
  }

  @Test("Releasing a frame renderer ends its process")
  func release() throws {
    let identifier = try renderer().processIdentifier
    #expect(kill(identifier, 0) < 0 && errno == ESRCH)
  }

  @Test("Encoding and decoding preserve orders and answers, and a truncated order is an error")
  func encoding() throws {
    var content = Self.pictured
    content.scrollOffsets = [[0, 1]: 2.5, []: 1]
    content.environment.isRightToLeft = true
    let feedback = KeyFeedback(pressedKeys: ["a"], popUps: [.init(key: "b", choice: 2)], hidesTitles: true)
    let order = try #require(RenderOrder(buffer: 1, area: try area(1, for: content), feedback: feedback))
    for order in [FrameOrder.show(content, pictures: ["a": [1, 2], "b": []]), .render(order)] {
      #expect(try FrameOrder(frame: order.frame) == order)
      for count in 0..<order.frame.count {
        #expect(throws: WireError.self) { try FrameOrder(frame: Array(order.frame.prefix(count))) }
      }
    }
    let answer = RenderedFrame(buffer: 1, damage: [], troubles: ["a": "b"], textsWithoutFont: ["中"])
    #expect(try RenderedFrame(frame: answer.frame) == answer)
  }
}
