/// The path of each key in an input view, by identifier. With it, finding a key takes the same time in views of any
/// size.
///
/// A path stays valid while only properties of elements change. All values of this type compare as equal, because the
/// tree alone determines the paths.
struct KeyPaths: Hashable, Sendable {
  /// For each identifier, the index in each stack on the way to the key. For a suggestion, the last index is its index
  /// in the suggestion bar. Nil before the tree is indexed.
  private var paths: [String: [UInt16]]?

  init() {}

  init(_ root: InputViewTree.Element) {
    var paths: [String: [UInt16]] = [:]
    root.visitKeys(at: []) { identifier, path in
      // If several keys have the same identifier, the first one in reading order counts.
      if paths[identifier] == nil { paths[identifier] = path }
    }
    self.paths = paths
  }

  /// Whether the tree is indexed.
  var isIndexed: Bool { paths != nil }

  /// Returns the key with an identifier in this tree; nil if there is none.
  func key(_ identifier: String, in root: InputViewTree.Element) -> Key? {
    paths?[identifier].flatMap { root.key(at: $0[...]) }
  }

  static func == (_: KeyPaths, _: KeyPaths) -> Bool { true }
  func hash(into _: inout Hasher) {}
}

extension InputViewTree.Element {
  fileprivate func visitKeys(at path: [UInt16], _ visit: (_ identifier: String, _ path: [UInt16]) -> Void) {
    switch self {
    case .container(let container):
      for (index, child) in container.children.enumerated() {
        child.visitKeys(at: path + [UInt16(truncatingIfNeeded: index)], visit)
      }
    case .key(let key): visit(key.identifier, path)
    case .suggestions(let bar):
      for (index, key) in bar.keys.enumerated() { visit(key.identifier, path + [UInt16(truncatingIfNeeded: index)]) }
    case .label, .image, .spacer: break
    }
  }

  fileprivate func key(at path: ArraySlice<UInt16>) -> Key? {
    switch self {
    case .container(let container):
      guard let index = path.first.map(Int.init), container.children.indices ~= index else { return nil }
      return container.children[index].key(at: path.dropFirst())
    case .key(let key): return key
    case .suggestions(let bar):
      guard let index = path.first.map(Int.init), bar.keys.indices ~= index else { return nil }
      return bar.keys[index]
    case .label, .image, .spacer: return nil
    }
  }
}
