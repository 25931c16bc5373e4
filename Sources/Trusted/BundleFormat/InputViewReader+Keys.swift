extension InputViewReader {
  /// Returns the path in `Interface.plist` of the element at a place in the input view, such as `Rows[2][3].Spacer`.
  static func path(of place: [Int], in contents: [String: PropertyList]) -> String {
    var path = ""
    var rest = place[...]
    var elements: PropertyList?
    if let rows = contents["Rows"]?.array, let row = rest.popFirst(), rows.indices.contains(row) {
      (path, elements) = ("Rows[\(row)]", rows[row])
    } else if let kind = stacks.first(where: { contents[$0] != nil }), !rest.isEmpty {
      (path, elements) = (kind, contents[kind])
    }
    while let index = rest.popFirst() {
      if let content = elements?.dictionary?["Content"] { (path, elements) = ("\(path).Content", content) }
      path += "[\(index)]"
      guard let children = elements?.array, children.indices.contains(index),
        let (kind, value) = children[index].dictionary?.first(where: { keys[$0.key] != nil })
      else { return path }
      (path, elements) = ("\(path).\(kind)", value)
    }
    return path
  }

  /// The keys of each kind of element in `Interface.plist`. See InterfacePlist.md#elements.
  static let keys: [String: Set<String>] = [
    "Key": look.union([
      "Title", "Subtitle", "Hints", "Identifier", "Role", "Action", "Arguments", "ResultLabel", "Image",
      "AccessibilityLabel", "AccessibilityHint", "Alternatives", "Repeats", "Enabled", "Selected",
    ]),
    "Label": look.union(["Identifier", "Text", "AccessibilityLabel"]),
    "Image": look.union(["Name", "Identifier", "AccessibilityLabel"]),
    "SuggestionBar": look.union(["Identifier", "Suggestions"]), "Spacer": ["Weight"], "Row": stack, "Column": stack,
    "Grid": stack.union(["Columns"]), "Layers": stack, "ScrollArea": stack.union(["Axis"]),
  ]
  private static let look: Set<String> = [
    "Weight", "Width", "Height", "Foreground", "Background", "CornerRadius", "Opacity", "FontSize", "FontWeight",
    "Alignment",
  ]
  private static let stack = look.union(["Content", "Spacing", "ForceLeftToRight"])
  private static let root = Set(["Rows", "Height", "DesignWidth", "RecognizesSwipes", "EnableInputClicksWhenVisible"])
    .union(stacks)
  private static let rowsRoot = root.union(look).subtracting(["Weight", "Width"])
    .union(["Spacing", "ForceLeftToRight"])

  /// Returns the keys of `Interface.plist` that Klava ignores, in all its dictionaries.
  ///
  /// - Parameter contents: The members of the root dictionary, which can be invalid.
  package static func unknownKeys(in contents: [String: PropertyList]) -> [UnknownKey] {
    let isRows = contents["Rows"] != nil
    var found = UnknownKey.among(contents, of: isRows ? rowsRoot : root)
    if isRows { found += colors(of: contents, at: "") }
    for (index, row) in (contents["Rows"]?.array ?? []).enumerated() {
      found += unknownKeys(inElements: row, at: "Rows[\(index)]")
    }
    for kind in stacks {
      if let value = contents[kind] { found += unknownKeys(in: value, kind: kind, at: kind) }
    }
    return found
  }

  private static func unknownKeys(inElements value: PropertyList, at path: String) -> [UnknownKey] {
    (value.array ?? []).enumerated().flatMap { index, element -> [UnknownKey] in
      guard let members = element.dictionary else { return [] }
      let path = "\(path)[\(index)]"
      let own = members.keys.filter { keys[$0] != nil }
      // Skip an element without a kind, because the reader refuses the element and names its keys in the diagnostic.
      guard own.count == 1, let kind = own.first, let value = members[kind] else { return [] }
      return UnknownKey.among(members, of: [kind], in: path) + unknownKeys(in: value, kind: kind, at: "\(path).\(kind)")
    }
  }

  private static func unknownKeys(in value: PropertyList, kind: String, at path: String) -> [UnknownKey] {
    guard let members = value.dictionary else { return unknownKeys(inElements: value, at: path) }
    return UnknownKey.among(members, of: keys[kind] ?? [], in: path) + colors(of: members, at: path)
      + (members["Content"].map { unknownKeys(inElements: $0, at: "\(path).Content") } ?? [])
  }

  private static func colors(of members: [String: PropertyList], at path: String) -> [UnknownKey] {
    ["Foreground", "Background"].flatMap { key in
      UnknownKey.among(
        members[key]?.dictionary ?? [:], of: ["Light", "Dark"], in: path.isEmpty ? key : "\(path).\(key)")
    }
  }
}
