import Foundation
import TestSupport
import Testing

/// Tests of KlavaKit, the library for keyboards in Swift.
@Suite("KlavaKit")
struct LibraryTests {
  #if arch(arm64)
    private static let machine = "aarch64"
  #else
    private static let machine = "x86_64"
  #endif

  private struct Graph: Decodable {
    struct Symbol: Decodable {
      struct Kind: Decodable { let identifier: String }
      struct Identifier: Decodable { let precise: String }
      struct Fragment: Decodable { let spelling: String }
      let kind: Kind
      let identifier: Identifier
      let pathComponents: [String]
      let declarationFragments: [Fragment]?
    }
    let symbols: [Symbol]
  }

  @Test("The public declarations of KlavaKit and of its shared modules match the baseline")
  func declarations() throws {
    let sandbox = try CommandSandbox()
    let sources = Repository.root.appending(path: "Sources/SDK")
    try sandbox.run(
      "/usr/bin/env",
      [
        "PATH=\(ProcessInfo.processInfo.environment["PATH"] ?? "")", "swift", "symbolgraph-extract",
        "-module-name", "KlavaKit", "-target", "\(Self.machine)-unknown-linux-gnu", "-minimum-access-level", "public",
        "-experimental-allowed-reexported-modules=TextModel,InputViewModel", "-output-dir", sandbox.path,
        "-I", Repository.products.appending(path: "Modules").path, "-I",
        sources.appending(path: "KeyboardABI/include").path,
        "-I", sources.appending(path: "KlavaKitEntry/include").path,
      ])
    let data = try Data(contentsOf: URL(filePath: "\(sandbox.path)/KlavaKit.symbols.json"))
    let symbols = try JSONDecoder().decode(Graph.self, from: data).symbols
    // Leave out members that the compiler synthesizes for protocols of the standard library, because KlavaKit does not
    // declare them.
    let own = symbols.filter { !$0.identifier.precise.contains("::SYNTHESIZED::") }
    #expect(own.count > 300)
    try Baseline(name: "KlavaKit").hold(
      own.map { symbol in
        let declaration = (symbol.declarationFragments ?? []).map(\.spelling).joined()
        return
          "\(symbol.pathComponents.joined(separator: ".")): \(declaration.split(whereSeparator: \.isNewline).joined(separator: " "))"
      }
      .sorted())
  }
}
