package import TextInput

extension Interface {
  /// The paths of all pictures that it shows, in reading order, one as often as it is shown.
  package var pictureNames: [String] { root.pictureNames }
}

extension Interface.Element {
  fileprivate var pictureNames: [String] {
    switch self {
    case .container(let container): container.children.flatMap(\.pictureNames)
    case .key(let key): key.image.map { [$0] } ?? []
    case .image(let image): [image.name]
    case .label, .suggestions, .spacer: []
    }
  }
}
