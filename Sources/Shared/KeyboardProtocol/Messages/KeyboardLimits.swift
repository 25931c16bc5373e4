/// The limits of a keyboard's process. ``TurnLimit`` has the limits of one turn.
package struct KeyboardLimits: Hashable, Sendable {
  /// The maximum private memory of the process in bytes: heap, stacks of threads, and written pages of libraries.
  package var memory: UInt64 = 64 * 1024 * 1024
  /// The maximum address space in bytes that the process may map for code, files and memory after its confinement.
  package var addressSpace: UInt64 = 256 * 1024 * 1024
  /// The maximum number of threads, including the first thread. The maximum is high, because Dispatch creates a thread
  /// for each busy queue. If Dispatch cannot create a thread, Dispatch waits for seconds.
  package var threads = 64
  /// The maximum number of open descriptors.
  package var descriptors = 32
  /// The maximum size of a file that the process writes, in bytes.
  package var fileSize: UInt64 = 4 * 1024 * 1024
  /// The maximum total processor time of the process in seconds. In addition to the limit of the process, each turn has
  /// a time limit.
  package var processorTime: UInt64 = 60
  /// The maximum total size of the files in the data container, in bytes.
  package var containerBytes = 64 * 1_000_000
  /// The maximum number of files in the data container.
  package var containerFiles = 4_096

  /// The maximum time that the host spends on the edits, the input view and the log lines of one turn together.
  package static let hostTime: Duration = .milliseconds(45)

  /// The maximum number of timers of one keyboard.
  package static let timers = 64
  /// The range of a timer's delay in seconds.
  package static let timerDelays = 0.01...86_400.0
  /// The maximum size of a language tag in bytes.
  package static let languageTagBytes = 64

  /// Creates the limits that apply to every keyboard.
  package init() {}

  /// The limit in bytes that the kernel enforces: ``memory`` plus a quarter.
  ///
  /// After a turn, the host ends a process that uses more than ``memory``, and reports the reason. Because of the
  /// extra quarter, the host usually ends the process before the kernel refuses an allocation.
  package var memoryGiven: UInt64 { memory + memory / 4 }

  /// The amount of memory in bytes at which the keyboard gets a memory warning.
  package var memoryWarning: UInt64 { memory / 4 * 3 }
}
