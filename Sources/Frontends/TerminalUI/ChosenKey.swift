internal import Gestures
internal import InputViewModel
internal import Layout

// Functions that find the chosen key again after the shift state or the suggestions changed, so that Return still
// presses the same key.

extension InputViewLayout {
  /// The center of a key, measured from the lower left corner, because rows above the keys can appear and disappear.
  func place(ofKey identifier: String) -> Point? { element(ofKey: identifier).map(place) }

  private func place(of element: PlacedElement) -> Point {
    Point(x: element.frame.center.x, y: element.frame.center.y - size.height)
  }

  /// Returns the key that the user chose: the key with this identifier, or the same letter with another shift state. If
  /// neither key exists, returns the key nearest to `place`. If the user chose no key, returns the first key that is
  /// not a suggestion.
  func chosenKey(
    _ identifier: String?, at place: Point?, isRightToLeft: Bool, includesHidden: Bool = false
  ) -> PlacedElement? {
    if let identifier, let element = element(ofKey: identifier) { return element }
    let elements = rows(isRightToLeft: isRightToLeft, includesHidden: includesHidden).flatMap(\.self)
    if let lower = identifier?.lowercased(),
      let element = elements.first(where: { $0.key?.identifier.lowercased() == lower })
    {
      return element
    }
    guard let place else { return elements.first { $0.key?.role != .suggestion } ?? elements.first }
    func distance(_ element: PlacedElement) -> Double {
      let other = self.place(of: element)
      let (x, y) = (other.x - place.x, other.y - place.y)
      return x * x + y * y
    }
    return elements.min { distance($0) < distance($1) }
  }
}
