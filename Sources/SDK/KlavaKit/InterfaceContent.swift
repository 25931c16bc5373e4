/// What can stand in an ``InputView``: containers, ``Key``, ``Label``, ``Image``, ``SuggestionBar`` and ``Spacer``.
public protocol InterfaceContent {}

/// Content side by side, from the leading edge on: a horizontal `UIStackView`.
public struct Row: InterfaceContent, ElementContainer {
  let content: [any InterfaceContent]
  /// What its modifiers said.
  public var look = ElementLook()
  /// A row of this content.
  public init(@InterfaceBuilder content: () -> [any InterfaceContent]) { self.content = content() }
}

/// Content one below the other: a vertical `UIStackView`.
public struct Column: InterfaceContent, ElementContainer {
  let content: [any InterfaceContent]
  /// What its modifiers said.
  public var look = ElementLook()
  /// A column of this content.
  public init(@InterfaceBuilder content: () -> [any InterfaceContent]) { self.content = content() }
}

/// Content in rows of cells of equal width: a `UICollectionView` with a flow layout. The last row may be shorter.
public struct Grid: InterfaceContent, ElementContainer {
  let columns: Int
  let content: [any InterfaceContent]
  /// What its modifiers said.
  public var look = ElementLook()
  /// A grid of so many cells in a row (1 to 64), filled row by row.
  public init(columns: Int, @InterfaceBuilder content: () -> [any InterfaceContent]) {
    self.columns = columns
    self.content = content()
  }
}

/// Content at its own size, of which the person reaches by scrolling what does not fit: a `UIScrollView`.
public struct ScrollArea: InterfaceContent, ElementContainer {
  /// Which way the person scrolls.
  public enum Axis: Hashable, Sendable {
    /// Content side by side; one without a width of its own is an ordinary key wide for each unit of its weight.
    case horizontal
    /// Content one below the other; one without a height of its own is an ordinary row high for each unit of its weight,
    /// and at least as high as the rows that are in it.
    case vertical
  }

  let axis: Axis
  let content: [any InterfaceContent]
  /// What its modifiers said.
  public var look = ElementLook()
  /// An area that scrolls this way.
  public init(_ axis: Axis, @InterfaceBuilder content: () -> [any InterfaceContent]) {
    self.axis = axis
    self.content = content()
  }
}

/// Empty room beside its neighbours; 1 is the width of an ordinary key.
public struct Spacer: InterfaceContent {
  let weight: Double
  /// Room of this weight.
  public init(weight: Double = 1) { self.weight = weight }
}

/// A text that the keyboard changes with ``InputViewController/setText(_:ofLabel:)``: a `UILabel`.
public struct Label: InterfaceContent, StyledElement {
  let identifier: String
  let text: String
  private(set) var spokenText: String?
  /// What its modifiers said.
  public var look: ElementLook
  /// A label with a unique identifier, and its first text.
  public init(_ identifier: String, text: String = "", weight: Double = 1) {
    self.identifier = identifier
    self.text = text
    look = ElementLook(weight: weight)
  }

  /// The label, of which a screen reader says this instead of its text: `UIAccessibility.accessibilityLabel`.
  public func accessibilityLabel(_ text: String) -> Label {
    var label = self
    label.spokenText = text
    return label
  }
}

/// A picture that is no key, and that the keyboard changes with ``InputViewController/setImage(_:ofImage:)``: a `UIImageView`.
public struct Image: InterfaceContent, StyledElement {
  let name: String
  let identifier: String?
  let accessibilityLabel: String?
  /// What its modifiers said.
  public var look = ElementLook()
  /// The picture at this path in the bundle's resources, PNG or SVG. `identifier` must be unique and is the path if not given
  /// (a second picture of the same path gets `#2` after it); without `accessibilityLabel` a screen reader passes it over.
  public init(_ name: String, identifier: String? = nil, accessibilityLabel: String? = nil) {
    self.name = name
    self.identifier = identifier
    self.accessibilityLabel = accessibilityLabel
  }
}

/// A row of suggestions, of equal width, that the keyboard changes with ``InputViewController/setSuggestions(_:ofBar:)`` as
/// the person types. It keeps its room where there are none.
public struct SuggestionBar: InterfaceContent, StyledElement {
  let identifier: String
  let suggestions: [String]
  let action: ((Int, String) -> Void)?
  /// What its modifiers said.
  public var look = ElementLook()
  /// A bar with a unique identifier and its first suggestions, at most 32. `action` gets the index and the text of the one
  /// that is pressed; without it, the suggestion is typed.
  public init(_ identifier: String, suggestions: [String] = [], action: ((Int, String) -> Void)? = nil) {
    self.identifier = identifier
    self.suggestions = suggestions
    self.action = action
  }
}
