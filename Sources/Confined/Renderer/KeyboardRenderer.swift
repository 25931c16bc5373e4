// Renderer: an interface's layout to pixels or curves, by Cairo and Pango.
//
// For:    pictures of keyboards: shapes, symbols, texts of every script, a bundle's own PNG and SVG pictures.
// Never:  decides where anything stands (`Layout` does), asks a keyboard, reads a bundle, or runs in the host: what it
//         decodes is anybody's, so all of it is for `klava-renderer` alone, which is confined first.
// Start:  `KeyboardRenderer` below; `Shaping.swift` for how a text finds its size; `BundlePicture.swift` for what is decoded.

internal import CCairo
package import RenderClient
package import Layout
internal import TextInput

/// Renders pictures of keyboards; what it shaped and decoded serves the next picture too.
package final class KeyboardRenderer {
  private var typesetters: [Double: Typesetter] = [:]
  private var pictures: [[UInt8]: Result<BundlePicture, DrawingError>] = [:]
  private var keptPixels = 0
  private static let mostPictures = 128
  private static let mostPixels = 16 * 1_024 * 1_024
  private static let keptScales = 4

  /// A renderer with nothing shaped or decoded yet.
  package init() {}

  /// A picture, and what could not be drawn as it should be.
  package struct Rendering {
    /// The file.
    package var file: [UInt8]
    /// The bundle's pictures that could not be drawn, with the reason; their titles are drawn instead.
    package var troubles: [String: String]
    /// Some of the texts with characters that are in no font of this machine.
    package var textsWithoutFont: [String]
  }

  /// Renders a keyboard.
  ///
  /// - Parameters:
  ///   - layout: Where everything stands.
  ///   - options: How it is rendered.
  ///   - files: The bundle's pictures by their paths; of one that is not there the title is drawn.
  package func render(
    _ layout: InterfaceLayout, _ options: RenderOptions, pictures files: [String: [UInt8]] = [:]
  ) throws(DrawingError) -> Rendering {
    let canvas = try Canvas(options.format, size: layout.size, scale: options.scale)
    let typesetter = typesetter(options)
    typesetter.missing = []
    var troubles: [String: String] = [:]
    canvas.fill(Rect(x: 0, y: 0, width: layout.size.width, height: layout.size.height), layout.background)
    for element in layout.elements where element.visibleFrame != nil && element.appearance.opacity > 0 {
      let drawing = ElementDrawing(
        element: element, options: options, theme: layout.theme, typesetter: typesetter,
        picture: { name throws(DrawingError) in try self.picture(files[name]) })
      drawing.draw(on: canvas)
      troubles.merge(drawing.troubles) { first, _ in first }
    }
    if let alternatives = AlternativesDrawing(layout, options, typesetter) { alternatives.draw(on: canvas) }
    return Rendering(file: try canvas.file(), troubles: troubles, textsWithoutFont: typesetter.missing)
  }

  /// Where the letters of a title or label are.
  package struct Title {
    /// The element.
    package var element: PlacedElement
    /// What its letters cover, in points from the keyboard's top left corner.
    package var ink: Rect
    /// Points that its letters have; fewer than the element's look says where there is no room for that.
    package var fontSize: Double
    /// Whether a part of the text is left out, or a word is broken.
    package var isCut: Bool
  }

  /// The titles and labels of a layout as they would be drawn, symbols and pictures left out.
  package func titles(of layout: InterfaceLayout, _ options: RenderOptions = RenderOptions()) -> [Title] {
    let typesetter = typesetter(options)
    return layout.elements.compactMap { element in
      let text: String
      switch element.content {
      case .key(let key) where key.image == nil && KeySymbol(key) == nil: text = key.title
      case .label(let label): text = label.text
      case .key, .image, .background: return nil
      }
      let room = ElementDrawing.textRoom(of: element)
      guard let fitted = typesetter.fit(text, element.appearance, width: room.width, height: room.height) else {
        return nil
      }
      let ink = Rect(
        x: room.x + fitted.ink.x, y: room.y + fitted.ink.y, width: fitted.ink.width, height: fitted.ink.height)
      return Title(element: element, ink: ink, fontSize: fitted.fontSize, isCut: fitted.isCut)
    }
  }

  private func typesetter(_ options: RenderOptions) -> Typesetter {
    // Curves are the same at any scale.
    let scale = options.format == .png ? options.scale : 1
    if let known = typesetters[scale] { return known }
    if typesetters.count >= Self.keptScales { typesetters = [:] }
    let typesetter = Typesetter(scale: scale)
    typesetters[scale] = typesetter
    return typesetter
  }

  private func picture(_ file: [UInt8]?) throws(DrawingError) -> BundlePicture {
    guard let file else { throw DrawingError("The file does not exist.") }
    if let known = pictures[file] { return try known.get() }
    let result = Result { () throws(DrawingError) in try BundlePicture(file) }
    if case .success(let picture) = result { keptPixels += picture.pixels }
    if pictures.count >= Self.mostPictures || keptPixels > Self.mostPixels {
      pictures = [:]
      keptPixels = 0
    }
    pictures[file] = result
    return try result.get()
  }
}
