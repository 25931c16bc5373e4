import Foundation
import Testing

/// The examples, each built and tested with its own makefile, as its author would.
@Suite struct ExampleTests {
  @Test(
    "An example's unit tests and its script pass",
    arguments: ["Telex", "TextExpander", "EmojiPicker", "Morse"])
  func passes(name: String) throws {
    let folder = try AuthorsFolder()
    // Rust is not on every machine.
    if name == "Morse", try folder.run("command -v rustc").status != 0 { return }
    let run = try folder.run(
      """
      make -C '\(Klava.package.appending(path: "Examples/\(name)").path)' test \
        KLAVA='\(Klava.products.appending(path: "klava").path)' SCRATCH='\(Klava.scratch)' \
        OUT='\(folder.work)/\(name).keyboard' ROOT='\(folder.work)/play'
      """)
    #expect(run.status == 0, "\(run.output)")
    #expect(!run.output.contains("warning:"), "\(run.output)")
    let answers = run.answers
    #expect(answers.count > 10)
    #expect(answers.allSatisfy { $0["ok"] as? Bool == true })
  }

  @Test("Every example says what it shows, and exports what the contract wants")
  func isComplete() throws {
    let examples = Klava.package.appending(path: "Examples")
    for name in try FileManager.default.contentsOfDirectory(atPath: examples.path) where !name.contains(".") {
      let files = try FileManager.default.contentsOfDirectory(atPath: examples.appending(path: name).path)
      #expect(Set(["Info.plist", "Makefile", "README.md"]).isSubset(of: files), "\(name)")
    }
  }
}
