internal import Dispatch
internal import Glibc
internal import Measurement
internal import Synchronization

/// A thread that kills a process after a delay, as the kernel does when the machine runs out of memory.
final class Killer: Sendable {
  private let done = DispatchSemaphore(value: 0)
  private let kill = Mutex<Stopwatch?>(nil)

  /// Kills the process after a number of seconds.
  init(_ process: Int32, after wait: Double) {
    DispatchQueue(label: "klava.killer").async { [self] in
      pause(seconds: wait)
      let moment = Stopwatch()
      if Glibc.kill(process, SIGKILL) == 0 { kill.withLock { $0 = moment } }
      done.signal()
    }
  }

  /// Waits for the kill and returns the time of the kill.
  func finished() throws -> Stopwatch {
    done.wait()
    guard let moment = kill.withLock(\.self) else { throw WrongWorkError("the keyboard could not be killed") }
    return moment
  }
}
