import Foundation
import SeccompFilter
import Testing

@Suite("A well-behaved process under a filter", .enabled(if: Machine.isX86))
struct HonestProcessTests {
  @Test(
    "A well-behaved process can perform each action, and a refused call only returns an error",
    arguments: [
      "threads", "thread-attributes", "stack-bounds", "locks", "event-loop", "other-programs", "network", "files",
      "own-signals", "limits",
    ], Filter.allCases)
  func business(deed: String, filter: Filter) throws {
    let status = try Subject.status(of: deed, under: filter.program())
    #expect(status == 0)
  }

  @Test("A process can abort itself", arguments: Filter.allCases)
  func end(filter: Filter) throws {
    let status = try Subject.status(of: "end-abruptly", under: filter.program())
    #expect(status == -SIGABRT)
  }

  @Test("A process can load only the library whose descriptor is in the filter")
  func loading() throws {
    #expect(try Subject.status(of: "load-library", under: Filter.paths.program()) == 0)
    #expect(try Subject.status(of: "load-other-library", under: nil) == 1)
    #expect(try Subject.status(of: "load-other-library", under: Filter.paths.program()) == 0)
  }
}
