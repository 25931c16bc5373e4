internal import Foundation
internal import Measurement
internal import Synchronization

/// A thread that kills a process after a while, as the kernel does where memory is short.
final class Killer: Sendable {
  private let done = DispatchSemaphore(value: 0)
  private let kill = Mutex<Stopwatch?>(nil)

  /// Kills it so many seconds from now.
  init(_ process: Int32, after wait: Double) {
    Thread.detachNewThread { [self] in
      pause(seconds: wait)
      let moment = Stopwatch()
      if Glibc.kill(process, SIGKILL) == 0 { kill.withLock { $0 = moment } }
      done.signal()
    }
  }

  /// When it was killed; waits until it was.
  func finished() throws -> Stopwatch {
    done.wait()
    guard let moment = kill.withLock(\.self) else { throw WrongWork("the keyboard could not be killed") }
    return moment
  }
}
