// Rendering: an interface tree and a size to frames, then to terminal cells or to pixels.
//
// For:    the frame and the look of each element, the same on every machine; which key a point belongs to.
// Never:  measures a text, opens a picture, asks the person's desktop, or remembers anything between two layouts.
// Start:  `InterfaceLayout.swift` for what a layout says.

package import TextInput

/// Where each element of an interface stands, for one size.
package struct InterfaceLayout: Hashable, Sendable {
  /// The keyboard's size; the height is as the keyboard asks, within limits.
  package let size: Size
  /// What there is to draw, in drawing order: what is behind comes first.
  package let elements: [PlacedElement]
  /// What can be scrolled, outer areas before those in them.
  package let scrollAreas: [ScrollArea]
  /// The host's colours.
  package let theme: Theme
  /// Behind the whole keyboard.
  package let background: RGBA

  /// Lays the interface out, which must be valid.
  package init(
    _ interface: Interface, in environment: KeyboardEnvironment, addsGlobeKey: Bool = false,
    scrollOffsets: [ElementPath: Double] = [:]
  ) {
    size = Size(width: environment.width, height: interface.height ?? 216)
    theme = Theme(isDark: environment.isDark)
    background = theme.backdrop
    scrollAreas = []
    var elements: [PlacedElement] = []
    let bounds = Rect(x: 0, y: 0, width: size.width, height: size.height).inset(x: 3, y: 5.5)
    Self.place(interface.root, in: bounds, path: [], theme: theme, into: &elements)
    self.elements = elements
  }

  private static func place(
    _ element: Interface.Element, in box: Rect, path: ElementPath, theme: Theme, into elements: inout [PlacedElement]
  ) {
    func add(_ content: PlacedElement.Content) {
      let appearance = ElementAppearance(
        foreground: theme.text, background: theme.panel, shadow: nil, cornerRadius: 5, opacity: 1, fontSize: 22,
        fontWeight: .regular, alignment: .center)
      elements.append(PlacedElement(content: content, frame: box, clip: nil, appearance: appearance, path: path))
    }
    switch element {
    case .container(let container):
      let isRow = container.arrangement == .row || container.arrangement == .horizontalScroll
      let count = Double(container.children.count)
      for (index, child) in container.children.enumerated() {
        let share = Double(index) / count
        let part =
          isRow
          ? Rect(x: box.x + box.width * share, y: box.y, width: box.width / count, height: box.height)
          : Rect(x: box.x, y: box.y + box.height * share, width: box.width, height: box.height / count)
        place(
          child, in: part.inset(x: isRow ? 3 : 0, y: isRow ? 0 : 5), path: path.appending(index), theme: theme,
          into: &elements)
      }
    case .key(let key): add(.key(key))
    case .label(let label): add(.label(label))
    case .image(let image): add(.image(image))
    case .suggestions(let bar):
      place(.row(bar.keys.map { .key($0) }), in: box, path: path, theme: theme, into: &elements)
    case .spacer: break
    }
  }
}
