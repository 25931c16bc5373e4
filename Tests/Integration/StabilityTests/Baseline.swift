import Foundation
import TestSupport
import Testing

/// What others rely on, as a text in the tree: a line for each promise.
///
/// A change fails until the text is recorded anew (`KLAVA_RECORD=1`) and `CHANGELOG.md` names its new mark in the section of the
/// version that is being made: nobody changes a promise without saying so.
struct Baseline: Sendable {
  /// The name of its file below `Baselines`, without the extension.
  let name: String

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Baselines")
  private var file: URL { Self.folder.appending(path: "\(name).txt") }

  /// Holds these lines to the recorded ones, and the recorded ones to the changelog.
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
      \(name) is not what others rely on. If the change is meant and keeps old keyboards working, record it with KLAVA_RECORD=1 \
      and say so in CHANGELOG.md.
      \(told.joined(separator: "\n"))
      """)
    let mark = "`\(name) \(Self.mark(of: text))`"
    #expect(
      try Changelog().latest.contains(mark),
      "CHANGELOG.md does not tell of a change of \(name): write in its first section what is new, with \(mark).")
  }

  /// A short mark that another text hardly has: FNV-1a of its bytes.
  static func mark(of text: String) -> String {
    var hash: UInt32 = 0x811C_9DC5
    for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

/// What changed, by version.
struct Changelog {
  /// The section of the version that is being made, or was made last.
  let latest: String

  init() throws {
    let text = try Repository.text("CHANGELOG.md")
    latest = text.components(separatedBy: "\n## ").dropFirst().first ?? ""
  }
}

@Suite struct BaselineTests {
  @Test("A changed line is another mark")
  func marksDiffer() {
    #expect(Baseline.mark(of: "a") == "e40c292c")
    #expect(Baseline.mark(of: "a\n") != Baseline.mark(of: "b\n"))
  }
}
