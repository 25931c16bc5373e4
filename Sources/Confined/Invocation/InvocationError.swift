/// An error in a signature, a call or a result.
package enum InvocationError: Error, Hashable, Sendable {
  /// The text of a signature is invalid. `offset` is the position of the fault in UTF-8 bytes.
  case signature(SignatureFault, offset: Int)
  /// The argument at this index was not set before the call.
  case argumentMissing(index: Int)
  /// The signature has no argument at this index.
  case noSuchArgument(index: Int, count: Int)
  /// An argument does not have the expected type.
  case argumentType(index: Int, expected: ValueType, given: ValueType)
  /// A result does not have the expected type.
  case resultType(expected: ValueType, given: ValueType)
  /// A string is longer than `limit` bytes.
  case textTooLong(limit: Int)
  /// A string is not valid UTF-8. `offset` is the position of the first invalid byte.
  case textNotUTF8(offset: Int)
  /// libffi refused to prepare a call. `status` is its `ffi_status`.
  case notPrepared(status: UInt32)
}

/// The fault in a signature's text.
package enum SignatureFault: Hashable, Sendable {
  /// The text is empty.
  case empty
  /// The text is longer than ``Signature/maximumTextLength`` bytes.
  case tooLong
  /// A byte is not a type letter.
  case unknownLetter(UInt8)
  /// The type cannot be a result.
  case notAResult(ValueType)
  /// The type cannot be an argument.
  case notAnArgument(ValueType)
  /// No `(` follows the letter of the result.
  case openingParenthesisMissing
  /// The text ends before the closing parenthesis.
  case closingParenthesisMissing
  /// There are more than ``Signature/maximumArgumentCount`` arguments.
  case tooManyArguments
  /// There is text after the closing parenthesis.
  case textAfterTheEnd
}

extension InvocationError: CustomStringConvertible {
  /// The error as one sentence. Indices and positions count from zero.
  package var description: String {
    switch self {
    case .signature(let fault, let offset):
      "The signature is not valid at byte \(offset): \(fault)."
    case .argumentMissing(let index):
      "The argument at index \(index) was not set."
    case .noSuchArgument(let index, let count):
      "The function has no argument at index \(index): it takes \(count)."
    case .argumentType(let index, let expected, let given):
      "The argument at index \(index) has type \(given.name) instead of \(expected.name)."
    case .resultType(let expected, let given):
      "The result has type \(given.name) instead of \(expected.name)."
    case .textTooLong(let limit):
      "The string is longer than \(limit) bytes."
    case .textNotUTF8(let offset):
      "The string is not valid UTF-8 at byte \(offset)."
    case .notPrepared(let status):
      "libffi could not prepare the function (status \(status))."
    }
  }
}

extension SignatureFault: CustomStringConvertible {
  /// The fault as the end of a sentence, without a period.
  package var description: String {
    switch self {
    case .empty:
      "the text is empty; the shortest signature is v()"
    case .tooLong:
      "a signature has at most \(Signature.maximumTextLength) bytes"
    case .unknownLetter(let byte):
      "\(SignatureFault.quoted(byte)) is not a type letter"
    case .notAResult(let type):
      "the letter '\(type.rawValue)' (\(type.name)) cannot be a result"
    case .notAnArgument(let type):
      "the letter '\(type.rawValue)' (\(type.name)) cannot be an argument"
    case .openingParenthesisMissing:
      "'(' must follow the result"
    case .closingParenthesisMissing:
      "')' must end the arguments"
    case .tooManyArguments:
      "a function has at most \(Signature.maximumArgumentCount) arguments"
    case .textAfterTheEnd:
      "text follows the closing parenthesis"
    }
  }

  /// A byte for a message. The byte is untrusted, so the message shows it as a character only if it is printable ASCII.
  private static func quoted(_ byte: UInt8) -> String {
    if byte > 0x20, byte < 0x7F { return "'\(Character(Unicode.Scalar(byte)))'" }
    return "the byte 0x\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16, uppercase: true))"
  }
}
