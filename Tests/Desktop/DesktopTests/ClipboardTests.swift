import DesktopSupport
import KeyboardHost
import TestSupport
import Testing

extension Desktop {
  @Suite("The history of copied texts (Desktop.md#clipboard)")
  struct ClipboardTests {
    private let harness: DesktopHarness

    init() throws {
      harness = try DesktopHarness(.sway) { files, _ in
        try files.klava("settings", "system", "clipboardHistory", "true")
      }
      harness.model.keepsCopiedTexts = true
      try harness.desktop.start()
      try harness.startApplication(.gtk4, fields: [.entry, .password])
      try harness.focus(.entry)
    }

    /// Copies a text with another program, and waits until klava-desktop has handled the copy.
    private func copy(_ text: String) throws {
      try harness.compositor.command("wl-copy", ["wl-copy", text]).start().succeed()
      try expectClipboard(text)
    }

    private func expectClipboard(_ text: String) throws {
      var content = ""
      let isCopied = try waitUntil(within: .seconds(15)) {
        content = try harness.compositor.command("wl-paste", ["wl-paste", "--no-newline"]).run().output
        return content == text
      }
      #expect(isCopied, "the clipboard has \(content.debugDescription) in place of \(text.debugDescription)")
      try harness.adoptText()
    }

    @Test("The newest copied text comes first, and a press on the text inserts it")
    func inserts() throws {
      for text in ["old", "Grüße 👋"] {
        try copy(text)
        harness.model.session.keepCopied(text)
      }
      for key in ["123", "clipboard", "clip.0", "clip.1"] { try harness.tap(key) }
      try harness.expectAgreement()
      #expect(try harness.text == "Grüße 👋old")
    }

    @Test("The history has no text that a password manager copies or that the user copies in a secure field")
    func passwords() throws {
      try copy("kept")
      harness.model.session.keepCopied("kept")
      // GTK may set the clipboard only after a touch.
      let frame = try #require(harness.application.window?.frames["entry"])
      try harness.fingers.tap(Double(frame[0] + frame[2] / 2), Double(frame[1] + frame[3] / 2))
      try harness.adoptText()
      try harness.application.send("conceal hunter2")
      try expectClipboard("hunter2")
      try harness.focus(.password)
      try copy("hunter3")
      // A context menu takes the focus from the field before the user copies.
      try harness.blur()
      try copy("hunter4")
      try harness.focus(.entry)
      for key in ["123", "clipboard", "clip.0"] { try harness.tap(key) }
      try harness.expectAgreement()
      #expect(try harness.text == "kept")
    }
  }
}
