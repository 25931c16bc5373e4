import Conformance
import Foundation
import Testing

/// The page that lists all checks and codes for authors, as the code has them.
enum CatalogueDocument {
  static let path = Klava.package.appending(path: "Documentation/Reference/Checks.md")

  /// The page.
  static var text: String {
    var lines = [
      "# The checks of `klava validate`", "",
      "Checks run in processes apart, with the keyboard in the sandbox of every keyboard. Names and codes are "
        + "permanent. This page is made from the code; `klava validate --list --json` tells the same to programs.",
    ]
    for topic in Catalogue.topics {
      lines += ["", "## \(topic.name.prefix(1).uppercased())\(topic.name.dropFirst())"]
      for check in topic.checks {
        lines += [
          "", "### `\(check.identifier)`", "", "\(check.title). *\(check.profile.rawValue)*", "",
          "> \(check.rule.text) (\(check.rule.source))",
        ]
        guard topic.name != "fuzzing" else {
          lines += ["", "Finds any of the codes above that tell how a keyboard's process ended."]
          continue
        }
        lines += ["", "| code | | what is wrong | what to do |", "|---|---|---|---|"]
        lines += check.codes.map { "| \($0) | \($0.severity.rawValue) | \($0.text.explanation) | \($0.text.remedy) |" }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

@Suite struct CatalogueDocumentTests {
  @Test("The page of checks is what the code says; KLAVA_RECORD=1 writes it anew")
  func isUpToDate() throws {
    if ProcessInfo.processInfo.environment["KLAVA_RECORD"] == "1" {
      try Data(CatalogueDocument.text.utf8).write(to: CatalogueDocument.path)
    }
    #expect(try String(contentsOf: CatalogueDocument.path, encoding: .utf8) == CatalogueDocument.text)
  }
}
