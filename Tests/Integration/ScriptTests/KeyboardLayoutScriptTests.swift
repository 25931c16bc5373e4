import Foundation
import TestSupport
import Testing

@Suite("Keyboard layouts in scripts (Behavior.md#keyboard-layouts)")
struct KeyboardLayoutScriptTests {
  private static let layouts = [
    "ru", "de", "fr", "gr", "ara", "il", "ir", "pl", "cz", "ua", "jp(kana)", "th", "in", "vn", "us(intl)",
  ]

  @Test("With keyboard layouts, a script types the texts of many languages")
  func languages() throws {
    try Klava.withRoot { root in
      for layout in Self.layouts {
        let run = try Klava.run(["enable", "system:\(layout)"], root: root)
        try #require(run.status == 0, "\(run.errors)")
      }
      #expect(try Klava.run(["disable", "system"], root: root).status == 0)
      let script = Repository.path("Tests/Integration/ScriptTests/Scripts/layouts.jsonl")
      let run = try Klava.run(["play", script], root: root)
      let wrong = run.answers.filter { $0["ok"] as? Bool != true }.map { "\($0["error"] ?? "")" }
      #expect(wrong == [])
      #expect(run.status == 0, "\(run.errors)")
    }
  }

  @Test("For a character that needs a dead key or two alternatives, the error suggests no single alternative")
  func names() throws {
    try Klava.withRoot { root in
      try #require(try Klava.run(["enable", "system:de", "--at", "1"], root: root).status == 0)
      let lines = ["{\"focus\": {}}", "{\"press\": \"ċ\"}", "{\"press\": \"ǘ\"}"]
      let answers = try Klava.run(["play"], root: root, input: lines.joined(separator: "\n")).answers
      for answer in answers.dropFirst() {
        let message = try #require(answer["error"] as? String)
        #expect(message.contains(" and choose alternative "), "\(message)")
      }
      #expect(answers.count == 3)
    }
  }

  /// Damaged layout files of a user, each with a part of the expected message.
  private static let damagedFiles: [(file: String, content: String, message: String)] = [
    ("symbols/mine", "xkb_symbols \"basic\" { key <AD01> ", "mine"),
    ("symbols/mine", "xkb_symbols \"basic\" { include \"mine\" };", "mine"),
    ("symbols/mine", "\u{0}\u{1}", "mine"), ("symbols/mine", "xkb_symbols \"basic\" { };", "mine"),
  ]

  @Test("For a damaged keyboard layout, Klava prints one line, and typing continues", arguments: damagedFiles)
  func damaged(file: String, content: String, message: String) throws {
    let home = try TemporaryDirectory()
    try home.write(
      Data("xkb_symbols \"basic\" { include \"ru\" };".utf8), to: ".config/xkb/symbols/mine")
    let root = "\(home.path)/root"
    func run(_ arguments: [String], input: String = "") throws -> Command.Outcome {
      try Command(
        Repository.product("klava"), arguments + ["--root", root], input: input.utf8,
        environment: Command.klavaEnvironment.merging(["HOME": home.path]) { $1 }
      ).run()
    }
    let enabled = try run(["enable", "system:mine"])
    try #require(enabled.status == 0, "\(enabled.errors)")
    try home.write(Data(content.utf8), to: ".config/xkb/\(file)")
    let script = "{\"keyboard\": \"system:mine\"}\n{\"focus\": {}}\n{\"press\": \"q\"}\n"
    let played = try run(["play"], input: script)
    let document = played.answers.last?["document"] as? [String: Any]
    #expect((document?["before"] as? String)?.lowercased() == "q", "\(played.output)")
    let warnings = played.answers.compactMap { $0["warning"] as? String }
    #expect(warnings.count == 1 && warnings.first?.contains(message) == true, "\(played.output)")
    let listed = try run(["list", "--json"])
    let rows = try #require(try JSONSerialization.jsonObject(with: Data(listed.output.utf8)) as? [[String: Any]])
    #expect(rows.first { $0["identifier"] as? String == "system:mine" }?["state"] as? String == "broken")
    let refused = try run(["enable", "system:mine"])
    #expect(refused.status == 2)
    #expect(refused.errors.split(separator: "\n").count == 1, "\(refused.errors)")
  }

  @Test("klava list shows keyboard layouts; the error for an unknown layout names the command that lists all layouts")
  func commands() throws {
    try Klava.withRoot { root in
      let all = try Klava.run(["list", "--layouts", "--json"], root: root)
      let rows = try #require(try JSONSerialization.jsonObject(with: Data(all.output.utf8)) as? [[String: Any]])
      #expect(rows.contains { $0["identifier"] as? String == "system:de(neo)" && $0["language"] as? String == "de" })
      for name in ["system:xx", "system:", "system:de(none)", "system:../de"] {
        let run = try Klava.run(["enable", name], root: root)
        #expect(run.status == 2)
        #expect(run.errors.contains("KLV-0422") && run.errors.contains("klava list --layouts"), "\(run.errors)")
      }
      let enabled = try Klava.run(["enable", "system:de(neo)", "--at", "1"], root: root)
      #expect(enabled.output == "German (Neo 2) (system:de(neo)) is now enabled at position 1 of 5.\n")
      let listed = try Klava.run(["list"], root: root)
      #expect(listed.output.contains("1  German (Neo 2)  system:de(neo)"), "\(listed.output)")
      #expect(try Klava.run(["order", "calc", "neo"], root: root).status == 0)
      let disabled = try Klava.run(["disable", "neo 2"], root: root)
      #expect(disabled.output.hasPrefix("German (Neo 2) (system:de(neo)) is now disabled."), "\(disabled.output)")
      #expect(try Klava.run(["disable", "system:de(neo)"], root: root).errors.contains("KLV-0411"))
    }
  }
}
