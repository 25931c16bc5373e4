/// What a keyboard shows, and what its keys do: rows of keys, built in code.
///
/// ```swift
/// inputView = InputView {
///   Row { Key("🌐", role: .nextKeyboard); Key("B") { [textDocumentProxy] in textDocumentProxy.insertText("<b></b>") } }
/// }
/// ```
public struct InputView {
  /// The height asked for, in points; nil for the host's usual one.
  public var height: Double?
  /// Whether swipes over the keyboard go to ``InputViewController/didSwipe(_:)``.
  public var recognizesSwipes: Bool
  /// `UIInputViewAudioFeedback`: whether keys click, where the person has clicks on.
  public var enableInputClicksWhenVisible: Bool
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

/// What can stand in an ``InputView``: ``Row``, ``Column``, ``Key``, ``Label`` and ``Spacer``.
public protocol InterfaceContent {}

/// Content side by side.
public struct Row: InterfaceContent {
  let content: [any InterfaceContent]
  /// A row of this content.
  public init(@InterfaceBuilder content: () -> [any InterfaceContent]) { self.content = content() }
}

/// Content one below the other.
public struct Column: InterfaceContent {
  let content: [any InterfaceContent]
  /// A column of this content.
  public init(@InterfaceBuilder content: () -> [any InterfaceContent]) { self.content = content() }
}

/// Empty room beside its neighbours; 1 is the width of an ordinary key.
public struct Spacer: InterfaceContent {
  let weight: Double
  /// Room of this weight.
  public init(weight: Double = 1) { self.weight = weight }
}

/// A text that the keyboard changes with ``InputViewController/setText(_:ofLabel:)``.
public struct Label: InterfaceContent {
  let identifier: String
  let text: String
  let weight: Double
  /// A label with a unique identifier, and its first text.
  public init(_ identifier: String, text: String = "", weight: Double = 1) {
    self.identifier = identifier
    self.text = text
    self.weight = weight
  }
}

/// A key, and what it does.
///
/// A key without an action does what its role says: it types its title, deletes, advances to the next keyboard.
public struct Key: InterfaceContent {
  let title: String
  let identifier: String?
  let role: KeyRole
  let weight: Double
  let image: String?
  let accessibilityLabel: String?
  let isEnabled: Bool
  var handlers: KeyHandlers

  /// A key with this title; `identifier` must be unique and is the title if not given (a second key of the same title gets
  /// `#2` after it), `image` is the path of a picture in the bundle, `weight` the width beside ordinary keys.
  public init(
    _ title: String, identifier: String? = nil, role: KeyRole = .character, weight: Double = 1, image: String? = nil,
    accessibilityLabel: String? = nil, isEnabled: Bool = true, action: (() -> Void)? = nil
  ) {
    self.title = title
    self.identifier = identifier
    self.role = role
    self.weight = weight
    self.image = image
    self.accessibilityLabel = accessibilityLabel
    self.isEnabled = isEnabled
    handlers = KeyHandlers(press: action)
  }

  /// The key, doing this when it is held for half a second.
  public func onLongPress(_ action: @escaping () -> Void) -> Key {
    var key = self
    key.handlers.longPress = action
    return key
  }

  /// The key, doing this when it is let go after it was held.
  public func onRelease(_ action: @escaping () -> Void) -> Key {
    var key = self
    key.handlers.release = action
    return key
  }

  /// The key, doing this when the finger moves away from it.
  public func onSwipe(_ action: @escaping (SwipeDirection) -> Void) -> Key {
    var key = self
    key.handlers.swipe = action
    return key
  }
}

/// What one key does; nil leaves it to the key's role.
struct KeyHandlers {
  var press: (() -> Void)?
  var longPress: (() -> Void)?
  var release: (() -> Void)?
  var swipe: ((SwipeDirection) -> Void)?
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
