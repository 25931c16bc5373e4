package import Diagnostics

/// The variables of Xcode's build settings in a manifest, such as `$(PRODUCT_MODULE_NAME)`.
package struct XcodeVariables {
  private let values: [String: String]

  /// Creates the variables of a project.
  ///
  /// - Parameters:
  ///   - library: The name of the library's file, such as `libMine.so`.
  ///   - values: Values by the names of the variables. A value in `values` replaces the default value of its variable.
  package init(library: String, values: [String: String] = [:]) {
    var product = library.hasSuffix(".so") ? String(library.dropLast(3)) : library
    if product.hasPrefix("lib") { product.removeFirst(3) }
    self.values = [
      "EXECUTABLE_NAME": library, "PRODUCT_NAME": product, "PRODUCT_MODULE_NAME": product, "TARGET_NAME": product,
      "DEVELOPMENT_LANGUAGE": "en", "PRODUCT_BUNDLE_PACKAGE_TYPE": "XPC!",
    ].merging(values) { $1 }
  }

  /// Replaces the variables in all strings of a property list. Does not replace a variable without a value.
  package func substituted(_ value: PropertyList) -> PropertyList {
    switch value {
    case .string(let text): .string(substituted(text))
    case .array(let elements): .array(elements.map(substituted))
    case .dictionary(let members): .dictionary(members.mapValues(substituted))
    default: value
    }
  }

  private func substituted(_ text: String) -> String {
    text.replacing(Self.pattern) { match in
      guard let value = values[String(match.name)] else { return String(text[match.range]) }
      return switch match.modifier {
      case nil: value
      case ":rfc1034identifier": String(value.map { Self.isPlain($0) || $0 == "." ? $0 : "-" })
      case ":c99extidentifier", ":identifier": String(value.map { Self.isPlain($0) ? $0 : "_" })
      default: String(text[match.range])
      }
    }
  }

  private static func isPlain(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber)
  }

  private static var pattern: Regex<(Substring, name: Substring, modifier: Substring?)> {
    /\$[({](?<name>[A-Za-z_][A-Za-z0-9_]*)(?<modifier>:[A-Za-z0-9]+)?[)}]/
  }

  /// The keys of the keyboard's names and version. Klava uses the names and the version only to show them to users.
  /// Only `klava bundle` reports an error if a name or the version contains a variable without a value.
  private static let shownKeys: Set = ["CFBundleName", "CFBundleDisplayName", "CFBundleShortVersionString"]

  /// Checks that no key of a group contains a variable without a value. One group has the names and the version, and
  /// the other group has all other keys that Klava reads.
  ///
  /// - Parameters:
  ///   - contents: The members of the manifest's root.
  ///   - areShown: Whether to check the names and the version. Otherwise, the function checks the other keys that Klava
  ///     reads.
  ///   - subject: The file's path, for the message.
  /// - Throws: `manifestVariable`, which names the key and the variable.
  package static func check(
    _ contents: [String: PropertyList], whichAreShown areShown: Bool = false, subject: String
  ) throws(Diagnostic) {
    let own = contents.filter {
      ($0.key.hasPrefix("CFBundle") || $0.key == "NSExtension") && shownKeys.contains($0.key) == areShown
    }
    guard let (path, variable) = first(in: own) else { return }
    throw Diagnostic(.manifestVariable, subject, "\(path) contains \(variable), a variable of Xcode that has no value.")
  }

  /// Finds the first string with a variable, in the order of the keys. Ignores `$(PRODUCT_MODULE_NAME)` in the name of
  /// the principal class, because the runner replaces this variable.
  ///
  /// - Returns: The path of the key, such as `NSExtension.NSExtensionPrincipalClass`, and the variable.
  package static func first(in members: [String: PropertyList], path: String = "") -> (path: String, variable: String)?
  {
    for (key, value) in members.sorted(by: { $0.key < $1.key }) {
      let path = path.isEmpty ? key : "\(path).\(key)"
      switch value {
      case .string(let text):
        // Search for a dollar sign first, because the host checks each manifest when it starts. The regular expression
        // alone would take more time than the rest of this check.
        guard text.utf8.contains(UInt8(ascii: "$")) else { continue }
        let isClass = path == "NSExtension.NSExtensionPrincipalClass"
        if let match = text.firstMatch(of: pattern), !(isClass && match.0 == "$(PRODUCT_MODULE_NAME)") {
          return (path, String(match.0))
        }
      case .dictionary(let inner):
        if let found = first(in: inner, path: path) { return found }
      default: continue
      }
    }
    return nil
  }
}
