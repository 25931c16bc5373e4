package import Layout

/// Scanning, for users who type with a single switch. Scanning highlights row after row. After a press of the switch,
/// scanning highlights key after key of the highlighted row.
package struct Scan: Hashable, Sendable {
  /// The identifiers of the keys, row by row.
  package private(set) var rows: [[String]]
  /// The highlighted row or key.
  package private(set) var target = Target.row(0)
  private var roundsInRow = 0

  /// A row or a key that scanning highlights.
  package enum Target: Hashable, Sendable {
    /// A whole row.
    case row(Int)
    /// A key of a row.
    case key(row: Int, Int)
  }

  /// The number of rounds through the keys of a row. If the user does not press the switch during these rounds,
  /// scanning highlights whole rows again.
  private static let roundsInRow = 2

  /// Creates a scan of the given rows. Leaves out empty rows.
  package init(rows: [[String]]) {
    self.rows = rows.filter { !$0.isEmpty }
  }

  /// The identifiers of the highlighted keys.
  package var identifiers: [String] {
    switch target {
    case .row(let row): rows.indices.contains(row) ? rows[row] : []
    case .key(let row, let key): rows.indices.contains(row) && rows[row].indices.contains(key) ? [rows[row][key]] : []
    }
  }

  /// Changes the rows. If the new rows differ, scanning starts again at the first row.
  package mutating func show(_ rows: [[String]]) {
    let rows = rows.filter { !$0.isEmpty }
    guard rows != self.rows else { return }
    self.rows = rows
    target = .row(0)
    roundsInRow = 0
  }

  /// Highlights the next row or key.
  package mutating func advance() {
    guard !rows.isEmpty else { return }
    switch target {
    case .row(let row): target = .row((row + 1) % rows.count)
    case .key(let row, let key):
      guard rows.indices.contains(row) else {
        target = .row(0)
        return
      }
      if key + 1 < rows[row].count {
        target = .key(row: row, key + 1)
        return
      }
      roundsInRow += 1
      target = roundsInRow < Self.roundsInRow ? .key(row: row, 0) : .row(row)
    }
  }

  /// Handles a press of the switch.
  ///
  /// - Returns: The identifier of the key to press; nil if the press selected a row.
  package mutating func select() -> String? {
    let chosen = identifiers
    switch target {
    case .row(let row):
      roundsInRow = 0
      guard chosen.count == 1 else {
        target = .key(row: row, 0)
        return nil
      }
      target = .row(0)
    case .key: target = .row(0)
    }
    return chosen.first
  }
}

extension InputViewLayout {
  /// The keys row by row from the top.
  ///
  /// Each row runs from left to right, or from right to left if `isRightToLeft` is true. With `includesHidden`, the
  /// rows include the keys that are scrolled out of view.
  package func rows(isRightToLeft: Bool = false, includesHidden: Bool = false) -> [[PlacedElement]] {
    let keys = elements.filter { $0.key != nil && (includesHidden || $0.visibleFrame != nil) }
      .sorted { ($0.frame.center.y, $0.frame.x) < ($1.frame.center.y, $1.frame.x) }
    var rows: [[PlacedElement]] = []
    for key in keys {
      if let first = rows.last?.first, key.frame.center.y < first.frame.maxY {
        rows[rows.count - 1].append(key)
      } else {
        rows.append([key])
      }
    }
    return rows.map { row in
      row.sorted { isRightToLeft ? $0.frame.x > $1.frame.x : $0.frame.x < $1.frame.x }
    }
  }
}
