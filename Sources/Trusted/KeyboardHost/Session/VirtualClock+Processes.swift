internal import Glibc
internal import Timing

// Waiting in virtual time takes no real time, but the threads and run loops of a keyboard work in real time.
extension VirtualClock {
  /// Waits in real time until a keyboard requests a turn, at most until a time of this clock.
  ///
  /// - Returns: Whether the virtual clock moved.
  func letMainQueueWork(of process: any KeyboardProcess, until due: Duration, hasTimer: Bool) -> Bool {
    guard mainQueuePatience > .zero, now < due, process.hasMainQueue, hasTimer || process.hasThreads,
      let descriptor = process.turnRequestDescriptor
    else { return false }
    let begin = ContinuousClock.now
    let duration = min(due - now, mainQueuePatience)
    _ = IdleTime(endedBy: [descriptor], within: duration).waitUntilOver()
    let elapsed = ContinuousClock.now - begin
    mainQueuePatience -= min(elapsed, mainQueuePatience)
    move(to: elapsed < duration ? now + elapsed : min(due, now + duration))
    return true
  }

  /// Gives the threads of a keyboard the real time that they need.
  ///
  /// Without this wait, a timer that is due half a second later could run before a short background task has its
  /// result. The host waits at most ``patience`` for threads that never rest.
  func letThreadsWork(of process: any KeyboardProcess) {
    let start = ContinuousClock.now
    // All threads may look idle while a signal that wakes one of them is still pending. Therefore the host checks
    // twice.
    var isAtRest = false
    while ContinuousClock.now - start < patience {
      let isBusy = process.isBusy
      if !isBusy && isAtRest { break }
      isAtRest = !isBusy
      usleep(isBusy ? 1_000 : 200)
    }
    patience -= min(ContinuousClock.now - start, patience)
  }
}
