internal import TextModel

/// A change of one element, which the keyboard sends instead of a new tree.
package enum ElementChange: Hashable, Sendable {
  /// Sets the text of a label.
  case label(identifier: String, text: String)
  /// Sets the title of a key, whether the user can press the key, and whether the host shows the key as switched on. A
  /// nil value changes nothing.
  case key(identifier: String, title: String? = nil, isEnabled: Bool? = nil, isSelected: Bool? = nil)
  /// Sets the path of a picture in the bundle's resources.
  case image(identifier: String, name: String)
  /// Sets the suggestions of a suggestion bar.
  case suggestions(identifier: String, [String])
  /// Sets the drawing of a canvas.
  case drawing(identifier: String, DisplayList)

  /// The identifier and the texts of the change, except the texts in a drawing.
  private var texts: [String] {
    switch self {
    case .label(let identifier, let text), .image(let identifier, let text): [identifier, text]
    case .key(let identifier, let title, _, _): [identifier, title ?? ""]
    case .suggestions(let identifier, let suggestions): [identifier] + suggestions
    case .drawing(let identifier, _): [identifier]
    }
  }

  /// The size of the change in bytes: its texts in UTF-8, and the commands of its drawing in memory.
  package var bytes: Int {
    let drawn = if case .drawing(_, let drawing) = self { drawing.bytes } else { 0 }
    return texts.reduce(drawn) { $0 + $1.utf8.count }
  }

  /// The element that changes; nil if a text is not a ``BoundedText`` or there are too many suggestions.
  fileprivate var target: ChangeTarget? {
    if case .suggestions(_, let suggestions) = self, suggestions.count > InputViewTree.Limit.choices { return nil }
    guard let identifier = texts.first, texts.allSatisfy({ BoundedText($0) != nil }) else { return nil }
    return switch self {
    case .label: ChangeTarget(.label, identifier)
    case .key: ChangeTarget(.key, identifier)
    case .image: ChangeTarget(.image, identifier)
    case .suggestions: ChangeTarget(.suggestions, identifier)
    case .drawing: ChangeTarget(.canvas, identifier)
    }
  }

  /// Combines this change with an earlier change of the same element.
  fileprivate func merged(after earlier: ElementChange?) -> ElementChange {
    guard case .key(let identifier, let title, let isEnabled, let isSelected) = self,
      case .key(_, let oldTitle, let wasEnabled, let wasSelected) = earlier
    else { return self }
    return .key(
      identifier: identifier, title: title ?? oldTitle, isEnabled: isEnabled ?? wasEnabled,
      isSelected: isSelected ?? wasSelected)
  }
}

/// The element that a change affects. Elements of different kinds may have the same identifier, so the target consists
/// of the kind and the identifier.
private struct ChangeTarget: Hashable {
  enum Kind { case label, key, image, suggestions, canvas }

  let kind: Kind
  let identifier: BoundedText

  /// Creates a target; nil if the identifier is not a ``BoundedText``.
  init?(_ kind: Kind, _ identifier: String) {
    guard let identifier = BoundedText(identifier) else { return nil }
    self.kind = kind
    self.identifier = identifier
  }
}

extension [ChangeTarget: ElementChange] {
  fileprivate mutating func removeChange(_ kind: ChangeTarget.Kind, _ identifier: String) -> ElementChange? {
    // If there are only a few changes, comparing identifiers is faster than hashing each identifier of the tree.
    guard count > 4 else {
      let place = indices.first { self[$0].key.kind == kind && self[$0].key.identifier.string == identifier }
      return place.map { remove(at: $0).value }
    }
    return ChangeTarget(kind, identifier).flatMap { removeValue(forKey: $0) }
  }
}

extension InputViewTree {
  /// Returns the input view after a change of one element.
  ///
  /// - Returns: The new input view, or nil. The result is nil if the element does not exist, if a text of the change is
  ///   not a ``BoundedText``, or if there are too many suggestions.
  /// - Throws: ``InputViewError`` if the new input view would exceed a limit of an input view.
  package func updated(by change: ElementChange) throws(InputViewError) -> InputViewTree? {
    var found = 0
    let result = try updated(by: [change], found: &found)
    return found > 0 ? result : nil
  }

  /// Returns the input view after several changes, applied in order.
  ///
  /// Ignores a change if its element does not exist, if one of its texts is not a ``BoundedText``, or if it has too
  /// many suggestions. Visits each element at most once. If the number of keys may have changed, also validates the new
  /// tree once.
  ///
  /// - Throws: ``InputViewError`` if the new input view would exceed a limit of an input view.
  package func updated(by changes: [ElementChange]) throws(InputViewError) -> InputViewTree {
    var found = 0
    return try updated(by: changes, found: &found)
  }

  private func updated(by changes: [ElementChange], found: inout Int) throws(InputViewError) -> InputViewTree {
    var pending: [ChangeTarget: ElementChange] = [:]
    for change in changes {
      guard let target = change.target else { continue }
      pending[target] = change.merged(after: pending[target])
    }
    guard !pending.isEmpty else { return self }
    let changesKeys = pending.keys.contains { $0.kind == .suggestions }
    let changesDrawings = pending.keys.contains { $0.kind == .canvas }
    let count = pending.count
    var result = self
    result.root.update(&pending)
    found = count - pending.count
    result.indexChangedKeys(
      changes.compactMap { if case .key(let identifier, _, _, _) = $0 { identifier } else { nil } })
    // Suggestions are keys, so a change of suggestions can exceed the limit on keys, or give two keys the same
    // identifier.
    if changesKeys {
      try result.validate()
      if keyPaths.isIndexed { result.indexKeys() }
      if generation != 0 { result.number(generation) }
    } else if changesDrawings {
      try result.validateDrawings()
    }
    return result
  }
}

extension InputViewTree.Element {
  /// Applies the pending changes of this element and of its descendants, and removes these changes from `pending`.
  fileprivate mutating func update(_ pending: inout [ChangeTarget: ElementChange]) {
    switch self {
    case .stack(var stack):
      let count = pending.count
      for index in stack.children.indices where !pending.isEmpty {
        let left = pending.count
        var child = stack.children[index]
        child.update(&pending)
        if pending.count < left { stack.children[index] = child }
      }
      // Replace the stack only if one of its descendants changed, because a replacement copies the stack.
      if pending.count < count { self = .stack(stack) }
    case .key(var key):
      guard case .key(_, let title, let isEnabled, let isSelected)? = pending.removeChange(.key, key.identifier)
      else { return }
      key.title = title ?? key.title
      key.isEnabled = isEnabled ?? key.isEnabled
      key.isSelected = isSelected ?? key.isSelected
      self = .key(key)
    case .label(var label):
      guard case .label(_, let text)? = pending.removeChange(.label, label.identifier) else { return }
      label.text = text
      self = .label(label)
    case .image(var image):
      guard case .image(_, let name)? = pending.removeChange(.image, image.identifier) else { return }
      image.name = name
      self = .image(image)
    case .suggestions(var bar):
      guard case .suggestions(_, let texts)? = pending.removeChange(.suggestions, bar.identifier) else { return }
      bar.suggestions = texts
      self = .suggestions(bar)
    case .canvas(var canvas):
      guard case .drawing(_, let drawing)? = pending.removeChange(.canvas, canvas.identifier) else { return }
      canvas.drawing = drawing
      self = .canvas(canvas)
    case .spacer: break
    }
  }
}
