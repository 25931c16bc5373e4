import Foundation
import TestSupport
import Testing

@Suite struct BuildProductsTests {
  @Test(
    "`swift test` alone lacks bundles: run `make test`, or `make bundles examples` before it",
    arguments: [
      "keyboards/HabrTags.keyboard", "probes/ProxyProbe.keyboard", "fixtures/ServiceProbe.keyboard",
      "examples/UnitConverter.keyboard", "examples/Telex.keyboard", "sdk/KlavaKit",
    ])
  func areThere(product: String) {
    #expect(FileManager.default.fileExists(atPath: Repository.path(".build/\(product)")))
  }
}
