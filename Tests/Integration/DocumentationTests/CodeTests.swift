import Foundation
import KlavaKit
import TestSupport
import Testing

/// Tests of the code blocks in the documentation.
@Suite("Code in the documentation")
struct CodeTests {
  @Test("Swift code of the pages compiles with this build of KlavaKit")
  func swift() throws {
    // Leave out code that imports `KlavaHost`, which needs C modules of the build. The example PetChat contains the
    // same calls as the page about `KlavaHost`.
    let blocks = CodeBlock.all(in: "swift").filter { !$0.text.contains("import KlavaHost") }
    #expect(blocks.count > 15)
    var sources: [String: String] = [:]
    for (index, block) in blocks.enumerated() {
      let isPort = block.text.contains("import KlavaUIKit")
      sources["Block\(index).swift"] = """
        \(isPort ? "" : "import KlavaKit")
        \(block.text.split(separator: "\n").filter { $0.hasPrefix("import ") }.joined(separator: "\n"))
        #sourceLocation(file: "\(block.page)", line: \(block.line + 1))
        \(Self.file(block, number: index))
        """
    }
    let refusal = try Self.typecheck(sources)
    #expect(refusal == nil, "\(refusal ?? "")")
    // Check that this test would detect invalid code.
    #expect(try Self.typecheck(["Wrong.swift": "import KlavaKit\nlet key = Key(1)\n"]) != nil)
  }

  @Test("C code of the pages compiles without a warning", arguments: CodeBlock.all(in: "c"))
  func c(block: CodeBlock) throws {
    // Compile the block without changes, because readers copy it without changes.
    let source = "#line \(block.line + 1) \"\(block.page)\"\n\(block.text)"
    let include = Repository.path("Sources/SDK/KeyboardABI/include")
    let command = [
      "cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-pedantic", "-fsyntax-only",
      "-I\(include)",
    ]
    let refusal = try CodeBlock.refusal(by: command, of: ["block.c": source])
    #expect(refusal == nil, "\(refusal ?? "")")
  }

  @Test("Shell code of the pages has valid syntax", arguments: CodeBlock.all(in: "sh"))
  func shell(block: CodeBlock) throws {
    let refusal = try CodeBlock.refusal(by: ["sh", "-n"], of: ["block.sh": block.text])
    #expect(refusal == nil, "\(refusal ?? "")")
  }

  @Test("Python code of the pages has valid syntax", arguments: CodeBlock.all(in: "python"))
  func python(block: CodeBlock) throws {
    let program = "import ast, sys; ast.parse(open(sys.argv[1]).read())"
    let refusal = try CodeBlock.refusal(by: ["python3", "-c", program], of: ["block.py": block.text])
    #expect(refusal == nil, "\(refusal ?? "")")
  }

  @Test("Property lists and JSON Lines of the pages are well formed")
  func data() throws {
    for block in CodeBlock.all(in: "xml") {
      // Most blocks contain only a part of a property list, so complete the property list.
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

  @Test("All code blocks of the pages have a known language")
  func isAllChecked() {
    #expect(Tree.pages.count > 12)
    let checked = ["swift", "c", "sh", "python", "xml", "jsonl"]
    for language in checked { #expect(!CodeBlock.all(in: language).isEmpty, "\(language)") }
    #expect((checked + ["", "text"]).map { CodeBlock.all(in: $0).count }.reduce(0, +) == Self.fences / 2)
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
        "-Xcc", "-fmodule-map-file=\(Repository.product("COpenCombineHelpers.build/module.modulemap"))",
      ], of: sources)
  }

  /// Returns a source file that contains the block. Types go into an enum, members into a controller, and statements
  /// into a method of a controller.
  private static func file(_ block: CodeBlock, number: Int) -> String {
    let text = block.text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("import ") ? "" : $0 }.joined(separator: "\n")
    let first = text.split(separator: "\n").first { !$0.hasPrefix("//") && !$0.isEmpty } ?? ""
    if first.hasPrefix("@MainActor func test") || first.contains("class ") || first.contains("struct ")
      || first.contains("enum ")
    {
      return "enum Block\(number) {\n\(text)\n}"
    }
    let isMember = ["override ", "func ", "private ", "@"].contains { first.hasPrefix($0) }
    let body = isMember ? text : "func block() throws {\n\(text)\n}"
    return "final class Block\(number): InputViewController {\n\(body)\n}"
  }
}
