/// How a row or column divides its length among what is in it: by weight, after the fixed lengths, with gaps.
///
/// Between elements whose container says nothing of spacing, a weight counts the key and its gap together, as on a
/// phone's keyboard: a shift key of weight 1.5 and seven letters end where ten letters of the row above end. Where the
/// container gives a spacing, the weights count what is seen, as in `UIStackView`.
struct FlexLayout {
  /// One of those that share the length.
  struct Part {
    /// Its share beside its neighbors.
    var weight: Double
    /// The length that does not depend on its neighbors.
    var fixed: FixedPoint?
    /// Whether it only keeps its neighbors apart.
    var isSpacer = false
  }

  /// The gap between two neighbors, from which weights are told to count it or not.
  struct Gap {
    /// Its length.
    var length: FixedPoint
    /// Whether a weight counts the gap too.
    var belongsToParts: Bool

    /// The gap of a container: the spacing it asks for, or else the usual one. No gap leaves the elements no room.
    init(spacing: Double?, usual: FixedPoint, count: Int, in length: FixedPoint) {
      if let spacing {
        self.length = min(FixedPoint(points: spacing), length / (2 * max(count - 1, 1)))
        belongsToParts = false
      } else {
        self.length = min(usual, length / (4 * max(count, 1)))
        belongsToParts = true
      }
    }
  }

  /// The least that a fixed length leaves its neighbors that have none: a target that a finger meets.
  private static let target = FixedPoint(points: 32)

  private let parts: [Part]
  private let span: AxisRange
  private let gap: Gap

  /// Divides a span among these parts.
  init(_ parts: [Part], in span: AxisRange, gap: Gap) {
    self.parts = parts
    self.span = span
    self.gap = gap
  }

  /// Divides a span equally, but for the parts that need more than the others and get it.
  init(equal needed: [FixedPoint], in span: AxisRange, gap: Gap) {
    let between = gap.length * max(needed.count - 1, 0)
    var room = max(span.length - between, 0)
    var sharing = needed.count
    var isFixed = Set<Int>()
    // Those that need the same share alike, whether it is there or not.
    let needed = Set(needed).count == 1 ? needed.map { _ in 0 } : needed
    // The greatest first: what they take makes the equal share of the others smaller.
    for index in needed.indices.sorted(by: { needed[$0] > needed[$1] }) where needed[index] * sharing > room {
      isFixed.insert(index)
      room = max(room - needed[index], 0)
      sharing -= 1
    }
    let parts = needed.indices.map { Part(weight: 1, fixed: isFixed.contains($0) ? needed[$0] : nil) }
    self.init(parts, in: span, gap: gap)
  }

  /// Where each part is, in order; no two overlap, and none is outside of the span.
  var spans: [AxisRange] {
    let counted = gap.belongsToParts ? gap.length : 0
    let between = gap.belongsToParts ? 0 : gap.length
    let room = max(span.length + counted - between * (parts.count - 1), 0)
    let fixed = fixedLengths(room: room, counted: counted)
    let flexible = room - fixed.reduce(0, +)
    let totalWeight = parts.reduce(0.0) { $0 + ($1.fixed == nil ? $1.weight : 0) }
    // Where nothing grows, what is left is at both ends.
    var start = span.start + (totalWeight > 0 ? 0 : flexible / 2)
    var weight = 0.0
    var given = 0
    return parts.indices.map { index in
      var length = fixed[index]
      if parts[index].fixed == nil, totalWeight > 0 {
        weight += parts[index].weight
        // Rounding the running total spreads what no half point can share: nothing is lost or given twice.
        let total = Int((Double(flexible) * min(weight / totalWeight, 1)).rounded())
        length = total - given
        given = total
      }
      let begin = min(start, span.end)
      start += length + between
      return AxisRange(start: begin, length: min(max(length - counted, 0), span.end - begin))
    }
  }

  /// The lengths of the parts that have one of their own, 0 for the others.
  private func fixedLengths(room: FixedPoint, counted: FixedPoint) -> [FixedPoint] {
    let wanted = parts.map { part in part.fixed.map { $0 + counted } ?? 0 }
    let total = wanted.reduce(0, +)
    let flexible = parts.count { $0.fixed == nil && !$0.isSpacer }
    let available = room - flexible * min(Self.target, room / max(parts.count, 1))
    guard total > available else { return wanted }
    var sum = 0
    var given = 0
    return wanted.map { length in
      sum += length
      // Both factors are bounded: 4,096 elements of 16,384 half points each.
      let upTo = available * sum / total
      defer { given = upTo }
      return upTo - given
    }
  }
}
