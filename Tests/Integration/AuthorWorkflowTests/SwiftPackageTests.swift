import Foundation
import TestSupport
import Testing

/// Tests of Swift packages, which the tests build with the same commands as an author. All tests use one build folder,
/// so that they build KlavaKit only once. Therefore they run serially.
@Suite(.serialized) struct SwiftPackageTests {
  @Test("The commands of the README create a Swift keyboard, whose tests pass, and install it")
  func readmeCommands() throws {
    let readme = try String(contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)
    let section = try #require(readme.components(separatedBy: "## Write a keyboard").dropFirst().first)
    let block = try #require(section.components(separatedBy: "```sh\n").dropFirst().first)
    let commands = try #require(block.components(separatedBy: "```").first)
    let folder = try AuthorsFolder()
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let run = try folder.run(
      commands, environment: ["PATH": "\(Repository.products.path):\(path)", "SCRATCH": AuthorsFolder.scratch])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("Kot? Hello! |"), "\(run.output)")
    #expect(run.output.contains("Test run with 5 tests in 2 suites passed"), "\(run.output)")
    #expect(!run.output.contains("warning:"), "\(run.output)")
    #expect(!run.output.contains("KLV-2"), "\(run.output)")
    #expect(run.output.contains("Hello (org.example.hello) is now enabled"), "\(run.output)")
  }

  @Test(
    "Each Swift example passes its unit tests and its script",
    arguments: ["EmojiPicker", "Glide", "Handwriting", "Kana"])
  func testsTheExample(name: String) throws {
    try ExampleTests.test(name)
  }
}
