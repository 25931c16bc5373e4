package import InputViewModel

extension InputViewTree {
  /// The paths of all pictures that the input view shows from the bundle, in reading order, with duplicates.
  package var pictureNames: [String] { root.pictureNames.filter { SystemImage(pictureName: $0) == nil } }
}

extension InputViewTree.Element {
  fileprivate var pictureNames: [String] {
    switch self {
    case .stack(let stack): stack.children.flatMap(\.pictureNames)
    case .key(let key): key.image.map { [$0] } ?? []
    case .image(let image): [image.name]
    case .canvas(let canvas): canvas.drawing.imageNames
    case .label, .suggestions, .spacer: []
    }
  }
}
