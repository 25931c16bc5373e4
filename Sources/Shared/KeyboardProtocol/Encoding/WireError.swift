internal import InputViewModel
internal import TextModel

/// The reason why bytes are not a message, with the offset of the wrong value.
package struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault.
  package enum Fault: Hashable, Sendable {
    /// The bytes end before the value ends. The associated value is the minimum number of missing bytes.
    case truncated(missing: Int)
    /// The first byte of the message is not ``WireFormat/version``.
    case unsupportedVersion(UInt8)
    /// The number in the message belongs to no case of the expected enumeration.
    case unknownCase(Int64)
    /// A string's bytes are not UTF-8.
    case invalidUTF8
    /// A flag is neither 0 nor 1, or an undefined flag is set.
    case invalidFlag(UInt8)
    /// The number of elements in an array exceeds its limit, or is greater than the number of remaining bytes.
    case tooManyElements(Int)
    /// Stacks are nested deeper than ``InputViewTree/Limit/depth``.
    case tooDeep
    /// A number is outside its allowed range, or the end of a range is before its start.
    case outOfRange
    /// The keys of a dictionary are not in ascending order, or two keys are equal.
    case unorderedKeys
    /// A text that the receiver compares or hashes is not a ``BoundedText``.
    case unboundedText
    /// A message that contains no file is too long. The associated value is the size of the message in bytes.
    case tooLong(Int)
    /// Bytes follow the message. The associated value is the number of bytes after the message.
    case trailingBytes(Int)
  }

  /// The kind of fault.
  package let fault: Fault
  /// The offset of the wrong value, in bytes from the start of the frame.
  package let offset: Int

  /// Creates an error at an offset.
  package init(_ fault: Fault, at offset: Int) {
    self.fault = fault
    self.offset = offset
  }

  /// The error as a sentence for a log.
  package var description: String {
    let what =
      switch fault {
      case .truncated(let missing): "the message is at least \(missing) bytes too short"
      case .unsupportedVersion(let version): "the format version is \(version) instead of \(WireFormat.version)"
      case .unknownCase(let number): "unknown case \(number)"
      case .invalidUTF8: "a string is not UTF-8"
      case .invalidFlag(let byte): "unknown flag value \(byte)"
      case .tooManyElements(let count): "\(count) elements exceed the limit"
      case .tooDeep: "stacks are nested more than \(InputViewTree.Limit.depth) levels deep"
      case .outOfRange: "a number or range is out of bounds"
      case .unorderedKeys: "keys are repeated or out of order"
      case .unboundedText:
        "a name has more than \(BoundedText.bytes) bytes, or more than \(CombiningMarkCounter.maximumLength) combining marks "
          + "in a row"
      case .tooLong(let count): "a message of \(count) bytes exceeds the limit of \(WireFormat.ordinaryBytes)"
      case .trailingBytes(let count): "\(count) bytes follow the message"
      }
    return "\(what) (byte \(offset))"
  }
}
