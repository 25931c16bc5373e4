internal import TextInput

extension Interface {
  /// Whether a person can see and reach a key for the next keyboard: enabled, opaque enough to be seen, no sliver beside its
  /// neighbors, and not in an area that must be scrolled first (Behavior.md#next-keyboard-key).
  var showsNextKeyboardKey: Bool { root.showsNextKeyboardKey(opacity: 1) }
}

extension Interface.Element {
  /// A key that is fainter than this may pass unseen.
  private static let leastOpacity = 0.5
  /// The share of an ordinary key's width below which a key is no target any more.
  private static let leastWeight = 0.5

  fileprivate func showsNextKeyboardKey(opacity: Double) -> Bool {
    switch self {
    case .container(let container):
      switch container.arrangement {
      case .row, .column, .grid:
        let opacity = opacity * container.style.opacity
        return container.weight >= Self.leastWeight && container.size.isTarget
          && container.children.contains { $0.showsNextKeyboardKey(opacity: opacity) }
      case .horizontalScroll, .verticalScroll: return false
      }
    case .key(let key):
      return key.role == .nextKeyboard && key.isEnabled && opacity * key.style.opacity >= Self.leastOpacity
        && key.weight >= Self.leastWeight && key.size.isTarget
    case .label, .image, .suggestions, .spacer: return false
    }
  }
}

extension FixedSize {
  /// Points of a fixed width or height below which a key is no target any more.
  private static let leastLength = 16.0

  fileprivate var isTarget: Bool { [width, height].allSatisfy { ($0 ?? Self.leastLength) >= Self.leastLength } }
}
