package import TextInput
package import KeyboardProtocol

/// The kinds of file that a picture of a keyboard can be.
package enum PictureFormat: Int, CaseIterable, Sendable, WireValue {
  /// Pixels.
  case png = 0
  /// Curves, crisp at any size.
  case svg = 1
}

/// How a keyboard is rendered.
package struct RenderOptions: Hashable, Sendable {
  /// What kind of file.
  package var format: PictureFormat
  /// Pixels for each point, of a PNG.
  package var scale: Double
  /// Whether symbols with a direction point the other way.
  package var isRightToLeft: Bool
  /// The key that a finger is on; nil for none.
  package var pressedKey: String?
  /// Whether the pressed key shows its alternatives.
  package var showsAlternatives: Bool
  /// The alternative that would be chosen now.
  package var chosenAlternative: Int?

  /// The scales that there are.
  package static let scales = 1.0...4.0

  /// Options; what is left out is as in a keyboard that nobody touches.
  package init(
    format: PictureFormat = .png, scale: Double = 1, isRightToLeft: Bool = false, pressedKey: String? = nil,
    showsAlternatives: Bool = false, chosenAlternative: Int? = nil
  ) {
    self.format = format
    self.scale = scale
    self.isRightToLeft = isRightToLeft
    self.pressedKey = pressedKey
    self.showsAlternatives = showsAlternatives
    self.chosenAlternative = chosenAlternative
  }
}

/// All that `klava-renderer` is told: what to render, and how.
package struct PictureOrder: Hashable, Sendable {
  /// What the keyboard shows.
  package var interface: Interface
  /// Where it is shown.
  package var environment: KeyboardEnvironment
  /// Whether the host adds a globe key.
  package var addsGlobeKey: Bool
  /// How it is rendered.
  package var options: RenderOptions
  /// The bundle's files that the interface shows, by their paths.
  package var pictures: [String: [UInt8]]

  /// An order of these parts.
  package init(
    interface: Interface, environment: KeyboardEnvironment = KeyboardEnvironment(), addsGlobeKey: Bool = false,
    options: RenderOptions = RenderOptions(), pictures: [String: [UInt8]] = [:]
  ) {
    self.interface = interface
    self.environment = environment
    self.addsGlobeKey = addsGlobeKey
    self.options = options
    self.pictures = pictures
  }

  /// The most pixels that a picture may have.
  package static let maximumPixels = 16.0 * 1_024 * 1_024
}

extension RenderOptions: WireValue {
  /// Appends the options.
  package func encode(into writer: inout WireWriter) {
    writer.write(format, scale, isRightToLeft, pressedKey, showsAlternatives, chosenAlternative)
  }

  /// Reads options; whether there is such a scale is not asked here.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      format: try PictureFormat(from: &reader), scale: try Double(from: &reader),
      isRightToLeft: try Bool(from: &reader), pressedKey: try String?(from: &reader),
      showsAlternatives: try Bool(from: &reader), chosenAlternative: try Int?(from: &reader))
  }
}

extension PictureOrder: WireMessage {
  /// Appends the order.
  package func encode(into writer: inout WireWriter) {
    writer.write(interface, environment, addsGlobeKey, options)
    let files = pictures.sorted { $0.key < $1.key }
    writer.write(files.map(\.key))
    for file in files { writer.writeBytes(file.value) }
  }

  /// Reads an order; whether its interface is valid is not asked here.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      interface: try Interface(from: &reader), environment: try KeyboardEnvironment(from: &reader),
      addsGlobeKey: try Bool(from: &reader), options: try RenderOptions(from: &reader))
    for name in try [String](from: &reader) { pictures[name] = try reader.readBytes() }
  }
}
