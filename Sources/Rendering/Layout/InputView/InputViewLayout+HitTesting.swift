internal import InputViewModel

extension InputViewLayout {
  /// The largest distance from a key at which a touch still hits the key, in points: about half the size of a key.
  private static let reach = 24.0

  /// The key for a touch at a point; nil if there is none.
  ///
  /// A point in a gap belongs to the nearest key. Labels, pictures and the safe areas belong to no key. If keys
  /// overlap, the point belongs to the foremost key.
  ///
  /// As an exception, a globe key, and a key that hides the keyboard, get their touches even if another key covers
  /// them. If a globe key and a key that hides the keyboard overlap, the globe key gets the touch. The globe key has
  /// precedence because the host switches the keyboard even if the keyboard ignores the globe key. The host hides a
  /// keyboard only at the keyboard's request.
  package func key(at point: Point) -> PlacedElement? {
    guard touchArea.contains(point) else { return nil }
    return touchTargets.key(at: point, reach: Self.reach).map { elements[$0] }
  }

  /// The key with an identifier. If the host's globe key has the same identifier as a key of the keyboard, the result
  /// is the key of the keyboard.
  package func element(ofKey identifier: String) -> PlacedElement? {
    elements.first { $0.key?.identifier == identifier }
  }

  /// The globe key that the host added, if any.
  package var hostsGlobeKey: PlacedElement? { elements.last.flatMap { $0.isHostsGlobeKey ? $0 : nil } }

  /// The innermost scroll area at a point.
  package func scrollArea(at point: Point) -> ScrollArea? {
    scrollAreas.last { $0.frame.contains(point) }
  }

  /// The scroll offsets that make an element visible, by path of the scroll area; empty if the element is in no scroll
  /// area.
  ///
  /// If scroll areas are nested, the offsets of the first call may make only the inner area visible. For nested scroll
  /// areas, compute the layout with the returned offsets, and call this method again on the new layout.
  package func scrollOffsets(showing element: PlacedElement) -> [ElementPath: Double] {
    guard let path = element.path else { return [:] }
    var offsets: [ElementPath: Double] = [:]
    for area in scrollAreas where area.holds(path) { offsets[area.path] = area.offset(showing: element.frame) }
    return offsets
  }
}

/// The frames of all touch targets. A separate array makes the search fast, because a touch screen reports up to a
/// thousand samples per second.
struct TouchTargets: Hashable {
  private struct Key: Hashable {
    let index: Int
    let frame: Rect
    /// The precedence of the key. Of two overlapping keys, the key with the greater value gets the touch, even if the
    /// other key is in front.
    let precedence: Int

    /// Whether this key gets a touch that is equally near to this key and to the key `other` behind it.
    func covers(_ other: Key) -> Bool { precedence >= other.precedence && frame.intersection(other.frame) != nil }
  }

  private var keys: [Key] = []
  /// The frames of labels and pictures, which belong to no key.
  private var others: [Rect] = []

  /// Collects the touch targets among the elements.
  init(_ elements: [PlacedElement]) {
    for (index, element) in elements.enumerated() {
      guard let frame = element.visibleFrame else { continue }
      switch element.content {
      case .key, .canvas:
        guard element.isTouchable, let role = element.key?.role else { continue }
        let precedence = role == .nextKeyboard ? 2 : role == .dismiss ? 1 : 0
        keys.append(Key(index: index, frame: frame, precedence: precedence))
      case .label, .image: others.append(frame)
      case .background: break
      }
    }
  }

  /// The index of the key that contains a point, or of the nearest key within `reach` points.
  func key(at point: Point, reach: Double) -> Int? {
    var hit: Key?
    var nearest: Key?
    var least = reach * reach
    for key in keys {
      let distance = key.frame.squaredDistance(to: point)
      if distance == 0, key.frame.contains(point), key.precedence >= hit?.precedence ?? 0 { hit = key }
      if distance < least || distance == least && nearest.map(key.covers) == true {
        least = distance
        nearest = key
      }
    }
    if let hit { return hit.index }
    return others.contains { $0.contains(point) } ? nil : nearest?.index
  }
}
