import DesktopSupport
import Foundation
import TestSupport
import Testing

extension Desktop {
  /// Tests of TextEditor, the example of an application in Python. A program uses the editor as a user does.
  @Suite("The example TextEditor")
  struct TextEditorTests {
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
