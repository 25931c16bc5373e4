import Foundation
import TestSupport
import Testing

/// Tests that changes of `klava/keyboard.h` and `klava/host_functions.h` do not break existing keyboards.
@Suite("The plugin contract")
struct ContractTests {
  private static let include = Repository.root.appending(path: "Sources/SDK/KeyboardABI/include")

  @Test("The declarations and numbers of the headers match the baseline")
  func text() throws {
    try Baseline(name: "header").hold(
      try ["keyboard.h", "host_functions.h"].flatMap { name in
        ["== klava/\(name)"] + Self.declarations(of: try Self.header(name))
      })
  }

  @Test("The size of every record and the offset of each member match the baseline")
  func layout() throws {
    let records = Self.records(of: try Self.header("keyboard.h"))
    #expect(records.count > 30)
    var program = "#include <klava/keyboard.h>\n#include <stdio.h>\nint main(void) {\n"
    for (record, members) in records {
      program += "  printf(\"\(record) %zu bytes\\n\", sizeof(\(record)));\n"
      for member in members {
        program += """
            printf("\(record).\(member) at %zu, %zu bytes\\n", offsetof(\(record), \(member)), \
          sizeof(((\(record) *)0)->\(member)));

          """
      }
    }
    program += "  return 0;\n}\n"
    let sandbox = try CommandSandbox()
    try Data(program.utf8).write(to: URL(filePath: "\(sandbox.path)/layout.c"))
    try sandbox.run("/usr/bin/cc", ["-std=c11", "-I\(Self.include.path)", "-o", "layout", "layout.c"])
    let output = try sandbox.run("\(sandbox.path)/layout", [])
    try Baseline(name: "layout").hold(output.split(separator: "\n").map(String.init))
  }

  private static func header(_ name: String) throws -> String {
    try String(contentsOf: include.appending(path: "klava/\(name)"), encoding: .utf8)
  }

  /// Returns the code of a header without comments, with one line for each directive and each statement.
  private static func declarations(of header: String) -> [String] {
    let code = header.replacing(/\/\*(?:[^*]|\*(?!\/))*\*\//, with: " ").replacing("\\\n", with: " ")
    var lines: [String] = []
    var statement = ""
    for line in code.split(separator: "\n") {
      let words = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      guard !words.isEmpty else { continue }
      if words.hasPrefix("#") {
        lines.append(words)
        continue
      }
      statement += statement.isEmpty ? words : " \(words)"
      guard words.hasSuffix(";") || words.hasSuffix("{") || words.hasSuffix("}") else { continue }
      lines.append(statement)
      statement = ""
    }
    return lines + (statement.isEmpty ? [] : [statement])
  }

  /// Returns the C structs that a header defines, with the names of their members.
  private static func records(of header: String) -> [(String, [String])] {
    let code = header.replacing(/\/\*(?:[^*]|\*(?!\/))*\*\//, with: " ")
    return code.matches(of: /typedef struct \w+ \{([^}]*)\} (klv_\w+);/).map { match in
      let members = match.1.split(separator: ";").compactMap { declaration -> String? in
        if let function = declaration.firstMatch(of: /\(\*(\w+)\)/) { return String(function.1) }
        return declaration.firstMatch(of: /(\w+)(?:\[\w+\])?\s*$/).map { String($0.1) }
      }
      return (String(match.2), members)
    }
  }
}
