/// An exported function that a key calls, with fixed arguments.
public struct ActionReference: Hashable, Sendable {
  /// The function's symbol.
  public var name: String
  /// Fixed arguments, for the parameters that are neither the handle nor the key.
  public var arguments: [ActionArgument]
  /// The label that shows a `d`, `q` or `b` result; nil for none.
  public var resultLabel: String?

  /// Creates a reference to a function.
  public init(name: String, arguments: [ActionArgument] = [], resultLabel: String? = nil) {
    self.name = name
    self.arguments = arguments
    self.resultLabel = resultLabel
  }
}

/// A fixed argument of an action.
public enum ActionArgument: Hashable, Sendable {
  /// A string.
  case string(String)
  /// An integer.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// A truth value.
  case boolean(Bool)
}
