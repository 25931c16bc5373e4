internal import TextModel

/// The rule that decides whether a field is secure, and that drops the text of a secure field.
///
/// Each toolkit needs a different part of the rule: Qt sets only the hidden hint, GTK and Chromium the purpose, and
/// Firefox neither. Several toolkits send the password as plain text, so the rule needs all parts.
package struct SecureRule: Hashable, Sendable {
  /// Whether the field is secure. Once true, the value stays true until the next activation of a field.
  package private(set) var isSecure = false

  /// Creates the rule for a field.
  package init() {}

  /// Resets the rule for the next field. Do not call this method if the same field is activated again in one batch of
  /// events.
  package mutating func activate() { isSecure = false }

  /// Applies the rule to the properties and the text that the application reports.
  ///
  /// - Returns: The text of an ordinary field; nil for a secure field, whose text the caller must not keep.
  package mutating func filter(_ text: SurroundingText?, of content: FieldContent) -> SurroundingText? {
    if content.traits.isSecureTextEntry || text?.isMasked == true { isSecure = true }
    return isSecure ? nil : text
  }
}
