import Glibc
import InputViewModel
import Layout
import RandomValues
import RenderProtocol
import TestSupport
import Testing

@testable import Renderer

/// A renderer that repaints damage in two buffers, with memory for a complete frame to compare with.
private final class Frames {
  let area: [BufferArea]
  let damageRenderer: DamageRenderer
  private let memory: UnsafeMutableRawBufferPointer

  /// Creates buffers in the size of a keyboard. The buffers contain random old content.
  init(_ content: FrameContent) throws {
    let size = InputViewLayout(
      content.inputView, in: content.environment, addsGlobeKey: content.addsGlobeKey
    ).size
    let width = Int((size.width * content.scale).rounded(.up))
    let height = Int((size.height * content.scale).rounded(.up))
    let stride = width * 4 + 12
    area = try (0..<3).map {
      try #require(BufferArea(offset: $0 * stride * height, stride: stride, width: width, height: height))
    }
    memory = .allocate(byteCount: 3 * stride * height, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0x5A)
    damageRenderer = DamageRenderer(into: memory)
  }

  deinit { memory.deallocate() }

  func render(_ buffer: Int = 0, _ feedback: KeyFeedback = KeyFeedback()) throws -> RenderedFrame {
    try damageRenderer.render(try #require(RenderOrder(buffer: buffer, area: area[buffer], feedback: feedback)))
  }

  /// Paints a complete frame with a fresh renderer, and returns its pixels.
  func complete(
    _ content: FrameContent, _ feedback: KeyFeedback, _ pictures: [String: [UInt8]]
  ) throws -> [UInt32] {
    let damageRenderer = DamageRenderer(into: memory)
    try damageRenderer.show(content, adding: pictures)
    _ = try damageRenderer.render(try #require(RenderOrder(buffer: 0, area: area[2], feedback: feedback)))
    return pixels(2)
  }

  /// The colors of a buffer's pixels, row by row.
  func pixels(_ buffer: Int = 0) -> [UInt32] {
    let area = area[buffer]
    return Array(unsafeUninitializedCapacity: area.width * area.height) { pixels, count in
      for row in 0..<area.height {
        let start = area.offset + row * area.stride
        UnsafeMutableRawBufferPointer(pixels.extracting((row * area.width)..<((row + 1) * area.width)))
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[start..<start + area.width * 4]))
      }
      count = area.width * area.height
      guard let start = pixels.baseAddress else { return }
      // In a debug build, `map` takes many times as long as this loop.
      var index = 0
      while index < count {
        start[index] &= 0xFF_FFFF
        index += 1
      }
    }
  }

  /// Whether two pictures have the same pixels outside of the given rectangles.
  func areEqual(_ one: [UInt32], _ other: [UInt32], outside rectangles: [PixelRect] = []) -> Bool {
    var one = one
    for rectangle in rectangles {
      for row in rectangle.y..<rectangle.maxY {
        let columns = row * area[0].width + rectangle.x..<row * area[0].width + rectangle.maxX
        one.replaceSubrange(columns, with: other[columns])
      }
    }
    return Self.areIdentical(one, other)
  }

  /// Whether two pictures have the same pixels. In a debug build, `==` takes much longer.
  static func areIdentical(_ one: [UInt32], _ other: [UInt32]) -> Bool {
    one.withUnsafeBytes { bytes in
      other.withUnsafeBytes { otherBytes in
        guard bytes.count == otherBytes.count else { return false }
        guard let start = bytes.baseAddress, let other = otherBytes.baseAddress else { return true }
        return memcmp(start, other, bytes.count) == 0
      }
    }
  }
}

@Suite struct DamageRendererTests {
  private static let circle = Array(
    #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4" opacity="0.5"/></svg>"#.utf8
  )

  private static let keyboard = InputViewTree(
    root: .column([
      .row([.key(Key("q")), .key(Key("e", alternatives: ["é", "è", "ê"])), .key(Key("Жирный")), .key(Key("l"))]),
      .row([
        .key(Key("⇧", identifier: "shift", role: .shift)), .key(Key("picture", image: "a.svg")),
        .label(Label("label", text: "text")), .key(Key("faint", style: ElementStyle(opacity: 0.5))),
        .key(Key("⌫", identifier: "delete", role: .delete)),
      ]),
      .stack(
        ElementStack(
          .row,
          [.key(Key(",")), .key(Key("space", role: .space)), .key(Key("⏎", identifier: "return", role: .return))],
          style: ElementStyle(background: InputViewColor(0x8080_80FF), cornerRadius: 9))),
    ]))

  private static func content(_ scale: Double = 2) -> FrameContent {
    FrameContent(inputView: keyboard, addsGlobeKey: true, scale: scale)
  }

  private static func frames(_ content: FrameContent) throws -> Frames {
    let frames = try Frames(content)
    try frames.damageRenderer.show(content, adding: ["a.svg": circle])
    return frames
  }

  private static let feedbacks = [
    KeyFeedback(), KeyFeedback(pressedKeys: ["q", "space"]),
    KeyFeedback(pressedKeys: ["e"], popUps: [.init(key: "e", choice: 1)]),
  ]

  @Test("A painted frame has the same pixels as the PNG of the same keyboard", arguments: [1.0, 1.5, 2, 3], feedbacks)
  func pixelsOfPNG(_ scale: Double, _ feedback: KeyFeedback) throws {
    var content = Self.content(scale)
    content.environment.width = 392
    content.environment.isRightToLeft = true
    let frames = try Self.frames(content)
    let frame = try frames.render(0, feedback)
    #expect(frame.troubles == [:])
    let layout = InputViewLayout(content.inputView, in: content.environment, addsGlobeKey: true)
    let picture = try KeyboardRenderer().render(
      layout, RenderOptions(scale: scale, feedback: feedback), pictures: ["a.svg": Self.circle])
    let png = try PNG.decode(picture.file)
    var colors = [UInt32](repeating: 0, count: png.width * png.height)
    png.bytes.withUnsafeBufferPointer { bytes in
      colors.withUnsafeMutableBufferPointer { colors in
        guard let bytes = bytes.baseAddress, let start = colors.baseAddress else { return }
        var index = 0
        while index < colors.count {
          let pixel = bytes + index * 4
          start[index] = UInt32(pixel[0]) << 16 | UInt32(pixel[1]) << 8 | UInt32(pixel[2])
          index += 1
        }
      }
    }
    // The keyboard must cover whole pixels, because a PNG mixes a partly covered pixel with black.
    try #require((layout.size.width * scale).rounded() == layout.size.width * scale)
    try #require((layout.size.height * scale).rounded() == layout.size.height * scale)
    #expect(Frames.areIdentical(frames.pixels(), colors))
  }

  /// Returns a frame with a canvas in front of the keys. A line on the canvas goes from its left edge to `x`.
  private static func trail(to x: Float) -> FrameContent {
    var content = content(1)
    let line = DisplayList([
      .move(DisplayList.Point(x: 0, y: 20)), .line(DisplayList.Point(x: x, y: 20)),
      .stroke(DisplayList.Stroke(color: InputViewColor(0xFF00_00C0), width: 5, cap: .round)),
    ])
    let canvas = InputViewModel.Canvas(
      "trail", space: CanvasSize(width: 390, height: 260), contentMode: .scaleToFill, drawing: line)
    content.inputView.root = .stack(ElementStack(.layers, [keyboard.root, .canvas(canvas)]))
    return content
  }

  @Test(
    "If a line grows over the keys, the renderer repaints only the area around it, as in a complete frame")
  func growingLine() throws {
    let frames = try Self.frames(Self.trail(to: 40))
    _ = try frames.render(0)
    for x in [Float(60), 100, 30, 0] {
      let content = Self.trail(to: x)
      try frames.damageRenderer.show(content)
      let frame = try frames.render(0)
      #expect(frame.damage.allSatisfy { $0.maxY < frames.area[0].height / 2 }, "\(frame.damage)")
      #expect(frames.areEqual(frames.pixels(), try frames.complete(content, KeyFeedback(), ["a.svg": Self.circle])))
    }
    // If the drawing does not change, the renderer repaints nothing.
    try frames.damageRenderer.show(Self.trail(to: 0))
    #expect(try frames.render(0).damage.isEmpty)
  }

  @Test("The background fills even the pixels that the keyboard covers only partly")
  func backgroundEdge() throws {
    var content = Self.content(1.25)
    content.environment.width = 391
    content.addsGlobeKey = false
    let frames = try Self.frames(content)
    _ = try frames.render()
    let background = InputViewLayout(content.inputView, in: content.environment).background.rawValue >> 8
    let pixels = frames.pixels()
    #expect(pixels[frames.area[0].width - 1] == background)
    #expect(pixels.last == background)
  }

  @Test("Painting a pressed key changes only the pixels of the key, in both buffers", arguments: [1.0, 1.25, 2])
  func pressedKey(_ scale: Double) throws {
    let content = Self.content(scale)
    let frames = try Self.frames(content)
    let whole = PixelRect(x: 0, y: 0, width: frames.area[0].width, height: frames.area[0].height)
    for buffer in 0..<2 { #expect(try frames.render(buffer).damage == [whole]) }
    let atRest = frames.pixels()
    let pressed = KeyFeedback(pressedKeys: ["e"])
    let damage = try frames.render(0, pressed).damage
    let element = try #require(
      InputViewLayout(content.inputView, in: content.environment, addsGlobeKey: true).element(ofKey: "e"))
    let damaged = try #require(damage.first)
    #expect(damage.count == 1)
    // The damage also includes the shadow, which is one point high.
    #expect(Double(damaged.width) <= element.frame.width * scale + 2)
    #expect(Double(damaged.height) <= (element.frame.height + 1) * scale + 2)
    #expect(frames.pixels() != atRest)
    #expect(frames.areEqual(atRest, frames.pixels(), outside: damage))
    #expect(frames.pixels(1) == atRest)
    #expect(try frames.render(1, pressed).damage == damage)
    #expect(frames.pixels(0) == frames.pixels(1))
    #expect(try frames.render(0).damage == damage)
    #expect(frames.pixels() == atRest)
  }

  @Test("If nothing has changed, the renderer reports no damage", arguments: feedbacks)
  func withoutChange(_ feedback: KeyFeedback) throws {
    let frames = try Self.frames(Self.content())
    _ = try frames.render(0, feedback)
    let pixels = frames.pixels()
    try frames.damageRenderer.show(Self.content())
    #expect(try frames.render(0, feedback) == RenderedFrame(buffer: 0, damage: []))
    #expect(frames.pixels() == pixels)
  }

  @Test("The answer lists the drawn texts with characters that no font contains")
  func textsWithoutFont() throws {
    let keys = ["a", "\u{10FFFD}"].map { InputViewTree.Element.key(Key($0)) }
    let frames = try Self.frames(FrameContent(inputView: InputViewTree(root: .row(keys))))
    #expect(try frames.render().textsWithoutFont == ["\u{10FFFD}"])
  }

  @Test("Without titles, keys show only their shapes")
  func hiddenTitles() throws {
    let content = FrameContent(inputView: InputViewTree(root: .row([.key(Key("█")), .label(Label("l", text: "█"))])))
    let frames = try Self.frames(content)
    _ = try frames.render(0, KeyFeedback(hidesTitles: true))
    let layout = InputViewLayout(content.inputView, in: content.environment)
    let key = try #require(layout.elements.first)
    let center = Int(key.frame.center.y) * frames.area[0].width + Int(key.frame.center.x)
    #expect(frames.pixels()[center] == key.appearance.background.map { $0.rawValue >> 8 })
    _ = try frames.render(1)
    #expect(frames.pixels(1)[center] == key.appearance.foreground.rawValue >> 8)
    let damage = try frames.render().damage
    #expect(damage.count == 1 && damage.allSatisfy { Double($0.maxX) < layout.elements[1].frame.x })
  }

  @Test("When the picture of a key arrives late, it replaces the title of the key")
  func latePicture() throws {
    let frames = try Frames(Self.content())
    try frames.damageRenderer.show(Self.content())
    #expect(try frames.render().troubles.keys.sorted() == ["a.svg"])
    try frames.damageRenderer.show(Self.content(), adding: ["a.svg": Self.circle])
    #expect(try frames.render().troubles == [:])
    #expect(frames.pixels() == (try Self.painted(Self.content())))
  }

  @Test("The renderer paints a buffer completely if the buffer moves or another buffer used its memory")
  func movedBuffer() throws {
    let frames = try Self.frames(Self.content(1))
    let pixels = try Self.painted(Self.content(1))
    _ = try frames.render()
    let (first, second) = (frames.area[0], frames.area[1])
    let moved = try #require(RenderOrder(buffer: 0, area: second, feedback: KeyFeedback()))
    #expect(try frames.damageRenderer.render(moved).damage.first?.area == second.width * second.height)
    #expect(frames.pixels(1) == pixels)
    // Let buffer 1 overwrite the memory of buffer 0.
    let over = try #require(RenderOrder(buffer: 1, area: second, feedback: KeyFeedback(pressedKeys: ["q"])))
    _ = try frames.damageRenderer.render(over)
    #expect(try frames.damageRenderer.render(moved).damage.first?.area == first.width * first.height)
    #expect(frames.pixels(1) == pixels)
  }

  @Test("It is an error to paint without content, to paint outside the memory, or to show content with a wrong scale")
  func wrongOrders() throws {
    let frames = try Frames(Self.content())
    #expect(throws: RendererError.self) { try frames.render() }
    for scale in [0.5, 4.5, .nan, .infinity] {
      #expect(throws: RendererError.self) { try frames.damageRenderer.show(Self.content(scale)) }
    }
    try frames.damageRenderer.show(Self.content())
    let end = frames.area[2].end
    let beyond = try #require(BufferArea(offset: end + 8, stride: 8, width: 2, height: 1))
    #expect(throws: RendererError.self) {
      try frames.damageRenderer.render(try #require(RenderOrder(buffer: 0, area: beyond, feedback: KeyFeedback())))
    }
  }

  private static func painted(_ content: FrameContent, _ feedback: KeyFeedback = KeyFeedback()) throws -> [UInt32] {
    let frames = try Self.frames(content)
    _ = try frames.render(0, feedback)
    return frames.pixels()
  }

  @Test("Repainting only the damage gives the same frame as repainting everything", arguments: 0..<40 as Range<UInt64>)
  func sufficientDamage(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var content = Self.content(generator.one(of: [1, 1.1, 1.25, 1.5, 1.75, 2]))
    // Give the keyboard its maximum height, so that the height does not depend on the content.
    content.inputView.height = 4_096
    content.environment.height = 200
    content.environment.width = generator.one(of: [200, 320, 331])
    let frames = try Self.frames(content)
    let files: [String: [UInt8]] = ["a.png": generator.boolean() ? Self.circle : [], "a.svg": Self.circle]
    try frames.damageRenderer.show(content, adding: files)
    var shown: Int?
    for step in 0..<12 {
      Self.change(&content, &generator)
      let feedback = Self.randomFeedback(on: content, &generator)
      try frames.damageRenderer.show(content)
      let buffer = generator.integer(below: 2)
      let before = frames.pixels(buffer)
      let screen = shown.map(frames.pixels)
      let damage = try frames.render(buffer, feedback).damage
      let after = frames.pixels(buffer)
      let isComplete = Frames.areIdentical(after, try frames.complete(content, feedback, files))
      #expect(isComplete, "seed \(seed), step \(step)")
      #expect(frames.areEqual(before, after, outside: damage), "seed \(seed), step \(step)")
      if let screen { #expect(frames.areEqual(screen, after, outside: damage), "seed \(seed), step \(step)") }
      shown = buffer
      #expect(damage.count <= RenderedFrame.maximumRectangles)
    }
  }

  /// Changes the content of a frame at random: slightly, completely or not at all. The size of the keyboard does not
  /// change.
  private static func change(_ content: inout FrameContent, _ generator: inout SeededGenerator) {
    switch generator.integer(below: 5) {
    case 0: content.inputView.root = keyboard.root
    case 1:
      let other = generator.validInputView()
      if case .stack = other.root { content.inputView.root = other.root }
    case 2:
      let layout = InputViewLayout(content.inputView, in: content.environment)
      for area in layout.scrollAreas { content.scrollOffsets[area.path] = Double(generator.integer(below: 99)) / 3 }
    case 3: content.environment.isDark.toggle()
    default: break
    }
  }

  private static func randomFeedback(
    on content: FrameContent, _ generator: inout SeededGenerator
  ) -> KeyFeedback {
    let layout = InputViewLayout(content.inputView, in: content.environment)
    let keys = layout.elements.compactMap { $0.key?.identifier } + ["unknown"]
    return KeyFeedback(
      pressedKeys: generator.list { $0.one(of: keys) },
      popUps: generator.list(upTo: 1) { KeyFeedback.PopUp(key: $0.one(of: keys), choice: $0.integer()) },
      hidesTitles: generator.integer(below: 6) == 0)
  }
}
