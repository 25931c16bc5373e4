package import BundleFormat
internal import InputViewModel
internal import Invocation

/// Checks that the fixed arguments of an action in a manifest fit the action's signature.
package enum SignatureCheck {
  /// The reason why a signature is invalid, or does not fit the arguments.
  package struct SignatureError: Error, CustomStringConvertible {
    /// The reason, as a phrase for the end of a sentence.
    package let description: String
  }

  /// The check as a closure, for code that reads bundles.
  package static let check: ManifestAction.Check = { signature, arguments in
    let parsed: Signature
    do throws(InvocationError) {
      parsed = try Signature(parsing: signature)
    } catch {
      if case .signature(let fault, let offset) = error {
        throw SignatureError(description: "at byte \(offset), \(fault)")
      }
      throw SignatureError(description: "\(error)")
    }
    if let arguments { try fit(arguments, to: parsed) }
  }

  /// Checks, as the runner also does, that the fixed arguments fit all parameters except the handle and the key's
  /// title.
  private static func fit(_ arguments: [ActionArgument], to signature: Signature) throws(SignatureError) {
    var left = arguments[...]
    for (index, type) in signature.arguments.enumerated() where type != .handle && type != .key {
      guard let argument = left.popFirst() else {
        // A string parameter without an argument receives the key's title, as in `v(hs)`.
        if type == .string { continue }
        throw SignatureError(description: "parameter \(index + 1), a \(type.name), has no argument")
      }
      guard fits(argument, type) else {
        throw SignatureError(description: "the argument for parameter \(index + 1) is not a \(type.name)")
      }
    }
    guard left.isEmpty else {
      throw SignatureError(
        description: "it takes \(arguments.count - left.count) fixed arguments instead of \(arguments.count)")
    }
  }

  private static func fits(_ argument: ActionArgument, _ type: ValueType) -> Bool {
    switch (type, argument) {
    case (.string, .string), (.bool, .boolean), (.double, .real), (.double, .integer), (.float, .real),
      (.float, .integer), (.int64, .integer):
      true
    case (.int32, .integer(let value)): Int32(exactly: value) != nil
    case (.uint32, .integer(let value)): UInt32(exactly: value) != nil
    case (.uint64, .integer(let value)): UInt64(exactly: value) != nil
    default: false
    }
  }
}
