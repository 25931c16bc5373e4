internal import CCairo
internal import InputViewModel
internal import Layout

/// Draws one element of a layout.
final class ElementRenderer {
  private let drawn: DrawnElement
  private let typesetter: Typesetter
  private let picture: (String) throws(RendererError) -> BundlePicture

  /// The pictures that could not be drawn, with the reasons.
  private(set) var troubles: [String: String] = [:]

  /// Creates the renderer of an element. `picture` returns a picture of the bundle by its path.
  init(
    _ drawn: DrawnElement, typesetter: Typesetter, picture: @escaping (String) throws(RendererError) -> BundlePicture
  ) {
    self.drawn = drawn
    self.typesetter = typesetter
    self.picture = picture
  }

  /// Draws the element inside its frame. Only the shadow of a raised key extends beyond it.
  func draw(on canvas: borrowing Canvas) {
    guard let clip = element.clip else { return drawFaded(on: canvas) }
    cairo_save(canvas.context)
    canvas.path(clip, cornerRadius: 0)
    cairo_clip(canvas.context)
    drawFaded(on: canvas)
    cairo_restore(canvas.context)
  }

  private func drawFaded(on canvas: borrowing Canvas) {
    let isFaded = appearance.opacity < 1
    if isFaded { cairo_push_group(canvas.context) }
    drawShape(on: canvas)
    cairo_save(canvas.context)
    canvas.path(frame, cornerRadius: 0)
    cairo_clip(canvas.context)
    drawContent(on: canvas)
    cairo_restore(canvas.context)
    if isFaded {
      cairo_pop_group_to_source(canvas.context)
      cairo_paint_with_alpha(canvas.context, appearance.opacity)
    }
  }

  // MARK: Shape

  private func drawShape(on canvas: borrowing Canvas) {
    if let shadow = appearance.shadow, !drawn.isPressed {
      var below = frame
      below.y += 1
      canvas.fill(below, cornerRadius: appearance.cornerRadius, shadow)
    }
    if let background = appearance.background {
      canvas.fill(frame, cornerRadius: appearance.cornerRadius, background)
    }
    if drawn.isPressed {
      // The shade has the color of the text, so that it is visible on a key of any color.
      var shade = appearance.foreground
      shade.rawValue = shade.rawValue & 0xFFFF_FF00 | 0x30
      canvas.fill(frame, cornerRadius: appearance.cornerRadius, shade)
    }
  }

  // MARK: Content

  private func drawContent(on canvas: borrowing Canvas) {
    switch element.content {
    case .background: break
    case .key where drawn.hidesTitle: break
    case .label(let label): draw(label.text, in: textRoom, on: canvas)
    case .image(let image):
      if !draw(pictureNamed: image.name, in: frame, on: canvas) {
        draw(image.accessibilityLabel ?? "", in: textRoom, on: canvas)
      }
    case .key(let key):
      if let name = key.image {
        let room = SystemImage(pictureName: name) == nil ? pictureRoom : symbolRoom
        if draw(pictureNamed: name, in: room, on: canvas) { return }
      }
      if let symbol = KeySymbol(key) {
        symbol.draw(
          on: canvas, center: frame.center, side: symbolRoom.width, appearance.foreground, isFilled: key.isSelected,
          isMirrored: element.isMirrored)
      } else {
        draw(key.title, in: textRoom, on: canvas)
      }
    }
  }

  private func draw(_ text: String, in room: Rect, on canvas: borrowing Canvas) {
    guard let fitted = typesetter.fit(text, appearance, width: room.width, height: room.height) else { return }
    typesetter.draw(fitted, on: canvas, at: Point(x: room.x, y: room.y), appearance.foreground)
  }

  /// Draws a picture, and returns whether that succeeded.
  private func draw(pictureNamed name: String, in room: Rect, on canvas: borrowing Canvas) -> Bool {
    guard !room.isEmpty else { return true }
    do {
      try picture(name).draw(on: canvas, in: room, template: appearance.foreground)
      return true
    } catch {
      troubles[name] = error.reason
      return false
    }
  }

  // MARK: Geometry

  private var element: PlacedElement { drawn.element }
  private var frame: Rect { element.frame }
  private var appearance: ElementAppearance { element.appearance }

  /// Text keeps a small distance from the edges, and a larger distance from rounded corners.
  private var textRoom: Rect { Self.textRoom(of: element) }

  /// The part of an element that its text may use.
  static func textRoom(of element: PlacedElement) -> Rect {
    let isBare = element.appearance.background == nil
    let side = isBare ? 2 : min(5, max(2, element.frame.width * 0.05))
    return element.frame.inset(x: side, y: 2)
  }

  /// A square that is somewhat larger than a letter.
  private var symbolRoom: Rect {
    let side = min(appearance.fontSize * 1.15, frame.width * 0.8, frame.height * 0.8)
    return Rect(x: frame.center.x - side / 2, y: frame.center.y - side / 2, width: side, height: side)
  }

  private var pictureRoom: Rect {
    let side = min(8, min(frame.width, frame.height) * 0.1)
    return frame.inset(x: side, y: side)
  }
}
