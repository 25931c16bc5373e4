/// Recognizes digits by the order, direction and shape of their strokes.
enum Recognition {
  /// The total number of points that a comparison uses on all strokes of a digit.
  private static let samples = 40
  /// The largest mean distance at which a written digit still matches a template. Before the comparison, the
  /// recognition scales the digit and the template to the size 1.
  private static let tolerance = 0.22
  /// The minimum length of a stroke, as a share of the length of all strokes. A shorter stroke counts as an accidental
  /// touch.
  private static let shortest = 0.04

  /// Returns the digit to which the strokes are most similar. Returns nil if no digit is similar enough.
  static func digit(of strokes: [[StrokePoint]]) -> Int? {
    let whole = strokes.map(length).reduce(0, +)
    let strokes = strokes.filter { length(of: $0) > whole * shortest }
    guard !strokes.isEmpty, whole > 0 else { return nil }
    var best: (digit: Int, distance: Double)?
    for template in DigitTemplate.all where template.strokes.count == strokes.count {
      let distance = distance(of: strokes, to: template.strokes)
      if distance < best?.distance ?? tolerance { best = (template.digit, distance) }
    }
    return best?.digit
  }

  /// Returns the mean distance between corresponding points of two drawings, after scaling both drawings to the same
  /// size. Both drawings must have the same number of strokes.
  static func distance(of one: [[StrokePoint]], to other: [[StrokePoint]]) -> Double {
    let lengths = other.map(length)
    let whole = lengths.reduce(0, +)
    // Give each stroke a number of points in proportion to its length.
    let counts = lengths.map { max(Int((Double(samples) * $0 / whole).rounded()), 2) }
    let (first, second) = (normalized(sampled(one, counts)), normalized(sampled(other, counts)))
    return zip(first, second).reduce(0) { $0 + $1.0.distance(to: $1.1) } / Double(max(first.count, 1))
  }

  private static func sampled(_ strokes: [[StrokePoint]], _ counts: [Int]) -> [StrokePoint] {
    zip(strokes, counts).flatMap { resampled($0.0, $0.1) }
  }

  /// Returns the points, scaled to fit into a square with sides of length 1 and the center at the origin. Scales both
  /// axes by the same factor, so that a narrow digit such as 1 stays narrow.
  private static func normalized(_ points: [StrokePoint]) -> [StrokePoint] {
    let (left, right) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
    let (top, bottom) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
    let size = max(right - left, bottom - top)
    guard size > 0 else { return points.map { _ in StrokePoint(0, 0) } }
    return points.map { StrokePoint(($0.x - (left + right) / 2) / size, ($0.y - (top + bottom) / 2) / size) }
  }

  private static func length(of stroke: [StrokePoint]) -> Double {
    zip(stroke, stroke.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }

  /// Returns points at equal distances along a stroke.
  private static func resampled(_ stroke: [StrokePoint], _ count: Int) -> [StrokePoint] {
    guard let first = stroke.first, let last = stroke.last else { return [] }
    let step = length(of: stroke) / Double(count - 1)
    guard step > 0 else { return Array(repeating: first, count: count) }
    var result = [first]
    var left = step
    for (start, end) in zip(stroke, stroke.dropFirst()) {
      let distance = start.distance(to: end)
      var done = 0.0
      while distance - done >= left, result.count < count {
        done += left
        let share = done / distance
        result.append(StrokePoint(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share))
        left = step
      }
      left -= distance - done
    }
    // Add the last point if the loop missed it because of rounding.
    while result.count < count { result.append(last) }
    return result
  }
}
