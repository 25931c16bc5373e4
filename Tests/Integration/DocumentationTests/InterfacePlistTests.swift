import BundleFormat
import BundleParser
import InputViewModel
import TestSupport
import Testing
import TextModel

/// Tests of `Documentation/Reference/InterfacePlist.md`, the only page that describes `Interface.plist`.
@Suite("The page about Interface.plist")
struct InterfacePlistTests {
  private static let page = "Documentation/Reference/InterfacePlist.md"

  @Test("Klava reads the example of the page without an error")
  func validExample() throws {
    let block = try #require(CodeBlock.all(in: "xml").first { $0.page == Self.page })
    let file = "<plist version=\"1.0\"><dict>\(block.text)</dict></plist>"
    let inputView = try InputViewReader.read(
      PropertyList.read(Array(file.utf8)).dictionary ?? [:], subject: block.testDescription)
    #expect(inputView.keys.map(\.identifier) == ["C", "7", ",", "🌐"])
  }

  @Test("The page names every role", arguments: KeyRole.allCases)
  func namesRoles(role: KeyRole) throws { #expect(try Repository.text(Self.page).contains("`\(role.name)`")) }
}
