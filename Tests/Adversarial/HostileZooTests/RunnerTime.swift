import SystemSupport

/// The processor time of the keyboards' processes that this thread started.
struct RunnerTime {
  /// Those that run a keyboard. In namespaces two others wait for each, without any of the keyboard's code.
  private let processes: [ProcessStatus]

  init() {
    let children = FleetingFile.words("/proc/thread-self/children").compactMap { Int32($0) }.map(ProcessStatus.init)
    processes = children.flatMap { [$0] + $0.descendants }.filter {
      $0.children.isEmpty && $0.name.hasPrefix("klava-runner")
    }
  }

  /// What all their threads have used; nil where there are none, or the kernel does not say.
  var used: Duration? {
    let times = processes.compactMap { $0.scheduled?.running }
    return times.isEmpty ? nil : times.reduce(.zero, +)
  }

  /// Whether the kernel reports all their threads as stopped.
  var areStopped: Bool { processes.allSatisfy { $0.threadStates.subtracting(["T"]).isEmpty } }
}
