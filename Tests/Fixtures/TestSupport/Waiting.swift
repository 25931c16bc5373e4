internal import Glibc

/// Waits until a condition holds.
///
/// - Parameters:
///   - limit: The longest wait. The default is longer than any condition needs on a busy machine. Only a failing test
///     waits that long.
///   - condition: The condition, which this function checks repeatedly. Between two checks, the processor is free for
///     the processes and threads that the condition waits for.
/// - Returns: Whether the condition held within the limit.
package func waitUntil(within limit: Duration = .seconds(60), _ condition: () throws -> Bool) rethrows -> Bool {
  let deadline = ContinuousClock.now + limit
  var pause: UInt32 = 50
  while try !condition() {
    guard ContinuousClock.now < deadline else { return false }
    usleep(pause)
    pause = min(2 * pause, 3_200)
  }
  return true
}
