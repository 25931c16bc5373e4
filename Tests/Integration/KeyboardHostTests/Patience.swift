import KeyboardHost

/// How long a test waits for what must come in the end: longer than the busiest machine takes. Only a test that fails takes so
/// long.
let patience = Duration.seconds(60)

extension RunnerKeyboard.Deadlines {
  /// For every test that is not about a hang: no machine is so busy that an honest keyboard takes as long.
  static let patient = Self(patience: 100)

  /// For a test in which a turn hangs, which takes as long; whatever else is in it must then be quick too.
  static let brief: Self = {
    var deadlines = patient
    deadlines.turn = .seconds(1)
    return deadlines
  }()

  /// For a test in which a keyboard hangs while it is loaded.
  static let briefStart: Self = {
    var deadlines = patient
    deadlines.start = .seconds(4)
    return deadlines
  }()
}
