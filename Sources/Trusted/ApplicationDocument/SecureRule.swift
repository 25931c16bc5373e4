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
  /// Mask characters do not make a field secure if the field can have several lines, or if `document` predicts the mask
  /// characters. In these two cases, the user has typed the mask characters, for example `*` at the start of a list.
  ///
  /// - Parameters:
  ///   - text: The reported text.
  ///   - content: The reported properties.
  ///   - document: The field's document; nil if a third-party keyboard has been shown for the field. A third-party
  ///     keyboard could insert mask characters in place of a password, so that the field does not become secure.
  /// - Returns: The reported text; nil for a secure field. The caller must not keep the text of a secure field.
  package mutating func filter(
    _ text: SurroundingText?, of content: FieldContent, trusting document: ApplicationDocument? = nil
  ) -> SurroundingText? {
    let isMasked = text.map { $0.isMasked && !content.isMultiline && document?.predicts($0) != true }
    if content.traits.isSecureTextEntry || isMasked == true { isSecure = true }
    return isSecure ? nil : text
  }
}
