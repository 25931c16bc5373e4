// Renderer: draws the layout of an input view as pixels or curves, with Cairo and Pango.
//
// For:    pictures and frames of keyboards, with shapes, symbols, texts of every script, and the PNG and SVG pictures
//         of a bundle.
// Never: decides the position of an element (`Layout` does), calls a keyboard, reads a bundle, or runs in the host. The
//         module decodes untrusted bytes, so only `klava-renderer` uses it, after the program has confined itself.
// Start:  `KeyboardRenderer` below; `DamageRenderer.swift` for frames on the screen; `Shaping.swift` for the font size
//         of a text; `BundlePicture.swift` for decoding.

internal import CCairo
internal import InputViewModel
package import Layout
package import RenderProtocol

/// A renderer of keyboard pictures. The renderer caches shaped texts and decoded pictures for the next picture.
package final class KeyboardRenderer {
  private var typesetters: [Double: Typesetter] = [:]
  private var pictures: [String: (file: [UInt8], result: Result<BundlePicture, RendererError>)] = [:]
  private var keptPixels = 0
  private static let maximumPictures = 128
  private static let maximumPixels = 16 * 1_024 * 1_024
  private static let keptScales = 4

  /// Creates a renderer with empty caches.
  package init() {}

  /// A rendered picture, and the problems that occurred during the drawing.
  package struct Rendering {
    /// The bytes of the picture's file.
    package var file: [UInt8]
    /// The bundle's pictures that the renderer could not draw, with the reasons. For an element without its picture,
    /// the renderer drew the title.
    package var troubles: [String: String]
    /// At most 16 of the texts with characters that no font of this machine contains.
    package var textsWithoutFont: [String]
    /// At most 16 of the texts that the renderer cut because they do not fit.
    package var cutTexts: [String]
  }

  /// Renders a keyboard.
  ///
  /// - Parameters:
  ///   - layout: The layout of the input view.
  ///   - options: The options of the picture.
  ///   - files: The bundle's pictures by their paths. If a picture is missing, the renderer draws the title of its
  ///     element.
  /// - Throws: ``RendererError`` if Cairo or libspng fails.
  package func render(
    _ layout: InputViewLayout, _ options: RenderOptions, pictures files: [String: [UInt8]] = [:]
  ) throws(RendererError) -> Rendering {
    let canvas = try Canvas(options.format, size: layout.size, scale: options.scale)
    let typesetter = typesetter(options)
    let layout = layout.withEqualTitles(typesetter)
    typesetter.missing = []
    typesetter.cut = []
    var troubles: [String: String] = [:]
    canvas.fill(Rect(x: 0, y: 0, width: layout.size.width, height: layout.size.height), layout.background)
    for part in DrawnPart.parts(of: layout, options.feedback) {
      draw(part, on: canvas, typesetter, pictures: files, &troubles)
    }
    return Rendering(
      file: try canvas.file(), troubles: troubles, textsWithoutFont: typesetter.missing,
      cutTexts: typesetter.cut)
  }

  /// Draws a part of a keyboard. Adds the pictures that the renderer cannot draw, with the reasons, to `troubles`.
  func draw(
    _ part: DrawnPart, on canvas: borrowing Canvas, _ typesetter: Typesetter, pictures files: [String: [UInt8]],
    _ troubles: inout [String: String]
  ) {
    switch part {
    case .element(let element):
      let drawing = ElementRenderer(element, typesetter: typesetter) { name throws(RendererError) in
        try self.picture(name, in: files, isMirrored: element.element.isMirrored)
      }
      drawing.draw(on: canvas)
      troubles.merge(drawing.troubles) { first, _ in first }
    case .popUp(let alternatives): alternatives.draw(on: canvas, typesetter)
    }
  }

  /// The area and font size of a drawn title or label.
  package struct Title {
    /// The element that shows the title.
    package var element: PlacedElement
    /// The area that the glyphs cover, in points from the keyboard's top left corner.
    package var ink: Rect
    /// The font size in points. The size is smaller than the element's font size if the text does not fit at that size.
    package var fontSize: Double
    /// Whether a part of the text is missing, or a line ends inside a word.
    package var isCut: Bool
  }

  /// The titles and labels of a layout as the renderer would draw them. The result contains no title for a key that
  /// shows a symbol or a picture.
  package func titles(of layout: InputViewLayout, _ options: RenderOptions = RenderOptions()) -> [Title] {
    let typesetter = typesetter(options)
    return layout.withEqualTitles(typesetter).elements.compactMap { element in
      let text: String
      var room = ElementRenderer.textRoom(of: element)
      switch element.content {
      case .key(let key) where key.image == nil && KeySymbol(key) == nil:
        text = key.title
        room = ElementRenderer.titleRoom(of: key, in: element)
      case .label(let label): text = label.text
      case .key, .image, .canvas, .background: return nil
      }
      guard let fitted = typesetter.fit(text, element.appearance, width: room.width, height: room.height) else {
        return nil
      }
      let ink = Rect(
        x: room.x + fitted.ink.x, y: room.y + fitted.ink.y, width: fitted.ink.width, height: fitted.ink.height)
      return Title(element: element, ink: ink, fontSize: fitted.fontSize, isCut: fitted.isCut)
    }
  }

  private func typesetter(_ options: RenderOptions) -> Typesetter {
    // An SVG picture is the same for every scale.
    typesetter(scale: options.format == .png ? options.scale : 1)
  }

  /// Returns the typesetter for texts with this number of pixels per point.
  func typesetter(scale: Double) -> Typesetter {
    if let known = typesetters[scale] { return known }
    if typesetters.count >= Self.keptScales { typesetters = [:] }
    let typesetter = Typesetter(scale: scale)
    typesetters[scale] = typesetter
    return typesetter
  }

  private func picture(
    _ name: String, in files: [String: [UInt8]], isMirrored: Bool
  ) throws(RendererError) -> BundlePicture {
    if let image = SystemImage(pictureName: name) {
      guard let file = image.file(isMirrored: isMirrored) else {
        throw RendererError("Klava has no system image with this name.")
      }
      return try picture(isMirrored ? name + " mirrored" : name, file)
    }
    guard let file = files[name] else { throw RendererError("The file does not exist.") }
    return try picture(name, file)
  }

  private func picture(_ name: String, _ file: [UInt8]) throws(RendererError) -> BundlePicture {
    // Comparing the files takes no time if both values share the memory of one array.
    if let known = pictures[name], known.file == file { return try known.result.get() }
    let result = Result { () throws(RendererError) in try BundlePicture(file) }
    if case .success(let picture) = result { keptPixels += picture.pixels }
    if pictures.count >= Self.maximumPictures || keptPixels > Self.maximumPixels {
      pictures = [:]
      keptPixels = 0
    }
    pictures[name] = (file, result)
    return try result.get()
  }
}
