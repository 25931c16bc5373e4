/// What a keyboard shows: a tree of containers, keys, labels and pictures, as data.
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
    /// Elements that are arranged together.
    case container(Container)
    /// A key.
    case key(Key)
    /// A text that the keyboard may change.
    case label(Label)
    /// A picture.
    case image(Image)
    /// A row of suggestions.
    case suggestions(SuggestionBar)
    /// Empty room of this weight beside its neighbors.
    case spacer(weight: Double)

    /// Elements side by side.
    public static func row(_ children: [Element]) -> Element { .container(Container(.row, children)) }
    /// Elements one below the other.
    public static func column(_ children: [Element]) -> Element { .container(Container(.column, children)) }
  }

  /// Every key, in reading order, the suggestions included.
  public var keys: [Key] { root.keys }
  /// Every label, in reading order.
  public var labels: [Label] { root.labels }

  /// The key with this identifier; if none has it, the first one with this title.
  public func key(_ name: String) -> Key? {
    var key: Key?
    return root.find(&key) { $0.identifier == name } || root.find(&key) { $0.title == name } ? key : nil
  }

  /// The most that one interface may hold.
  package enum Limit {
    /// Keys, labels, pictures and suggestions together.
    static let elements = 1_000
    /// Alternatives of one key, or suggestions of one bar.
    static let choices = 32
    /// Columns of a grid.
    static let columns = 64
    /// Elements of every kind together.
    static let elementsOfAnyKind = 4_096
    /// Containers inside each other.
    static let depth = 16
    /// UTF-8 bytes of one title, label or identifier.
    static let textBytes = BoundedText.bytes
    /// Points of any width, height or radius.
    static let length = 4_096.0
  }
}

extension Interface.Element {
  fileprivate var children: [Interface.Element] {
    switch self {
    case .container(let container): container.children
    case .key, .label, .image, .suggestions, .spacer: []
    }
  }

  fileprivate var keys: [Key] {
    switch self {
    case .key(let key): [key]
    case .suggestions(let bar): bar.keys
    default: children.flatMap(\.keys)
    }
  }

  /// Finds the first key in reading order that a test accepts; whether there is one. Looked for at each key press, so no key but
  /// that one is copied, and none is handed up level by level.
  fileprivate func find(_ key: inout Key?, where accepts: (borrowing Key) -> Bool) -> Bool {
    switch self {
    case .container(let container): return container.children.contains { $0.find(&key, where: accepts) }
    case .key(let own):
      guard accepts(own) else { return false }
      key = own
    case .suggestions(let bar):
      guard let own = bar.keys.first(where: { accepts($0) }) else { return false }
      key = own
    case .label, .image, .spacer: return false
    }
    return true
  }

  fileprivate var labels: [Label] {
    if case .label(let label) = self { [label] } else { children.flatMap(\.labels) }
  }
}
