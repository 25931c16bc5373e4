internal import TextModel

/// The reason why an input view is invalid.
package struct InterfaceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fault and its element.
  package let description: String
}

extension Interface {
  /// Checks the sizes and limits of the input view. The tree may come from hostile code.
  ///
  /// - Throws: ``InterfaceError`` for the first fault.
  package func validate() throws(InterfaceError) {
    if let height, !(height > 0 && height <= Limit.length) {
      throw InterfaceError(description: "the height \(height) is not between 0 and \(Limit.length) points")
    }
    var seen = Elements()
    try root.validate(depth: 0, seen: &seen)
  }
}

/// The elements that were validated so far.
private struct Elements {
  /// The identifiers of keys, labels, pictures and suggestion bars, by kind.
  var identifiers: [String: Set<BoundedText>] = [:]
  /// The number of these identifiers.
  var identified = 0
  /// The number of all elements. Stacks and spacers cost as much layout time as keys.
  var count = 0
}

extension Interface.Element {
  fileprivate func validate(depth: Int, seen: inout Elements) throws(InterfaceError) {
    try seen.countOne()
    switch self {
    case .container(let container):
      guard depth < Interface.Limit.depth else {
        throw InterfaceError(description: "stacks are nested more than \(Interface.Limit.depth) levels deep")
      }
      if case .grid(let columns) = container.arrangement, !(1...Interface.Limit.columns ~= columns) {
        throw InterfaceError(description: "a grid has \(columns) columns, not 1 to \(Interface.Limit.columns)")
      }
      try Looks("a stack", container.weight, container.size, container.style).validate()
      if let spacing = container.spacing { try Looks.validate("spacing", spacing, of: "a stack", from: 0) }
      for element in container.children { try element.validate(depth: depth + 1, seen: &seen) }
    case .key(let key):
      try seen.add(
        "key", key.identifier,
        texts: [key.title, key.accessibilityLabel ?? "", key.accessibilityHint ?? "", key.image ?? ""]
          + (key.action?.texts ?? []), choices: key.alternatives)
      try Looks("the key \"\(key.identifier)\"", key.weight, key.size, key.style).validate()
    case .label(let label):
      try seen.add("label", label.identifier, texts: [label.text, label.accessibilityLabel ?? ""])
      try Looks("the label \"\(label.identifier)\"", label.weight, label.size, label.style).validate()
    case .image(let image):
      try seen.add("picture", image.identifier, texts: [image.name, image.accessibilityLabel ?? ""])
      try Looks("the picture \"\(image.identifier)\"", image.weight, image.size, image.style).validate()
    case .suggestions(let bar):
      try seen.add("suggestion bar", bar.identifier, texts: [], choices: bar.suggestions)
      for key in bar.keys {
        try seen.countOne()
        try seen.add("key", key.identifier, texts: [])
      }
      try Looks("the suggestion bar \"\(bar.identifier)\"", bar.weight, bar.size, bar.style).validate()
    case .spacer(let weight):
      try Looks("a spacer", weight, FixedSize(), ElementStyle()).validate()
    }
  }
}

extension Elements {
  fileprivate mutating func countOne() throws(InterfaceError) {
    count += 1
    guard count <= Interface.Limit.elementsOfAnyKind else {
      throw InterfaceError(description: "it has more than \(Interface.Limit.elementsOfAnyKind) elements")
    }
  }

  fileprivate mutating func add(
    _ kind: String, _ identifier: String, texts: [String], choices: [String] = []
  ) throws(InterfaceError) {
    guard !identifier.isEmpty else { throw InterfaceError(description: "a \(kind) has an empty identifier") }
    guard choices.count <= Interface.Limit.choices else {
      throw InterfaceError(description: "a \(kind) has more than \(Interface.Limit.choices) alternatives")
    }
    let all = [identifier] + texts + choices
    guard all.allSatisfy({ $0.utf8.count <= Interface.Limit.textBytes }) else {
      throw InterfaceError(description: "a \(kind) has a text of more than \(Interface.Limit.textBytes) bytes")
    }
    guard all.allSatisfy(\.isStreamSafe) else {
      throw InterfaceError(
        description: "a \(kind) has a character with more than \(CombiningMarkCounter.longest) combining marks")
    }
    guard choices.allSatisfy({ !$0.isEmpty }) else {
      throw InterfaceError(description: "the \(kind) \"\(identifier)\" has an empty alternative")
    }
    guard let bounded = BoundedText(identifier), identifiers[kind, default: []].insert(bounded).inserted else {
      throw InterfaceError(description: "two \(kind)s have the identifier \"\(identifier)\"")
    }
    identified += 1
    guard identified <= Interface.Limit.elements else {
      throw InterfaceError(description: "it has more than \(Interface.Limit.elements) keys, labels and pictures")
    }
  }
}

/// The size and style of an element.
private struct Looks {
  let element: String
  let weight: Double
  let size: FixedSize
  let style: ElementStyle

  init(_ element: String, _ weight: Double, _ size: FixedSize, _ style: ElementStyle) {
    self.element = element
    self.weight = weight
    self.size = size
    self.style = style
  }

  func validate() throws(InterfaceError) {
    guard weight > 0 && weight <= 100 else {
      throw InterfaceError(description: "the weight \(weight) of \(element) is not between 0 and 100")
    }
    if let width = size.width { try Self.validate("width", width, of: element, from: 1) }
    if let height = size.height { try Self.validate("height", height, of: element, from: 1) }
    if let radius = style.cornerRadius { try Self.validate("corner radius", radius, of: element, from: 0) }
    if let fontSize = style.fontSize { try Self.validate("font size", fontSize, of: element, from: 4, to: 200) }
    try Self.validate("opacity", style.opacity, of: element, from: 0, to: 1)
  }

  static func validate(
    _ name: String, _ value: Double, of element: String, from lowest: Double,
    to highest: Double = Interface.Limit.length
  ) throws(InterfaceError) {
    guard value >= lowest && value <= highest else {
      throw InterfaceError(description: "the \(name) \(value) of \(element) is not between \(lowest) and \(highest)")
    }
  }
}

extension ActionReference {
  /// All texts of the reference.
  fileprivate var texts: [String] {
    [name, resultLabel ?? ""]
      + arguments.compactMap { argument in
        if case .string(let text) = argument { text } else { nil }
      }
  }
}
