internal import KeyboardLink
internal import KeyboardProtocol

/// A limit that a keyboard's process reached.
///
/// Reaching a limit does not end the process. At the limit of memory, threads or descriptors, the kernel refuses to
/// allocate more, and the keyboard decides how to continue.
package enum LimitReached: String, CaseIterable, Sendable {
  /// The memory limit.
  case memory
  /// The limit on the number of threads.
  case threads
  /// The limit on the number of open descriptors.
  case descriptors
  /// The time that loading a keyboard may take while the user waits. A keyboard that loads too slowly makes the user
  /// wait for each new process.
  case loadTime

  /// Returns the limits that a process reports as reached. A keyboard can forge the report about its own process.
  static func reported(_ reachedLimits: LinkJournal.ReachedLimits) -> Set<LimitReached> {
    var reported: Set<LimitReached> = []
    if reachedLimits.contains(.memory) { reported.insert(.memory) }
    if reachedLimits.contains(.descriptors) { reported.insert(.descriptors) }
    return reported
  }

  /// Returns a sentence about the reached limit, without a final period.
  func words(under limits: KeyboardLimits, _ deadlines: RunnerKeyboard.Deadlines = .init()) -> String {
    switch self {
    case .memory:
      "it reached the limit of \(limits.memory.mebibytes) MiB of memory, and the kernel refused more"
    case .threads: "it reached the limit of \(limits.threads) threads"
    case .descriptors: "it reached the limit of \(limits.descriptors) open descriptors"
    case .loadTime:
      "it took longer than \(deadlines.turn.wholeMilliseconds) ms to load while the user waited"
    }
  }
}

extension Set<LimitReached> {
  /// Returns a sentence for each reached limit, in the order of the cases of ``LimitReached``.
  func words(under limits: KeyboardLimits, _ deadlines: RunnerKeyboard.Deadlines = .init()) -> [String] {
    LimitReached.allCases.filter(contains).map { $0.words(under: limits, deadlines) }
  }
}
