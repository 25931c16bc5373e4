internal import Diagnostics
package import InputViewModel
internal import KeyboardProtocol
internal import TextModel

/// One exported function in a manifest's `KLVActions`.
package struct ManifestAction: Hashable, Sendable {
  /// The signature, as text. The module `Invocation` defines the format of signatures.
  package var signature: String
  /// The arguments of the function if the pressed key declares no arguments itself.
  package var arguments: [ActionArgument]
  /// The identifier of the label that shows the function's result. A key can name another label for the result. The
  /// value is nil if the manifest names no label.
  package var resultLabel: String?

  /// Creates an action from its parts.
  package init(signature: String, arguments: [ActionArgument] = [], resultLabel: String? = nil) {
    self.signature = signature
    self.arguments = arguments
    self.resultLabel = resultLabel
  }

  /// The action for a function that `KLVActions` does not declare. The only argument of an undeclared function is the
  /// host pointer (PluginABI.md#undeclared-actions).
  package static let undeclared = ManifestAction(signature: "v(h)")

  /// A function that checks a signature and its fixed arguments. The arguments are nil if each key supplies its own
  /// arguments.
  ///
  /// The function throws an error whose description names the fault. The callers of the module BundleFormat supply the
  /// function that checks signatures, so that the module does not depend on libffi.
  package typealias Check = @Sendable (_ signature: String, _ arguments: [ActionArgument]?) throws -> Void

  enum Limit {
    /// The maximum number of actions of one manifest.
    static let actions = 512
    /// The maximum number of fixed arguments of one action.
    static let arguments = 16
    /// The maximum size of a signature in bytes (PluginABI.md#signatures).
    static let signatureBytes = 64
    /// The maximum size in bytes of a string among the fixed arguments.
    static let stringBytes = BoundedText.bytes
  }

  /// Runs a check on this action.
  ///
  /// - Parameters:
  ///   - arguments: The fixed arguments; nil if each key supplies its own arguments.
  ///   - check: The function that checks the signature and the arguments.
  ///   - subject: The file's path, for the message.
  ///   - path: The action's path in the file, for the message.
  ///   - argumentsPath: The path of the arguments in the file; nil if the file does not contain the arguments.
  /// - Throws: `actionSignatureRefused` if the check throws.
  func validate(
    _ arguments: [ActionArgument]?, by check: Check, subject: String, path: String, arguments argumentsPath: String?
  ) throws(Diagnostic) {
    do {
      try check(signature, arguments)
    } catch {
      if arguments != nil, isSignatureValid(by: check) {
        throw Diagnostic(
          .actionSignatureRefused, subject,
          "\(argumentsPath.map { "\($0) does" } ?? "The arguments of \(path) do") not fit the signature "
            + "\"\(signature)\": \(error).",
          remedy: "Write one value in Arguments for each letter in the parentheses of the signature except h and k, in "
            + "the order of the letters.")
      }
      throw Diagnostic(
        .actionSignatureRefused, subject, "The signature \"\(signature)\" of \(path) is invalid: \(error).")
    }
  }

  private func isSignatureValid(by check: Check) -> Bool {
    do {
      try check(signature, nil)
      return true
    } catch {
      return false
    }
  }
}

extension PropertyListFields {
  /// Reads the list of fixed arguments at this key of the dictionary. Returns nil if there is no such key.
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
  /// Whether the text can be the name of a C function: ASCII letters, digits and underscores, at most 255 bytes.
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
