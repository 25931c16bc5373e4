import Foundation
import TestSupport
import Testing

/// Tests of the example keyboards that compose marked text. Their own scripts (`Tests/play.jsonl`) test changes by the
/// user and the application.
@Suite("Marked text when the keyboard's process ends (Behavior.md#marked-text)")
struct MarkedTextTests {
  /// An example keyboard, the keys of a word, the marked text that they produce, and the text after another press of
  /// the last key.
  struct Example: Sendable, CustomTestStringConvertible {
    var name: String
    var keys: String
    var marked: String
    var next: String
    var testDescription: String { name }
  }

  private static let examples = [
    Example(name: "Telex", keys: "vieet", marked: "viêt", next: "t"),
    Example(name: "Kana", keys: "neko", marked: "ねこ", next: "お"),
  ]

  private func withWord(
    of example: Example, patience: Int = 100, _ body: (LiveKlava, String) throws -> Void
  ) throws {
    try Klava.withRoot { root in
      let bundle = Repository.build.appending(path: "examples/\(example.name).keyboard").path
      let identifier = "org.klava.example.\(example.name.lowercased())"
      for arguments in [["install", bundle], ["enable", identifier, "--at", "1"]] {
        let run = try Klava.run(arguments, root: root)
        try #require(run.status == 0, "\(run.errors)")
      }
      let klava = try LiveKlava(["play"], root: root, patience: patience)
      _ = try klava.play(#"{"focus": {"before": "a ", "after": " b"}}"#)
      let answer = try klava.play("{\"type\": \"\(example.keys)\"}")
      expect(answer, before: "a \(example.marked)", marked: [2, example.marked.utf16.count])
      try body(klava, String(example.keys.suffix(1)))
      _ = try klava.finish()
    }
  }

  private func expect(_ answer: [String: Any], before: String, marked: [Int]?) {
    let document = answer["document"] as? [String: Any]
    #expect(document?["before"] as? String == before, "\(answer)")
    #expect(document?["after"] as? String == " b", "\(answer)")
    #expect(document?["marked"] as? [Int] == marked, "\(answer)")
  }

  @Test(
    "If the process ends between two turns, the word becomes plain text, and the next key begins a new word",
    arguments: examples)
  func ends(example: Example) throws {
    try withWord(of: example) { klava, key in
      klava.signalKeyboards(SIGKILL)
      let answer = try klava.play("{\"press\": \"\(key)\"}")
      #expect(answer["keyboard"] as? String == "org.klava.example.\(example.name.lowercased())", "\(answer)")
      let start = 2 + example.marked.utf16.count
      expect(answer, before: "a \(example.marked)\(example.next)", marked: [start, example.next.utf16.count])
    }
  }

  @Test(
    "If the process hangs during a turn, the word becomes plain text, and the system keyboard is shown",
    arguments: examples)
  func hangs(example: Example) throws {
    // With this patience, the host waits two seconds for the stopped process.
    try withWord(of: example, patience: 8) { klava, _ in
      klava.signalKeyboards(SIGSTOP)
      let answer = try klava.play(#"{"press": "b"}"#)
      #expect(answer["shownBecause"] as? String == "hung", "\(answer)")
      // The system keyboard gets the key press, and types b.
      expect(answer, before: "a \(example.marked)b", marked: nil)
    }
  }
}
