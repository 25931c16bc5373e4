/// A stack: a row, column, grid, scroll area or layers of elements.
package struct ElementStack: Hashable, Sendable {
  /// The arrangement of the elements in a stack.
  package enum Arrangement: Hashable, Sendable {
    /// A row: the children are side by side, from the leading edge.
    case row
    /// A column: the children go from top to bottom.
    case column
    /// A grid: rows of cells that all have the same width. The associated value is the number of cells in a row. The
    /// last row may have fewer cells.
    case grid(columns: Int)
    /// A horizontal scroll area: the children are side by side. Without a fixed width, the width of an element is the
    /// default width of a key, multiplied by the element's weight.
    case horizontalScroll
    /// A vertical scroll area: the children go from top to bottom. An element without a fixed height is as high as the
    /// default height of a row, multiplied by the element's weight. If the element's content is higher, the element is
    /// as high as its content.
    case verticalScroll
    /// Layers: each child fills the whole frame of the stack and covers the previous child.
    case layers
  }

  /// The arrangement of the children.
  package var arrangement: Arrangement
  /// The children in reading order.
  package var children: [InputViewTree.Element]
  /// The weight. A stack divides its free space among its children in proportion to their weights.
  package var weight: Double
  /// A fixed width and height.
  package var size: FixedSize
  /// The style. Descendants without a foreground color or font inherit the stack's color or font.
  package var style: ElementStyle
  /// The space between the children in points; nil means the host's default space.
  package var spacing: Double?
  /// Whether the children keep their left-to-right order in a right-to-left layout. Corresponds to
  /// `UISemanticContentAttribute.forceLeftToRight`.
  package var forcesLeftToRight: Bool

  /// Creates a stack.
  package init(
    _ arrangement: Arrangement, _ children: [InputViewTree.Element], weight: Double = 1, size: FixedSize = FixedSize(),
    style: ElementStyle = ElementStyle(), spacing: Double? = nil, forcesLeftToRight: Bool = false
  ) {
    self.arrangement = arrangement
    self.children = children
    self.weight = weight
    self.size = size
    self.style = style
    self.spacing = spacing
    self.forcesLeftToRight = forcesLeftToRight
  }
}

/// A text in the input view.
package struct Label: Hashable, Sendable {
  /// The identifier, unique among the labels of the input view. A change of the label contains this identifier.
  package var identifier: String
  /// The text of the label.
  package var text: String
  /// The weight. A stack divides its free space among its children in proportion to their weights.
  package var weight: Double
  /// A fixed width and height.
  package var size: FixedSize
  /// The style.
  package var style: ElementStyle
  /// The text for a screen reader; nil means ``text``.
  package var accessibilityLabel: String?

  /// Creates a label.
  package init(
    _ identifier: String, text: String = "", weight: Double = 1, size: FixedSize = FixedSize(),
    style: ElementStyle = ElementStyle(), accessibilityLabel: String? = nil
  ) {
    self.identifier = identifier
    self.text = text
    self.weight = weight
    self.size = size
    self.style = style
    self.accessibilityLabel = accessibilityLabel
  }
}

/// A picture in the input view that is not a key.
package struct Image: Hashable, Sendable {
  /// The identifier, unique among the pictures of the input view. A change of the picture contains this identifier.
  package var identifier: String
  /// The path of a PNG or SVG file in the bundle's resources.
  package var name: String
  /// The weight. A stack divides its free space among its children in proportion to their weights.
  package var weight: Double
  /// A fixed width and height.
  package var size: FixedSize
  /// The style.
  package var style: ElementStyle
  /// The text for a screen reader; nil if the picture is only decoration.
  package var accessibilityLabel: String?

  /// Creates a picture.
  package init(
    _ identifier: String, name: String, weight: Double = 1, size: FixedSize = FixedSize(),
    style: ElementStyle = ElementStyle(), accessibilityLabel: String? = nil
  ) {
    self.identifier = identifier
    self.name = name
    self.weight = weight
    self.size = size
    self.style = style
    self.accessibilityLabel = accessibilityLabel
  }
}

/// A row of suggestions, which the keyboard changes while the user types. Each suggestion is a key. All suggestions
/// have the same width.
package struct SuggestionBar: Hashable, Sendable {
  /// The identifier, unique among the suggestion bars of the input view. A change of the suggestions contains this
  /// identifier.
  package var identifier: String
  /// The suggestions. A bar without suggestions takes up the same space as a bar with suggestions.
  package var suggestions: [String]
  /// The weight. A stack divides its free space among its children in proportion to their weights.
  package var weight: Double
  /// A fixed width and height.
  package var size: FixedSize
  /// The style of the bar and of its suggestions.
  package var style: ElementStyle
  /// The index of the suggestion that the host shows as switched on; nil for none.
  package var selected: Int?

  /// Creates a suggestion bar.
  package init(
    _ identifier: String, suggestions: [String] = [], weight: Double = 1, size: FixedSize = FixedSize(),
    style: ElementStyle = ElementStyle(), selected: Int? = nil
  ) {
    self.identifier = identifier
    self.suggestions = suggestions
    self.weight = weight
    self.size = size
    self.style = style
    self.selected = selected
  }

  /// The suggestions as keys. The key at index 2 of the bar `words` has the identifier `words.2`.
  package var keys: [Key] { suggestions.indices.map { key(at: $0) } }

  /// Returns the suggestion at a valid index as a key.
  func key(at index: Int) -> Key {
    Key(
      suggestions[index], identifier: "\(identifier).\(index)", role: .suggestion, style: style,
      isSelected: index == selected)
  }
}
