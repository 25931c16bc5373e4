import Foundation
import Testing

/// Relative links between the pages of the repository.
@Suite("A relative link")
struct LinkTests {
  @Test("leads to a file of the repository", arguments: Tree.allPages)
  func resolves(page: String) throws {
    #expect(Self.deadLinks(in: try Tree.text(page), at: page) == [])
  }

  @Test("that leads nowhere is found")
  func findsDeadLinks() {
    #expect(Tree.allPages.count > 30)
    let text = "[a](Using/README.md) [b](README.md#design) [c](https://klava.test) [d](#here) `[e](f)` [g](Nowhere)"
    #expect(Self.deadLinks(in: text, at: "Documentation/README.md") == ["Nowhere"])
  }

  /// The targets of links that are no files. Code and links to other sites are left out.
  private static func deadLinks(in text: String, at page: String) -> [String] {
    let folder = Tree.root.appending(path: page).deletingLastPathComponent()
    let prose = text.replacing(/```(?:(?!```).)*```/.dotMatchesNewlines(), with: "").replacing(/`[^`\n]*`/, with: "")
    return prose.matches(of: /\]\(([^)#:]+)(?:#[^)]*)?\)/).map { String($0.1) }.filter {
      !FileManager.default.fileExists(atPath: folder.appending(path: $0).path)
    }
  }
}
