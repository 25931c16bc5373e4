internal import InputViewModel

extension InputViewTree {
  /// Whether the input view has a usable key with the role `nextKeyboard` (Behavior.md#next-keyboard-key).
  ///
  /// A usable key is enabled, opaque enough, large enough, not covered by another layer, and outside of scroll areas.
  var showsNextKeyboardKey: Bool { root.showsNextKeyboardKey(opacity: 1) }
}

extension InputViewTree.Element {
  /// The least opacity of a usable key.
  private static let leastOpacity = 0.5
  /// The least weight of a usable key, relative to an ordinary key.
  private static let leastWeight = 0.5

  fileprivate func showsNextKeyboardKey(opacity: Double) -> Bool {
    switch self {
    case .container(let container):
      guard container.weight >= Self.leastWeight, container.size.isTarget else { return false }
      let opacity = opacity * container.style.opacity
      switch container.arrangement {
      case .row, .column, .grid: return container.children.contains { $0.showsNextKeyboardKey(opacity: opacity) }
      case .horizontalScroll, .verticalScroll: return false
      case .layers: return container.children.last?.showsNextKeyboardKey(opacity: opacity) == true
      }
    case .key(let key):
      return key.role == .nextKeyboard && key.isEnabled && opacity * key.style.opacity >= Self.leastOpacity
        && key.weight >= Self.leastWeight && key.size.isTarget
    case .label, .image, .suggestions, .canvas, .spacer: return false
    }
  }
}

extension FixedSize {
  /// The least fixed width or height of a usable key, in points.
  private static let leastLength = 16.0

  fileprivate var isTarget: Bool { [width, height].allSatisfy { ($0 ?? Self.leastLength) >= Self.leastLength } }
}
