package import InputViewModel

extension InputViewTree {
  /// The paths of all pictures that the input view shows from the bundle, in reading order, with duplicates.
  package var pictureNames: [String] { imageNames.filter { SystemImage(pictureName: $0) == nil } }
}
