// InputViewModel: values for a keyboard's input view, for key events, and for the environment in which the host shows
// the input view.
//
// For:    the host, a keyboard's process and KlavaKit. All types are plain `Sendable` values. The SDK contains
//         InputViewModel.
// Never:  lays out or draws (`Layout` and `Renderer` do), encodes (`KeyboardProtocol` does), or imports Foundation.
// Start:  `InputViewTree` below, `InputViewElements.swift` and `Key.swift` for the elements, `KeyEvent.swift` for
//         gestures.
//
// A tree may come from hostile code. `InputViewTree.validate()` checks the sizes and limits of the tree.

internal import TextModel

/// An input view as data: a tree of stacks, keys, labels, pictures and canvases.
///
/// The host copies an input view for each key event. A copy is cheap, because all properties are in one shared object.
package struct InputViewTree: Hashable, Sendable {
  private var contents: Shared<Contents>

  private struct Contents: Hashable, Sendable {
    var root: Element
    var height: Double?
    var designWidth: Double?
    var recognizesSwipes: Bool
    var enableInputClicksWhenVisible: Bool
    var keyPaths = KeyPaths()
    var numberedPaths = KeyPaths()
  }

  /// The root of the tree.
  package var root: Element {
    get { contents.value.root }
    set { contents.change { $0.root = newValue } }
  }
  /// The requested height in points; nil means the host's default height.
  package var height: Double? {
    get { contents.value.height }
    set { contents.change { $0.height = newValue } }
  }
  /// The width in points for which the author chose the fixed widths. If the design width is nil, fixed widths do not
  /// grow on a wider keyboard. See Behavior.md#fixed-sizes.
  package var designWidth: Double? {
    get { contents.value.designWidth }
    set { contents.change { $0.designWidth = newValue } }
  }
  /// Whether the keyboard gets swipes that begin anywhere in the input view.
  package var recognizesSwipes: Bool {
    get { contents.value.recognizesSwipes }
    set { contents.change { $0.recognizesSwipes = newValue } }
  }
  /// Whether keys make click sounds. Keys make no sounds if the user turned key sounds off. Corresponds to
  /// `UIInputViewAudioFeedback`.
  package var enableInputClicksWhenVisible: Bool {
    get { contents.value.enableInputClicksWhenVisible }
    set { contents.change { $0.enableInputClicksWhenVisible = newValue } }
  }
  /// The keys of the tree, by index and by identifier.
  private(set) var keyPaths: KeyPaths {
    get { contents.value.keyPaths }
    set { contents.change { $0.keyPaths = newValue } }
  }

  /// Creates an input view.
  package init(
    root: Element, height: Double? = nil, designWidth: Double? = nil, recognizesSwipes: Bool = false,
    enableInputClicksWhenVisible: Bool = false
  ) {
    contents = Shared(
      Contents(
        root: root, height: height, designWidth: designWidth, recognizesSwipes: recognizesSwipes,
        enableInputClicksWhenVisible: enableInputClicksWhenVisible))
  }

  /// One element of the tree.
  package indirect enum Element: Hashable, Sendable {
    /// A stack of elements.
    case stack(ElementStack)
    /// A key.
    case key(Key)
    /// A text that the keyboard can change.
    case label(Label)
    /// A picture.
    case image(Image)
    /// A row of suggestions.
    case suggestions(SuggestionBar)
    /// An element that the keyboard draws.
    case canvas(Canvas)
    /// Empty space. The associated value is its weight.
    case spacer(weight: Double)

    /// Creates a row of elements.
    package static func row(_ children: [Element]) -> Element { .stack(ElementStack(.row, children)) }
    /// Creates a column of elements.
    package static func column(_ children: [Element]) -> Element { .stack(ElementStack(.column, children)) }
  }

  /// All keys in reading order. Suggestions, and canvases that receive touches, count as keys too.
  package var keys: [Key] {
    var keys: [Key] = []
    root.addKeys(to: &keys)
    return keys
  }
  /// All labels in reading order.
  package var labels: [Label] { root.labels }
  /// All canvases in reading order.
  package var canvases: [Canvas] { root.canvases }

  /// Creates the index of the keys. With the index of the keys, the time to find a key does not depend on the size of
  /// the input view.
  ///
  /// Call `indexKeys()` again after each change of ``root``. ``updated(by:)`` also updates the index of the keys.
  package mutating func indexKeys() { keyPaths = KeyPaths(root) }

  /// Updates the index of the keys. Call this method after a change of properties of the keys with the given
  /// identifiers.
  mutating func indexChangedKeys(_ identifiers: [String]) {
    var keyPaths = keyPaths
    guard keyPaths.isIndexed, !identifiers.isEmpty else { return }
    for identifier in identifiers { keyPaths.update(identifier, in: root) }
    self.keyPaths = keyPaths
  }

  /// Returns the key whose identifier is `name`. If no key has this identifier, returns the first key whose title is
  /// `name`.
  package func key(_ name: String) -> Key? {
    let paths = keyPaths.isIndexed ? keyPaths : KeyPaths(root)
    return (paths.index(of: name) ?? paths.index(ofTitle: name)).flatMap { paths.key(at: $0) }
  }

  /// Returns the key at an index; nil for any number that is not the index of a key.
  package func key(at index: Int) -> Key? {
    keyPaths.isIndexed ? keyPaths.key(at: index) : KeyPaths(root).key(at: index)
  }

  /// Returns the index of the key with the given identifier; nil if no key has the identifier.
  ///
  /// An index stays the same until the tree's structure changes. Two trees with the same structure have the same
  /// indices.
  package func index(of identifier: String) -> Int? {
    keyPaths.isIndexed ? keyPaths.index(of: identifier) : KeyPaths(root).index(of: identifier)
  }

  /// Returns the index of the key that ``key(_:)`` returns for `name`; nil if ``key(_:)`` returns nil.
  package func index(ofName name: String) -> Int? {
    let paths = keyPaths.isIndexed ? keyPaths : KeyPaths(root)
    return paths.index(of: name) ?? paths.index(ofTitle: name)
  }

  /// The number of the input view; 0 before the host has numbered the input view. Each new input view of a session gets
  /// a different number.
  package var generation: UInt32 { contents.value.numberedPaths.generation }

  /// Sets the number of this input view. Call ``indexKeys()`` first. After the input view has a number,
  /// ``position(of:)`` finds the indexed keys, even if the host later rearranges the tree for the screen.
  package mutating func number(_ generation: UInt32) {
    contents.change {
      $0.numberedPaths = $0.keyPaths
      $0.numberedPaths.generation = generation
    }
  }

  /// Returns the position of the key with the given identifier in the numbered input view. Returns nil if no key has
  /// the identifier, or if the input view has no number.
  package func position(of identifier: String) -> KeyEvent.Position? {
    contents.value.numberedPaths.index(of: identifier).map { KeyEvent.Position(index: $0, generation: generation) }
  }

  /// The limits of an input view.
  package enum Limit {
    /// The maximum total number of keys, labels, pictures, canvases and suggestions.
    static let elements = 1_000
    /// The maximum number of alternatives on one key, or of suggestions in one suggestion bar.
    static let choices = 32
    /// The maximum number of columns of a grid.
    static let columns = 64
    /// The maximum total number of elements of all kinds.
    package static let elementsOfAnyKind = 4_096
    /// The maximum depth of nested stacks.
    package static let depth = 16
    /// The maximum size of a title, label or identifier in UTF-8 bytes.
    static let textBytes = BoundedText.bytes
    /// The largest width, height or radius in points.
    static let length = 4_096.0
  }
}

extension InputViewTree.Element {
  fileprivate var children: [InputViewTree.Element] {
    switch self {
    case .stack(let stack): stack.children
    case .key, .label, .image, .suggestions, .canvas, .spacer: []
    }
  }

  fileprivate func addKeys(to keys: inout [Key]) {
    switch self {
    case .key(let key): keys.append(key)
    case .suggestions(let bar): keys += bar.keys
    case .canvas(let canvas): if let key = canvas.key { keys.append(key) }
    case .stack(let stack): for child in stack.children { child.addKeys(to: &keys) }
    case .label, .image, .spacer: break
    }
  }

  fileprivate var labels: [Label] {
    if case .label(let label) = self { [label] } else { children.flatMap(\.labels) }
  }

  fileprivate var canvases: [Canvas] {
    if case .canvas(let canvas) = self { [canvas] } else { children.flatMap(\.canvases) }
  }
}
