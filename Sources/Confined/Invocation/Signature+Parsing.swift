extension Signature {
  /// Parses a signature. Throws an error for text with any fault, so libffi gets only valid signatures.
  ///
  /// The parser reads at most the first 65 bytes of a text, so its time is bounded.
  ///
  /// - Parameter text: The text to parse, such as `d(dsd)`.
  /// - Throws: ``InvocationError/signature(_:offset:)`` with the first fault and its position in UTF-8 bytes.
  package init(parsing text: String) throws(InvocationError) {
    let bytes = [UInt8](text.utf8.prefix(Signature.maximumTextLength + 1))
    guard bytes.count <= Signature.maximumTextLength else {
      throw .signature(.tooLong, offset: Signature.maximumTextLength)
    }
    guard let first = bytes.first else { throw .signature(.empty, offset: 0) }
    let result = try Signature.letter(first, at: 0)
    guard result.isResult else { throw .signature(.notAResult(result), offset: 0) }
    guard bytes.count > 1, bytes[1] == UInt8(ascii: "(") else {
      throw .signature(.openingParenthesisMissing, offset: 1)
    }
    var arguments: [ValueType] = []
    var offset = 2
    while offset < bytes.count, bytes[offset] != UInt8(ascii: ")") {
      let argument = try Signature.letter(bytes[offset], at: offset)
      guard argument != .nothing else { throw .signature(.notAnArgument(argument), offset: offset) }
      guard arguments.count < Signature.maximumArgumentCount else {
        throw .signature(.tooManyArguments, offset: offset)
      }
      arguments.append(argument)
      offset += 1
    }
    guard offset < bytes.count else { throw .signature(.closingParenthesisMissing, offset: offset) }
    guard offset + 1 == bytes.count else { throw .signature(.textAfterTheEnd, offset: offset + 1) }
    self.init(result: result, arguments: arguments)
  }

  private static func letter(_ byte: UInt8, at offset: Int) throws(InvocationError) -> ValueType {
    guard let type = ValueType(rawValue: Character(Unicode.Scalar(byte))) else {
      throw .signature(.unknownLetter(byte), offset: offset)
    }
    return type
  }
}

extension ValueType {
  /// Whether a function may return the type. Klava shows or inserts results, so the host pointer or a key's title
  /// cannot be a result.
  fileprivate var isResult: Bool { self != .handle && self != .key }
}
