internal import TextInput
internal import KeyboardProtocol

/// Something of which a keyboard's process had all that it may have.
///
/// That alone ends no keyboard: what it then does with a thread or a block of memory that the kernel did not give it is its
/// own affair.
package enum LimitReached: String, CaseIterable, Sendable {
  /// Bytes of memory.
  case memory
  /// Threads.
  case threads
  /// Open descriptors.
  case descriptors
  /// The person's time, as it was loaded: each new process of it holds them up.
  case loadTime

  /// What a process says that it was short of. Its keyboard may have written that, and then speaks ill of itself alone.
  static func reported(_ shortages: LinkJournal.Shortage) -> Set<LimitReached> {
    var reported: Set<LimitReached> = []
    if shortages.contains(.memory) { reported.insert(.memory) }
    if shortages.contains(.descriptors) { reported.insert(.descriptors) }
    return reported
  }

  /// What was refused, and how much of it a keyboard may have.
  func words(under limits: KeyboardLimits, _ deadlines: RunnerKeyboard.Deadlines = .init()) -> String {
    switch self {
    case .memory:
      "it reached the limit of \(limits.memory.megabytes) MB of memory, and the kernel refused more"
    case .threads: "it reached the limit of \(limits.threads) threads"
    case .descriptors: "it reached the limit of \(limits.descriptors) open descriptors"
    case .loadTime:
      "it took longer than \(deadlines.turn.wholeMilliseconds) ms to load while the user waited"
    }
  }
}

extension Set<LimitReached> {
  /// Each of them in words, in the order of their kinds.
  func words(under limits: KeyboardLimits, _ deadlines: RunnerKeyboard.Deadlines = .init()) -> [String] {
    LimitReached.allCases.filter(contains).map { $0.words(under: limits, deadlines) }
  }
}
