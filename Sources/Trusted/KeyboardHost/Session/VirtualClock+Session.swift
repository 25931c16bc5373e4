internal import Glibc
package import Timing

// A wait on a virtual clock takes no real time, but the threads and run loops of a keyboard need real time.
extension VirtualClock {
  /// The maximum number of requested turns that a session serves after one step of a script.
  private static let requestedTurnsOfStep = 16

  /// Lets time pass in the session of this clock. Each timer runs at its own time.
  ///
  /// Threads and run loops of a keyboard work in real time. If the shown keyboard has a main queue, and also has a
  /// timer or threads, this method waits in real time for at most ``mainQueuePatience``.
  package func wait(_ duration: Duration, in session: KeyboardSession) {
    let end = now + duration
    while true {
      let (timer, request) = session.nextTurns
      let due = min(timer ?? end, request ?? end, end)
      let process = session.shownProcess
      if request != nil || process.map({ letMainQueueWork(of: $0, until: due, hasTimer: timer != nil) }) != true {
        if timer == due, let process { letThreadsWork(of: process) }
        move(to: due)
      }
      if !session.runNextTurn(), now >= end { return }
    }
  }

  /// Runs the turns that the shown keyboard requests after a step of a script. Before each requested turn, lets the
  /// keyboard's threads finish their work, so that every run of the script gives the same result.
  package func runRequestedTurns(in session: KeyboardSession) {
    for _ in 0..<Self.requestedTurnsOfStep {
      if let process = session.shownProcess, process.hasMainQueue { letThreadsWork(of: process) }
      // The virtual clock does not advance between steps, so a pause after a requested turn would never end.
      guard session.runNextTurn(ignoresRest: true) else { return }
    }
  }

  /// Waits in real time until a keyboard requests a turn, and moves this clock by the same time, at most to `due`.
  ///
  /// - Returns: Whether the virtual clock moved.
  private func letMainQueueWork(of process: any KeyboardProcess, until due: Duration, hasTimer: Bool) -> Bool {
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
  private func letThreadsWork(of process: any KeyboardProcess) {
    let start = ContinuousClock.now
    // Check twice, because a thread may look idle although a signal is about to wake it.
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
