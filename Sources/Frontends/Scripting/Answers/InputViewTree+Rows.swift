internal import Diagnostics
internal import InputViewModel

extension InputViewTree {
  /// The keys as text, one line for each row. A disabled key is in parentheses.
  ///
  /// A key with a picture, or with an invisible title, appears as its identifier.
  var rows: [String] { root.rows }
}

extension InputViewTree.Element {
  fileprivate var rows: [String] {
    switch self {
    case .stack(let stack):
      switch stack.arrangement {
      case .column, .verticalScroll, .layers: stack.children.flatMap(\.rows)
      case .grid(let columns):
        stride(from: 0, to: stack.children.count, by: max(columns, 1)).map { first in
          stack.children[first...].prefix(columns).flatMap(\.rows).joined(separator: "  ")
        }
      case .row, .horizontalScroll:
        // If a row contains columns, write the rows of each column on separate lines, one column after the other. A
        // scroll area can have many columns, for example of emoji, so write all columns of a scroll area on one line.
        if stack.arrangement == .row, stack.children.contains(where: \.isColumn) {
          stack.children.flatMap(\.rows)
        } else {
          [stack.children.flatMap(\.rows).joined(separator: "  ")]
        }
      }
    case .key(let key): [key.name]
    case .suggestions(let bar): [bar.keys.map(\.name).joined(separator: "  ")]
    case .canvas(let canvas): canvas.key.map { [$0.name] } ?? []
    case .label, .image, .spacer: []
    }
  }

  private var isColumn: Bool {
    switch self {
    case .stack(let stack):
      switch stack.arrangement {
      case .column, .grid, .verticalScroll, .layers: true
      case .row, .horizontalScroll: stack.children.contains(where: \.isColumn)
      }
    case .key, .label, .image, .suggestions, .canvas, .spacer: false
    }
  }
}

extension Key {
  fileprivate var name: String {
    let isBlank = title.allSatisfy(\.isWhitespace)
    let name = (image != nil || isBlank ? identifier : title).onOneLine.sanitized(limit: 64)
    return isEnabled ? name : "(\(name))"
  }
}
