internal import TextModel

/// The rule that decides whether a field is secure, and that drops the text of a secure field.
///
/// Each toolkit needs another part of the rule: Qt sets only the hidden hint, GTK and Chromium the purpose, and Firefox
/// neither. Several of them send the password in clear. So no part can be left out.
package struct SecureRule: Hashable, Sendable {
  /// Whether the field is secure. Stays true until the next activation.
  package private(set) var isSecure = false

  /// Creates the rule for a field.
  package init() {}

  /// Starts the rule again for the next field. Call it only for a real activation.
  package mutating func activate() { isSecure = false }

  /// Checks what the application says about the field.
  ///
  /// - Returns: The text if the field is not secure. Nil otherwise: nothing else may keep the argument.
  package mutating func filter(_ text: SurroundingText?, of content: FieldContent) -> SurroundingText? {
    if content.traits.isSecureTextEntry || text?.isMasked == true { isSecure = true }
    return isSecure ? nil : text
  }
}
