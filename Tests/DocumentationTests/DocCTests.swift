import Foundation
import Testing

/// KlavaKit's catalogue for DocC, which is in Swift's toolchain.
@Suite("KlavaKit's catalogue")
struct DocCTests {
  #if arch(arm64)
    private static let machine = "aarch64"
  #else
    private static let machine = "x86_64"
  #endif

  @Test("is read by DocC without a warning: every link leads somewhere")
  func converts() throws {
    let sources = Tree.root.appending(path: "Sources")
    let commands = """
      set -eu
      command -v docc > /dev/null || exit 0
      mkdir graphs
      swift symbolgraph-extract -module-name KlavaKit -target \(Self.machine)-unknown-linux-gnu -minimum-access-level public \
        -experimental-allowed-reexported-modules=TextInput -output-dir graphs \
        -I '\(Tree.products.appending(path: "Modules").path)' -I '\(sources.appending(path: "KeyboardABI/include").path)' \
        -I '\(sources.appending(path: "KlavaKitEntry/include").path)'
      docc convert '\(sources.appending(path: "KlavaKit/KlavaKit.docc").path)' --additional-symbol-graph-dir graphs \
        --output-path out --fallback-display-name KlavaKit --fallback-bundle-identifier org.klava.KlavaKit --warnings-as-errors
      """
    let refusal = try CodeBlock.refusal(by: ["sh"], of: ["convert.sh": commands])
    #expect(refusal == nil, "\(refusal ?? "")")
  }

  @Test("and the other pages link to pages that are there")
  func linksLead() throws {
    for page in Tree.pages {
      let folder = Tree.root.appending(path: page).deletingLastPathComponent()
      for link in try Tree.text(page).matches(of: /\]\(([^)#:]+)\)/) {
        let target = folder.appending(path: String(link.1)).path
        #expect(FileManager.default.fileExists(atPath: target), "\(page): \(link.1)")
      }
    }
  }
}
