import SystemSupport

/// The processor time of the keyboard processes that this thread started.
struct RunnerTime {
  /// The processes that run a keyboard. With namespaces, each process has two parent processes, which only wait and are
  /// not in the list.
  private var processes: [ProcessStatus] = []
  private static let attempts = 20

  /// Finds the processes. If another child of the thread ends meanwhile, the kernel can leave children out of its list, so
  /// the initializer reads the list again if there is no such process.
  init() {
    for _ in 0..<Self.attempts where processes.isEmpty {
      let children = TransientFile.words("/proc/thread-self/children").compactMap { Int32($0) }.map(ProcessStatus.init)
      processes = children.flatMap { [$0] + $0.descendants }.filter {
        $0.children.isEmpty && $0.name.hasPrefix("klava-runner")
      }
    }
  }

  /// The processor time of all threads of the processes; nil if there are no processes, or if the kernel does not count
  /// the time.
  var used: Duration? {
    let times = processes.compactMap { $0.scheduled?.running }
    return times.isEmpty ? nil : times.reduce(.zero, +)
  }

  /// Whether the kernel reports all threads of the processes as stopped.
  var areStopped: Bool { processes.allSatisfy { $0.threadStates.subtracting(["T"]).isEmpty } }
}
