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
}
