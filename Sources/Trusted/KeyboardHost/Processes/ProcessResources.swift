internal import KeyboardProtocol
internal import SystemSupport
internal import Timing

/// Measures the resources of a keyboard's process, and records the limits that the process reached and the state of the
/// memory warning.
struct ProcessResources: ~Copyable {
  /// Reads the resources from /proc; nil before the process's greeting, or if /proc does not show the process.
  private var gauge: ProcessGauge?
  /// The resource use of the process at the last measurement.
  private(set) var use: ProcessUse?
  /// The time of the last measurement, as an uptime.
  private var measured: Duration?
  /// If the host did not measure the process after its latest turn, the number of open descriptors that the process
  /// counted.
  private var unmeasured: Int?
  /// The limits that the host names in the reason for the end of the process.
  var limitsInEnd: Set<LimitReached> = []
  private let limits: KeyboardLimits
  /// The limits that the process reached since the last call of ``drainLimits(_:_:)``.
  private var limitsReached: Set<LimitReached> = []
  private var warning = MemoryWarning.none

  /// The state of the memory warning (Behavior.md#memory-warning).
  private enum MemoryWarning {
    /// No warning is due, and the memory is below three quarters of the limit.
    case none
    /// The host must send a warning.
    case due
    /// The host sent a warning, and the memory has not fallen below three quarters of the limit since then.
    case given
  }

  init(_ limits: KeyboardLimits) { self.limits = limits }

  /// Whether /proc shows the process.
  var areVisible: Bool { gauge != nil }
  var anyThreadRuns: Bool {
    switch gauge {
    case .some(let gauge): gauge.anyThreadRuns
    case .none: false
    }
  }
  /// Whether the kernel reports that all threads of the process have stopped.
  var allThreadsHaveStopped: Bool {
    switch gauge {
    case .some(let gauge): gauge.allThreadsHaveStopped
    case .none: false
    }
  }

  /// Begins to measure a process, and returns its current use of resources; nil if /proc does not show the process.
  mutating func watch(_ process: Int32) -> ProcessUse? {
    do {
      gauge = try ProcessGauge(process)
    } catch {
      // If /proc hides the process, the host sends no memory warnings, and only the kernel enforces the limits.
      gauge = nil
    }
    return gauge?.read()
  }

  /// After a short turn, the host measures again only if the last measurement is at least this old.
  private static let interval = Duration.milliseconds(1)

  /// Measures the process after a turn. Does not measure it after a short turn if the last measurement is less than
  /// ``interval`` old.
  ///
  /// - Parameter now: The uptime.
  /// - Returns: As ``measure(counted:at:)``.
  mutating func measureAfterTurn(
    isShort: Bool, counted descriptors: Int, at now: Duration = SystemClock.uptime
  ) -> LimitViolation? {
    guard isShort, let measured, now - measured < Self.interval else { return measure(counted: descriptors, at: now) }
    unmeasured = descriptors
    return nil
  }

  /// Measures the process now if the host did not measure it after its latest turn.
  ///
  /// - Returns: As ``measure(counted:at:)``.
  mutating func measureLatestTurn() -> LimitViolation? { unmeasured.flatMap { measure(counted: $0) } }

  /// Measures the process.
  ///
  /// - Parameters:
  ///   - descriptors: The number of open descriptors, as the process itself counts them. The host needs this
  ///     number only if the kernel does not report it.
  ///   - now: The uptime.
  /// - Returns: The limit that the process exceeds; nil if it exceeds no limit.
  mutating func measure(counted descriptors: Int, at now: Duration = SystemClock.uptime) -> LimitViolation? {
    unmeasured = nil
    guard var use = gauge?.read() else { return nil }
    measured = now
    if use.descriptors == 0 { use.descriptors = descriptors }
    self.use = use
    limitsReached.formUnion(use.limitsReached(under: limits))
    if let violation = use.violation(over: limits) { return violation }
    if use.memory < limits.memoryWarning { warning = .none } else if warning == .none { warning = .due }
    return nil
  }

  mutating func reached(_ limit: LimitReached) { limitsReached.insert(limit) }

  /// Returns the limits that the process reached since the last call, including the limits that the process reports
  /// itself.
  mutating func drainLimits(
    _ reported: Set<LimitReached>, _ deadlines: RunnerKeyboard.Deadlines
  ) -> [KeyboardJournal.ReachedLimit] {
    let reached = limitsReached.union(reported)
    limitsReached = []
    return LimitReached.allCases.filter(reached.contains).map {
      .init(limit: $0, words: $0.words(under: limits, deadlines), isInEnd: limitsInEnd.contains($0))
    }
  }

  /// Returns whether a memory warning is due, and marks the warning as sent.
  mutating func drainWarning() -> Bool {
    guard warning == .due else { return false }
    warning = .given
    return true
  }
}
