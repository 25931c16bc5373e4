/// The files, settings and access from which a keyboard's process starts.
///
/// A preloaded process may serve turns only while its provenance equals the keyboard's current provenance.
package struct KeyboardProvenance: Hashable, Sendable {
  /// Whether the keyboard has full access.
  package var hasFullAccess: Bool
  /// A stamp that changes with the bundle's files and the user's settings.
  package var files: String
  /// The fault injection of the keyboard.
  package var faultInjection: FaultInjection

  /// Creates a provenance.
  package init(hasFullAccess: Bool, files: String = "", faultInjection: FaultInjection = FaultInjection()) {
    self.hasFullAccess = hasFullAccess
    self.files = files
    self.faultInjection = faultInjection
  }
}
