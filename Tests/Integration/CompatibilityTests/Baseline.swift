import Foundation
import TestSupport
import Testing

/// A recorded list of promises to users and authors, one promise a line.
///
/// If the promises change, the test of the list fails. To make the test pass, record the list with `KLAVA_RECORD=1`,
/// and write the list's new mark into the first section of `CHANGELOG.md`. So the changelog announces each changed
/// promise.
struct Baseline: Sendable {
  /// The name of the file in `Baselines`, without its extension.
  let name: String

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Baselines")
  private var file: URL { Self.folder.appending(path: "\(name).txt") }

  /// Compares the lines with the recorded lines, and looks for the recorded list's mark in the changelog.
  func hold(_ lines: [String]) throws {
    if ProcessInfo.processInfo.environment["KLAVA_RECORD"] == "1" {
      try Data(lines.map { "\($0)\n" }.joined().utf8).write(to: file)
    }
    let text = try String(contentsOf: file, encoding: .utf8)
    let recorded = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    let difference = lines.difference(from: recorded)
    let told = difference.prefix(20).map { change in
      switch change {
      case .remove(_, let line, _): "- \(line)"
      case .insert(_, let line, _): "+ \(line)"
      }
    }
    #expect(
      difference.isEmpty,
      """
      \(name) differs from its baseline. If the change is intended and old keyboards still work, record it with KLAVA_RECORD=1 \
      and announce it in CHANGELOG.md.
      \(told.joined(separator: "\n"))
      """)
    let mark = "`\(name) \(Self.mark(of: text))`"
    #expect(
      try Changelog().latest.contains(mark),
      "CHANGELOG.md does not announce the change of \(name). Describe it in the first section, with \(mark).")
  }

  /// A short mark of a text: the FNV-1a hash of the text's bytes.
  static func mark(of text: String) -> String {
    var hash: UInt32 = 0x811C_9DC5
    for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

struct Changelog {
  /// The section of the next version; if there is none, the section of the latest version.
  let latest: String

  init() throws {
    let text = try Repository.text("CHANGELOG.md")
    latest = text.components(separatedBy: "\n## ").dropFirst().first ?? ""
  }
}

@Suite struct BaselineTests {
  @Test("Different lists of promises have different marks")
  func marksDiffer() {
    #expect(Baseline.mark(of: "a") == "e40c292c")
    #expect(Baseline.mark(of: "a\n") != Baseline.mark(of: "b\n"))
  }
}
