import Foundation
import TestSupport
import Testing

/// KlavaKit's catalogue for DocC, which is in Swift's toolchain.
@Suite("KlavaKit's catalogue")
struct DocCTests {
  private static let hasDocC = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/docc")
  }

  @Test("is read by DocC without a warning: every link leads somewhere", .enabled(if: hasDocC, "there is no docc"))
  func converts() throws {
    let script = Repository.path("Host/Support/make-docc.sh")
    let commands = "sh '\(script)' '\(Repository.products.path)' out --warnings-as-errors"
    let refusal = try CodeBlock.refusal(by: ["sh"], of: ["convert.sh": commands])
    #expect(refusal == nil, "\(refusal ?? "")")
  }
}
