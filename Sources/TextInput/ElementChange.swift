/// A change of one element that does not resend the tree.
public enum ElementChange: Hashable, Sendable {
  /// A label's new text.
  case label(identifier: String, text: String)
  /// A key's new title, whether it can be pressed, and whether it is shown as switched on; nil leaves each as it is.
  case key(identifier: String, title: String? = nil, isEnabled: Bool? = nil, isSelected: Bool? = nil)
  /// A picture's new path in the bundle's resources.
  case image(identifier: String, name: String)
  /// A bar's new suggestions.
  case suggestions(identifier: String, [String])

  /// All that is text in it.
  fileprivate var texts: [String] {
    switch self {
    case .label(let identifier, let text), .image(let identifier, let text): [identifier, text]
    case .key(let identifier, let title, _, _): [identifier, title ?? ""]
    case .suggestions(let identifier, let suggestions): [identifier] + suggestions
    }
  }
}

extension Interface {
  /// The interface with one element changed; nil if it has none of that kind and identifier, or the change is past a limit.
  public func updated(by change: ElementChange) -> Interface? {
    var result = self
    guard change.texts.allSatisfy({ $0.utf8.count <= Limit.textBytes && $0.isStreamSafe }), result.root.update(change)
    else { return nil }
    if case .suggestions(_, let suggestions) = change {
      guard suggestions.count <= Limit.choices else { return nil }
      // The suggestions are keys, whose identifiers and number count with the others'.
      do { try result.validate() } catch { return nil }
    }
    return result
  }
}

extension Interface.Element {
  fileprivate mutating func update(_ change: ElementChange) -> Bool {
    switch (self, change) {
    case (.container(var container), _):
      guard container.children.update(change) else { return false }
      self = .container(container)
    case (.key(var key), .key(let identifier, let title, let isEnabled, let isSelected))
    where identifier == key.identifier:
      key.title = title ?? key.title
      key.isEnabled = isEnabled ?? key.isEnabled
      key.isSelected = isSelected ?? key.isSelected
      self = .key(key)
    case (.label(var label), .label(let identifier, let text)) where identifier == label.identifier:
      label.text = text
      self = .label(label)
    case (.image(var image), .image(let identifier, let name)) where identifier == image.identifier:
      image.name = name
      self = .image(image)
    case (.suggestions(var bar), .suggestions(let identifier, let suggestions)) where identifier == bar.identifier:
      bar.suggestions = suggestions
      self = .suggestions(bar)
    default: return false
    }
    return true
  }
}

extension [Interface.Element] {
  fileprivate mutating func update(_ change: ElementChange) -> Bool {
    for index in indices where self[index].update(change) { return true }
    return false
  }
}
