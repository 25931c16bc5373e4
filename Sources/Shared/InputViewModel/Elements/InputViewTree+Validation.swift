internal import TextModel

/// The reason why an input view is invalid.
package struct InputViewError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fault and the element, as a clause without a period.
  package let description: String
  /// The path from the root of the input view to the faulty element. Each number is the index of a child in its stack.
  /// The path is empty for a fault of the root or of the whole input view.
  package private(set) var place: [Int] = []

  init(description: String) { self.description = description }

  /// Returns this error with `index` added at the start of ``place``. The parent contains the faulty element at the
  /// index `index`.
  fileprivate func inside(_ index: Int) -> InputViewError {
    var error = self
    error.place.insert(index, at: 0)
    return error
  }
}

extension InputViewTree {
  /// Checks the sizes and limits of this input view, which may come from hostile code.
  ///
  /// - Throws: ``InputViewError`` for the first fault.
  package func validate() throws(InputViewError) {
    if let height, !(height > 0 && height <= Limit.length) {
      throw InputViewError(description: "the height \(height) is not between 0 and \(Limit.length) points")
    }
    if let designWidth, !(designWidth >= 1 && designWidth <= Limit.length) {
      throw InputViewError(
        description: "the design width \(designWidth) is not between 1 and \(Limit.length) points")
    }
    var seen = Elements()
    try root.validate(depth: 0, seen: &seen)
  }
}

/// The identifiers of the elements that the validation has visited so far, and the counts of these elements.
private struct Elements {
  /// The identifiers of keys, labels, pictures, canvases and suggestion bars, by kind.
  var identifiers: [ElementKind: Set<BoundedText>] = [:]
  /// The number of identifiers in `identifiers`.
  var identified = 0
  var drawings = DrawingTotals()
  /// The number of all elements. Stacks and spacers count too, because their layout takes as much time as the layout of
  /// a key.
  var count = 0
}

/// A kind of element that has an identifier. The raw value is the name of the kind in error messages.
private enum ElementKind: String {
  case key, label, picture, canvas
  case suggestionBar = "suggestion bar"
}

extension InputViewTree.Element {
  fileprivate func validate(depth: Int, seen: inout Elements) throws(InputViewError) {
    try seen.countOne()
    switch self {
    case .stack(let stack):
      guard depth < InputViewTree.Limit.depth else {
        throw InputViewError(description: "stacks are nested more than \(InputViewTree.Limit.depth) levels deep")
      }
      if case .grid(let columns) = stack.arrangement, !(1...InputViewTree.Limit.columns ~= columns) {
        throw InputViewError(description: "a grid has \(columns) columns, not 1 to \(InputViewTree.Limit.columns)")
      }
      try Looks(stack.weight, stack.size, stack.style).validate(of: "a stack")
      if let spacing = stack.spacing { try Looks.validate("spacing", spacing, of: "a stack", from: 0) }
      for (index, element) in stack.children.enumerated() {
        do throws(InputViewError) {
          try element.validate(depth: depth + 1, seen: &seen)
        } catch {
          throw error.inside(index)
        }
      }
    case .key(let key):
      try seen.add(
        .key, key.identifier,
        texts: key.title, key.subtitle, key.accessibilityLabel, key.accessibilityHint, key.image,
        choices: key.alternatives)
      if let action = key.action { try seen.check(action) }
      if !key.hints.isEmpty {
        for hint in key.hints { try seen.check(hint.text, of: .key) }
        guard Set(key.hints.map(\.position)).count == key.hints.count else {
          throw InputViewError(description: "the key \"\(key.identifier)\" has two hints at one position")
        }
      }
      try Looks(key.weight, key.size, key.style).validate(of: "the key \"\(key.identifier)\"")
      if let distance = key.swipes?.distance {
        let range = KeySwipes.distances
        try Looks.validate(
          "swipe distance", distance, of: "the key \"\(key.identifier)\"", from: range.lowerBound, to: range.upperBound)
      }
      if let delay = key.holdDelay {
        let range = Key.holdDelays
        try Looks.validate(
          "hold delay", delay, of: "the key \"\(key.identifier)\"", from: range.lowerBound, to: range.upperBound)
      }
    case .label(let label):
      try seen.add(.label, label.identifier, texts: label.text, label.accessibilityLabel)
      try Looks(label.weight, label.size, label.style).validate(of: "the label \"\(label.identifier)\"")
    case .image(let image):
      try seen.add(.picture, image.identifier, texts: image.name, image.accessibilityLabel)
      try Looks(image.weight, image.size, image.style).validate(of: "the picture \"\(image.identifier)\"")
    case .suggestions(let bar):
      try seen.add(.suggestionBar, bar.identifier, choices: bar.suggestions)
      for key in bar.keys {
        try seen.countOne()
        try seen.add(.key, key.identifier)
      }
      try Looks(bar.weight, bar.size, bar.style).validate(of: "the suggestion bar \"\(bar.identifier)\"")
    case .canvas(let canvas):
      try seen.add(.canvas, canvas.identifier, texts: canvas.accessibilityLabel)
      if canvas.receivesTouches {
        try seen.countOne()
        try seen.add(.key, canvas.identifier)
      }
      let name = "the canvas \"\(canvas.identifier)\""
      try Looks(canvas.weight, canvas.size, canvas.style).validate(of: name)
      try Looks.validate("width of the coordinates", canvas.space.width, of: name, from: 1)
      try Looks.validate("height of the coordinates", canvas.space.height, of: name, from: 1)
      try seen.drawings.add(canvas)
    case .spacer(let weight):
      try Looks(weight, FixedSize(), ElementStyle()).validate(of: "a spacer")
    }
  }
}

extension Elements {
  fileprivate mutating func countOne() throws(InputViewError) {
    count += 1
    guard count <= InputViewTree.Limit.elementsOfAnyKind else {
      throw InputViewError(description: "it has more than \(InputViewTree.Limit.elementsOfAnyKind) elements")
    }
  }

  fileprivate mutating func add(
    _ kind: ElementKind, _ identifier: String, texts: String?..., choices: [String] = []
  ) throws(InputViewError) {
    guard !identifier.isEmpty else { throw InputViewError(description: "a \(kind.rawValue) has an empty identifier") }
    guard let bounded = BoundedText(identifier) else { throw Self.fault(in: identifier, of: kind) }
    guard choices.count <= InputViewTree.Limit.choices else {
      throw InputViewError(
        description: "a \(kind.rawValue) has more than \(InputViewTree.Limit.choices) alternatives or suggestions")
    }
    for case let text? in texts { try check(text, of: kind) }
    for choice in choices {
      try check(choice, of: kind)
      guard !choice.isEmpty else {
        throw InputViewError(
          description: "the \(kind.rawValue) \"\(identifier)\" has an empty alternative or suggestion")
      }
    }
    guard identifiers[kind, default: []].insert(bounded).inserted else {
      throw InputViewError(description: "two \(kind.rawValue)s have the identifier \"\(identifier)\"")
    }
    identified += 1
    guard identified <= InputViewTree.Limit.elements else {
      throw InputViewError(
        description: "it has more than \(InputViewTree.Limit.elements) keys, labels, pictures and canvases")
    }
  }

  fileprivate func check(_ text: String, of kind: ElementKind) throws(InputViewError) {
    if BoundedText(text) == nil { throw Self.fault(in: text, of: kind) }
  }

  fileprivate func check(_ action: ActionReference) throws(InputViewError) {
    try check(action.name, of: .key)
    if let label = action.resultLabel { try check(label, of: .key) }
    for case .string(let text) in action.arguments { try check(text, of: .key) }
  }

  /// Returns the error for a text that is not a ``BoundedText``.
  private static func fault(in text: String, of kind: ElementKind) -> InputViewError {
    InputViewError(
      description: text.utf8.count > InputViewTree.Limit.textBytes
        ? "a \(kind.rawValue) has a text of more than \(InputViewTree.Limit.textBytes) bytes"
        : "a \(kind.rawValue) has a character with more than \(CombiningMarkCounter.maximumLength) combining marks")
  }
}

/// The size and style of an element.
private struct Looks {
  let weight: Double
  let size: FixedSize
  let style: ElementStyle

  init(_ weight: Double, _ size: FixedSize, _ style: ElementStyle) {
    self.weight = weight
    self.size = size
    self.style = style
  }

  func validate(of element: @autoclosure () -> String) throws(InputViewError) {
    guard weight > 0 && weight <= 100 else {
      throw InputViewError(description: "the weight \(weight) of \(element()) is not between 0 and 100")
    }
    if let width = size.width { try Self.validate("width", width, of: element(), from: 1) }
    if let height = size.height { try Self.validate("height", height, of: element(), from: 1) }
    if let radius = style.cornerRadius { try Self.validate("corner radius", radius, of: element(), from: 0) }
    if let fontSize = style.fontSize { try Self.validate("font size", fontSize, of: element(), from: 4, to: 200) }
    try Self.validate("opacity", style.opacity, of: element(), from: 0, to: 1)
  }

  static func validate(
    _ name: String, _ value: Double, of element: @autoclosure () -> String, from lowest: Double,
    to highest: Double = InputViewTree.Limit.length
  ) throws(InputViewError) {
    guard value >= lowest && value <= highest else {
      throw InputViewError(description: "the \(name) \(value) of \(element()) is not between \(lowest) and \(highest)")
    }
  }
}
