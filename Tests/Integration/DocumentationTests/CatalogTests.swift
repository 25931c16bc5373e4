import Diagnostics
import Foundation
import KeyboardABI
import TestSupport
import Testing

/// Tests that the generated pages match the code. `make documentation` writes the pages.
@Suite("Generated pages")
struct CatalogTests {
  @Test("The page Errors.md matches the code")
  func errors() throws {
    var lines = [
      "# Errors", "",
      "This page lists every code that a user can meet: errors, and the findings of `klava validate`, which",
      "[Checks](Checks.md) lists by check. Codes are permanent. `make documentation` writes this page from",
      "`Sources/Trusted/Diagnostics`.",
    ]
    for topic in DiagnosticCode.Topic.allCases {
      lines += ["", "## \(topic.rawValue)", "", "| code | what is wrong | what to do |", "|---|---|---|"]
      for code in DiagnosticCode.allCases where code.topic == topic {
        lines.append("| \(code) | \(Self.cell(code.text.explanation)) | \(Self.cell(code.text.remedy)) |")
      }
    }
    #expect(lines.count { $0.hasPrefix("| KLV-") } == DiagnosticCode.allCases.count)
    lines += [
      "", "## Retired codes", "",
      "Klava no longer reports the codes in the first column. The codes in the second column replaced them.", "",
      "| code | now |", "|---|---|",
    ]
    lines += DiagnosticCode.retired.map { retired in
      "| \(retired) | \(retired.replacements.map(\.description).joined(separator: ", ")) |"
    }
    try hold("Documentation/Reference/Errors.md", lines)
  }

  @Test("The page HostFunctions.md matches the code")
  func hostFunctions() throws {
    let header = try Repository.text("Sources/SDK/KeyboardABI/include/klava/keyboard.h")
    let comments = try Self.comments(in: header)
    var count = 0
    let rows = UnsafeBufferPointer(start: klv_host_function_table(&count), count: count)
    let needs: [UInt32: String] = [
      KLV_NEEDS_NOTHING: "at any time from `load` on, on any thread",
      KLV_NEEDS_LOAD: "in every turn from `load` on", KLV_NEEDS_TURN: "in any turn",
      KLV_NEEDS_FIELD: "in a turn with a field",
      KLV_NEEDS_EDIT: "in a turn in which the keyboard may type",
    ]
    var lines = [
      "# The host's functions", "",
      "This page lists the functions that a keyboard can call. `klv_get_host_interface` returns the function table of a",
      "given name, or NULL if the host does not have the table. A keyboard must work even if a table is missing.",
      "[Signatures](../Design/PluginABI.md#signatures) explains the letters of a signature.",
      "`make documentation` writes this page from `klava/host_functions.h` and `klava/keyboard.h`.",
    ]
    var interface = ""
    for row in rows {
      let name = String(cString: row.interface_name), function = String(cString: row.name)
      if name != interface {
        interface = name
        lines += ["", "## `\(name)`", "", "| function | signature | when | what it does |", "|---|---|---|---|"]
      }
      let comment = try #require(comments["\(name).\(function)"], "\(name).\(function)")
      lines.append(
        "| `\(function)` | `\(String(cString: row.signature))` | \(needs[row.needs] ?? "?") | \(Self.cell(comment)) |")
    }
    try hold("Documentation/Reference/HostFunctions.md", lines)
  }

  /// Compares a page with the generated lines. If `KLAVA_RECORD=1` is set, writes the page first.
  func hold(_ path: String, _ lines: [String]) throws {
    let text = lines.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["KLAVA_RECORD"] == "1" {
      try Data(text.utf8).write(to: Repository.root.appending(path: path))
    }
    #expect(try Repository.text(path) == text, "\(path) is out of date: run `make documentation`.")
  }

  /// Returns a text with the escapes that a cell of a Markdown table needs.
  static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }

  /// Returns the comments of the header about each function, without the permission tags.
  private static func comments(in header: String) throws -> [String: String] {
    var comments: [String: String] = [:]
    let interfaces = header.matches(
      of: /typedef struct \w+ \{\n((?:(?!\n\}).)*)\n\} \w+;\n#define KLV_\w+ "(klava\.[^"]+)"/.dotMatchesNewlines())
    for interface in interfaces {
      let functions = interface.1.matches(
        of: /\/\*((?:(?!\*\/).)*)\*\/\s*[a-z][\w ]*\*?\s*\(\*(\w+)\)/.dotMatchesNewlines())
      for function in functions {
        let words = function.1.replacing(/\n\s*\*/, with: " ").split(whereSeparator: \.isWhitespace).joined(
          separator: " ")
        comments["\(interface.2).\(function.2)"] = words.replacing(/^\[[a-z]+\] ?/, with: "")
      }
    }
    return comments
  }
}
