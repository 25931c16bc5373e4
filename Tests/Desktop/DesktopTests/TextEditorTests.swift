import DesktopSupport
import Foundation
import TestSupport
import Testing

extension Desktop {
  /// Tests of TextEditor, the example of an application in Python. A program uses the editor as a user does.
  @Suite("The example TextEditor")
  struct TextEditorTests {
    /// Runs Python in the folder of the editor, and returns the messages.
    private func messages(_ arguments: [String], klava: String = Repository.product("klava")) throws -> [Substring] {
      var command = Command(
        "/usr/bin/python3", ["-B"] + arguments,
        environment: [
          "PATH": "/usr/bin:/bin", "KLAVA": klava, "LANG": "C.UTF-8",
          "PYTHONPATH": Repository.path("Examples/Applications/TextEditor"),
        ])
      command.timeLimit = .seconds(120)
      return try command.run().errors.split(separator: "\n").filter {
        $0.contains("text_editor") || $0.contains("Trace")
      }
    }

    @Test(
      "A wrong argument or a wrong command of Klava causes a message of one line",
      arguments: [
        ("FOLDER", nil, "Is a directory"), ("FOLDER/bytes", nil, "UTF-8"),
        ("FOLDER/new", "/nonexistent/klava", "klava"),
        ("FOLDER/new", "'", "KLAVA"),
      ])
    func wrongArguments(path: String, klava: String?, word: String) throws {
      let folder = try TemporaryDirectory("editor")
      try folder.write(Data([0xFF, 0xFE, 0x80]), to: "bytes")
      let editor = Repository.path("Examples/Applications/TextEditor/text_editor.py")
      let messages = try messages(
        [editor, path.replacing("FOLDER", with: folder.path)], klava: klava ?? Repository.product("klava"))
      #expect(messages.count == 1 && messages.first?.hasPrefix("text_editor: ") == true, "\(messages)")
      #expect(messages.first?.contains(word) == true, "\(messages)")
    }

    @Test("If klava serve ends, the editor reports this once and sends no more requests")
    func endedServer() throws {
      let script = """
        import text_editor
        klava = text_editor.Klava(print)
        klava.process.wait()
        for _ in range(3): klava.request(focus={})
        while not klava.has_ended: text_editor.GLib.MainContext.default().iteration(True)
        klava.request(focus={})
        klava.end()
        """
      let messages = try messages(["-c", script], klava: "/bin/true")
      #expect(messages == ["text_editor: klava serve ended. Save your text and start the editor again."], "\(messages)")
    }

    @Test("The editor types with keys, alternatives, pictures and drawings of keyboards, and saves the text")
    func types() throws {
      let directory = try TemporaryDirectory("editor")
      let root = "\(directory.path)/klava"
      let handwriting = Repository.build.appending(path: "examples/Handwriting.keyboard").path
      for words in [["install", handwriting], ["enable", "handwriting"]] {
        try Command(Repository.product("klava"), words + ["--root", root]).start().succeed()
      }
      let compositor = try Compositor(.sway, in: directory)
      // The fingers give the seat a keyboard and a pointer.
      let fingers = try Fingers(compositor)
      var editor = compositor.command(
        "editor",
        [
          "/usr/bin/python3", "-B", Repository.path("Tests/Desktop/Applications/text_editor_driver.py"),
          "\(directory.path)/notes.txt",
        ], ["KLAVA": "\(Repository.product("klava")) --root \(root)", "KLAVA_PATIENCE": "100"])
      editor.timeLimit = .seconds(600)
      let run = try editor.run()
      withExtendedLifetime(fingers) {}
      #expect(run.status == 0, "\(run.output)\(compositor.errors("editor"))")
      #expect(run.output.hasSuffix("saves the file\n"), "\(run.output)")
    }
  }
}
