import Conformance
import Diagnostics
import Foundation
import TestSupport
import Testing

/// The generated page for authors that lists all checks and codes.
enum CatalogDocument {
  static let path = Repository.root.appending(path: "Documentation/Reference/Checks.md")

  /// The text of the page.
  static var text: String {
    var lines = [
      "# The checks of `klava validate`", "",
      "This page lists every check of `klava validate` with its rule and the codes of its findings. The word in italics is "
        + "the smallest profile (load, standard or pedantic) that runs the check. Names and codes are permanent. "
        + "`make documentation` writes this page from the code. `klava validate --list --json` prints the same data for "
        + "programs.",
    ]
    for topic in Catalog.topics {
      let title = topic.name.replacingOccurrences(of: "-", with: " ")
      lines += ["", "## \(title.prefix(1).uppercased())\(title.dropFirst())"]
      for check in topic.checks {
        lines += [
          "", "### `\(check.identifier)`", "", "\(check.title). *\(check.profile.rawValue)*", "",
          "> \(check.rule.text) (\(check.rule.source))",
        ]
        guard topic.name != "fuzzing" else {
          lines += [
            "", "The check `fuzz` can report each code on this page that describes the end of a keyboard's process.",
          ]
          continue
        }
        lines += ["", "| code | | what is wrong | what to do |", "|---|---|---|---|"]
        lines += check.codes.map { "| \($0) | \($0.severity.rawValue) | \($0.text.explanation) | \($0.text.remedy) |" }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

@Suite struct CatalogDocumentTests {
  @Test("The page Checks.md matches the code (KLAVA_RECORD=1 writes the page)")
  func upToDate() throws {
    if ProcessInfo.processInfo.environment["KLAVA_RECORD"] == "1" {
      try Data(CatalogDocument.text.utf8).write(to: CatalogDocument.path)
    }
    #expect(try String(contentsOf: CatalogDocument.path, encoding: .utf8) == CatalogDocument.text)
  }
}
