/// A kind of haptic feedback. The raw values equal `KLV_HAPTIC_…` in the C header.
public enum HapticFeedback: Int, CaseIterable, Sendable {
  /// A selection changed. Corresponds to `UISelectionFeedbackGenerator`.
  case selection = 0
  /// A light or soft impact. Corresponds to `UIImpactFeedbackGenerator`.
  case lightImpact = 1
  /// An impact of medium strength.
  case mediumImpact = 2
  /// A heavy or rigid impact.
  case heavyImpact = 3
  /// A task succeeded. Corresponds to `UINotificationFeedbackGenerator`.
  case success = 4
  /// A task caused a warning.
  case warning = 5
  /// A task failed.
  case error = 6

  /// Whether the feedback accompanies a touch. Feedback that does not accompany a touch reports the outcome of a task.
  package var accompaniesTouch: Bool {
    switch self {
    case .selection, .lightImpact, .mediumImpact, .heavyImpact: true
    case .success, .warning, .error: false
    }
  }
}
