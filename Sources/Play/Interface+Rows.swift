internal import Bundles
internal import TextInput

extension Interface {
  /// The keys as a person reads them, a line for each row; a key that cannot be pressed is in parentheses.
  ///
  /// A key with a picture, or with a title that shows nothing, is named by its identifier.
  var rows: [String] { root.rows }
}

extension Interface.Element {
  fileprivate var rows: [String] {
    switch self {
    case .column(let elements): elements.flatMap(\.rows)
    case .row(let elements):
      // Columns side by side are read as the lines that they are.
      if elements.contains(where: \.isColumn) {
        elements.flatMap(\.rows)
      } else {
        [elements.flatMap(\.rows).joined(separator: "  ")]
      }
    case .key(let key): [key.name]
    case .label, .spacer: []
    }
  }

  private var isColumn: Bool {
    switch self {
    case .column: true
    case .row(let elements): elements.contains(where: \.isColumn)
    case .key, .label, .spacer: false
    }
  }
}

extension Key {
  fileprivate var name: String {
    let isBlank = title.allSatisfy(\.isWhitespace)
    let name = (image != nil || isBlank ? identifier : title).harmless(limit: 64)
    return isEnabled ? name : "(\(name))"
  }
}
