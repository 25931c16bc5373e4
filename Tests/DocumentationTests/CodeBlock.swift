import Foundation
import Testing

/// A block of code in a page.
struct CodeBlock: Sendable, CustomTestStringConvertible {
  let page: String
  let line: Int
  let language: String
  let text: String

  var testDescription: String { "\(page):\(line)" }

  /// All of the pages' blocks in a language.
  static func all(in language: String) -> [CodeBlock] {
    Tree.pages.flatMap { page -> [CodeBlock] in
      guard let text = try? Tree.text(page) else { return [] }
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

  /// Runs a compiler on sources; answers what it said if it refused them.
  static func refusal(by command: [String], of sources: [String: String]) throws -> String? {
    let folder = FileManager.default.temporaryDirectory.appending(path: "klava-documentation-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    for (name, text) in sources { try Data(text.utf8).write(to: folder.appending(path: name)) }
    let environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) { $1 }
    let (status, output) = try run(command + sources.keys.sorted(), in: folder, environment: environment)
    return status == 0 ? nil : output
  }

  /// Runs a command to its end, without standard input.
  ///
  /// - Returns: Its exit status, and what it wrote to standard output and standard error.
  static func run(
    _ command: [String], in folder: URL, environment: [String: String]
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = folder
    process.environment = environment
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}
