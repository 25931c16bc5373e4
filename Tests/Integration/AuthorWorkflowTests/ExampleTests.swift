import Foundation
import TestSupport
import Testing

/// Tests of the example keyboards. The tests build and test each example with the example's own makefile, as an author
/// does.
@Suite struct ExampleTests {
  @Test(
    "The unit tests and the script of an example pass",
    arguments: ["Telex", "TextExpander"])
  func passes(name: String) throws {
    try Self.test(name)
  }

  @Test("The Rust example's unit tests and its script pass", .enabled(if: hasRust, "no Rust compiler is installed"))
  func passesInRust() throws {
    try Self.test("Morse")
  }

  private static let hasRust = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/rustc")
  }

  /// Builds and tests an example.
  static func test(_ name: String) throws {
    let folder = try AuthorsFolder()
    let run = try folder.run(
      """
      make -C '\(Repository.path("Examples/\(name)"))' test \
        KLAVA='\(Repository.product("klava"))' SCRATCH='\(AuthorsFolder.scratch)' \
        OUT='\(folder.work)/\(name).keyboard' ROOT='\(folder.work)/play'
      """)
    #expect(run.status == 0, "\(run.output)")
    #expect(!run.output.contains("warning:"), "\(run.output)")
    #expect(run.output.split(separator: "\n").count { $0.hasSuffix("|") } > 3, "\(run.output)")
  }

  @Test("Every example has a manifest, a makefile and a README")
  func isComplete() throws {
    let examples = Repository.root.appending(path: "Examples")
    let makefiles = try FileManager.default.subpathsOfDirectory(atPath: examples.path).filter {
      $0.hasSuffix("/Makefile")
    }
    #expect(makefiles.count == 8)
    for name in makefiles.map({ $0.dropLast("/Makefile".count) }) {
      let files = try FileManager.default.contentsOfDirectory(atPath: examples.appending(path: String(name)).path)
      #expect(Set(["Info.plist", "Makefile", "README.md"]).isSubset(of: files), "\(name)")
    }
  }
}
