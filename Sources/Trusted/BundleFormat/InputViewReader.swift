package import Diagnostics
package import InputViewModel

/// Reads `Interface.plist`: a keyboard's input view as data, similar to a nib on iOS.
///
/// InterfacePlist.md#the-outermost-dictionary and the sections after it describe every key of the file. The reader
/// ignores unknown keys.
package struct InputViewReader {
  /// The file's name in a bundle.
  package static let fileName = "Interface.plist"

  static let stacks = ["Row", "Column", "Grid", "ScrollArea", "Layers"]
  private static let kinds = ["Key", "Label", "Image", "SuggestionBar", "Spacer"] + stacks

  private let subject: String
  private let actions: [String: ManifestAction]
  private let check: ManifestAction.Check
  /// The paths of the keys, labels, pictures and suggestion bars that the reader has read so far, by the element's kind
  /// and identifier.
  private var places: [String: String] = [:]
  /// The identifiers of the labels that show results, each with the path of the element that names the label.
  private var resultLabels: [(label: String, path: String)] = []

  private init(subject: String, actions: [String: ManifestAction], check: @escaping ManifestAction.Check) {
    self.subject = subject
    self.actions = actions
    self.check = check
  }

  /// Reads the input view from the members of a property list.
  ///
  /// - Parameters:
  ///   - contents: The members of the root dictionary.
  ///   - subject: The file's path, for messages.
  ///   - actions: The manifest's `KLVActions`.
  ///   - check: Checks each key's action with the arguments of that key.
  /// - Throws: The first diagnostic, which names the element, such as `Rows[2][3].Key.Title`.
  package static func read(
    _ contents: [String: PropertyList], subject: String, actions: [String: ManifestAction] = [:],
    check: @escaping ManifestAction.Check = { _, _ in }
  ) throws(Diagnostic) -> InputViewTree {
    var reader = InputViewReader(subject: subject, actions: actions, check: check)
    return try reader.inputView(
      PropertyListFields(contents, subject: subject, wrongType: .inputViewWrongType))
  }

  private mutating func inputView(_ fields: PropertyListFields) throws(Diagnostic) -> InputViewTree {
    let roots = (["Rows"] + Self.stacks).filter { fields.contents[$0] != nil }
    guard roots.count == 1 else {
      let found = (roots.isEmpty ? fields.contents.keys.sorted() : roots).prefix(8).map { "\"\($0)\"" }
        .joined(separator: ", ")
      throw Diagnostic(
        .inputViewRootMissing, subject,
        "The outermost dictionary must have exactly one of Rows, \(Self.stacks.joined(separator: ", ")), but has "
          + "\(found.isEmpty ? "no keys" : found).")
    }
    let root: InputViewTree.Element
    if let rows = try fields.array("Rows") {
      var elements: [InputViewTree.Element] = []
      for (index, row) in rows.enumerated() {
        elements.append(.row(try children(row, path: "Rows[\(index)]", depth: 1)))
      }
      root = .stack(
        ElementStack(
          .column, elements, style: try fields.style(), spacing: try fields.number("Spacing"),
          forcesLeftToRight: try fields.boolean("ForceLeftToRight") ?? false))
    } else {
      root = try element(
        .dictionary(fields.contents.filter { Self.stacks.contains($0.key) }), path: "", depth: 0)
    }
    for (label, path) in resultLabels where places["Label \(label)"] == nil {
      throw Diagnostic(
        .inputViewResultLabelUnknown, subject, "\(path) is \"\(label)\", which is not a label of the input view.")
    }
    let inputView = InputViewTree(
      root: root, height: try fields.number("Height"), designWidth: try fields.number("DesignWidth"),
      recognizesSwipes: try fields.boolean("RecognizesSwipes") ?? false,
      enableInputClicksWhenVisible: try fields.boolean("EnableInputClicksWhenVisible") ?? false)
    do {
      try inputView.validate()
    } catch {
      let place = Self.path(of: error.place, in: fields.contents)
      throw Diagnostic(
        .inputViewRefused, subject, "The input view is invalid\(place.isEmpty ? "" : " at \(place)"): \(error).")
    }
    return inputView
  }

  private mutating func children(
    _ value: PropertyList, path: String, depth: Int
  ) throws(Diagnostic) -> [InputViewTree.Element] {
    guard let values = value.array else {
      throw PropertyListFields.wrongType(.inputViewWrongType, subject, path, value, expected: "an array")
    }
    var elements: [InputViewTree.Element] = []
    for (index, value) in values.enumerated() {
      elements.append(try element(value, path: "\(path)[\(index)]", depth: depth + 1))
    }
    return elements
  }

  private mutating func element(_ value: PropertyList, path: String, depth: Int) throws(Diagnostic)
    -> InputViewTree.Element
  {
    if let title = value.string {
      guard !title.isEmpty else {
        throw Diagnostic(
          .inputViewKeyMissing, subject, "\(path) is an empty string.", remedy: "Write the character of the key.")
      }
      try place("Key", title, at: path)
      return .key(Key(title))
    }
    guard let contents = value.dictionary else {
      throw PropertyListFields.wrongType(
        .inputViewWrongType, subject, path, value, expected: "a string or a dictionary")
    }
    let kinds = Self.kinds.filter { contents[$0] != nil }
    guard kinds.count == 1, let kind = kinds.first, let inner = contents[kind] else {
      let found = contents.keys.sorted().prefix(5).map { "\"\($0)\"" }.joined(separator: ", ")
      throw Diagnostic(
        .inputViewElementUnknown, subject,
        "\(path) must have exactly one of \(Self.kinds.joined(separator: ", ")), but has "
          + "\(found.isEmpty ? "none of them" : found).")
    }
    let innerPath = path.isEmpty ? kind : "\(path).\(kind)"
    if kind == "Row" || kind == "Column", inner.array != nil {
      return .stack(
        ElementStack(kind == "Row" ? .row : .column, try children(inner, path: innerPath, depth: depth)))
    }
    let fields = try PropertyListFields(inner, subject: subject, path: innerPath, wrongType: .inputViewWrongType)
    switch kind {
    case "Key": return .key(try key(fields))
    case "Label":
      return .label(
        Label(
          try identifier("Label", fields), text: try fields.string("Text") ?? "", weight: try fields.weight(),
          size: try fields.fixedSize(), style: try fields.style(),
          accessibilityLabel: try fields.string("AccessibilityLabel")))
    case "Image":
      guard let name = try fields.string("Name") else {
        throw missing("has no Name", kind, fields)
      }
      return .image(
        Image(
          try identifier("Image", fields, default: name), name: name, weight: try fields.weight(),
          size: try fields.fixedSize(), style: try fields.style(),
          accessibilityLabel: try fields.string("AccessibilityLabel")))
    case "SuggestionBar":
      return .suggestions(
        SuggestionBar(
          try identifier("SuggestionBar", fields), suggestions: try fields.strings("Suggestions") ?? [],
          weight: try fields.weight(), size: try fields.fixedSize(), style: try fields.style()))
    case "Spacer": return .spacer(weight: try fields.weight())
    default: return .stack(try stack(kind, fields, depth: depth))
    }
  }

  private mutating func stack(
    _ kind: String, _ fields: PropertyListFields, depth: Int
  ) throws(Diagnostic) -> ElementStack {
    let arrangement: ElementStack.Arrangement
    switch kind {
    case "Row": arrangement = .row
    case "Column": arrangement = .column
    case "Layers": arrangement = .layers
    case "Grid":
      guard let columns = try fields.number("Columns") else {
        throw missing("has no Columns", kind, fields)
      }
      // Replace an invalid number of columns by 0, which the later check of the limits refuses.
      arrangement = .grid(columns: Int(exactly: columns) ?? 0)
    default:
      guard let axis = try fields.string("Axis") else {
        throw missing("has no Axis", kind, fields)
      }
      switch axis {
      case "horizontal": arrangement = .horizontalScroll
      case "vertical": arrangement = .verticalScroll
      default: throw fields.unknownValue("Axis", axis, expected: "horizontal or vertical")
      }
    }
    guard let content = fields.contents["Content"] else {
      throw missing("has no Content", kind, fields)
    }
    return ElementStack(
      arrangement, try children(content, path: fields.path(of: "Content"), depth: depth), weight: try fields.weight(),
      size: try fields.fixedSize(), style: try fields.style(), spacing: try fields.number("Spacing"),
      forcesLeftToRight: try fields.boolean("ForceLeftToRight") ?? false)
  }

  /// Returns the identifier of an element, and checks that no other element of its kind has the same identifier.
  private mutating func identifier(
    _ kind: String, _ fields: PropertyListFields, default: String? = nil
  ) throws(Diagnostic) -> String {
    guard let identifier = try fields.string("Identifier") ?? `default` else {
      throw missing("has no Identifier", kind, fields)
    }
    try place(kind, identifier, at: fields.path)
    return identifier
  }

  /// Returns the diagnostic for an element that lacks a key. The sentence also names the element's unknown keys,
  /// because one of them can be the misspelled key.
  private func missing(_ fault: String, _ kind: String, _ fields: PropertyListFields) -> Diagnostic {
    let unknown = UnknownKey.among(fields.contents, of: Self.keys[kind] ?? [], in: fields.path)
    let names = unknown.prefix(5).map { "\"\($0.key)\"" }.joined(separator: ", ")
    let meant = unknown.first { $0.meant != nil }
    return Diagnostic(
      .inputViewKeyMissing, subject,
      "\(fields.path) \(fault)\(unknown.isEmpty ? "" : ", but has the unknown key\(unknown.count == 1 ? "" : "s") \(names)").",
      remedy: meant.map { "Replace \($0.key) with \($0.meant ?? "")." })
  }

  private mutating func key(_ fields: PropertyListFields) throws(Diagnostic) -> Key {
    let title = try fields.string("Title")
    guard let identifier = try fields.string("Identifier") ?? title else {
      throw missing("has neither Title nor Identifier", "Key", fields)
    }
    try place("Key", identifier, at: fields.path)
    let action = try action(fields)
    var role = action == nil ? KeyRole.character : .action
    if let name = try fields.string("Role") {
      guard let known = KeyRole(name: name) else {
        let names = KeyRole.allCases.map(\.name).joined(separator: ", ")
        throw Diagnostic(
          .inputViewRoleUnknown, subject, "\(fields.path(of: "Role")) is \"\(name)\", which is not a role.",
          remedy: "Use one of \(names).")
      }
      role = known
    }
    return Key(
      title ?? "", identifier: identifier, subtitle: try fields.string("Subtitle"), hints: try hints(fields),
      role: role,
      action: action, image: try fields.string("Image"),
      accessibilityLabel: try fields.string("AccessibilityLabel"),
      accessibilityHint: try fields.string("AccessibilityHint"), weight: try fields.weight(),
      size: try fields.fixedSize(), style: try fields.style(), alternatives: try fields.strings("Alternatives") ?? [],
      repeats: try fields.boolean("Repeats"), isEnabled: try fields.boolean("Enabled") ?? true,
      isSelected: try fields.boolean("Selected") ?? false)
  }

  private func hints(_ fields: PropertyListFields) throws(Diagnostic) -> [KeyHint] {
    guard let value = fields.contents["Hints"] else { return [] }
    let hints = try PropertyListFields(
      value, subject: subject, path: fields.path(of: "Hints"), wrongType: .inputViewWrongType)
    if let unknown = hints.contents.keys.filter({ KeyHintPosition(name: $0) == nil }).min() {
      throw fields.unknownValue(
        "Hints", unknown, expected: KeyHintPosition.allCases.map(\.name).joined(separator: ", "))
    }
    var list: [KeyHint] = []
    for position in KeyHintPosition.allCases {
      if let text = try hints.string(position.name) { list.append(KeyHint(text, at: position)) }
    }
    return list
  }

  private mutating func action(_ fields: PropertyListFields) throws(Diagnostic) -> ActionReference? {
    guard let name = try fields.string("Action") else { return nil }
    guard name.isCIdentifier else {
      throw Diagnostic(
        .inputViewActionMalformed, subject, "\(fields.path(of: "Action")) is \"\(name)\", which is not a C identifier.")
    }
    var action = actions[name] ?? .undeclared
    if let arguments = try fields.actionArguments("Arguments") { action.arguments = arguments }
    if let label = try fields.string("ResultLabel") { action.resultLabel = label }
    if let label = action.resultLabel { resultLabels.append((label, fields.path(of: "ResultLabel"))) }
    try action.validate(
      action.arguments, by: check, subject: subject, path: fields.path(of: "Action"),
      arguments: fields.contents["Arguments"].map { _ in fields.path(of: "Arguments") })
    return ActionReference(name: name, arguments: action.arguments, resultLabel: action.resultLabel)
  }

  private mutating func place(_ kind: String, _ identifier: String, at path: String) throws(Diagnostic) {
    if let other = places.updateValue(path, forKey: "\(kind) \(identifier)") {
      throw Diagnostic(
        .inputViewIdentifierRepeated, subject, "\(path) and \(other) have the same identifier \"\(identifier)\".")
    }
  }
}
