import Foundation
import TestSupport
import Testing

/// Tests of PetChat, an example application in Swift. The tests use the commands that PetChat's README explains.
@Suite struct PetChatTests {
  /// Runs PetChat with the input of a user, and returns the lines that it prints.
  private func chat(_ lines: String...) throws -> [String] {
    let folder = try TemporaryDirectory()
    let keyboards = Repository.build.appending(path: "keyboards").path
    let variables = ["PETCHAT_ROOT": folder.path, "PETCHAT_KEYBOARDS": keyboards]
    let environment = Command.klavaEnvironment.merging(variables) { $1 }
    let input = lines.map { $0.replacing("KEYBOARDS", with: keyboards) }.joined(separator: "\n")
    var command = Command(Repository.product("PetChat"), input: Array(input.utf8), environment: environment)
    command.timeLimit = .seconds(120)
    let run = try command.run()
    #expect(run.status == 0, "\(run.errors)")
    return run.output.split(separator: "\n").map(String.init)
  }

  @Test("If the folder in PETCHAT_KEYBOARDS does not exist, the chat ends with one line that names the folder")
  func wrongFolder() throws {
    let folder = try TemporaryDirectory()
    let run = try Command(
      Repository.product("PetChat"),
      environment: ["PATH": "/usr/bin:/bin", "PETCHAT_ROOT": folder.path, "PETCHAT_KEYBOARDS": "/nonexistent/wrong"]
    ).run()
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("petchat: KLV-0201: /nonexistent/wrong: "), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test("Each conversation remembers its keyboard and language")
  func conversations() throws {
    let next = ":hardware Command+ArrowDown"
    let output = try chat(":mode org.klava.habr-tags", next, next).filter { $0.hasSuffix("> ") }
    #expect(output == ["cat [HabrTags, ru]> ", "dog [System, -]> ", "cat [HabrTags, ru]> "])
  }

  @Test("The accessory view and the keyboard's frame grow with the text")
  func accessoryView() throws {
    let text = "a long message about a very long walk in the rain"
    let output = try chat(":type \(text)", "return").filter { !$0.hasPrefix("    you") }
    let frames = output.compactMap { $0.firstMatch(of: /DidChangeFrame: (\d+) points/)?.output.1 }
    #expect(frames == ["260", "280", "260"])
    #expect(output.contains("cat [System, -]> \(text)"))
  }

  @Test("PetPhrases types as a custom input view and as an extension")
  func petPhrases() throws {
    let output = try chat(
      ":pet KEYBOARDS/PetPhrases.keyboard", "food", ":user", ":mode org.klava.pet-phrases", "food", ":hardware Return")
    #expect(output.contains("cat [PetPhrases, en-US]> I need food"))
    #expect(output.contains("cat [PetPhrases, en-US]> I need foodI need food"))
    #expect(output.contains("    you: I need foodI need food"))
  }

  @Test("The chat lists its key commands, moves the keyboard, and offers to undo a cleared text")
  func otherLines() throws {
    let output = try chat(
      ":commands", ":undock", ":dock", ":type abc", ":mode org.klava.habr-tags", ":hold ⌫", ":undo")
    #expect(output.contains("  Command+ArrowUp  Previous Conversation"))
    #expect(output.contains { $0.hasPrefix("  keyboardDidHide") })
    #expect(output.contains("  Cleared. The line :undo brings the text back."))
    #expect(output.last == "cat [HabrTags, ru]> abc")
  }
}
