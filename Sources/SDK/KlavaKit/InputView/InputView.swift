/// The tree of elements that a keyboard shows, with the actions of its keys.
///
/// ```swift
/// inputView = InputView {
///   SuggestionBar("words")
///   Row { Key("e").alternatives(["é", "è"]); Key("⌫", role: .delete) }
///   Row { Key("🌐", role: .nextKeyboard); Key("B") { [textDocumentProxy] in textDocumentProxy.insertText("<b></b>") } }
/// }
/// .background(InputViewColor(0xD1D3D9FF, dark: 0x2B2B2BFF))
/// ```
public struct InputView: ElementContainer {
  /// The requested height in points, at most 4,096; nil requests the host's default height.
  public var height: Double?
  /// The width of the input view, 1 to 4,096 points, for which you chose the fixed widths and spacings. If
  /// `designWidth` is nil, the host never enlarges fixed widths and spacings, but shrinks widths and spacings that do
  /// not fit.
  ///
  /// If the actual width differs from `designWidth`, the host scales all fixed widths and spacings by one factor, so
  /// that columns stay aligned.
  public var designWidth: Double?
  /// Whether the keyboard gets swipes that begin anywhere in the input view. The host calls
  /// ``InputViewController/didSwipe(_:)`` for a swipe, unless the swipe begins on a key with a swipe action.
  public var recognizesSwipes: Bool
  /// Whether keys make click sounds. Keys make no sounds if the user turned key sounds off. Corresponds to
  /// `UIInputViewAudioFeedback`.
  public var enableInputClicksWhenVisible: Bool
  /// The appearance and size that the modifiers of the input view have set.
  public var look = ElementLook()
  let content: [any InputViewContent]

  /// Creates an input view that shows elements from top to bottom.
  ///
  /// - Parameters:
  ///   - height: The requested height in points; nil requests the host's default height.
  ///   - designWidth: The width of the input view, 1 to 4,096 points, for which you chose the fixed widths and
  ///     spacings. With nil, the host never enlarges fixed widths and spacings.
  ///   - recognizesSwipes: Whether the keyboard gets swipes that begin anywhere in the input view.
  ///   - enableInputClicksWhenVisible: Whether keys make click sounds. Keys make no sounds if the user turned key
  ///     sounds off.
  ///   - content: The elements.
  public init(
    height: Double? = nil, designWidth: Double? = nil, recognizesSwipes: Bool = false,
    enableInputClicksWhenVisible: Bool = false, @InputViewBuilder content: () -> [any InputViewContent]
  ) {
    self.height = height
    self.designWidth = designWidth
    self.recognizesSwipes = recognizesSwipes
    self.enableInputClicksWhenVisible = enableInputClicksWhenVisible
    self.content = content()
  }
}

/// Builds the content of an ``InputView`` from a list of elements, with `if`, `switch` and `for`.
@resultBuilder
public enum InputViewBuilder {
  /// Accepts one element.
  ///
  /// - Parameter element: The element to show.
  public static func buildExpression(_ element: any InputViewContent) -> [any InputViewContent] { [element] }
  /// Accepts an array of elements.
  ///
  /// - Parameter elements: The elements.
  public static func buildExpression(_ elements: [any InputViewContent]) -> [any InputViewContent] { elements }
  /// Joins the elements of a block in order.
  ///
  /// - Parameter parts: The elements of each part, in order.
  public static func buildBlock(_ parts: [any InputViewContent]...) -> [any InputViewContent] { parts.flatMap(\.self) }
  /// Supports `if` without `else` in the list of elements.
  ///
  /// - Parameter part: The elements of the branch; nil if the condition is false.
  public static func buildOptional(_ part: [any InputViewContent]?) -> [any InputViewContent] { part ?? [] }
  /// Supports `if` and `switch` in the list of elements.
  ///
  /// - Parameter first: The elements of the branch.
  public static func buildEither(first: [any InputViewContent]) -> [any InputViewContent] { first }
  /// Supports `else` and `switch` in the list of elements.
  ///
  /// - Parameter second: The elements of the branch.
  public static func buildEither(second: [any InputViewContent]) -> [any InputViewContent] { second }
  /// Supports `for`.
  ///
  /// - Parameter parts: The elements of each part, in order.
  public static func buildArray(_ parts: [[any InputViewContent]]) -> [any InputViewContent] { parts.flatMap(\.self) }
}
