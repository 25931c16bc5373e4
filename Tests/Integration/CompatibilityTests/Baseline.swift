import Foundation
import TestSupport
import Testing

/// A recorded list of guarantees to users and authors, such as names and sizes, with one guarantee on each line.
///
/// If a guarantee changes, the test of its list fails. To make the test pass, record the list with `KLAVA_RECORD=1`,
/// and add the new hash of the list to the first section of `CHANGELOG.md`. The hash ensures that the changelog
/// announces each change.
struct Baseline: Sendable {
  /// The name of the file in `Baselines`, without its extension.
  let name: String

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Baselines")
  private var file: URL { Self.folder.appending(path: "\(name).txt") }

  /// Compares lines with the recorded list, and requires that the changelog contains the hash of the recorded list.
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

  /// The mark of a list in the changelog: the FNV-1a hash of the list's bytes.
  static func mark(of text: String) -> String {
    var hash: UInt32 = 0x811C_9DC5
    for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

struct Changelog {
  /// The section of the changelog about the next version or, if there is none, about the latest version.
  let latest: String

  init() throws {
    let text = try Repository.text("CHANGELOG.md")
    latest = text.components(separatedBy: "\n## ").dropFirst().first ?? ""
  }
}

@Suite struct BaselineTests {
  @Test("Different lists have different marks in the changelog")
  func marksDiffer() {
    #expect(Baseline.mark(of: "a") == "e40c292c")
    #expect(Baseline.mark(of: "a\n") != Baseline.mark(of: "b\n"))
  }
}
