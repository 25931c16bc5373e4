/// What a keyboard shows, and what its keys do: rows of keys, built in code.
///
/// ```swift
/// inputView = InputView {
///   SuggestionBar("words")
///   Row { Key("e").alternatives(["é", "è"]); Key("⌫", role: .delete) }
///   Row { Key("🌐", role: .nextKeyboard); Key("B") { [textDocumentProxy] in textDocumentProxy.insertText("<b></b>") } }
/// }
/// .background(InterfaceColor(0xD1D3D9FF, dark: 0x2B2B2BFF))
/// ```
public struct InputView: ElementContainer {
  /// The height asked for, in points; nil for the host's usual one.
  public var height: Double?
  /// Whether swipes over the keyboard go to ``InputViewController/didSwipe(_:)``.
  public var recognizesSwipes: Bool
  /// `UIInputViewAudioFeedback`: whether keys click, where the person has clicks on.
  public var enableInputClicksWhenVisible: Bool
  /// What its modifiers said.
  public var look = ElementLook()
  let content: [any InterfaceContent]

  /// A view whose content stands in rows, one below the other.
  public init(
    height: Double? = nil, recognizesSwipes: Bool = false, enableInputClicksWhenVisible: Bool = false,
    @InterfaceBuilder content: () -> [any InterfaceContent]
  ) {
    self.height = height
    self.recognizesSwipes = recognizesSwipes
    self.enableInputClicksWhenVisible = enableInputClicksWhenVisible
    self.content = content()
  }
}

/// Builds the content of an ``InputView``: elements one after the other, with `if`, `switch` and `for`.
@resultBuilder
public enum InterfaceBuilder {
  /// One element.
  public static func buildExpression(_ element: any InterfaceContent) -> [any InterfaceContent] { [element] }
  /// Elements made elsewhere.
  public static func buildExpression(_ elements: [any InterfaceContent]) -> [any InterfaceContent] { elements }
  /// Elements in order.
  public static func buildBlock(_ parts: [any InterfaceContent]...) -> [any InterfaceContent] { parts.flatMap(\.self) }
  /// `if` without `else`.
  public static func buildOptional(_ part: [any InterfaceContent]?) -> [any InterfaceContent] { part ?? [] }
  /// `if`.
  public static func buildEither(first: [any InterfaceContent]) -> [any InterfaceContent] { first }
  /// `else`.
  public static func buildEither(second: [any InterfaceContent]) -> [any InterfaceContent] { second }
  /// `for`.
  public static func buildArray(_ parts: [[any InterfaceContent]]) -> [any InterfaceContent] { parts.flatMap(\.self) }
}
