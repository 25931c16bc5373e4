import Foundation
import TestSupport
import Testing

/// Tests of the complete program with keyboards in their own processes. Each test plays a script with expectations.
@Suite struct ScriptTests {
  @Test(
    "All expectations of each script are met",
    arguments: [
      "Tests/Integration/ScriptTests/Scripts/habr.jsonl", "Tests/Integration/ScriptTests/Scripts/calculator.jsonl",
      "Tests/Integration/ScriptTests/Scripts/pets.jsonl", "Examples/tour.jsonl", "Examples/first-keys.jsonl",
      "Tests/Integration/ScriptTests/Scripts/rules.jsonl", "Tests/Integration/ScriptTests/Scripts/document.jsonl",
      "Tests/Integration/ScriptTests/Scripts/gestures.jsonl", "Tests/Integration/ScriptTests/Scripts/text.jsonl",
      "Tests/Integration/ScriptTests/Scripts/undo.jsonl",
      "Tests/Integration/ScriptTests/Scripts/emoji.jsonl",
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
    "The scripts of the README work in all languages of the user",
    arguments: ["Examples/tour.jsonl", "Examples/first-keys.jsonl"], ["de_DE", "ru_RU", "zh_CN", "ar_EG"])
  func userLanguages(path: String, language: String) throws {
    try Klava.withRoot { root in
      var command = Klava.command(["play", "--strict", Repository.path(path)], root: root)
      command.environment?["LANG"] = "\(language).UTF-8"
      let run = try command.run()
      #expect(run.status == 0, "\(run.output)")
    }
  }

  @Test(
    "If a keyboard inserts forbidden text, the answer has an error code, and the document does not change",
    arguments: [
      ("\u{1B}[2J", "KLV-0623"), ("\u{0}", "KLV-0623"), ("\u{9B}31m", "KLV-0623"), ("\u{7F}", "KLV-0623"),
      (String(repeating: "x", count: 70_000), "KLV-0613"), (String(repeating: "x", count: 5_000_000), "KLV-0613"),
    ])
  func refusesInsertions(text: String, code: String) throws {
    try Klava.withRoot { root in
      let calls: [[Any]] = [["insertText", text], ["setMarkedText", text, 0, 0]]
      // Insert the longest text only once, because reading it takes much time.
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
  func plainCExample() throws {
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

  @Test(
    "The host refuses to undo more steps than the field has; a text change by the application removes all steps",
    arguments: [
      (#"{"edit": {"before": "x"}}"#, 1, "There is nothing to undo.", "x"),
      (#"{"focus": {"before": "x"}}"#, 1, "There is nothing to undo.", "x"),
      (#"{"traits": {"isSecureTextEntry": true}}"#, 1, "There is nothing to undo.", "abc"),
      (#"{"traits": {"keyboardType": "phonePad"}}"#, 1, "There is nothing to undo.", "abc"),
      (#"{"wait": 0}"#, 4, "There are only 3 steps to undo, not 4.", "abc"),
    ])
  func endsHistory(change: String, steps: Int, sentence: String, text: String) throws {
    try Klava.withRoot { root in
      let lines = [
        #"{"focus": {"traits": {"autocapitalizationType": "none"}}}"#, #"{"type": "abc"}"#, change,
        #"{"undo": \#(steps)}"#, #"{"expect": {"text": "\#(text)"}}"#,
      ]
      let run = try Klava.run(["play"], root: root, input: lines.joined(separator: "\n"))
      let answers = run.answers
      #expect((answers[3]["error"] as? String)?.hasSuffix(sentence) == true, "\(run.output)")
      #expect((answers[3]["error"] as? String)?.hasPrefix("KLV-0721: ") == true)
      #expect(answers[4]["ok"] as? Bool == true && run.status == 2)
    }
  }

  @Test("klava type undoes steps, and prints how to restore a cleared text")
  func undoesInType() throws {
    try Klava.withRoot { root in
      let input = ":keyboard habr\nЖирный Курсив\n:undo\n:long ⌫\n:undo\n:undo 2\n:undo x\n"
      let output = try Klava.run(["type"], root: root, input: input).output
      for line in [
        "  <b><i>|</i></b>", "  <b>|</b>", "Cleared. To restore the text, write :undo.",
        "KLV-0721: There is only 1 step to undo, not 2.", "KLV-0706: \"x\" is not a number of steps from 1 to 100.",
      ] { #expect(output.contains(line), "\(output)") }
      #expect(output.components(separatedBy: "  <b>|</b>").count > 2, "\(output)")
    }
  }

  @Test("If the list of keyboards is damaged, the user has the system keyboard", arguments: ["play", "type"])
  func damagedRegistry(command: String) throws {
    try Klava.withRoot { root in
      let file = URL(filePath: root).appending(path: "config/registry.json")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      let damaged = Data(#"{"version": 1, "modes": ["#.utf8)
      try damaged.write(to: file)
      let input =
        command == "play" ? "{\"focus\": {}}\n{\"type\": \"Hi\"}\n{\"expect\": {\"text\": \"Hi\"}}\n" : ":type Hi\n"
      let run = try Klava.run([command], root: root, input: input)
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.contains("The file with the list of keyboards is damaged"), "\(run.output)")
      #expect(run.output.contains(command == "play" ? #""keyboard":"org.klava.system""# : "  Hi|"), "\(run.output)")
      #expect(try Data(contentsOf: file) == damaged)
    }
  }

  @Test(
    "PetPhrases has phrases in the user's language, and Calculator uses the decimal separator of this language",
    arguments: [
      ("pl_PL.UTF-8", "Chcę jeść", "0,5"), ("ru_RU.UTF-8", "Я хочу есть", "0,5"), ("zh_CN.UTF-8", "我要吃东西", "0.5"),
      ("zh_TW.UTF-8", "我要吃东西", "0.5"),
      ("fr_FR.UTF-8", "I need food", "0,5"), ("de_DE.UTF-8", "I need food", "0,5"),
      ("en_GB.UTF-8", "I need food", "0.5"),
    ])
  func languageOfKeyboards(locale: String, phrase: String, number: String) throws {
    try Klava.withRoot { root in
      let lines = [
        #"{"focus": {}}"#, #"{"keyboard": "pet"}"#, #"{"press": "food"}"#, #"{"expect": {"text": "\#(phrase)"}}"#,
        #"{"focus": {}}"#, #"{"keyboard": "calc"}"#, #"{"press": "."}"#, #"{"press": "5"}"#,
        #"{"expect": {"display": {"display": "\#(number)"}}}"#, #"{"press": "insert"}"#,
        #"{"expect": {"text": "\#(number)"}}"#, #"{"focus": {"inputModeLanguage": "ru"}}"#, #"{"keyboard": "pet"}"#,
        #"{"press": "food"}"#, #"{"expect": {"text": "Я хочу есть"}}"#,
      ]
      var command = Klava.command(["play"], root: root, input: lines.joined(separator: "\n"))
      command.environment?["LANG"] = locale
      let run = try command.run()
      #expect(run.status == 0, "\(run.output)")
    }
  }

  @Test("The transcript of the tour script shows the keys of each keyboard")
  func showsTheTour() throws {
    try Klava.withRoot { root in
      let tour = Repository.path("Examples/tour.jsonl")
      let run = try Klava.run(["play", tour, "--transcript", "--strict"], root: root)
      #expect(run.status == 0)
      for line in ["HabrTags        press Жирный", "Calculator      press insert", "PetPhrases      press food"] {
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
