import Foundation
import KlavaKit
import TestSupport
import Testing

/// All code in the documentation is code.
@Suite("Code in the documentation")
struct CodeTests {
  @Test("in Swift is a keyboard's: it passes the compiler, with KlavaKit as it is built now")
  func swift() throws {
    let blocks = CodeBlock.all(in: "swift")
    #expect(blocks.count > 15)
    var sources: [String: String] = [:]
    for (index, block) in blocks.enumerated() {
      sources["Block\(index).swift"] = """
        import KlavaKit
        \(block.text.split(separator: "\n").filter { $0.hasPrefix("import ") }.joined(separator: "\n"))
        #sourceLocation(file: "\(block.page)", line: \(block.line + 1))
        \(Self.file(block, number: index))
        """
    }
    #expect(try Self.typecheck(sources) == nil)
    // The compiler was asked, and not in vain.
    #expect(try Self.typecheck(["Wrong.swift": "import KlavaKit\nlet key = Key(1)\n"]) != nil)
  }

  @Test("in C is a keyboard's: it passes the compiler without a warning", arguments: CodeBlock.all(in: "c"))
  func c(block: CodeBlock) throws {
    // As it stands: whoever copies it has nothing else.
    let source = "#line \(block.line + 1) \"\(block.page)\"\n\(block.text)"
    let include = Repository.path("Sources/SDK/KeyboardABI/include")
    let command = [
      "cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-pedantic", "-fsyntax-only",
      "-I\(include)",
    ]
    let refusal = try CodeBlock.refusal(by: command, of: ["block.c": source])
    #expect(refusal == nil, "\(refusal ?? "")")
  }

  @Test("for the shell can be read by one", arguments: CodeBlock.all(in: "sh"))
  func shell(block: CodeBlock) throws {
    let refusal = try CodeBlock.refusal(by: ["sh", "-n"], of: ["block.sh": block.text])
    #expect(refusal == nil, "\(refusal ?? "")")
  }

  @Test("in property lists and JSON Lines is well formed")
  func data() throws {
    for block in CodeBlock.all(in: "xml") {
      // Most blocks show a part of a property list.
      let isWhole = block.text.hasPrefix("<?xml")
      let whole = isWhole ? block.text : "<plist version=\"1.0\"><dict>\(block.text)</dict></plist>"
      #expect(throws: Never.self, "\(block.testDescription)") {
        try PropertyListSerialization.propertyList(from: Data(whole.utf8), format: nil)
      }
    }
    for block in CodeBlock.all(in: "jsonl") {
      for line in block.text.split(separator: "\n") where !line.hasPrefix("#") {
        #expect(throws: Never.self, "\(block.testDescription): \(line)") {
          try JSONSerialization.jsonObject(with: Data(line.utf8))
        }
      }
    }
  }

  @Test("is in no other language, and every page is there")
  func isAllChecked() {
    #expect(Tree.pages.count > 12)
    let known = ["", "swift", "c", "sh", "xml", "jsonl", "text"]
    #expect(known.map { CodeBlock.all(in: $0).count }.reduce(0, +) == Self.fences / 2)
  }

  private static var fences: Int {
    Tree.pages.compactMap { try? Repository.text($0) }.joined(separator: "\n").split(separator: "\n")
      .count { $0.drop { $0 == " " }.hasPrefix("```") }
  }

  private static func typecheck(_ sources: [String: String]) throws -> String? {
    try CodeBlock.refusal(
      by: [
        "swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library", "-module-name", "Documentation",
        "-I", Repository.product("Modules"),
        "-I", Repository.path("Sources/SDK/KeyboardABI/include"),
        "-I", Repository.path("Sources/SDK/KlavaKitEntry/include"),
      ], of: sources)
  }

  /// A block as a file: types stand in a type of the block's own, members in a controller, statements in one's method.
  private static func file(_ block: CodeBlock, number: Int) -> String {
    let text = block.text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("import ") ? "" : $0 }.joined(separator: "\n")
    let first = text.split(separator: "\n").first { !$0.hasPrefix("//") && !$0.isEmpty } ?? ""
    if first.hasPrefix("func test") || first.contains("class ") || first.contains("struct ") || first.contains("enum ")
    {
      return "enum Block\(number) {\n\(text)\n}"
    }
    let isMember = ["override ", "func ", "private ", "@"].contains { first.hasPrefix($0) }
    let body = isMember ? text : "func block() throws {\n\(text)\n}"
    return "final class Block\(number): InputViewController {\n\(body)\n}"
  }
}
