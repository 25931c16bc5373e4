/// What a keyboard's process is started from and loaded with: one that was prepared earlier may serve only while this is
/// still the same.
package struct KeyboardProvenance: Hashable, Sendable {
  /// Whether it has full access.
  package var hasFullAccess: Bool
  /// What changes when the bundle's files or the person's settings do.
  package var files: String
  /// What its host lacks.
  package var faultInjection: FaultInjection

  /// A provenance of these parts.
  package init(hasFullAccess: Bool, files: String = "", faultInjection: FaultInjection = FaultInjection()) {
    self.hasFullAccess = hasFullAccess
    self.files = files
    self.faultInjection = faultInjection
  }
}
