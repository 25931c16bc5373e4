/// What can go wrong between a signature's text and a function's result.
package enum InvocationError: Error, Hashable, Sendable {
  /// The text of a signature is not valid; `offset` is the position of the fault in bytes of UTF-8.
  case signature(SignatureFault, offset: Int)
  /// A call was given another number of arguments than the signature has.
  case argumentCount(expected: Int, given: Int)
  /// The argument at this index was not set before the call.
  case argumentMissing(index: Int)
  /// An index that the signature has no argument for.
  case noSuchArgument(index: Int, count: Int)
  /// An argument is of another type than was asked for or given.
  case argumentType(index: Int, expected: ValueType, given: ValueType)
  /// A result is of another type than the signature's, or than was asked for.
  case resultType(expected: ValueType, given: ValueType)
  /// A string goes on past the given number of bytes.
  case textTooLong(limit: Int)
  /// A string is not valid UTF-8; `offset` is the position of the first faulty byte.
  case textNotUTF8(offset: Int)
  /// libffi refused to prepare a call or a closure; `status` is its `ffi_status`.
  case notPrepared(status: UInt32)
  /// libffi has no executable memory for another closure; likely the process is already confined
  /// (Sandbox.md#libffi-closures).
  case noExecutableMemory
}

/// What is wrong with a signature's text.
package enum SignatureFault: Hashable, Sendable {
  /// There is no text at all.
  case empty
  /// The text is longer than ``Signature/maximumTextLength`` bytes.
  case tooLong
  /// A byte that stands for no type.
  case unknownLetter(UInt8)
  /// A letter that only the host's own functions may use.
  case hostLetter(ValueType)
  /// A type that cannot be a result here.
  case notAResult(ValueType)
  /// A type that cannot be an argument.
  case notAnArgument(ValueType)
  /// The result is not followed by `(`.
  case openingParenthesisMissing
  /// The text ends within the arguments.
  case closingParenthesisMissing
  /// There are more than ``Signature/maximumArgumentCount`` arguments.
  case tooManyArguments
  /// There is text after the closing parenthesis.
  case textAfterTheEnd
}

extension InvocationError: CustomStringConvertible {
  /// One sentence that says what is wrong with which thing. Indices and positions count from zero.
  package var description: String {
    switch self {
    case .signature(let fault, let offset):
      "The signature is not valid at byte \(offset): \(fault)."
    case .argumentCount(let expected, let given):
      "The function takes \(expected) arguments instead of \(given)."
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
    case .noExecutableMemory:
      "No executable memory is left for another function; create functions before confining the process."
    }
  }
}

extension SignatureFault: CustomStringConvertible {
  /// The fault as the end of a sentence, without a full stop.
  package var description: String {
    switch self {
    case .empty:
      "the text is empty; the shortest signature is v()"
    case .tooLong:
      "a signature has at most \(Signature.maximumTextLength) bytes"
    case .unknownLetter(let byte):
      "\(SignatureFault.quoted(byte)) is not a type letter"
    case .hostLetter(let type):
      "the letter '\(type.rawValue)' (\(type.name)) is reserved for host functions"
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

  /// The text is untrusted, so nothing of it but plain ASCII goes into a message.
  private static func quoted(_ byte: UInt8) -> String {
    if byte > 0x20, byte < 0x7F { return "'\(Character(Unicode.Scalar(byte)))'" }
    return "the byte 0x\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16, uppercase: true))"
  }
}
