internal import InputViewModel
internal import Layout
internal import RenderProtocol

/// An element of a layout with its state. Equal values produce equal pixels.
struct DrawnElement: Hashable {
  let element: PlacedElement
  /// Whether the element is a pressed key.
  let isPressed: Bool
  /// Whether the element is a key that the renderer draws without its title, symbol and picture.
  let hidesTitle: Bool
  /// Whether the appearance is dark. A drawing has different colors for the dark appearance.
  let isDark: Bool
}

/// A part of a keyboard. The renderer draws each part as a whole.
enum DrawnPart: Hashable {
  /// A visible element.
  case element(DrawnElement)
  /// The pop-up of a held key.
  case popUp(DrawnAlternatives)

  /// The parts of a keyboard in drawing order.
  static func parts(of layout: InputViewLayout, _ feedback: KeyFeedback) -> [DrawnPart] {
    let pressed = Set(feedback.pressedKeys)
    let elements = layout.elements.lazy.filter { $0.visibleFrame != nil && $0.appearance.opacity > 0 }
    return elements.map { element in
      // Only keys get the look of a pressed key. If the user presses a canvas, the keyboard itself draws the pressed
      // state.
      let key: Key? = if case .key(let key) = element.content { key } else { nil }
      let isPressed = !pressed.isEmpty && key.map { pressed.contains($0.identifier) } ?? false
      return .element(
        DrawnElement(
          element: element, isPressed: isPressed, hidesTitle: feedback.hidesTitles && key != nil,
          isDark: layout.theme.isDark))
    } + feedback.popUps.compactMap { DrawnAlternatives($0, of: layout) }.map { .popUp($0) }
  }

  /// The area that the part covers, in points.
  var bounds: Rect {
    switch self {
    case .element(let drawn):
      var bounds = drawn.element.frame
      // Use the bounds of the drawing: if a canvas covers the whole keyboard, a growing line redraws only the area
      // around the line.
      if case .canvas(let canvas) = drawn.element.content, drawn.element.appearance.background == nil {
        bounds = CanvasPlace(canvas, in: bounds).bounds(of: canvas.drawing)
      }
      // The shadow of a raised key extends one point below the key.
      if drawn.element.appearance.shadow != nil { bounds.height += 1 }
      return drawn.element.clip.flatMap { bounds.intersection($0) } ?? bounds
    case .popUp(let alternatives): return alternatives.bounds
    }
  }

  /// The areas, in points, that the renderer must draw whole because a clip inside them would change their pixels.
  ///
  /// Cairo rounds a slanted edge differently if the clip cuts the edge. A background has slanted edges only in its
  /// corners.
  var indivisible: [Rect] {
    guard case .element(let drawn) = self, case .background = drawn.element.content else { return [bounds] }
    let frame = drawn.element.frame
    let radius = drawn.element.appearance.cornerRadius
    guard radius > 0 else { return [] }
    let corners = [frame.x, frame.maxX - radius].flatMap { x in
      [frame.y, frame.maxY - radius].map { y in Rect(x: x, y: y, width: radius, height: radius) }
    }
    guard let clip = drawn.element.clip else { return corners }
    return corners.compactMap { $0.intersection(clip) }
  }
}
