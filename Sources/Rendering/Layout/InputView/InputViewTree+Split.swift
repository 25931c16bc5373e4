package import InputViewModel

extension InputViewTree {
  /// The width of the gap in a split row, as a fraction of the row's width.
  private static let gap = 0.3
  /// The smallest allowed gap, as a fraction of the row's width. If the largest possible gap is smaller, the host does
  /// not split the rows.
  private static let leastGap = 0.1
  /// The smallest number of elements in a row that the host splits. The host also splits a shorter row if a space bar
  /// covers its middle.
  private static let smallestRow = 4
  /// The suffix of the identifier of the right half of a divided space bar.
  private static let rightPart = " (right)"

  /// Returns the input view with each long row divided into two halves, for two thumbs on a wide screen.
  ///
  /// Divides only rows that are children of the root column. Returns the unchanged input view in three cases: the root
  /// is not a column, the halves exceed a limit on elements, or the gap would be too small.
  ///
  /// - Parameter width: The width of the keyboard between its safe areas, in points.
  package func split(at width: Double) -> InputViewTree {
    guard case .stack(var column) = root, column.arrangement == .column else { return self }
    let rows = column.children.map { child -> (left: [Element], right: [Element])? in
      guard case .stack(let row) = child, row.arrangement == .row else { return nil }
      return Self.halves(of: row.children)
    }
    let target = LayoutMetrics.target.points
    // The gap is equal in all rows, so that the columns stay aligned.
    let gap = rows.compactMap(\.self).map { Self.largestGap(in: $0.left + $0.right, width: width, target) }.min() ?? 0
    guard gap >= Self.leastGap else { return self }
    for (index, halves) in rows.enumerated() {
      guard let (left, right) = halves, case .stack(var row) = column.children[index] else { continue }
      let total = (left + right).map(\.weight).reduce(0, +)
      row.children = left + [.spacer(weight: total * gap / (1 - gap))] + right
      column.children[index] = .stack(row)
    }
    var tree = self
    tree.root = .stack(column)
    do throws(InputViewError) {
      try tree.validate()
    } catch {
      return self
    }
    tree.indexKeys()
    return tree
  }

  /// The smallest width of a keyboard, in points, at which the host obeys a setting that divides the keyboard into
  /// halves.
  package static let leastWidthOfHalves = 600.0

  /// Returns the largest gap, as a fraction of the row's width, with which each key is still as wide as a touch target.
  /// The function ignores keys that are narrower than a touch target even without a gap.
  private static func largestGap(in row: [Element], width: Double, _ target: Double) -> Double {
    let total = row.map(\.weight).reduce(0, +)
    let keys = row.filter { if case .key = $0 { $0.weight * width >= target * total } else { false } }
    return keys.map { 1 - target * total / ($0.weight * width) }.reduce(gap, min)
  }

  /// Returns the position of a key in the keyboard's input view. The identifier may also belong to a key in the result
  /// of ``split(at:)``.
  package func position(ofSplitKey identifier: String) -> KeyEvent.Position? {
    if let position = position(of: identifier) { return position }
    return identifier.hasSuffix(Self.rightPart) ? position(of: String(identifier.dropLast(Self.rightPart.count))) : nil
  }

  /// Divides the elements of a row into two halves; nil if the host does not divide the row. Elements whose center is
  /// right of the middle are in the right half.
  private static func halves(of elements: [Element]) -> (left: [Element], right: [Element])? {
    let total = elements.map(\.weight).reduce(0, +)
    // Sums of weights such as 0.1 are not exact, so add a small tolerance.
    let middle = total / 2 + total * 1e-9
    var (left, right): ([Element], [Element]) = ([], [])
    var start = 0.0
    var dividesSpaceBar = false
    for element in elements {
      let end = start + element.weight
      if case .key(let bar) = element, bar.role == .space, min(middle - start, end - middle) >= bar.weight / 4 {
        // Each half gets a separate space bar, because each thumb can touch only one half.
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
    guard dividesSpaceBar || elements.count >= smallestRow, !left.isEmpty, !right.isEmpty else { return nil }
    return (left, right)
  }
}
