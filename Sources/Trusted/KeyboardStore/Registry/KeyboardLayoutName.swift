/// The name of a keyboard layout of xkeyboard-config, such as `de`. The name can contain a variant, as in `de(neo)`.
package struct KeyboardLayoutName: Hashable, Sendable, CustomStringConvertible {
  /// The name of the keyboard layout without its variant, such as `de`.
  package let layout: String
  /// The variant, such as `neo`; nil for the default variant.
  package let variant: String?

  /// The text with which the identifier of every keyboard layout begins. The identifiers of bundles contain no colon,
  /// so they never begin with this text.
  package static let prefix = "system:"
  /// The maximum number of characters in ``layout`` and in ``variant``.
  private static let maximumLength = 64

  /// Parses a name such as `de` or `de(neo)`.
  ///
  /// - Returns: Nil if the text is not the name of a keyboard layout. Both parts of a name contain only letters,
  ///   digits, `-` and `_`, because the first part is also the name of a file.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count <= 2 * Self.maximumLength + 2 else { return nil }
    var layout = text[...]
    var variant: Substring?
    if text.hasSuffix(")"), let open = text.firstIndex(of: "(") {
      layout = text[..<open]
      variant = Substring(text[text.index(after: open)...].dropLast())
    }
    self.init(layout: String(layout), variant: variant.map(String.init))
  }

  /// Creates a name from its parts; nil if a part is invalid.
  package init?(layout: String, variant: String?) {
    func isValid(_ part: String) -> Bool {
      !part.isEmpty && part.utf8.count <= Self.maximumLength
        && part.unicodeScalars.allSatisfy {
          $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_".unicodeScalars.contains($0))
        }
    }
    guard isValid(layout), variant.map(isValid) ?? true else { return nil }
    self.layout = layout
    self.variant = variant
  }

  /// Parses the identifier of an input mode, such as `system:de(neo)`; nil for any other identifier.
  package init?(identifier: String) {
    guard Self.isIdentifier(identifier) else { return nil }
    self.init(identifier.dropFirst(Self.prefix.count))
  }

  /// Whether an identifier begins with ``prefix``. This method does not check whether the keyboard layout exists.
  package static func isIdentifier(_ identifier: String) -> Bool { identifier.hasPrefix(prefix) }

  /// The identifier of the input mode, such as `system:de(neo)`.
  package var identifier: String { Self.prefix + description }

  package var description: String { variant.map { "\(layout)(\($0))" } ?? layout }
}

/// The facts about an enabled keyboard layout. The registry stores these facts, so that Klava can list the input modes
/// without reading xkeyboard-config.
package struct KeyboardLayoutRecord: Hashable, Sendable {
  /// The name of the keyboard layout.
  package var name: KeyboardLayoutName
  /// The description in xkeyboard-config, such as "German (Neo 2)".
  package var title: String
  /// The language as a BCP 47 tag; nil for an unknown language.
  package var language: String?
  /// Whether the user can type all letters of ASCII with the keyboard layout.
  package var isASCIICapable: Bool

  /// Creates a record.
  package init(name: KeyboardLayoutName, title: String, language: String? = nil, isASCIICapable: Bool = false) {
    self.name = name
    self.title = title
    self.language = language
    self.isASCIICapable = isASCIICapable
  }
}
