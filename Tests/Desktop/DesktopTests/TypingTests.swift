import DesktopSupport
import Foundation
import Testing

extension Desktop {
  @Suite("Typing")
  struct TypingTests {
    @Test("The system keyboard types letters, digits and signs", arguments: DesktopEnvironment.all)
    func system(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(place.compositor, place.toolkit)
      try harness.type("Hello, world 42!")
      try harness.expectAgreement()
      #expect(try harness.text == "Hello, world 42!")
    }

    @Test("The shipped keyboards type, and the globe key selects the next keyboard", arguments: DesktopEnvironment.all)
    func shipped(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(
        place.compositor, place.toolkit, keyboards: ["habr-tags", "calculator", "pet-phrases", "system"])
      try harness.tap("Жирный")
      try harness.tapGlobe()
      for key in ["6", "*", "7", "=", "insert"] { try harness.tap(key) }
      try harness.expectAgreement()
      #expect(try harness.text == "<b>42</b>")
      try harness.tapGlobe()
      try harness.tap("food")
      try harness.expectAgreement()
      try harness.tapGlobe()
      try harness.tap("delete")
      try harness.tap("delete")
      try harness.expectAgreement()
      #expect(try harness.text == "<b>42I need fo</b>")
      try harness.tapGlobe()
      try harness.tap("Курсив")
      try harness.expectAgreement()
      #expect(try harness.text == "<b>42I need fo<i></i></b>")
    }

    @Test("Telex composes marked text", arguments: DesktopEnvironment.all)
    func telex(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(place.compositor, place.toolkit, keyboards: ["telex", "system"]) { files, _ in
        try files.installExample("Telex")
      }
      for key in ["n", "⌫", "⇧", "v", "i", "e", "e", "t", "j", "⌫", "t", "j", "space", "n", "a", "m"] {
        try harness.tap(key)
        try harness.expectAgreement()
      }
      #expect(try harness.text == "Việt " && harness.model.markedText == "nam")
      try harness.tapGlobe()
      try harness.type("!")
      try harness.expectAgreement()
      #expect(try harness.text == "Việt nam!")
    }

    @Test("Telex composes each word, also if the user pauses before the word", arguments: DesktopEnvironment.all)
    func telexAfterPause(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(place.compositor, place.toolkit, keyboards: ["telex", "system"]) { files, _ in
        try files.installExample("Telex")
      }
      for count in 1...3 {
        for key in ["d", "d", "i", "space"] { try harness.tap(key) }
        try harness.expectAgreement()
        #expect(try harness.text == String(repeating: "đi ", count: count))
        // The pause is part of the user's typing: within 0.5 s, Klava stops waiting for reports of the application.
        Thread.sleep(forTimeInterval: 0.6)
      }
    }

    @Test(
      "When the user touches another field, marked text becomes plain text and does not appear twice",
      arguments: DesktopEnvironment.all)
    func leavesMarkedText(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(
        place.compositor, place.toolkit, fields: [.entry, .url], keyboards: ["telex", "system"]
      ) { files, _ in try files.installExample("Telex") }
      for key in ["n", "a", "m"] { try harness.tap(key) }
      try harness.expectAgreement()
      try harness.focus(.url)
      try harness.tap("n")
      try harness.expectAgreement()
      let left = try harness.application.fields["entry"]
      // GTK removes the preedit of a field that loses the focus, and Klava cannot send text to that field any more.
      #expect(left?.preedit == "" && (left?.text == "nam" || left?.text == ""), "\(String(describing: left))")
    }

    @Test(
      "In an application with text-input-v1, text, marked text and deletions are right",
      .enabled(if: DesktopRun.includesBrowsers))
    func oldTextInput() throws {
      let harness = try DesktopHarness(
        .kwin, .oldChromium, fields: [.phone, .entry, .url, .password],
        keyboards: ["system", "org.klava.test.typist", "telex"]
      ) { files, directory in
        try files.installCrashingKeyboard(in: directory)
        try files.installExample("Telex")
      }
      for key in ["7", "8", "delete"] { try harness.tap(key) }
      try harness.expectText("7")
      try harness.focus(.entry)
      for key in ["a", "b", "delete", "c"] { try harness.tap(key) }
      try harness.expectText("ac")
      try harness.tapGlobe()
      for key in ["emoji", "delete", "delete", "delete"] { try harness.tap(key) }
      try harness.expectText("ac")
      try harness.tapGlobe()
      for key in ["v", "i", "e", "e", "t", "j"] { try harness.tap(key) }
      try harness.application.wait("shows marked text") { $0.fields["entry"]?.preedit == "việt" }
      // A touch on the field turns the marked text into ordinary text.
      try harness.focus(.entry)
      try harness.expectText("acviệt")
      try harness.tap("n")
      try harness.application.wait("shows new marked text") { $0.fields["entry"]?.preedit == "n" }
      try harness.focus(.url)
      try harness.tapGlobe()
      for key in ["b", "delete", "d"] { try harness.tap(key) }
      try harness.expectText("d")
      #expect(try harness.application.fields["entry"]?.text == "acviệtn")
      try harness.focus(.password)
      // After the first character, Chromium leaves and enters the field (Desktop.md#restless-passwords), so wait for it.
      try harness.tap("a")
      try harness.expectText("a")
      for key in ["b", "delete", "c"] { try harness.tap(key) }
      try harness.expectText("ac")
      try harness.focus(.entry)
      for key in ["delete", "delete", "x"] { try harness.tap(key) }
      try harness.expectText("acviệx")
    }

    @Test("The Tab key types a tab into a field that accepts tabs", arguments: DesktopEnvironment.all)
    func tab(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(
        place.compositor, place.toolkit, fields: [.textview], keyboards: ["org.klava.test.typist", "system"]
      ) { files, directory in try files.installCrashingKeyboard(in: directory) }
      for key in ["a", "tab", "b"] {
        try harness.tap(key)
        // The wait at the fence after a Tab ends after 50 ms (Desktop.md#fence), and a busy application can report later.
        try harness.expectAgreement()
      }
      #expect(try harness.text == "a\tb")
    }

    /// GTK 3 and Firefox report only the insertion point of a selection (Desktop.md#no-selection).
    @Test("The delete key deletes selected text", arguments: DesktopEnvironment.all)
    func selection(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(
        place.compositor, place.toolkit, keyboards: ["org.klava.test.typist", "system"]
      ) { files, directory in try files.installCrashingKeyboard(in: directory) }
      for key in ["a", "b", "m", "n"] { try harness.tap(key) }
      try harness.expectAgreement()
      try harness.application.send("select entry 0 2")
      try harness.settle()
      try harness.tap("delete")
      try harness.expectText("mn")
    }

    /// The environments in which Klava finds out which text the user selects. Chromium reports no text under sway.
    private static let withSelectedText = DesktopEnvironment.all.filter {
      $0.compositor != .sway || $0.toolkit != .chromium
    }

    /// GTK 3, GTK 4 and Firefox do not report a selection, so Klava reads the primary selection
    /// (Desktop.md#primary-selection).
    @Test(
      "A tag of HabrTags goes around a word that the user selects with a double tap",
      arguments: withSelectedText)
    func tagsSelection(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(place.compositor, place.toolkit, keyboards: ["habr-tags", "system"])
      try harness.setText("word", cursor: 4)
      try harness.doubleTapStart(of: .entry)
      try harness.tap("Жирный")
      try harness.expectText("<b>word</b>")
    }

    /// Text views of GTK report only one line, and not the line of a touch (Desktop.md#restored-selection).
    @Test(
      "A tag of HabrTags goes around a word that the user selects in another line",
      arguments: withSelectedText)
    func tagsSelectionInOtherLine(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(
        place.compositor, place.toolkit, fields: [.textview], keyboards: ["habr-tags", "system"])
      try harness.setText("one\nword\n\n\nlast line", cursor: 20)
      try harness.doubleClickSecondLine()
      try harness.press("Жирный")
      try harness.expectText("one\n<b>word</b>\n\n\nlast line")
    }

    /// Text views of GTK and Qt report only one line.
    @Test(
      "A tag of HabrTags goes around the whole text if the user selects it with Control-A",
      arguments: withSelectedText)
    func tagsWholeText(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(
        place.compositor, place.toolkit, fields: [.textview], keyboards: ["habr-tags", "system"])
      try harness.setText("first line\nlast line", cursor: 20)
      try harness.fingers.pressKey(30, withControl: true)
      try harness.settle()
      try harness.press("Жирный")
      try harness.expectText("<b>first line\nlast line</b>")
    }

    /// GTK reports the text after Return only with the next change by the input method (Desktop.md#no-report). Text views
    /// report only one line (Desktop.md#reported-line).
    @Test("After Return, keys type into the new line and change nothing before it", arguments: DesktopEnvironment.all)
    func newLine(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(
        place.compositor, place.toolkit, fields: [.textview], keyboards: ["telex", "system"]
      ) { files, _ in try files.installExample("Telex") }
      for key in ["a", "⏎", "d", "d", "space"] {
        try harness.tap(key)
        try harness.expectAgreement()
        // Wait until the document has stopped waiting for a report.
        if key == "⏎" { try harness.adoptText() }
      }
      #expect(try harness.text == "a\nđ ")
    }

    /// Texts in which a character has several scalars or UTF-16 units, and the keys of CrashingKeyboard that type these
    /// texts.
    static let characters = [
      ("emoji", "a😀b"), ("accents", "e\u{301}x\u{308}"), ("arabic", "مَرحبا"), ("devanagari", "क्षि हि"),
      ("people", "👩‍👩‍👧👍🏽🇺🇦"), ("hebrew", "שָׁלוֹם"),
    ]

    /// For each of ``characters``, the number of presses of the delete key that delete the character. In Qt, a commit
    /// deletes the characters (Behavior.md#delete-backward). In the other toolkits, the key BackSpace deletes the
    /// characters (Desktop.md#partial-characters).
    static func presses(_ toolkit: Toolkit) -> [Int] {
      switch toolkit {
      case .qt5, .qt6: [3, 2, 6, 5, 3, 7]
      case .gtk3, .gtk4: [3, 2, 6, 7, 3, 7]
      case .chromium, .oldChromium: [3, 4, 6, 7, 3, 7]
      case .firefox: [3, 4, 6, 7, 6, 7]
      }
    }

    @Test("Keys type texts of many scripts, and the delete key deletes these texts", arguments: DesktopEnvironment.all)
    func scripts(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(
        place.compositor, place.toolkit, keyboards: ["org.klava.test.typist", "system"]
      ) { files, directory in try files.installCrashingKeyboard(in: directory) }
      for ((key, whole), presses) in zip(Self.characters, Self.presses(place.toolkit)) {
        try harness.tap(key)
        try harness.expectAgreement()
        #expect(try harness.text.unicodeScalars.elementsEqual(whole.unicodeScalars))
        var count = 0
        while case let old = try harness.text, !old.isEmpty {
          try harness.tap("delete")
          count += 1
          try harness.waitForText("is shorter than \(old.debugDescription)") { $0 != old }
          try harness.adoptText()
        }
        #expect(count == presses, "\(whole.debugDescription)")
      }
    }

    @Test("The delete key deletes characters of many scripts one by one", arguments: DesktopEnvironment.all)
    func delete(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(place.compositor, place.toolkit)
      for ((_, whole), presses) in zip(Self.characters, Self.presses(place.toolkit)) {
        try harness.setText(whole, cursor: whole.unicodeScalars.count)
        var count = 0
        while case let old = try harness.text, !old.isEmpty {
          try harness.tap("delete")
          count += 1
          try harness.waitForText("is shorter than \(old.debugDescription)") { $0 != old }
          let new = try harness.text
          #expect(
            old.unicodeScalars.starts(with: new.unicodeScalars), "\(old.debugDescription), \(new.debugDescription)")
          if [.qt5, .qt6].contains(place.toolkit) { try harness.expectAgreement() }
          try harness.adoptText()
        }
        #expect(count == presses, "\(whole.debugDescription)")
        try harness.tap("x")
        try harness.expectAgreement()
        #expect(try harness.text == "x")
      }
    }

    @Test(
      "After the application sets another text, the keyboard types into that text", arguments: DesktopEnvironment.all)
    func applicationSetsText(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(place.compositor, place.toolkit)
      try harness.type("old")
      try harness.expectAgreement()
      try harness.setText("first last", cursor: 6)
      try harness.type("new ")
      try harness.expectAgreement()
      #expect(try harness.text == "first new last")
      try harness.setText("", cursor: 0)
      for key in ["delete", "x", "delete", "y"] { try harness.tap(key) }
      try harness.expectAgreement()
      #expect(try harness.text == "y")
    }

    @Test("If the user touches keys fast, no key press is lost", arguments: DesktopEnvironment.all)
    func fast(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(place.compositor, place.toolkit)
      let text = "The Quick 123 Brown (fox) Jumps, OVER 7 lazy Dogs?"
      for _ in 0..<4 { try harness.type(text) }
      try harness.expectAgreement()
      #expect(try harness.text == String(repeating: text, count: 4))
    }
  }
}
