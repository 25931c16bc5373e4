internal import Glibc

/// Waits until a condition holds.
///
/// - Parameters:
///   - limit: The longest wait. The default is longer than any condition takes on a busy machine. Only a failing test
///     waits that long.
///   - condition: The condition, which is checked repeatedly.
/// - Returns: Whether the condition held within the limit.
package func waitUntil(within limit: Duration = .seconds(60), _ condition: () throws -> Bool) rethrows -> Bool {
  let deadline = ContinuousClock.now + limit
  while try !condition() {
    guard ContinuousClock.now < deadline else { return false }
    sched_yield()
  }
  return true
}
