import Foundation
import TestSupport
import Testing

/// A block of code in a page.
struct CodeBlock: Sendable, CustomTestStringConvertible {
  let page: String
  let line: Int
  let language: String
  let text: String

  var testDescription: String { "\(page):\(line)" }

  /// Returns the code blocks of all pages in a language, such as `swift`.
  static func all(in language: String) -> [CodeBlock] {
    Tree.pages.flatMap { page -> [CodeBlock] in
      guard let text = try? Repository.text(page) else { return [] }
      var blocks: [CodeBlock] = []
      var open: (language: String, line: Int, lines: [Substring])?
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let words = line.drop { $0 == " " }
        if let block = open {
          if words.hasPrefix("```") {
            let text = block.lines.joined(separator: "\n") + "\n"
            blocks.append(CodeBlock(page: page, line: block.line, language: block.language, text: text))
            open = nil
          } else {
            open?.lines.append(line)
          }
        } else if words.hasPrefix("```") {
          open = (String(words.dropFirst(3)), index + 1, [])
        }
      }
      return blocks.filter { $0.language == language }
    }
  }

  /// Compiles sources. Returns the compiler's output if compilation fails; otherwise nil.
  static func refusal(by command: [String], of sources: [String: String]) throws -> String? {
    let folder = try TemporaryDirectory()
    for (name, text) in sources { try folder.write(text, to: name) }
    let environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) { $1 }
    let outcome = try Command(
      command[0], command.dropFirst() + sources.keys.sorted(), environment: environment, in: folder.path,
      mergesErrors: true
    ).run()
    return outcome.status == 0 ? nil : outcome.output
  }
}
