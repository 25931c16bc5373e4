/// A counter of consecutive combining marks. Text of natural languages has at most 30 such marks in a row (UAX #15,
/// "Stream-Safe Text Format").
///
/// To compare or hash a text, Swift sorts each run of marks, in time that grows with the square of the run's length.
/// Count the marks before you compare or hash a text from a runner, a render process or a bundle.
package struct CombiningMarkCounter {
  /// The maximum number of consecutive combining marks in text of natural languages.
  package static let maximumLength = 30

  /// The number of marks in the current run.
  private var length = 0

  /// Creates a counter at 0.
  package init() {}

  /// Counts the next scalar. Returns whether the run still has at most ``maximumLength`` marks.
  package mutating func count(_ scalar: Unicode.Scalar) -> Bool {
    length = scalar.isCombiningMark ? length + 1 : 0
    return length <= Self.maximumLength
  }
}

extension Unicode.Scalar {
  /// Whether the scalar has a combining class other than 0. Normalization can change the order of such scalars.
  var isCombiningMark: Bool {
    // A fast check: no mark is below U+0300, and most text has only scalars below U+0300.
    value >= 0x300 && properties.canonicalCombiningClass != .notReordered
  }
}

extension StringProtocol {
  /// Whether each run of combining marks has at most ``CombiningMarkCounter/maximumLength`` marks. Takes linear time.
  package var isStreamSafe: Bool {
    // A fast check: the UTF-8 bytes of the scalars below U+0300 are below 0xCC.
    let hasHighByte = utf8.withContiguousStorageIfAvailable { bytes in
      for byte in bytes where byte >= 0xCC { return true }
      return false
    }
    if hasHighByte == false { return true }
    var run = CombiningMarkCounter()
    return unicodeScalars.allSatisfy { run.count($0) }
  }
}
