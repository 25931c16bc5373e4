/// Counts combining marks in a row. Real text has no more than 30 (UAX #15, "Stream-Safe Text Format").
///
/// Comparing or hashing a text puts such a run in order, in time that grows with the square of its length. Count the marks
/// before anything of that kind is done with a text from a runner, a render process or a bundle.
package struct CombiningMarkCounter {
  /// The most combining marks in a row that real text has.
  package static let longest = 30

  /// Marks in the present run.
  package private(set) var length = 0

  /// No mark yet.
  package init() {}

  /// Counts the next scalar; returns whether the run is still at most ``longest``.
  package mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    length = scalar.isCombiningMark ? length + 1 : 0
    return length <= Self.longest
  }
}

extension Unicode.Scalar {
  /// Whether it has a combining class, so that normalization may put it in another place.
  var isCombiningMark: Bool {
    // No mark has a lower number, and few other characters that are often used have a higher one.
    value >= 0x300 && properties.canonicalCombiningClass != .notReordered
  }
}

extension StringProtocol {
  /// Whether no more than ``CombiningMarkCounter/longest`` marks stand in a row; takes linear time.
  package var isStreamSafe: Bool {
    var run = CombiningMarkCounter()
    return unicodeScalars.allSatisfy { run.take($0) }
  }
}
