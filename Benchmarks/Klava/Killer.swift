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

  /// The processes that this one started and that are not gone.
  static func children(of process: Int32 = getpid()) throws -> Set<Int32> {
    let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
    return try tasks.reduce(into: []) { children, task in
      let text = try String(contentsOfFile: "/proc/\(process)/task/\(task)/children", encoding: .utf8)
      children.formUnion(text.split(separator: " ").compactMap { Int32($0) })
    }
  }

  /// The process in which the keyboard itself is, of one that the host started: it may be a grandchild.
  static func keyboard(in process: Int32) throws -> Int32 {
    guard let child = try children(of: process).first else { return process }
    return try keyboard(in: child)
  }
}
