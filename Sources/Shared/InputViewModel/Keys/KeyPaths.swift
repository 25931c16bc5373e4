/// The keys of an input view, by index and by identifier. The time to find a key does not depend on the size of the
/// input view.
///
/// An index and its path stay valid until the tree's structure changes. The operator `==` treats all values of this
/// type as equal, so that a comparison of two input views ignores the index of their keys.
struct KeyPaths: Hashable, Sendable {
  /// The paths from the root to the keys, suggestion bars and canvases, in reading order. A path contains one index for
  /// each stack from the root to the element: the index of the child on the path.
  private var paths: [[UInt16]] = []
  /// The key, suggestion bar or canvas at each of the paths in `paths`.
  private var elements: [InputViewTree.Element] = []
  /// The index of each key, by the key's identifier; nil before ``InputViewTree/indexKeys()``.
  private var indices: [String: Int]?
  /// The number of the input view: ``InputViewTree/generation``.
  var generation: UInt32 = 0

  private static let stride = InputViewTree.indicesOfElement

  init() {}

  init(_ root: InputViewTree.Element) {
    var indices: [String: Int] = [:]
    root.visit(at: []) { element, path in
      func add(_ key: Key, _ offset: Int = 0) {
        // If several keys have the same identifier, store the index of the first key in reading order.
        if indices[key.identifier] == nil { indices[key.identifier] = paths.count * Self.stride + offset }
      }
      switch element {
      case .key(let key): add(key)
      case .suggestions(let bar): for (offset, key) in bar.keys.prefix(Self.stride).enumerated() { add(key, offset) }
      case .canvas(let canvas): if let key = canvas.key { add(key) }
      default: break
      }
      paths.append(path)
      elements.append(element)
    }
    self.indices = indices
  }

  var isIndexed: Bool { indices != nil }

  /// Returns the index of the key with an identifier; nil if no key has the identifier.
  func index(of identifier: String) -> Int? { indices?[identifier] }

  /// Returns the index of the first key with a title; nil if no key has the title.
  func index(ofTitle title: String) -> Int? {
    for (place, element) in elements.enumerated() {
      switch element {
      case .key(let key) where key.title == title: return place * Self.stride
      case .canvas(let canvas) where canvas.key?.title == title: return place * Self.stride
      case .suggestions(let bar):
        if let offset = bar.suggestions.firstIndex(of: title) { return place * Self.stride + offset }
      default: break
      }
    }
    return nil
  }

  /// Returns the key at an index of this tree; nil for any number that is not the index of a key.
  func key(at index: Int) -> Key? {
    let (place, offset) = index.quotientAndRemainder(dividingBy: Self.stride)
    guard index >= 0, place < elements.count else { return nil }
    switch elements[place] {
    case .key(let key): return offset == 0 ? key : nil
    case .suggestions(let bar): return bar.suggestions.indices ~= offset ? bar.key(at: offset) : nil
    case .canvas(let canvas): return offset == 0 ? canvas.key : nil
    default: return nil
    }
  }

  /// Updates the stored copy of the key with the given identifier, after a property of this key changed.
  mutating func update(_ identifier: String, in root: InputViewTree.Element) {
    guard let index = index(of: identifier), let element = root.descendant(at: paths[index / Self.stride]) else {
      return
    }
    elements[index / Self.stride] = element
  }

  static func == (_: KeyPaths, _: KeyPaths) -> Bool { true }
  func hash(into _: inout Hasher) {}
}

extension InputViewTree {
  /// The number of indices that are reserved for each key, suggestion bar and canvas. Because the number is the same
  /// for all elements, a change of the suggestions does not change the indices of other keys.
  package static let indicesOfElement = Limit.choices
}

extension InputViewTree.Element {
  /// Visits each key, suggestion bar and canvas in reading order.
  fileprivate func visit(at path: [UInt16], _ body: (InputViewTree.Element, _ path: [UInt16]) -> Void) {
    switch self {
    case .stack(let stack):
      var path = path
      path.append(0)
      for (index, child) in stack.children.enumerated() {
        path[path.count - 1] = UInt16(truncatingIfNeeded: index)
        child.visit(at: path, body)
      }
    case .key, .suggestions, .canvas: body(self, path)
    case .label, .image, .spacer: break
    }
  }

  fileprivate func descendant(at path: [UInt16]) -> Self? {
    var element = self
    for index in path {
      guard let child = element.child(at: Int(index)) else { return nil }
      element = child
    }
    return element
  }

  private func child(at index: Int) -> Self? {
    guard case .stack(let stack) = self, stack.children.indices ~= index else { return nil }
    return stack.children[index]
  }
}
