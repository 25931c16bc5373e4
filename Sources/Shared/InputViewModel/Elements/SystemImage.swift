/// A picture that Klava draws without a file. A system image has the name of an SF Symbol.
package struct SystemImage: Hashable, Sendable {
  /// The name, such as `doc.on.doc`.
  package let name: String

  /// The prefix that marks a picture's name as the name of a system image.
  package static let prefix = "system:"

  /// The names of the images that Klava can draw.
  package static let names: Set<String> = [
    "arrow.backward", "arrow.clockwise", "arrow.counterclockwise", "arrow.down", "arrow.forward", "arrow.left",
    "arrow.left.and.right", "arrow.right", "arrow.up", "arrow.uturn.backward", "arrow.uturn.forward", "capslock",
    "capslock.fill", "checkmark", "chevron.backward", "chevron.down", "chevron.forward", "chevron.left",
    "chevron.right", "chevron.up", "clock", "delete.backward", "delete.left", "delete.right", "doc.on.clipboard",
    "doc.on.doc", "ellipsis", "face.smiling", "gearshape", "globe", "heart", "house", "keyboard",
    "keyboard.chevron.compact.down", "magnifyingglass", "mic", "minus", "pencil", "plus", "return", "scissors", "shift",
    "shift.fill", "space", "star", "text.cursor", "trash", "xmark",
  ]

  /// Creates the system image for a picture's name, such as `system:globe`; nil if the name is the path of a file.
  package init?(pictureName: String) {
    guard pictureName.hasPrefix(Self.prefix) else { return nil }
    name = String(pictureName.dropFirst(Self.prefix.count))
  }

  /// The remedy in an error message about an unknown name.
  package static let remedy = "Use one of these names after `\(prefix)`: \(names.sorted().joined(separator: ", "))."

  /// Whether Klava can draw the image.
  package var isKnown: Bool { Self.names.contains(name) }
}
