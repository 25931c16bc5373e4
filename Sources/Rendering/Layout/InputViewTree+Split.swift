package import InputViewModel

extension InputViewTree {
  /// The width of the gap in a split row, as a fraction of the row's width.
  private static let gap = 0.3
  /// A row with fewer elements is not split, unless the middle of the row is in a space bar.
  private static let smallestRow = 4
  /// The identifier of the right half of a divided space bar ends in this suffix.
  private static let rightPart = " (right)"

  /// The input view with each long row divided into two halves, for two thumbs on a wide screen.
  ///
  /// Divides only rows directly in the root column. An input view whose root is not a column stays as it is. If the
  /// halves would exceed a limit on elements, the input view stays as it is too.
  package var split: InputViewTree {
    guard case .container(var column) = root, column.arrangement == .column else { return self }
    column.children = column.children.map { child in
      guard case .container(var row) = child, row.arrangement == .row else { return child }
      row.children = Self.split(row.children)
      return .container(row)
    }
    var tree = self
    tree.root = .container(column)
    do throws(InputViewError) {
      try tree.validate()
    } catch {
      return self
    }
    tree.indexKeys()
    return tree
  }

  /// The smallest width, in points, at which the host divides a keyboard into two halves.
  private static let leastWidthOfHalves = 600.0

  /// Returns ``split`` if this width, in points, is large enough for two halves, and otherwise the input view itself.
  package func split(at width: Double) -> InputViewTree { width < Self.leastWidthOfHalves ? self : split }

  /// Returns the position of a key of this input view or of ``split`` in the input view that the keyboard set.
  package func position(ofSplitKey identifier: String) -> KeyEvent.Position? {
    if let position = position(of: identifier) { return position }
    return identifier.hasSuffix(Self.rightPart) ? position(of: String(identifier.dropLast(Self.rightPart.count))) : nil
  }

  /// Divides the elements of a row into two halves, with a gap between the halves. Elements whose center is right of
  /// the middle are in the right half.
  private static func split(_ elements: [Element]) -> [Element] {
    let total = elements.map(\.weight).reduce(0, +)
    // Sums of weights such as 0.1 are not exact, so add a small tolerance.
    let middle = total / 2 + total * 1e-9
    var (left, right): ([Element], [Element]) = ([], [])
    var start = 0.0
    var dividesSpaceBar = false
    for element in elements {
      let end = start + element.weight
      if case .key(let bar) = element, bar.role == .space, min(middle - start, end - middle) >= bar.weight / 4 {
        // Each half gets its own space bar, because each thumb reaches only one half.
        var (before, after) = (bar, bar)
        (before.weight, after.weight) = (middle - start, end - middle)
        after.identifier += rightPart
        left.append(.key(before))
        right.append(.key(after))
        dividesSpaceBar = true
      } else if right.isEmpty, (start + end) / 2 <= middle {
        left.append(element)
      } else {
        right.append(element)
      }
      start = end
    }
    guard dividesSpaceBar || elements.count >= smallestRow, !left.isEmpty, !right.isEmpty else { return elements }
    return left + [.spacer(weight: total * gap / (1 - gap))] + right
  }
}
