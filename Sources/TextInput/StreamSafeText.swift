/// Counts combining marks in a row. Real text has no more than 30 (UAX #15, "Stream-Safe Text Format").
///
/// To compare two texts, or to hash one, such a run is put in order, in time that grows with the square of its length: count
/// before any of that is done with a text of somebody who may want to keep the host busy.
package struct MarkRun {
  private var length = 0

  /// No mark yet.
  package init() {}

  /// Takes the next character's code point in; answers whether the text still is like real text.
  package mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    // No mark has a lower number, and few other characters that are often used have a higher one.
    let isMark = scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
    length = isMark ? length + 1 : 0
    return length <= 30
  }
}

extension StringProtocol {
  /// Whether no more than 30 combining marks stand in a row (see ``MarkRun``); asking takes linear time.
  package var isStreamSafe: Bool {
    var run = MarkRun()
    return unicodeScalars.allSatisfy { run.take($0) }
  }
}
