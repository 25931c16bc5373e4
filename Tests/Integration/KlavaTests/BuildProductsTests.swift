import Foundation
import TestSupport
import Testing

@Suite struct BuildProductsTests {
  @Test(
    "The bundles are built (if this fails, run `make test`, or `make bundles examples` before `swift test`)",
    arguments: [
      "keyboards/HabrTags.keyboard", "probes/ProxyProbe.keyboard", "fixtures/GestureProbe.keyboard",
      "fixtures/ServiceProbe.keyboard",
      "examples/UnitConverter.keyboard", "examples/Telex.keyboard", "sdk/KlavaKit",
    ])
  func areThere(product: String) {
    #expect(FileManager.default.fileExists(atPath: Repository.path(".build/\(product)")))
  }

  @Test(
    "A program for which the user waits does not load all of Foundation, because that takes 4 ms",
    arguments: ["klava", "klava-desktop", "klava-renderer", "klava-runner", "klava-suggester"])
  func linkedLibraries(program: String) throws {
    // With this variable, the dynamic loader prints the libraries of the program and does not start it.
    let outcome = try Command(Repository.product(program), environment: ["LD_TRACE_LOADED_OBJECTS": "1"]).run()
    #expect(outcome.output.contains("libswiftCore.so"))
    #expect(!outcome.output.contains("libFoundation.so") && !outcome.output.contains("lib_FoundationICU.so"))
  }
}
