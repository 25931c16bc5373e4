internal import InputViewModel
internal import Layout

extension InputViewTree {
  /// The part of a split row that is empty, as a ratio of the row.
  private static let gap = 0.3
  /// The smallest number of elements of a row that is split.
  private static let smallestRow = 4

  /// The input view with each long row divided into two halves, for two thumbs on a wide screen.
  ///
  /// Only rows directly in the root column are divided. Any other input view stays as it is.
  var split: InputViewTree {
    guard case .container(var column) = root, column.arrangement == .column else { return self }
    column.children = column.children.map { child in
      guard case .container(var row) = child, row.arrangement == .row, row.children.count >= Self.smallestRow else {
        return child
      }
      let total = row.children.map(\.weight).reduce(0, +)
      var (before, place) = (0.0, 0)
      // The border that is nearest to the middle.
      while place < row.children.count - 1, before + row.children[place].weight / 2 < total / 2 {
        before += row.children[place].weight
        place += 1
      }
      row.children.insert(.spacer(weight: total * Self.gap / (1 - Self.gap)), at: max(place, 1))
      return .container(row)
    }
    var tree = self
    tree.root = .container(column)
    tree.indexKeys()
    return tree
  }
}
