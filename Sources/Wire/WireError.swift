internal import TextInput

/// Why bytes are not a message, and where in them that showed.
package struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  package enum Problem: Hashable, Sendable {
    /// The bytes end before the value does; so many more are needed at least.
    case truncated(missing: Int)
    /// The first byte is not this format's version.
    case unsupportedVersion(UInt8)
    /// No case of the expected type has this number.
    case unknownCase(Int64)
    /// A string's bytes are not UTF-8.
    case invalidUTF8
    /// A flag is neither 0 nor 1, or a flag that has no meaning is set.
    case invalidFlag(UInt8)
    /// More elements are claimed than the type may have or the bytes can hold.
    case tooManyElements(Int)
    /// Rows and columns inside each other pass ``WireFormat/interfaceDepth``.
    case tooDeep
    /// A range's end lies before its start, or a number passes what its type may be.
    case outOfRange
    /// A dictionary's keys do not grow from one to the next, or two are the same text.
    case unorderedKeys
    /// A text that will be compared or hashed is too long, or has too many combining marks in a row.
    case unboundedText
    /// A message has so many bytes, and no file among them.
    case tooLong(Int)
    /// So many bytes follow the message.
    case trailingBytes(Int)
  }

  /// What is wrong.
  package let problem: Problem
  /// The offset in bytes, from the frame's start, of the value that is wrong.
  package let offset: Int

  /// The problem found at this offset.
  package init(_ problem: Problem, at offset: Int) {
    self.problem = problem
    self.offset = offset
  }

  /// The error in words, for a log.
  package var description: String {
    let what =
      switch problem {
      case .truncated(let missing): "the message ends at least \(missing) bytes too early"
      case .unsupportedVersion(let version): "the format's version is \(version) and not \(WireFormat.version)"
      case .unknownCase(let number): "there is no case \(number)"
      case .invalidUTF8: "a string is not UTF-8"
      case .invalidFlag(let byte): "\(byte) is no flag"
      case .tooManyElements(let count): "\(count) elements are more than there can be"
      case .tooDeep: "more than \(WireFormat.interfaceDepth) rows and columns lie inside each other"
      case .outOfRange: "a number or range is out of its bounds"
      case .unorderedKeys: "keys are repeated or out of order"
      case .unboundedText: "a name has more than \(BoundedText.bytes) bytes, or \(MarkRun.longest) marks in a row"
      case .tooLong(let count): "a message of \(count) bytes passes the limit of \(WireFormat.ordinaryBytes)"
      case .trailingBytes(let count): "\(count) bytes follow the message"
      }
    return "\(what) (byte \(offset))"
  }
}
