internal import TextModel

/// The rule that determines whether a field is secure. The rule drops the reported text of a secure field.
///
/// The rule checks the hints, the purpose and the text, because toolkits differ. For a password field, Qt sets only the
/// hint for hidden text, GTK and Chromium set the purpose, and Firefox sets neither. Several toolkits send the input
/// method the password as plain text.
package struct SecureRule: Hashable, Sendable {
  /// Whether the field is secure. After the value has become true, it stays true until the next call of ``activate()``.
  package private(set) var isSecure = false

  /// Creates the rule for a field.
  package init() {}

  /// Resets the rule for the next field. Do not call this method if one batch of events deactivates a field and
  /// activates the same field again.
  package mutating func activate() { isSecure = false }

  /// Applies the rule to the reported properties and the reported text of a field.
  ///
  /// - Returns: The reported text; nil for a secure field. The caller must not keep the text of a secure field.
  package mutating func filter(_ text: SurroundingText?, of content: FieldContent) -> SurroundingText? {
    if content.traits.isSecureTextEntry || text?.isMasked == true { isSecure = true }
    return isSecure ? nil : text
  }
}
