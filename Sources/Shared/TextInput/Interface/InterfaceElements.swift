/// Elements side by side, one below the other, in a grid, or behind a window that scrolls.
public struct Container: Hashable, Sendable {
  /// How a container arranges what is in it.
  public enum Arrangement: Hashable, Sendable {
    /// Side by side, from the leading edge on.
    case row
    /// One below the other.
    case column
    /// Rows of this many cells of equal width; the last row may be shorter.
    case grid(columns: Int)
    /// Side by side at their own widths; what does not fit is reached by scrolling to the side. An element without a fixed
    /// width is an ordinary key wide for each unit of its weight.
    case horizontalScroll
    /// One below the other at their own heights; what does not fit is reached by scrolling down. An element without a
    /// fixed height is an ordinary row high for each unit of its weight, and at least as high as the rows that are in it.
    case verticalScroll
  }

  /// How it arranges its children.
  public var arrangement: Arrangement
  /// What is in it, in reading order.
  public var children: [Interface.Element]
  /// Its share of its parent's room beside its neighbors.
  public var weight: Double
  /// A width and height that do not depend on the neighbors.
  public var size: FixedSize
  /// How it looks; its foreground and font are those of what is in it, where that has none.
  public var style: ElementStyle
  /// Points between its children; nil for the host's usual room.
  public var spacing: Double?
  /// `UISemanticContentAttribute.forceLeftToRight`: not mirrored where the layout runs from right to left, as a number pad is
  /// not.
  public var forcesLeftToRight: Bool

  /// A container of these children.
  public init(
    _ arrangement: Arrangement, _ children: [Interface.Element], weight: Double = 1, size: FixedSize = FixedSize(),
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

/// A text in the interface.
public struct Label: Hashable, Sendable {
  /// Unique in its interface; what updates name.
  public var identifier: String
  /// The text.
  public var text: String
  /// The label's width beside its neighbors.
  public var weight: Double
  /// A width and height that do not depend on the neighbors.
  public var size: FixedSize
  /// How it looks.
  public var style: ElementStyle
  /// What a screen reader says; nil for the text.
  public var accessibilityLabel: String?

  /// A label with this identifier and text.
  public init(
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

/// A picture in the interface that is not a key.
public struct Image: Hashable, Sendable {
  /// Unique in its interface; what updates name.
  public var identifier: String
  /// The path of the picture in the bundle's resources: PNG or SVG.
  public var name: String
  /// The picture's width beside its neighbors.
  public var weight: Double
  /// A width and height that do not depend on the neighbors.
  public var size: FixedSize
  /// How it looks.
  public var style: ElementStyle
  /// What a screen reader says; nil for a picture that only decorates.
  public var accessibilityLabel: String?

  /// A picture with this identifier and path.
  public init(
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

/// A row of suggestions that the keyboard changes as the person types; each is a key of equal width.
public struct SuggestionBar: Hashable, Sendable {
  /// Unique in its interface; what updates name.
  public var identifier: String
  /// The suggestions; the bar keeps its room where there is none.
  public var suggestions: [String]
  /// The bar's share of its parent's room beside its neighbors.
  public var weight: Double
  /// A width and height that do not depend on the neighbors.
  public var size: FixedSize
  /// How it and its suggestions look.
  public var style: ElementStyle

  /// A bar with this identifier.
  public init(
    _ identifier: String, suggestions: [String] = [], weight: Double = 1, size: FixedSize = FixedSize(),
    style: ElementStyle = ElementStyle()
  ) {
    self.identifier = identifier
    self.suggestions = suggestions
    self.weight = weight
    self.size = size
    self.style = style
  }

  /// The suggestions as keys; the one at index 2 of the bar `words` has the identifier `words.2`.
  public var keys: [Key] {
    suggestions.enumerated().map { index, suggestion in
      Key(suggestion, identifier: "\(identifier).\(index)", role: .suggestion, style: style)
    }
  }
}
