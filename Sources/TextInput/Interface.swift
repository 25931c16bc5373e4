/// What a keyboard shows: a tree of rows, columns, keys and labels, as data.
public struct Interface: Hashable, Sendable {
  /// The outermost element.
  public var root: Element
  /// The height the keyboard asks for, in points; nil for the host's usual one.
  public var height: Double?
  /// Whether swipes over the keyboard are for the keyboard.
  public var recognizesSwipes: Bool
  /// `UIInputViewAudioFeedback`: whether keys click when the person has clicks on.
  public var enableInputClicksWhenVisible: Bool

  /// An interface of this tree.
  public init(
    root: Element, height: Double? = nil, recognizesSwipes: Bool = false, enableInputClicksWhenVisible: Bool = false
  ) {
    self.root = root
    self.height = height
    self.recognizesSwipes = recognizesSwipes
    self.enableInputClicksWhenVisible = enableInputClicksWhenVisible
  }

  /// One node of the tree.
  public indirect enum Element: Hashable, Sendable {
    /// Elements side by side.
    case row([Element])
    /// Elements one below the other.
    case column([Element])
    /// A key.
    case key(Key)
    /// A text that the keyboard may change.
    case label(Label)
    /// Empty room of this weight beside its neighbours.
    case spacer(weight: Double)
  }

  /// Every key, in reading order.
  public var keys: [Key] { root.keys }
  /// Every label, in reading order.
  public var labels: [Label] { root.labels }

  /// The key with this identifier; if none has it, the first one with this title.
  public func key(_ name: String) -> Key? {
    let keys = self.keys
    return keys.first { $0.identifier == name } ?? keys.first { $0.title == name }
  }

  /// The most that one interface may hold.
  package enum Limit {
    /// Keys and labels together.
    static let elements = 1_000
    /// Keys, labels, spacers, rows and columns together.
    static let elementsOfAnyKind = 4_096
    /// Rows and columns inside each other.
    static let depth = 16
    /// UTF-8 bytes of one title, label or identifier.
    static let textBytes = 4_096
    /// Points of height.
    static let height = 4_096.0
  }
}

/// What a key is for; it says how the key looks, and what it does when the keyboard has no action of its own for it.
public enum KeyRole: Int, CaseIterable, Sendable {
  /// Types its title.
  case character = 0
  /// Types a space.
  case space = 1
  /// Types a line break, or is the field's action.
  case `return` = 2
  /// Deletes backward.
  case delete = 3
  /// Capital letters.
  case shift = 4
  /// Another plane of the same keyboard.
  case planeSwitch = 5
  /// The globe key: advances to the next input mode; held, shows the list of them.
  case nextKeyboard = 6
  /// Dismisses the keyboard.
  case dismiss = 7
  /// Whatever its action does; nothing by itself.
  case action = 8

  /// The role's name in an `Interface.plist`.
  public var name: String { String(describing: self) }

  /// The role with this name in an `Interface.plist`.
  public init?(name: String) {
    guard let role = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = role
  }
}

/// A key that a person can press.
public struct Key: Hashable, Sendable {
  /// Unique in its interface; what key events and updates name.
  public var identifier: String
  /// What is written on it.
  public var title: String
  /// What it is for.
  public var role: KeyRole
  /// The action to call, where the interface is data.
  public var action: ActionReference?
  /// The path of a picture in the bundle's resources, shown in place of the title.
  public var image: String?
  /// What a screen reader says; nil for the title.
  public var accessibilityLabel: String?
  /// The key's width beside its neighbours: 1 is an ordinary key.
  public var weight: Double
  /// Whether it can be pressed.
  public var isEnabled: Bool

  /// A key with this title; its identifier is the title unless another is given.
  public init(
    _ title: String, identifier: String? = nil, role: KeyRole = .character, action: ActionReference? = nil,
    image: String? = nil, accessibilityLabel: String? = nil, weight: Double = 1, isEnabled: Bool = true
  ) {
    self.identifier = identifier ?? title
    self.title = title
    self.role = role
    self.action = action
    self.image = image
    self.accessibilityLabel = accessibilityLabel
    self.weight = weight
    self.isEnabled = isEnabled
  }
}

/// A text in the interface.
public struct Label: Hashable, Sendable {
  /// Unique in its interface; what updates name.
  public var identifier: String
  /// The text.
  public var text: String
  /// The label's width beside its neighbours.
  public var weight: Double

  /// A label with this identifier and text.
  public init(_ identifier: String, text: String = "", weight: Double = 1) {
    self.identifier = identifier
    self.text = text
    self.weight = weight
  }
}

/// An exported function that a key calls, with the arguments that are the same for each call.
public struct ActionReference: Hashable, Sendable {
  /// The function's symbol.
  public var name: String
  /// Fixed arguments, for the parameters that are neither the handle nor the key.
  public var arguments: [ActionArgument]
  /// The label that shows a `d`, `q` or `b` result; nil for none.
  public var resultLabel: String?

  /// A reference to the function of this name.
  public init(name: String, arguments: [ActionArgument] = [], resultLabel: String? = nil) {
    self.name = name
    self.arguments = arguments
    self.resultLabel = resultLabel
  }
}

/// A fixed argument of an action.
public enum ActionArgument: Hashable, Sendable {
  /// A string.
  case string(String)
  /// A whole number.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// A truth value.
  case boolean(Bool)
}

extension Interface.Element {
  fileprivate var children: [Interface.Element] {
    switch self {
    case .row(let elements), .column(let elements): elements
    case .key, .label, .spacer: []
    }
  }

  fileprivate var keys: [Key] {
    if case .key(let key) = self { [key] } else { children.flatMap(\.keys) }
  }

  fileprivate var labels: [Label] {
    if case .label(let label) = self { [label] } else { children.flatMap(\.labels) }
  }
}
