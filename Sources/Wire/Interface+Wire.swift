package import TextInput

extension KeyRole: WireValue {}

extension Interface: WireValue {
  /// Appends the tree and what is true of all of it. The tree must be valid: one that is too deep is refused by its reader.
  package func encode(into writer: inout WireWriter) {
    writer.write(root, height, recognizesSwipes, enableInputClicksWhenVisible)
  }

  /// Reads an interface of bounded depth; its sizes and identifiers are for `validate()`.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      root: try Element(from: &reader), height: try Double?(from: &reader), recognizesSwipes: try Bool(from: &reader),
      enableInputClicksWhenVisible: try Bool(from: &reader))
  }
}

extension Interface.Element: WireValue {
  private enum Tag: Int, WireValue {
    case row = 0
    case column = 1
    case key = 2
    case label = 3
    case spacer = 4
  }

  /// Appends the element and all inside it.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .row(let elements): writer.write(Tag.row, elements)
    case .column(let elements): writer.write(Tag.column, elements)
    case .key(let key): writer.write(Tag.key, key)
    case .label(let label): writer.write(Tag.label, label)
    case .spacer(let weight): writer.write(Tag.spacer, weight)
    }
  }

  /// Reads an element and all inside it, at most ``WireFormat/interfaceDepth`` rows and columns deep.
  package init(from reader: inout WireReader) throws(WireError) {
    switch try Tag(from: &reader) {
    case .row: self = .row(try reader.readNestedArray())
    case .column: self = .column(try reader.readNestedArray())
    case .key: self = .key(try Key(from: &reader))
    case .label: self = .label(try Label(from: &reader))
    case .spacer: self = .spacer(weight: try Double(from: &reader))
    }
  }
}

extension Key: WireValue {
  /// Appends the key's parts in the order of their declaration.
  package func encode(into writer: inout WireWriter) {
    writer.write(identifier, title, role, action, image, accessibilityLabel, weight, isEnabled)
  }

  /// Reads a key.
  package init(from reader: inout WireReader) throws(WireError) {
    let identifier = try String(from: &reader)
    self.init(
      try String(from: &reader), identifier: identifier, role: try KeyRole(from: &reader),
      action: try ActionReference?(from: &reader), image: try String?(from: &reader),
      accessibilityLabel: try String?(from: &reader), weight: try Double(from: &reader),
      isEnabled: try Bool(from: &reader))
  }
}

extension Label: WireValue {
  /// Appends the identifier, the text and the weight.
  package func encode(into writer: inout WireWriter) { writer.write(identifier, text, weight) }

  /// Reads a label.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(try String(from: &reader), text: try String(from: &reader), weight: try Double(from: &reader))
  }
}

extension ActionReference: WireValue {
  /// Appends the name, the arguments and the label.
  package func encode(into writer: inout WireWriter) { writer.write(name, arguments, resultLabel) }

  /// Reads a reference; whether there is such a function is not asked here.
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
  }

  /// Appends the kind of element, its identifier and what changes.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .label(let identifier, let text): writer.write(Tag.label, identifier, text)
    case .key(let identifier, let title, let isEnabled): writer.write(Tag.key, identifier, title, isEnabled)
    }
  }

  /// Reads a change.
  package init(from reader: inout WireReader) throws(WireError) {
    switch try Tag(from: &reader) {
    case .label: self = .label(identifier: try String(from: &reader), text: try String(from: &reader))
    case .key:
      self = .key(
        identifier: try String(from: &reader), title: try String?(from: &reader), isEnabled: try Bool?(from: &reader))
    }
  }
}
