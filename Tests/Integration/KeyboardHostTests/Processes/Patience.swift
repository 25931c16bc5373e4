import KeyboardHost

/// The longest time that a test waits for a condition. Even on a busy machine, a condition becomes true earlier, so
/// only a failing test waits this long.
let patience = Duration.seconds(60)

extension RunnerKeyboard.Deadlines {
  /// Deadlines for tests in which no keyboard hangs. A correct keyboard does not miss these deadlines even on a busy
  /// machine.
  static let patient = Self(patience: 100)

  /// Deadlines for a test in which a turn hangs. These deadlines are short, so all other turns of the test must take
  /// little time.
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
