import Foundation

/// The extent of the long tests.
package enum Checks {
  /// The environment variable that `make endurance` sets.
  package static let variable = "KLAVA_ALL_CHECKS"
  /// Whether long tests check everything. Without the environment variable, these tests check a fixed sample.
  package static let areComplete = ProcessInfo.processInfo.environment[variable] == "1"
}
