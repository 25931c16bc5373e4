/// The C type of a function, written `RESULT(ARGUMENTS)` with one letter for the result and for each argument
/// (PluginABI.md#signatures).
///
/// A `Signature` exists only for valid text, so code can prepare a call from a signature without another check. Two
/// signatures are equal if all their letters are equal.
package struct Signature: Hashable, Sendable {
  /// The largest number of arguments in a signature.
  package static let maximumArgumentCount = 16

  /// The largest size of a signature's text in bytes.
  package static let maximumTextLength = 64

  /// The signature of an action that the manifest does not declare: `v(h)`, a function that gets only the host pointer.
  package static let undeclaredAction = Signature(result: .nothing, arguments: [.handle])

  /// The type of the result.
  package let result: ValueType

  /// The types of the arguments in order: at most ``maximumArgumentCount``, never ``ValueType/nothing``.
  package let arguments: [ValueType]

  /// Creates a signature without checks. Only the parser and the constants in this file use this initializer.
  init(result: ValueType, arguments: [ValueType]) {
    self.result = result
    self.arguments = arguments
  }
}

extension Signature: CustomStringConvertible {
  /// The canonical text, from which the parser creates an equal signature.
  package var description: String {
    var text = String(result.rawValue)
    text.append("(")
    for argument in arguments { text.append(argument.rawValue) }
    text.append(")")
    return text
  }
}
