internal import CCairo
internal import InputViewModel
internal import Layout

/// Draws one element of a layout.
final class ElementRenderer {
  let drawn: DrawnElement
  let typesetter: Typesetter
  private let picture: (String) throws(RendererError) -> BundlePicture

  /// The pictures that the renderer could not draw, with the reasons.
  private(set) var troubles: [String: String] = [:]

  /// Creates the renderer of an element. `picture` returns the picture with the given name. The name is the path of a
  /// file in the bundle, or the name of a system image.
  init(
    _ drawn: DrawnElement, typesetter: Typesetter, picture: @escaping (String) throws(RendererError) -> BundlePicture
  ) {
    self.drawn = drawn
    self.typesetter = typesetter
    self.picture = picture
  }

  /// Draws the element inside its frame. Only the shadow of a raised key extends beyond the frame.
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
      // Shade a pressed key with the color of its text, so that the shade is visible on a key of any color.
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
    case .canvas(let drawing): draw(drawing, on: canvas)
    case .key(let key):
      let face = KeyFace(key, element, room: textRoom)
      draw(key, in: face.title, on: canvas)
      var small = appearance
      small.fontSize = face.fontSize
      small.fontWeight = .regular
      small.alignment = .center
      if let subtitle = key.subtitle, let room = face.subtitle { draw(subtitle, in: room, small, on: canvas) }
      // Hints are paler than the title, but legible.
      small.foreground = small.foreground.opaque(0.75)
      for (hint, place) in zip(key.hints, face.hints) {
        small.alignment = place.alignment
        draw(hint.text, in: place.rect, small, on: canvas)
      }
    }
  }

  /// Draws the picture, symbol or title of a key.
  private func draw(_ key: Key, in title: Rect, on canvas: borrowing Canvas) {
    // If the key has a subtitle, the picture is higher on the key, as a title would be.
    let room = key.subtitle == nil ? frame : title
    if let name = key.image {
      let area = SystemImage(pictureName: name) == nil ? Self.pictureRoom(in: room) : symbolRoom(in: room)
      if draw(pictureNamed: name, in: area, on: canvas) { return }
    }
    if let symbol = KeySymbol(key) {
      symbol.draw(
        on: canvas, center: room.center, side: symbolRoom(in: room).width, appearance.foreground,
        isFilled: key.isSelected, isMirrored: element.isMirrored)
    } else {
      draw(key.title, in: title, on: canvas)
    }
  }

  private func draw(
    _ text: String, in room: Rect, _ look: ElementAppearance? = nil, on canvas: borrowing Canvas
  ) {
    let look = look ?? appearance
    guard let fitted = typesetter.fit(text, look, width: room.width, height: room.height) else { return }
    typesetter.draw(fitted, on: canvas, at: Point(x: room.x, y: room.y), look.foreground)
  }

  /// Draws a picture. Returns false if the renderer cannot draw the picture.
  @discardableResult
  func draw(
    pictureNamed name: String, in room: Rect, template: RGBA? = nil, on canvas: borrowing Canvas
  ) -> Bool {
    guard !room.isEmpty else { return true }
    do {
      try picture(name).draw(on: canvas, in: room, template: template ?? appearance.foreground)
      return true
    } catch {
      troubles[name] = error.reason
      return false
    }
  }

  // MARK: Geometry

  private var element: PlacedElement { drawn.element }
  var frame: Rect { element.frame }
  var appearance: ElementAppearance { element.appearance }

  private var textRoom: Rect { Self.textRoom(of: element) }

  /// The part of an element that its text may use: the frame without a small margin. Wide elements with a background
  /// have larger margins at the left and right.
  static func textRoom(of element: PlacedElement) -> Rect {
    let isBare = element.appearance.background == nil
    let side = isBare ? 2 : min(5, element.frame.width * 0.05)
    return element.frame.inset(x: side, y: 2)
  }

  /// The part of a key that its title may use.
  static func titleRoom(of key: Key, in element: PlacedElement) -> Rect {
    KeyFace(key, element, room: textRoom(of: element)).title
  }

  /// The square for a symbol. The square is somewhat larger than a letter.
  private func symbolRoom(in area: Rect) -> Rect {
    let side = min(appearance.fontSize * 1.15, area.width * 0.8, area.height * 0.8)
    return Rect(x: area.center.x - side / 2, y: area.center.y - side / 2, width: side, height: side)
  }

  private static func pictureRoom(in area: Rect) -> Rect {
    let side = min(8, min(area.width, area.height) * 0.1)
    return area.inset(x: side, y: side)
  }
}
