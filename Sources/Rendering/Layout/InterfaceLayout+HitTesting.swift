internal import TextInput

extension InterfaceLayout {
  /// How far from a key a touch is still for it: the empty half key beside a row is, the middle of an empty area is
  /// not.
  private static let reach = 24.0

  /// The key that a touch or click at this point is for; nil where it is for none.
  ///
  /// A gap belongs to the nearest key. A label or picture belongs to none, nor do the safe areas.
  package func key(at point: Point) -> PlacedElement? {
    guard touchArea.contains(point) else { return nil }
    return touchTargets.key(at: point, reach: Self.reach).map { elements[$0] }
  }

  /// The key with this identifier; the keyboard's own before the host's globe key.
  package func element(ofKey identifier: String) -> PlacedElement? {
    elements.first { $0.key?.identifier == identifier }
  }

  /// The globe key that the host added, if it did.
  package var hostsGlobeKey: PlacedElement? { elements.last.flatMap { $0.isHostsGlobeKey ? $0 : nil } }

  /// The innermost area that scrolls under this point.
  package func scrollArea(at point: Point) -> ScrollArea? {
    scrollAreas.last { $0.frame.contains(point) }
  }

  /// The offsets, by their areas' paths, that bring an element into the windows of the areas around it; none where it
  /// is not in any. In an area inside another the inner window may have to be brought into sight first: lay out and ask
  /// again.
  package func scrollOffsets(showing element: PlacedElement) -> [ElementPath: Double] {
    guard let path = element.path else { return [:] }
    var offsets: [ElementPath: Double] = [:]
    for area in scrollAreas where area.holds(path) { offsets[area.path] = area.offset(showing: element.frame) }
    return offsets
  }
}

/// The frames of what can be touched, apart from all else: a finger on the glass asks a thousand times a second.
struct TouchTargets: Hashable {
  private struct Key: Hashable {
    let index: Int
    let frame: Rect
  }

  private var keys: [Key] = []
  /// Labels and pictures, which are no part of any key.
  private var others: [Rect] = []

  /// The targets among these elements.
  init(_ elements: [PlacedElement]) {
    for (index, element) in elements.enumerated() {
      guard let frame = element.visibleFrame else { continue }
      switch element.content {
      case .key: if element.isTouchable { keys.append(Key(index: index, frame: frame)) }
      case .label, .image: others.append(frame)
      case .background: break
      }
    }
  }

  /// The place of the key that this point is in, else of the nearest one not farther away than this.
  func key(at point: Point, reach: Double) -> Int? {
    var nearest: Int?
    var least = reach * reach
    for key in keys {
      // Keys do not overlap, so a point is in one at most.
      if key.frame.contains(point) { return key.index }
      let distance = key.frame.squaredDistance(to: point)
      if distance < least {
        least = distance
        nearest = key.index
      }
    }
    return others.contains { $0.contains(point) } ? nil : nearest
  }
}
