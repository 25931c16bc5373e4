extension InputViewTree {
  /// The names of all images that the input view shows, in reading order, with duplicates. A name is the path of a
  /// picture in the bundle, or the name of a ``SystemImage`` with its prefix.
  package var imageNames: [String] {
    var names: [String] = []
    root.addImageNames(to: &names)
    return names
  }
}

extension InputViewTree.Element {
  fileprivate func addImageNames(to names: inout [String]) {
    switch self {
    case .stack(let stack): for child in stack.children { child.addImageNames(to: &names) }
    case .key(let key): if let image = key.image { names.append(image) }
    case .image(let image): names.append(image.name)
    case .canvas(let canvas): names += canvas.drawing.imageNames
    case .label, .suggestions, .spacer: break
    }
  }
}
