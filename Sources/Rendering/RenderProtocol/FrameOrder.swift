package import InputViewModel
package import KeyboardProtocol
package import Layout

/// The content of a keyboard's frames, except the visible state of touches.
package struct FrameContent: Hashable, Sendable {
  /// The input view.
  package var inputView: InputViewTree
  /// The keyboard's environment.
  package var environment: KeyboardEnvironment
  /// Whether the host adds a globe key.
  package var addsGlobeKey: Bool
  /// The scroll offsets by path, in points from the start of the content.
  package var scrollOffsets: [ElementPath: Double]
  /// The number of pixels per point, within the range ``RenderOptions/scales``.
  package var scale: Double

  /// Creates the content of frames.
  package init(
    inputView: InputViewTree, environment: KeyboardEnvironment = KeyboardEnvironment(), addsGlobeKey: Bool = false,
    scrollOffsets: [ElementPath: Double] = [:], scale: Double = 1
  ) {
    self.inputView = inputView
    self.environment = environment
    self.addsGlobeKey = addsGlobeKey
    self.scrollOffsets = scrollOffsets
    self.scale = scale
  }
}

/// The order to render a frame.
package struct RenderOrder: Hashable, Sendable {
  /// The number of the buffer: 0 or 1.
  package let buffer: Int
  /// The buffer's position in the pool.
  package let area: BufferArea
  /// The visible state of the touches.
  package let feedback: KeyFeedback

  /// The allowed numbers of buffers.
  package static let buffers = 0..<2

  /// Creates an order; nil if ``buffers`` does not contain the number.
  package init?(buffer: Int, area: BufferArea, feedback: KeyFeedback) {
    guard Self.buffers.contains(buffer) else { return nil }
    self.buffer = buffer
    self.area = area
    self.feedback = feedback
  }
}

/// A message from the host to a process that renders frames.
package enum FrameOrder: Hashable, Sendable {
  /// Show this content in all later frames. The message contains the pictures that the process does not have yet.
  case show(FrameContent, pictures: [String: [UInt8]])
  /// Render a frame, and answer with a ``RenderedFrame``.
  case render(RenderOrder)

  /// The argument with which `klava-renderer` renders frames instead of one picture.
  package static let mode = "frames"
}

extension FrameContent: WireValue {
  /// Encodes the content.
  package func encode(into writer: inout WireWriter) {
    writer.write(inputView, environment, addsGlobeKey)
    writer.write(scale)
    let offsets = scrollOffsets.sorted { $0.key.indices.lexicographicallyPrecedes($1.key.indices) }
    writer.write(offsets.map(\.key.indices), offsets.map(\.value))
  }

  /// Decodes a content. Does not check whether the input view, the scale and the offsets are valid.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      inputView: try InputViewTree(from: &reader), environment: try KeyboardEnvironment(from: &reader),
      addsGlobeKey: try Bool(from: &reader))
    scale = try Double(from: &reader)
    let paths = try [[Int]](from: &reader)
    let start = reader.offset
    let offsets = try [Double](from: &reader)
    guard paths.count == offsets.count else { throw WireError(.tooManyElements(offsets.count), at: start) }
    for (path, offset) in zip(paths, offsets) { scrollOffsets[ElementPath(path)] = offset }
  }
}

extension RenderOrder: WireValue {
  /// Encodes the order.
  package func encode(into writer: inout WireWriter) { writer.write(buffer, area, feedback) }

  /// Decodes an order.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    let start = reader.offset
    let order = RenderOrder(
      buffer: try Int(from: &reader), area: try BufferArea(from: &reader), feedback: try KeyFeedback(from: &reader))
    guard let order else { throw WireError(.outOfRange, at: start) }
    self = order
  }
}

extension FrameOrder: WireMessage {
  private enum Tag: Int, WireValue {
    case show = 0
    case render = 1
  }

  /// Encodes the message.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .show(let content, let pictures):
      writer.write(Tag.show, content)
      writer.write(pictures: pictures)
    case .render(let order): writer.write(Tag.render, order)
    }
  }

  /// Decodes a message.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    switch try Tag(from: &reader) {
    case .show: self = .show(try FrameContent(from: &reader), pictures: try reader.readPictures())
    case .render: self = .render(try RenderOrder(from: &reader))
    }
  }
}
