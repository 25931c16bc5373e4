package import TextInput

extension InterfaceLayout {
  /// The key that a touch or click at this point is for; nil where it is for none.
  package func key(at point: Point) -> PlacedElement? {
    elements.last { $0.key != nil && $0.visibleFrame?.contains(point) == true }
  }

  /// The key with this identifier.
  package func element(ofKey identifier: String) -> PlacedElement? {
    elements.first { $0.key?.identifier == identifier }
  }

  /// The innermost area that scrolls under this point.
  package func scrollArea(at point: Point) -> ScrollArea? {
    scrollAreas.last { $0.frame.contains(point) }
  }

  /// The cells of the pop-up of a held key, one for each alternative, wholly inside the keyboard.
  package func alternatives(of key: PlacedElement) -> [Rect] { [] }

  /// The key that an arrow key leads to; nil at the edge.
  package func neighbour(of key: PlacedElement, towards direction: SwipeDirection) -> PlacedElement? { nil }
}
