/// Why an interface is refused.
public struct InterfaceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with which element.
  public let description: String
}

extension Interface {
  /// Checks sizes and limits, so that whoever lays the interface out need not; the tree may come from hostile code.
  public func validate() throws(InterfaceError) {
    if let height, !(height > 0 && height <= Limit.height) {
      throw InterfaceError(description: "the height \(height) is not between 0 and \(Limit.height) points")
    }
    var seen = Elements()
    try root.validate(depth: 0, seen: &seen)
  }

  /// The interface with one key or label changed; nil if it has none with that identifier, or the text is too long.
  public func updated(by change: ElementChange) -> Interface? {
    var result = self
    guard change.identifier.utf8.count <= Limit.textBytes, change.identifier.isStreamSafe,
      change.text.utf8.count <= Limit.textBytes, change.text.isStreamSafe, result.root.update(change)
    else { return nil }
    return result
  }
}

/// The elements that were validated so far.
private struct Elements {
  /// Keys' and labels' identifiers, each with its kind.
  var identifiers: Set<String> = []
  /// Elements of every kind: rows, columns and spacers cost as much to lay out as keys.
  var count = 0
}

extension Interface.Element {
  fileprivate func validate(depth: Int, seen: inout Elements) throws(InterfaceError) {
    seen.count += 1
    guard seen.count <= Interface.Limit.elementsOfAnyKind else {
      throw InterfaceError(description: "more than \(Interface.Limit.elementsOfAnyKind) elements")
    }
    switch self {
    case .row(let elements), .column(let elements):
      guard depth < Interface.Limit.depth else {
        throw InterfaceError(description: "more than \(Interface.Limit.depth) rows and columns inside each other")
      }
      for element in elements { try element.validate(depth: depth + 1, seen: &seen) }
    case .key(let key):
      try Self.validate(
        "key", key.identifier, weight: key.weight,
        texts: [key.title, key.accessibilityLabel ?? "", key.image ?? ""] + (key.action?.texts ?? []), seen: &seen)
    case .label(let label):
      try Self.validate(
        "label", label.identifier, weight: label.weight, texts: [label.text], seen: &seen)
    case .spacer(let weight):
      try Self.validate(weight: weight, of: "a spacer")
    }
  }

  private static func validate(
    _ kind: String, _ identifier: String, weight: Double, texts: [String], seen: inout Elements
  ) throws(InterfaceError) {
    guard !identifier.isEmpty else { throw InterfaceError(description: "a \(kind) has an empty identifier") }
    guard identifier.utf8.count <= Interface.Limit.textBytes,
      texts.allSatisfy({ $0.utf8.count <= Interface.Limit.textBytes })
    else {
      throw InterfaceError(description: "a \(kind) has a text of more than \(Interface.Limit.textBytes) bytes")
    }
    guard identifier.isStreamSafe, texts.allSatisfy(\.isStreamSafe) else {
      throw InterfaceError(description: "a \(kind) has a character with more than 30 marks")
    }
    guard seen.identifiers.insert("\(kind):\(identifier)").inserted else {
      throw InterfaceError(description: "two \(kind)s have the identifier \"\(identifier)\"")
    }
    guard seen.identifiers.count <= Interface.Limit.elements else {
      throw InterfaceError(description: "more than \(Interface.Limit.elements) keys and labels")
    }
    try validate(weight: weight, of: "the \(kind) \"\(identifier)\"")
  }

  private static func validate(weight: Double, of element: String) throws(InterfaceError) {
    guard weight > 0 && weight <= 100 else {
      throw InterfaceError(description: "the weight \(weight) of \(element) is not between 0 and 100")
    }
  }

  fileprivate mutating func update(_ change: ElementChange) -> Bool {
    switch self {
    case .row(var elements):
      guard elements.update(change) else { return false }
      self = .row(elements)
    case .column(var elements):
      guard elements.update(change) else { return false }
      self = .column(elements)
    case .key(var key):
      guard case .key(let identifier, let title, let isEnabled) = change, identifier == key.identifier else {
        return false
      }
      key.title = title ?? key.title
      key.isEnabled = isEnabled ?? key.isEnabled
      self = .key(key)
    case .label(var label):
      guard case .label(let identifier, let text) = change, identifier == label.identifier else { return false }
      label.text = text
      self = .label(label)
    case .spacer: return false
    }
    return true
  }
}

extension ActionReference {
  /// All that is text in it.
  fileprivate var texts: [String] {
    [name, resultLabel ?? ""]
      + arguments.compactMap { argument in
        if case .string(let text) = argument { text } else { nil }
      }
  }
}

extension [Interface.Element] {
  fileprivate mutating func update(_ change: ElementChange) -> Bool {
    for index in indices where self[index].update(change) { return true }
    return false
  }
}

/// A change of one element that does not resend the tree.
public enum ElementChange: Hashable, Sendable {
  /// A label's new text.
  case label(identifier: String, text: String)
  /// A key's new title, and whether it can be pressed; nil leaves either as it is.
  case key(identifier: String, title: String?, isEnabled: Bool?)

  /// Which element.
  fileprivate var identifier: String {
    switch self {
    case .label(let identifier, _), .key(let identifier, _, _): identifier
    }
  }

  /// The new text; empty where it stays as it is.
  fileprivate var text: String {
    switch self {
    case .label(_, let text): text
    case .key(_, let title, _): title ?? ""
    }
  }
}
