import KeyboardHost

/// The time that a test waits for a condition, longer than the busiest machine takes. Only a failing test takes as
/// long.
let patience = Duration.seconds(60)

extension RunnerKeyboard.Deadlines {
  /// Deadlines for tests that are not about a hang. An honest keyboard meets them on the busiest machine.
  static let patient = Self(patience: 100)

  /// Deadlines for a test in which a turn hangs. All other turns of the test must be quick too.
  static let brief: Self = {
    var deadlines = patient
    deadlines.turn = .seconds(1)
    return deadlines
  }()

  /// Deadlines for a test in which a keyboard hangs while it loads.
  static let briefStart: Self = {
    var deadlines = patient
    deadlines.start = .seconds(4)
    return deadlines
  }()
}
