import Foundation
import TestSupport
import Testing

/// Tests of KlavaKit's DocC catalog. DocC is a part of the Swift toolchain.
@Suite("KlavaKit's DocC catalog")
struct DocCTests {
  private static let hasDocC = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/docc")
  }

  @Test("DocC converts the catalog without a warning", .enabled(if: hasDocC, "there is no docc"))
  func converts() throws {
    let script = Repository.path("Host/Scripts/make-docc.sh")
    let commands = "sh '\(script)' '\(Repository.products.path)' out --warnings-as-errors"
    let refusal = try CodeBlock.refusal(by: ["sh"], of: ["convert.sh": commands])
    #expect(refusal == nil, "\(refusal ?? "")")
  }
}
