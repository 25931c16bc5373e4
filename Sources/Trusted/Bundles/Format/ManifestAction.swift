internal import Diagnostics
package import TextInput

/// What a manifest's `KLVActions` says of one exported function.
package struct ManifestAction: Hashable, Sendable {
  /// The signature, as text; what it may be is `Invocation`'s matter.
  package var signature: String
  /// Fixed arguments, for every key that does not bring its own.
  package var arguments: [ActionArgument]
  /// The label that shows the result, for every key that does not name its own; nil for none.
  package var resultLabel: String?

  /// An action of these parts.
  package init(signature: String, arguments: [ActionArgument] = [], resultLabel: String? = nil) {
    self.signature = signature
    self.arguments = arguments
    self.resultLabel = resultLabel
  }

  /// The signature of a function that nobody declared: that of target-action (PluginABI.md#undeclared-actions).
  package static let undeclared = ManifestAction(signature: "v(h)")

  /// Checks a signature and, where they are known, the fixed arguments for it (nil where each key brings its own);
  /// throws any error whose description says what is wrong.
  ///
  /// Whoever reads bundles passes the check in, so that this module need not know of libffi.
  package typealias Check = @Sendable (_ signature: String, _ arguments: [ActionArgument]?) throws -> Void

  /// The most that a manifest may declare.
  enum Limit {
    /// Actions of one manifest.
    static let actions = 512
    /// Fixed arguments of one action.
    static let arguments = 16
    /// Bytes of a signature (PluginABI.md#signatures).
    static let signatureBytes = 64
    /// Bytes of a fixed string.
    static let stringBytes = 4_096
  }

  /// Passes the action through a check; a refusal is the problem of `path` in the file `subject`.
  func validate(
    _ arguments: [ActionArgument]?, by check: Check, subject: String, path: String
  ) throws(Diagnostic) {
    do {
      try check(signature, arguments)
    } catch {
      throw Diagnostic(
        .actionSignatureRefused, subject, "\(path): the signature \"\(signature)\" is invalid: \(error).")
    }
  }
}

extension PropertyListFields {
  /// The fixed arguments at this key; nil where there are none.
  func actionArguments(_ key: String) throws(Diagnostic) -> [ActionArgument]? {
    guard let values = try array(key) else { return nil }
    guard values.count <= ManifestAction.Limit.arguments else {
      throw Diagnostic(.tooManyArguments, subject, "\(path(of: key)) has more than 16 fixed arguments.")
    }
    var arguments: [ActionArgument] = []
    for (index, value) in values.enumerated() {
      switch value {
      case .string(let string) where string.utf8.count <= ManifestAction.Limit.stringBytes:
        arguments.append(.string(string))
      case .integer(let integer): arguments.append(.integer(integer))
      case .real(let real): arguments.append(.real(real))
      case .boolean(let boolean): arguments.append(.boolean(boolean))
      case .string:
        throw Diagnostic(.actionArgumentMalformed, subject, "\(path(of: key))[\(index)] is longer than 4,096 bytes.")
      default:
        throw Diagnostic(.actionArgumentMalformed, subject, "\(path(of: key))[\(index)] is \(value.typeName).")
      }
    }
    return arguments
  }
}

extension String {
  /// Whether this can be the name of a C function: letters of ASCII, digits, underscores; at most 255 bytes.
  var isCIdentifier: Bool {
    guard let first = utf8.first, utf8.count <= 255 else { return false }
    return first.isCLetter && utf8.allSatisfy { $0.isCLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

extension UInt8 {
  fileprivate var isCLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
      || self == UInt8(ascii: "_")
  }
}
