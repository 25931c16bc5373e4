/// A small text at an edge or a corner of a key.
package struct KeyHint: Hashable, Sendable {
  /// The position of the hint on its key.
  package var position: KeyHintPosition
  /// The text of the hint.
  package var text: String

  /// Creates a hint.
  package init(_ text: String, at position: KeyHintPosition) {
    self.text = text
    self.position = position
  }
}

/// The position of a small text on a key. In a right-to-left layout, leading is right.
public enum KeyHintPosition: Int, CaseIterable, Sendable {
  /// The upper corner at the leading edge.
  case topLeading = 0
  /// At the upper edge.
  case top = 1
  /// The upper corner at the trailing edge.
  case topTrailing = 2
  /// At the leading edge.
  case leading = 3
  /// At the trailing edge.
  case trailing = 4
  /// The lower corner at the leading edge.
  case bottomLeading = 5
  /// At the lower edge.
  case bottom = 6
  /// The lower corner at the trailing edge.
  case bottomTrailing = 7

  /// The position's name in an `Interface.plist`.
  public var name: String { String(describing: self) }

  /// Creates the position with the given name in an `Interface.plist`; nil if no position has the name.
  ///
  /// - Parameter name: The name.
  public init?(name: String) {
    guard let position = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = position
  }
}
