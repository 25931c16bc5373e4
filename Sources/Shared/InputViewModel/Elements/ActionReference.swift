/// A function that a keyboard's library exports and that a key calls, with fixed arguments.
package struct ActionReference: Hashable, Sendable {
  /// The name of the function's symbol in the library.
  package var name: String
  /// The fixed arguments, for all parameters of the function except the host pointer and the key's title.
  package var arguments: [ActionArgument]
  /// The identifier of the label that shows the function's result, a number or a Boolean; nil if no label shows the
  /// result.
  package var resultLabel: String?

  /// Creates a reference to a function.
  package init(name: String, arguments: [ActionArgument] = [], resultLabel: String? = nil) {
    self.name = name
    self.arguments = arguments
    self.resultLabel = resultLabel
  }
}

/// A fixed argument of an action.
package enum ActionArgument: Hashable, Sendable {
  /// A string.
  case string(String)
  /// An integer.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// A Boolean value.
  case boolean(Bool)
}
