internal import Glibc

/// Waits until a condition holds.
///
/// - Parameters:
///   - limit: The longest wait. Even on a busy machine, every condition holds before the default limit. Only a failing
///     test waits that long.
///   - condition: The condition, which this function checks repeatedly. Between two checks, the function sleeps, so
///     that other threads and processes can make the condition true.
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
