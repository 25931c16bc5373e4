// InputViewModel: the input view of a keyboard as data, key events, and the environment in which the input view is
// shown.
//
// For:    the host, a keyboard's process and KlavaKit. All types are plain `Sendable` values. The SDK ships the module.
// Never:  lays out or draws (`Layout` and `Renderer` do), encodes (`KeyboardProtocol` does), or imports Foundation.
// Start:  `InputViewTree` below, `InputViewElements.swift` and `Key.swift` for the elements, `KeyEvent.swift` for
//         gestures.
//
// A tree may come from hostile code. `InputViewTree.validate()` checks its sizes and limits.

internal import TextModel

/// An input view as data: a tree of stacks, keys, labels and pictures.
package struct InputViewTree: Hashable, Sendable {
  /// The root of the tree.
  package var root: Element
  /// The requested height in points; nil means the host's usual height.
  package var height: Double?
  /// Whether the keyboard handles swipes.
  package var recognizesSwipes: Bool
  /// Whether keys click if the user has turned clicks on. Corresponds to `UIInputViewAudioFeedback`.
  package var enableInputClicksWhenVisible: Bool
  /// The path of each key in the tree, by identifier.
  private(set) var keyPaths = KeyPaths()

  /// Creates an input view.
  package init(
    root: Element, height: Double? = nil, recognizesSwipes: Bool = false, enableInputClicksWhenVisible: Bool = false
  ) {
    self.root = root
    self.height = height
    self.recognizesSwipes = recognizesSwipes
    self.enableInputClicksWhenVisible = enableInputClicksWhenVisible
  }

  /// One element of the tree.
  package indirect enum Element: Hashable, Sendable {
    /// A stack of elements.
    case container(Container)
    /// A key.
    case key(Key)
    /// A text that the keyboard can change.
    case label(Label)
    /// A picture.
    case image(Image)
    /// A row of suggestions.
    case suggestions(SuggestionBar)
    /// Empty space with this weight.
    case spacer(weight: Double)

    /// Creates a row of elements.
    package static func row(_ children: [Element]) -> Element { .container(Container(.row, children)) }
    /// Creates a column of elements.
    package static func column(_ children: [Element]) -> Element { .container(Container(.column, children)) }
  }

  /// All keys in reading order, including suggestions.
  package var keys: [Key] { root.keys }
  /// All labels in reading order.
  package var labels: [Label] { root.labels }

  /// Prepares ``key(_:)`` so that finding a key by its identifier takes the same time in views of any size.
  ///
  /// Call this after the tree's structure or its suggestions changed. Other changes keep it prepared.
  package mutating func indexKeys() { keyPaths = KeyPaths(root) }

  /// Returns the key with this identifier; if there is none, the first key with this title.
  package func key(_ name: String) -> Key? {
    var key: Key?
    if keyPaths.isIndexed {
      return keyPaths.key(name, in: root) ?? (root.find(&key) { $0.title == name } ? key : nil)
    }
    return root.find(&key) { $0.identifier == name } || root.find(&key) { $0.title == name } ? key : nil
  }

  /// The limits of an input view.
  package enum Limit {
    /// The number of keys, labels, pictures and suggestions together.
    static let elements = 1_000
    /// The number of alternatives of one key, or of suggestions of one suggestion bar.
    static let choices = 32
    /// The number of columns of a grid.
    static let columns = 64
    /// The number of elements of all kinds together.
    package static let elementsOfAnyKind = 4_096
    /// The depth of nested stacks.
    package static let depth = 16
    /// The size of a title, label or identifier in UTF-8 bytes.
    static let textBytes = BoundedText.bytes
    /// The largest width, height or radius in points.
    static let length = 4_096.0
  }
}

extension InputViewTree.Element {
  fileprivate var children: [InputViewTree.Element] {
    switch self {
    case .container(let container): container.children
    case .key, .label, .image, .suggestions, .spacer: []
    }
  }

  fileprivate var keys: [Key] {
    switch self {
    case .key(let key): [key]
    case .suggestions(let bar): bar.keys
    default: children.flatMap(\.keys)
    }
  }

  /// Finds the first key in reading order that a test accepts, and returns whether there is one. It runs for each key
  /// press, so it copies only the key that it finds.
  fileprivate func find(_ key: inout Key?, where accepts: (borrowing Key) -> Bool) -> Bool {
    switch self {
    case .container(let container): return container.children.contains { $0.find(&key, where: accepts) }
    case .key(let own):
      guard accepts(own) else { return false }
      key = own
    case .suggestions(let bar):
      guard let own = bar.keys.first(where: { accepts($0) }) else { return false }
      key = own
    case .label, .image, .spacer: return false
    }
    return true
  }

  fileprivate var labels: [Label] {
    if case .label(let label) = self { [label] } else { children.flatMap(\.labels) }
  }
}
