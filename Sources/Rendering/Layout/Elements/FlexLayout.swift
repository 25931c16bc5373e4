/// Divides a length among the elements of a row or column. Each element with a fixed length gets this length, and the
/// other elements share the rest by their weights.
///
/// If the stack sets no spacing, the length for a weight includes the key's gap, as on phone keyboards. This rule
/// aligns a row of seven letters between two keys of weight 1.5 with a row of ten letters. If the stack sets a spacing,
/// the length for a weight excludes the gap, as in `UIStackView`.
struct FlexLayout {
  /// An element of the row or column.
  struct Part {
    /// The element's weight, relative to the weights of the other flexible elements.
    var weight: Double
    /// The fixed length; nil for a flexible element.
    var fixed: FixedPoint?
    var isSpacer = false
  }

  /// The gap between two neighbors.
  struct Gap {
    var length: FixedPoint
    /// Whether the length for a weight includes the gap.
    var belongsToParts: Bool

    /// The gap of a stack, which is its spacing or the usual gap. The initializer limits the gap, so that the elements
    /// keep some length.
    init(spacing: FixedPoint?, usual: FixedPoint, count: Int, in length: FixedPoint) {
      if let spacing {
        self.length = min(spacing, length / (2 * max(count - 1, 1)))
        belongsToParts = false
      } else {
        self.length = min(usual, length / (4 * max(count, 1)))
        belongsToParts = true
      }
    }
  }

  /// The minimum length that fixed elements leave for each flexible element: the smallest length that a finger can hit.
  private static let target = FixedPoint(points: 32)

  private let parts: [Part]
  private let span: AxisRange
  private let gap: Gap
  private let scale: Double

  /// Creates a layout of elements in a range. Multiplies fixed lengths, with the gaps that belong to them, by `scale`.
  init(_ parts: [Part], in span: AxisRange, gap: Gap, scale: Double = 1) {
    self.parts = parts
    self.span = span
    self.gap = gap
    self.scale = scale
  }

  /// Creates a layout in which all elements get equal lengths. An element that needs more than its equal share gets the
  /// length that it needs.
  init(equal needed: [FixedPoint], in span: AxisRange, gap: Gap) {
    let between = gap.length * max(needed.count - 1, 0)
    var room = max(span.length - between, 0)
    var sharing = needed.count
    var isFixed = Set<Int>()
    // Elements with equal needs get equal lengths, even if the range is too short.
    let needed = Set(needed).count == 1 ? needed.map { _ in 0 } : needed
    // Start with the element that needs the greatest length, because this element reduces the length that the other
    // elements share.
    for index in needed.indices.sorted(by: { needed[$0] > needed[$1] }) where needed[index] * sharing > room {
      isFixed.insert(index)
      room = max(room - needed[index], 0)
      sharing -= 1
    }
    let parts = needed.indices.map { Part(weight: 1, fixed: isFixed.contains($0) ? needed[$0] : nil) }
    self.init(parts, in: span, gap: gap)
  }

  /// The ranges of the elements, in order. The ranges do not overlap and are inside the whole range.
  var spans: [AxisRange] {
    let counted = gap.belongsToParts ? gap.length : 0
    let between = gap.belongsToParts ? 0 : gap.length
    let room = max(span.length + counted - between * (parts.count - 1), 0)
    let fixed = fixedLengths(room: room, counted: counted)
    let flexible = room - fixed.reduce(0, +)
    let totalWeight = parts.reduce(0.0) { $0 + ($1.fixed == nil ? $1.weight : 0) }
    // If no element is flexible, half of the remaining length is before the elements and half is after them.
    var start = span.start + (totalWeight > 0 ? 0 : flexible / 2)
    var weight = 0.0
    var given = 0
    return parts.indices.map { index in
      var length = fixed[index]
      if parts[index].fixed == nil, totalWeight > 0 {
        weight += parts[index].weight
        // Rounding the running total distributes the remainder, so that the lengths add up exactly.
        let total = Int((Double(flexible) * min(weight / totalWeight, 1)).rounded())
        length = total - given
        given = total
      }
      let begin = min(start, span.end)
      start += length + between
      return AxisRange(start: begin, length: min(max(length - counted, 0), span.end - begin))
    }
  }

  /// The factor that makes the fixed lengths and their gaps fit; 1 if they fit unchanged.
  var fit: Double {
    let counted = gap.belongsToParts ? gap.length : 0
    let between = gap.belongsToParts ? 0 : gap.length * (parts.count - 1)
    let room = max(span.length + counted, 0)
    let total = wantedLengths(counted: counted).reduce(between, +)
    let available = available(in: room)
    return total > available ? Double(max(available, 1)) / Double(total) : 1
  }

  /// The fixed lengths before they are scaled down, each with the gap that belongs to it; 0 for flexible elements.
  private func wantedLengths(counted: FixedPoint) -> [FixedPoint] {
    var (sum, given) = (0, 0)
    return parts.map { part in
      guard let fixed = part.fixed else { return 0 }
      sum += fixed + counted
      // Rounding the running total keeps columns aligned across rows.
      let upTo = Int((Double(sum) * scale).rounded())
      defer { given = upTo }
      return upTo - given
    }
  }

  /// The part of a length that fixed elements may use.
  private func available(in room: FixedPoint) -> FixedPoint {
    let flexible = parts.count { $0.fixed == nil && !$0.isSpacer }
    return room - flexible * min(Self.target, room / max(parts.count, 1))
  }

  /// The fixed lengths, each with the gap that belongs to it; 0 for flexible elements. If the lengths do not fit, the
  /// layout scales them down.
  private func fixedLengths(room: FixedPoint, counted: FixedPoint) -> [FixedPoint] {
    let wanted = wantedLengths(counted: counted)
    let total = wanted.reduce(0, +)
    let available = available(in: room)
    guard total > available else { return wanted }
    var sum = 0
    var given = 0
    return wanted.map { length in
      sum += length
      // The sum cannot overflow: there are at most 4,096 elements, and a length is at most 2^40 half points after
      // scaling.
      let upTo = available * sum / total
      defer { given = upTo }
      return upTo - given
    }
  }
}
