package import InputViewModel

extension KeyRole: WireValue {}

extension InputViewTree: WireValue {
  /// Appends the tree and the properties of the whole input view. The tree must be valid: the reader refuses a tree
  /// with too many nested stacks.
  package func encode(into writer: inout WireWriter) {
    writer.write(root, height, designWidth)
    writer.write(recognizesSwipes, enableInputClicksWhenVisible)
  }

  /// Reads an input view. Checks the number of nested stacks. ``InputViewTree/validate()`` checks the sizes and
  /// identifiers.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      root: try Element(from: &reader), height: try Double?(from: &reader), designWidth: try Double?(from: &reader),
      recognizesSwipes: try Bool(from: &reader), enableInputClicksWhenVisible: try Bool(from: &reader))
  }
}

extension InputViewTree.Element: WireValue {
  private enum Tag: Int, WireValue {
    case stack = 0
    case key = 1
    case label = 2
    case image = 3
    case suggestions = 4
    case spacer = 5
    case canvas = 6
  }

  /// Appends the element and its descendants.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .stack(let stack): writer.write(Tag.stack, stack)
    case .key(let key): writer.write(Tag.key, key)
    case .label(let label): writer.write(Tag.label, label)
    case .image(let image): writer.write(Tag.image, image)
    case .suggestions(let bar): writer.write(Tag.suggestions, bar)
    case .spacer(let weight): writer.write(Tag.spacer, weight)
    case .canvas(let canvas): writer.write(Tag.canvas, canvas)
    }
  }

  /// Reads an element and its descendants. Throws if more than ``InputViewTree/Limit/depth`` stacks are nested.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    switch try Tag(from: &reader) {
    case .stack: self = .stack(try ElementStack(from: &reader))
    case .key: self = .key(try Key(from: &reader))
    case .label: self = .label(try Label(from: &reader))
    case .image: self = .image(try Image(from: &reader))
    case .suggestions: self = .suggestions(try SuggestionBar(from: &reader))
    case .spacer: self = .spacer(weight: try Double(from: &reader))
    case .canvas: self = .canvas(try Canvas(from: &reader))
    }
  }
}

extension ElementStack: WireValue {
  /// Appends the stack's parts in the order of their declaration.
  package func encode(into writer: inout WireWriter) {
    writer.write(arrangement, children, weight, size)
    writer.write(style, spacing, forcesLeftToRight)
  }

  /// Reads a stack and its descendants.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      try Arrangement(from: &reader), try reader.readNestedArray(), weight: try Double(from: &reader),
      size: try FixedSize(from: &reader), style: try ElementStyle(from: &reader), spacing: try Double?(from: &reader),
      forcesLeftToRight: try Bool(from: &reader))
  }
}

extension ElementStack.Arrangement: WireValue {
  private enum Tag: Int, WireValue {
    case row = 0
    case column = 1
    case grid = 2
    case horizontalScroll = 3
    case verticalScroll = 4
    case layers = 5
  }

  /// Appends the case and, for a grid, the number of columns.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .row: writer.write(Tag.row)
    case .column: writer.write(Tag.column)
    case .grid(let columns): writer.write(Tag.grid, columns)
    case .horizontalScroll: writer.write(Tag.horizontalScroll)
    case .verticalScroll: writer.write(Tag.verticalScroll)
    case .layers: writer.write(Tag.layers)
    }
  }

  /// Reads an arrangement.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    switch try Tag(from: &reader) {
    case .row: self = .row
    case .column: self = .column
    case .grid: self = .grid(columns: try Int(from: &reader))
    case .horizontalScroll: self = .horizontalScroll
    case .verticalScroll: self = .verticalScroll
    case .layers: self = .layers
    }
  }
}

extension Key: WireValue {
  /// Appends the key's parts. The identifier is the first part.
  package func encode(into writer: inout WireWriter) {
    writer.write(identifier, title, role, action)
    writer.write(image, accessibilityLabel, accessibilityHint)
    writer.write(weight, size, style, alternatives)
    writer.write(repeats, swipes, holdDelay, receivesTouches)
    writer.write(isEnabled, isSelected)
    writer.write(subtitle, hints)
  }

  /// Reads a key.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    let identifier = try String(from: &reader)
    self.init(
      try String(from: &reader), identifier: identifier, role: try KeyRole(from: &reader),
      action: try ActionReference?(from: &reader), image: try String?(from: &reader),
      accessibilityLabel: try String?(from: &reader), accessibilityHint: try String?(from: &reader),
      weight: try Double(from: &reader), size: try FixedSize(from: &reader), style: try ElementStyle(from: &reader),
      alternatives: try [String](from: &reader), repeats: try Bool(from: &reader),
      swipes: try KeySwipes?(from: &reader), holdDelay: try Double?(from: &reader),
      receivesTouches: try Bool(from: &reader), isEnabled: try Bool(from: &reader), isSelected: try Bool(from: &reader))
    subtitle = try String?(from: &reader)
    hints = try reader.readArray(maximum: KeyHintPosition.allCases.count)
  }
}

extension KeyHintPosition: WireValue {}

extension KeyHint: WireValue {
  /// Appends the position and the text.
  package func encode(into writer: inout WireWriter) { writer.write(position, text) }

  /// Reads a hint.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    let position = try KeyHintPosition(from: &reader)
    self.init(try String(from: &reader), at: position)
  }
}

extension KeySwipes: WireValue {
  /// Appends whether the key gets diagonal swipes, and the distance.
  package func encode(into writer: inout WireWriter) { writer.write(hasDiagonals, distance) }

  /// Reads a description of swipes.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(hasDiagonals: try Bool(from: &reader), distance: try Double(from: &reader))
  }
}

extension Label: WireValue {
  /// Appends the label's parts in the order of their declaration.
  package func encode(into writer: inout WireWriter) {
    writer.write(identifier, text, weight)
    writer.write(size, style, accessibilityLabel)
  }

  /// Reads a label.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      try String(from: &reader), text: try String(from: &reader), weight: try Double(from: &reader),
      size: try FixedSize(from: &reader), style: try ElementStyle(from: &reader),
      accessibilityLabel: try String?(from: &reader))
  }
}

extension Image: WireValue {
  /// Appends the picture's parts in the order of their declaration.
  package func encode(into writer: inout WireWriter) {
    writer.write(identifier, name, weight)
    writer.write(size, style, accessibilityLabel)
  }

  /// Reads a picture.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      try String(from: &reader), name: try String(from: &reader), weight: try Double(from: &reader),
      size: try FixedSize(from: &reader), style: try ElementStyle(from: &reader),
      accessibilityLabel: try String?(from: &reader))
  }
}

extension SuggestionBar: WireValue {
  /// Appends the parts of the suggestion bar in the order of their declaration.
  package func encode(into writer: inout WireWriter) {
    writer.write(identifier, suggestions, weight)
    writer.write(size, style, selected)
  }

  /// Reads a suggestion bar.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      try String(from: &reader), suggestions: try [String](from: &reader), weight: try Double(from: &reader),
      size: try FixedSize(from: &reader), style: try ElementStyle(from: &reader), selected: try Int?(from: &reader))
  }
}

extension ActionReference: WireValue {
  /// Appends the action's name, arguments and result label.
  package func encode(into writer: inout WireWriter) { writer.write(name, arguments, resultLabel) }

  /// Reads a reference to an action. Does not check that the function exists.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      name: try String(from: &reader), arguments: try [ActionArgument](from: &reader),
      resultLabel: try String?(from: &reader))
  }
}

extension ActionArgument: WireValue {
  private enum Tag: Int, WireValue {
    case string = 0
    case integer = 1
    case real = 2
    case boolean = 3
  }

  /// Appends the case and the argument.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .string(let text): writer.write(Tag.string, text)
    case .integer(let number): writer.write(Tag.integer, number)
    case .real(let number): writer.write(Tag.real, number)
    case .boolean(let truth): writer.write(Tag.boolean, truth)
    }
  }

  /// Reads an argument.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    switch try Tag(from: &reader) {
    case .string: self = .string(try String(from: &reader))
    case .integer: self = .integer(try Int64(from: &reader))
    case .real: self = .real(try Double(from: &reader))
    case .boolean: self = .boolean(try Bool(from: &reader))
    }
  }
}

extension ElementChange: WireValue {
  private enum Tag: Int, WireValue {
    case label = 0
    case key = 1
    case image = 2
    case suggestions = 3
    case drawing = 4
  }

  /// Appends the kind of element, its identifier and the change.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .label(let identifier, let text): writer.write(Tag.label, identifier, text)
    case .key(let identifier, let title, let isEnabled, let isSelected):
      writer.write(Tag.key, identifier, title)
      writer.write(isEnabled, isSelected)
    case .image(let identifier, let name): writer.write(Tag.image, identifier, name)
    case .suggestions(let identifier, let suggestions): writer.write(Tag.suggestions, identifier, suggestions)
    case .drawing(let identifier, let drawing): writer.write(Tag.drawing, identifier, drawing)
    }
  }

  /// Reads a change.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    switch try Tag(from: &reader) {
    case .label: self = .label(identifier: try String(from: &reader), text: try String(from: &reader))
    case .key:
      self = .key(
        identifier: try String(from: &reader), title: try String?(from: &reader), isEnabled: try Bool?(from: &reader),
        isSelected: try Bool?(from: &reader))
    case .image: self = .image(identifier: try String(from: &reader), name: try String(from: &reader))
    case .suggestions:
      self = .suggestions(identifier: try String(from: &reader), try [String](from: &reader))
    case .drawing: self = .drawing(identifier: try String(from: &reader), try DisplayList(from: &reader))
    }
  }
}
