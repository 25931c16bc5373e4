import Glibc
import SeccompFilter
import Testing

/// The filters that Klava uses. The tests build each filter once.
enum Filter: String, CaseIterable, CustomTestStringConvertible {
  case noPaths = "no-paths"
  case paths = "paths"

  var testDescription: String { rawValue }

  var rules: [FilterRule] {
    switch self {
    case .noPaths: FilterRule.rules(for: .noPaths)
    case .paths: FilterRule.rules(for: .paths)
    }
  }

  /// Returns the program that libseccomp compiled from the rules of the filter.
  func program() throws -> FilterProgram { try Self.programs[self, default: .failure(Missing())].get() }

  /// Returns the filter's decision about a system call.
  func decision(_ call: SystemCall) throws -> Decision {
    Decision(try Self.evaluators[self, default: .failure(Missing())].get().result(for: call))
  }

  private struct Missing: Error {}

  private static let programs: [Filter: Result<FilterProgram, any Error>] = Dictionary(
    uniqueKeysWithValues: allCases.map { filter in
      (
        filter,
        Result {
          switch filter {
          case .noPaths: try FilterProgram(profile: .noPaths)
          case .paths: try FilterProgram(profile: .paths)
          }
        }
      )
    })

  private static let evaluators: [Filter: Result<PacketFilter, any Error>] = programs.mapValues { result in
    Result { try PacketFilter(result.get().instructions) }
  }
}
