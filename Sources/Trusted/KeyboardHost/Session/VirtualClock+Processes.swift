internal import Glibc
internal import Timing

// A wait on a virtual clock takes no real time, but the threads and run loops of a keyboard need real time.
extension VirtualClock {
  /// Waits in real time until a keyboard requests a turn, and moves this clock by the same time, at most to `due`.
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

  /// Waits in real time until the threads of a keyboard are idle.
  ///
  /// Without this wait, a timer that is due half a second later could run before the end of a short background task. If
  /// the threads do not become idle, this method returns after ``patience``.
  func letThreadsWork(of process: any KeyboardProcess) {
    let start = ContinuousClock.now
    // A thread may look idle although a signal is about to wake it. Therefore check twice.
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
