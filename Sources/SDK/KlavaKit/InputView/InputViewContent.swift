internal import InputViewModel

/// An element of an ``InputView``: a stack, ``Key``, ``Label``, ``Image``, ``Canvas``, ``SuggestionBar`` or ``Spacer``.
public protocol InputViewContent {}

/// Elements side by side, from the leading edge. Corresponds to a horizontal `UIStackView`.
public struct Row: InputViewContent, ElementContainer {
  let content: [any InputViewContent]
  /// The appearance and size that the modifiers of the element have set.
  public var look = ElementLook()
  /// Creates a row of elements.
  ///
  /// - Parameter content: The elements.
  public init(@InputViewBuilder content: () -> [any InputViewContent]) { self.content = content() }
}

/// Elements from top to bottom. Corresponds to a vertical `UIStackView`.
public struct Column: InputViewContent, ElementContainer {
  let content: [any InputViewContent]
  /// The appearance and size that the modifiers of the element have set.
  public var look = ElementLook()
  /// Creates a column of elements.
  ///
  /// - Parameter content: The elements.
  public init(@InputViewBuilder content: () -> [any InputViewContent]) { self.content = content() }
}

/// Elements that lie over each other, with the first element at the back. Corresponds to subviews of one `UIView`.
///
/// A touch goes to the foremost element that accepts touches: a key, or a ``Canvas`` with `onTouch`. Exception: the
/// user can press a key with the role ``KeyRole/nextKeyboard`` or ``KeyRole/dismiss`` even if another element covers
/// the key.
public struct Layers: InputViewContent, ElementContainer {
  let content: [any InputViewContent]
  /// The appearance and size that the modifiers of the element have set.
  public var look = ElementLook()
  /// Creates layers of elements, with the first element at the back.
  ///
  /// - Parameter content: The elements.
  public init(@InputViewBuilder content: () -> [any InputViewContent]) { self.content = content() }
}

/// Elements in rows. All cells of the grid have the same width. Corresponds to a `UICollectionView` with a flow layout.
///
/// The last row can be shorter than the other rows.
public struct Grid: InputViewContent, ElementContainer {
  let columns: Int
  let content: [any InputViewContent]
  /// The appearance and size that the modifiers of the element have set.
  public var look = ElementLook()
  /// Creates a grid. The elements fill the grid row by row.
  ///
  /// - Parameters:
  ///   - columns: The number of cells in a row, 1 to 64.
  ///   - content: The elements.
  public init(columns: Int, @InputViewBuilder content: () -> [any InputViewContent]) {
    self.columns = columns
    self.content = content()
  }
}

/// An area that the user can scroll. The host does not shrink the elements in the scroll direction. Corresponds to
/// `UIScrollView`.
public struct ScrollArea: InputViewContent, ElementContainer {
  /// The direction in which the user scrolls.
  public enum Axis: Hashable, Sendable {
    /// Elements side by side. Without a fixed width, the width of an element is the default width of a key, multiplied
    /// by the element's weight.
    case horizontal
    /// Elements from top to bottom. Without a fixed height, the height of an element is the default height of a row,
    /// multiplied by the element's weight.
    ///
    /// An element that contains rows is at least as high as all its rows together.
    case vertical
  }

  let axis: Axis
  let content: [any InputViewContent]
  /// The appearance and size that the modifiers of the element have set.
  public var look = ElementLook()
  /// Creates an area that the user can scroll along an axis.
  ///
  /// - Parameters:
  ///   - axis: The direction in which the user scrolls.
  ///   - content: The elements.
  public init(_ axis: Axis, @InputViewBuilder content: () -> [any InputViewContent]) {
    self.axis = axis
    self.content = content()
  }
}

/// Empty space between elements.
public struct Spacer: InputViewContent {
  let weight: Double
  /// Creates empty space.
  ///
  /// - Parameter weight: The weight of the space. The default weight of a key is 1.
  public init(weight: Double = 1) { self.weight = weight }
}

/// A text that the keyboard can change with ``InputViewController/setText(_:ofLabel:)``. Corresponds to `UILabel`.
public struct Label: InputViewContent, StyledElement {
  let identifier: String
  let text: String
  private(set) var spokenText: String?
  /// The appearance and size that the modifiers of the element have set.
  public var look: ElementLook
  /// Creates a label.
  ///
  /// - Parameters:
  ///   - identifier: A name that no other label has.
  ///   - text: The initial text.
  ///   - weight: The weight of the label. Neighboring elements share the space in proportion to their weights.
  public init(_ identifier: String, text: String = "", weight: Double = 1) {
    self.identifier = identifier
    self.text = text
    look = ElementLook(weight: weight)
  }

  /// A copy of this label with a text that a screen reader speaks instead of the label's text. Corresponds to
  /// `UIAccessibility.accessibilityLabel`.
  ///
  /// - Parameter text: The spoken text.
  public func accessibilityLabel(_ text: String) -> Label {
    var label = self
    label.spokenText = text
    return label
  }
}

/// A picture that is not a key. Corresponds to `UIImageView`.
///
/// The keyboard can change the picture with ``InputViewController/setImage(_:ofImage:)``.
public struct Image: InputViewContent, StyledElement {
  let name: String
  let identifier: String?
  let accessibilityLabel: String?
  /// The appearance and size that the modifiers of the element have set.
  public var look = ElementLook()
  /// Creates a picture.
  ///
  /// - Parameters:
  ///   - name: The path of a PNG or SVG file in the bundle.
  ///   - identifier: A name that no other picture has. By default, the identifier is the path, or `PATH#2` for the
  ///     second picture with the same path.
  ///   - accessibilityLabel: The text that a screen reader speaks. Without a label, a screen reader skips the picture.
  public init(_ name: String, identifier: String? = nil, accessibilityLabel: String? = nil) {
    self.name = name
    self.identifier = identifier
    self.accessibilityLabel = accessibilityLabel
  }

  /// Creates a picture of a system image, which Klava draws. Corresponds to `UIImage(systemName:)`.
  ///
  /// - Parameters:
  ///   - systemName: The name of an SF Symbol, such as `doc.on.doc`; <doc:BuildingTheInputView> lists the names.
  ///   - identifier: A name that no other picture has.
  ///   - accessibilityLabel: The text that a screen reader speaks. Without a label, a screen reader skips the picture.
  ///     If Klava does not know the name of the system image, Klava shows the accessibility label.
  public init(systemName: String, identifier: String? = nil, accessibilityLabel: String? = nil) {
    self.init(SystemImage.prefix + systemName, identifier: identifier, accessibilityLabel: accessibilityLabel)
  }
}

/// A row of suggestions of equal width.
///
/// The keyboard changes the suggestions with ``InputViewController/setSuggestions(_:ofBar:)`` while the user types. A
/// bar without suggestions takes up the same space as a bar with suggestions.
public struct SuggestionBar: InputViewContent, StyledElement {
  let identifier: String
  let suggestions: [String]
  let action: (@MainActor (Int, String) -> Void)?
  /// The appearance and size that the modifiers of the element have set.
  public var look = ElementLook()
  /// Creates a suggestion bar.
  ///
  /// - Parameters:
  ///   - identifier: A name that no other bar has.
  ///   - suggestions: The initial suggestions, at most 32.
  ///   - action: Called with the index and the text of the pressed suggestion. Without an action, the host types the
  ///     suggestion.
  public init(_ identifier: String, suggestions: [String] = [], action: (@MainActor (Int, String) -> Void)? = nil) {
    self.identifier = identifier
    self.suggestions = suggestions
    self.action = action
  }
}
