import Foundation
import TestSupport
import Testing

/// Tests of the complete program on real keyboards: scripts with expectations, each in a new root.
@Suite struct ScriptTests {
  @Test(
    "A script meets its expectations",
    arguments: [
      "Tests/Integration/ScriptTests/Scripts/habr.jsonl", "Tests/Integration/ScriptTests/Scripts/calculator.jsonl",
      "Tests/Integration/ScriptTests/Scripts/pets.jsonl", "Examples/tour.jsonl", "Examples/first-keys.jsonl",
      "Tests/Integration/ScriptTests/Scripts/rules.jsonl", "Tests/Integration/ScriptTests/Scripts/document.jsonl",
      "Tests/Integration/ScriptTests/Scripts/gestures.jsonl", "Tests/Integration/ScriptTests/Scripts/text.jsonl",
    ])
  func meetsExpectations(path: String) throws {
    try Klava.withRoot { root in
      let run = try Klava.run(["play", Repository.root.appending(path: path).path], root: root)
      let wrong = run.answers.filter { $0["ok"] as? Bool != true }
      #expect(wrong.isEmpty, "\(wrong)")
      #expect(run.status == 0, "\(run.errors)")
      #expect(!run.answers.isEmpty)
    }
  }

  @Test(
    "The host refuses text that a keyboard must not insert, with a code, and leaves the document unchanged",
    arguments: [
      ("\u{1B}[2J", "KLV-0623"), ("\u{0}", "KLV-0623"), ("\u{9B}31m", "KLV-0623"), ("\u{7F}", "KLV-0623"),
      (String(repeating: "x", count: 70_000), "KLV-0613"), (String(repeating: "x", count: 5_000_000), "KLV-0613"),
    ])
  func refusesInsertions(text: String, code: String) throws {
    try Klava.withRoot { root in
      let calls: [[Any]] = [["insertText", text], ["setMarkedText", text, 0, 0]]
      // The longest text takes long to read, so the test inserts it only once.
      for call in text.utf8.count > 1_000_000 ? calls.prefix(1) : calls[...] {
        let line = try JSONSerialization.data(withJSONObject: ["proxy": call])
        let script = "{\"focus\": {\"before\": \"a\"}}\n\(String(decoding: line, as: UTF8.self))\n"
        let run = try Klava.run(["play"], root: root, input: script)
        let answer = try #require(run.answers.last)
        #expect((answer["error"] as? String)?.hasPrefix("\(code): org.klava.proxy-probe: ") == true, "\(run.output)")
        #expect((answer["document"] as? [String: Any])?["before"] as? String == "a")
        #expect(run.status == 1)
      }
    }
  }

  @Test("Klava installs and enables the plain C example, and its script passes")
  func typesWithTheExample() throws {
    try Klava.withRoot { root in
      let bundle = Repository.build
        .appending(path: "examples/UnitConverter.keyboard").path
      #expect(try Klava.run(["install", bundle], root: root).status == 0)
      #expect(try Klava.run(["enable", "converter"], root: root).status == 0)
      let script = Repository.path("Tests/Integration/ScriptTests/Scripts/converter.jsonl")
      let run = try Klava.run(["play", script], root: root)
      #expect(run.status == 0, "\(run.output)")
    }
  }

  @Test("A keyboard recognizes gestures in touches, and its log names the gestures that a key cannot have")
  func recognizesGestures() throws {
    try Klava.withRoot { root in
      let bundle = Repository.build.appending(path: "fixtures/GestureProbe.keyboard").path
      #expect(try Klava.run(["install", bundle], root: root).status == 0)
      #expect(try Klava.run(["enable", "gesture-probe", "--at", "1"], root: root).status == 0)
      let script = Repository.path("Tests/Integration/ScriptTests/Scripts/touches.jsonl")
      let run = try Klava.run(["play", script], root: root)
      #expect(run.status == 0, "\(run.output)")
      let log = try Klava.run(["log", "gesture-probe"], root: root).output.split(separator: "\n")
      #expect(log.count == 5 && log.allSatisfy { $0.contains("error") }, "\(log)")
    }
  }

  @Test("The transcript of the tour script shows the keys of each keyboard")
  func showsTheTour() throws {
    try Klava.withRoot { root in
      let tour = Repository.path("Examples/tour.jsonl")
      let run = try Klava.run(["play", tour, "--transcript", "--strict"], root: root)
      #expect(run.status == 0)
      for line in ["HabrTags        press Жирный", "Calculator      press Insert", "PetPhrases      press food"] {
        #expect(run.output.contains(line))
      }
      #expect(run.output.contains("system keyboard: secureTextEntry"))
    }
  }

  @Test("Klava remembers the input mode of a context across restarts until the application clears it")
  func remembersModes() throws {
    try Klava.withRoot { root in
      let focus = #"{"focus": {"contextIdentifier": "chat-1", "application": "chat"}}"#
      _ = try Klava.run(["play"], root: root, input: focus + "\n{\"keyboard\": \"pets\"}\n{\"advance\": 0}\n")
      _ = try Klava.run(["play"], root: root, input: focus + "\n{\"keyboard\": \"pet\"}\n")
      let again = try Klava.run(["play"], root: root, input: focus + "\n")
      #expect(again.answers.last?["keyboard"] as? String == "org.klava.pet-phrases")
      _ = try Klava.run(["play"], root: root, input: #"{"clearContext": "chat-1", "application": "chat"}"# + "\n")
      let cleared = try Klava.run(["play"], root: root, input: focus + "\n")
      #expect(cleared.answers.last?["keyboard"] as? String == "org.klava.system")
    }
  }
}
