import Foundation
import Testing

@Suite struct BuildProductsTests {
  private static let package = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

  @Test(
    "`swift test` alone lacks bundles: run `make test`, or `make bundles examples` before it",
    arguments: [
      "keyboards/HabrTags.keyboard", "probes/ProxyProbe.keyboard", "fixtures/ServiceProbe.keyboard",
      "examples/UnitConverter.keyboard", "examples/Telex.keyboard", "sdk/KlavaKit",
    ])
  func areThere(product: String) {
    #expect(FileManager.default.fileExists(atPath: Self.package.appending(path: ".build/\(product)").path))
  }
}
