/// The C type of a function: its result and its arguments, written `RESULT(ARGUMENTS)` in letters
/// (PluginABI.md#signatures).
///
/// A `Signature` exists only if its text was wholly valid, so whoever holds one may build a call from it without
/// another check. Two signatures are equal if they describe the same C function type letter by letter.
package struct Signature: Hashable, Sendable {
  /// The most arguments that a signature may have.
  package static let maximumArgumentCount = 16

  /// The most bytes that the text of a signature may have.
  package static let maximumTextLength = 64

  /// The signature of an action that nobody declared: `v(h)`, the default of target-action.
  package static let undeclaredAction = Signature(result: .nothing, arguments: [.handle])

  /// What the function returns.
  package let result: ValueType

  /// What the function takes, in order; at most ``maximumArgumentCount``, never ``ValueType/nothing``.
  package let arguments: [ValueType]

  /// For text that the parser has accepted, and for constants in this file.
  init(result: ValueType, arguments: [ValueType]) {
    self.result = result
    self.arguments = arguments
  }
}

extension Signature: CustomStringConvertible {
  /// The canonical text. Parsing it again gives an equal signature.
  package var description: String {
    var text = String(result.rawValue)
    text.append("(")
    for argument in arguments { text.append(argument.rawValue) }
    text.append(")")
    return text
  }
}
