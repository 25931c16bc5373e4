package import InputViewModel
package import KeyboardProtocol

/// The file formats of a picture.
package enum PictureFormat: Int, CaseIterable, Sendable, WireValue {
  /// A picture of pixels.
  case png = 0
  /// A picture of vector graphics.
  case svg = 1
}

/// The options of a picture.
package struct RenderOptions: Hashable, Sendable {
  /// The file format of the picture.
  package var format: PictureFormat
  /// The number of pixels per point, for a PNG.
  package var scale: Double
  /// The visible state of the touches.
  package var feedback: KeyFeedback

  /// The allowed range of the scale.
  package static let scales = 1.0...4.0

  /// Creates options. The defaults show a keyboard without touches.
  package init(
    format: PictureFormat = .png, scale: Double = 1, feedback: KeyFeedback = KeyFeedback()
  ) {
    self.format = format
    self.scale = scale
    self.feedback = feedback
  }
}

/// The order to `klava-renderer`: the input view and how to render it.
package struct PictureOrder: Hashable, Sendable {
  /// The input view.
  package var inputView: InputViewTree
  /// The keyboard's environment.
  package var environment: KeyboardEnvironment
  /// Whether the host adds a globe key.
  package var addsGlobeKey: Bool
  /// The options of the picture.
  package var options: RenderOptions
  /// The bundle's pictures in the input view, by path.
  package var pictures: [String: [UInt8]]

  /// Creates an order.
  package init(
    inputView: InputViewTree, environment: KeyboardEnvironment = KeyboardEnvironment(), addsGlobeKey: Bool = false,
    options: RenderOptions = RenderOptions(), pictures: [String: [UInt8]] = [:]
  ) {
    self.inputView = inputView
    self.environment = environment
    self.addsGlobeKey = addsGlobeKey
    self.options = options
    self.pictures = pictures
  }

  /// The maximum number of pixels of a picture.
  package static let maximumPixels = 16.0 * 1_024 * 1_024
}

extension RenderOptions: WireValue {
  /// Encodes the options.
  package func encode(into writer: inout WireWriter) {
    writer.write(format, scale, feedback)
  }

  /// Decodes options. Does not check whether the scale is valid.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      format: try PictureFormat(from: &reader), scale: try Double(from: &reader),
      feedback: try KeyFeedback(from: &reader))
  }
}

extension PictureOrder: WireMessage {
  /// Encodes the order.
  package func encode(into writer: inout WireWriter) {
    writer.write(inputView, environment, addsGlobeKey, options)
    writer.write(pictures: pictures)
  }

  /// Decodes an order. Does not check whether the input view is valid.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      inputView: try InputViewTree(from: &reader), environment: try KeyboardEnvironment(from: &reader),
      addsGlobeKey: try Bool(from: &reader), options: try RenderOptions(from: &reader))
    pictures = try reader.readPictures()
  }
}

extension WireWriter {
  /// Appends the names of files, and then their bytes.
  mutating func write(pictures: [String: [UInt8]]) {
    let files = pictures.sorted { $0.key < $1.key }
    write(files.map(\.key))
    for file in files { writeBytes(file.value) }
  }
}

extension WireReader {
  /// Reads the names of files, and then their bytes.
  mutating func readPictures() throws(WireError) -> [String: [UInt8]] {
    var pictures: [String: [UInt8]] = [:]
    for name in try [String](from: &self) { pictures[name] = try readBytes() }
    return pictures
  }
}
