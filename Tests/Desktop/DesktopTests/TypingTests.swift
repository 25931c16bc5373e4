import DesktopSupport
import Testing

extension Desktop {
  @Suite("Typing")
  struct TypingTests {
    @Test("The system keyboard types letters, digits and signs", arguments: Place.all)
    func system(_ place: Place) throws {
      let stage = try Stage(place.compositor, place.toolkit)
      try stage.type("Hello, world 42!")
      try stage.expectAgreement()
      #expect(try stage.text == "Hello, world 42!")
    }

    @Test("The shipped keyboards type, and the globe key changes to the next one", arguments: Place.all)
    func shipped(_ place: Place) throws {
      let stage = try Stage(
        place.compositor, place.toolkit, keyboards: ["habr-tags", "calculator", "pet-phrases", "system"])
      try stage.tap("Жирный")
      try stage.tapGlobe()
      for key in ["6", "*", "7", "=", "insert"] { try stage.tap(key) }
      try stage.expectAgreement()
      #expect(try stage.text == "<b>42</b>")
      try stage.tapGlobe()
      try stage.tap("food")
      try stage.expectAgreement()
      try stage.tapGlobe()
      try stage.tap("delete")
      try stage.tap("delete")
      try stage.expectAgreement()
      #expect(try stage.text == "<b>42I need fo</b>")
      try stage.tapGlobe()
      try stage.tap("Курсив")
      try stage.expectAgreement()
      #expect(try stage.text == "<b>42I need fo<i></i></b>")
    }

    @Test("Telex composes marked text", arguments: Place.all)
    func telex(_ place: Place) throws {
      let stage = try Stage(place.compositor, place.toolkit, keyboards: ["telex", "system"]) { files, _ in
        try files.installExample("Telex")
      }
      for key in ["⇧", "v", "i", "e", "e", "t", "j", "⌫", "t", "j", "space", "n", "a", "m"] {
        try stage.tap(key)
        try stage.expectAgreement()
      }
      #expect(try stage.text == "Việt " && stage.model.markedText == "nam")
      try stage.tapGlobe()
      try stage.type("!")
      try stage.expectAgreement()
      #expect(try stage.text == "Việt nam!")
    }

    @Test("Marked text stays once as plain text when the user touches another field", arguments: Place.all)
    func leavesMarkedText(_ place: Place) throws {
      let stage = try Stage(
        place.compositor, place.toolkit, fields: [.entry, .url], keyboards: ["telex", "system"]
      ) { files, _ in try files.installExample("Telex") }
      for key in ["n", "a", "m"] { try stage.tap(key) }
      try stage.expectAgreement()
      try stage.focus(.url)
      try stage.tap("n")
      try stage.expectAgreement()
      let left = try stage.application.fields["entry"]
      // GTK removes the preedit of a field that loses the focus, and Klava cannot send text to that field any more.
      #expect(left?.preedit == "" && (left?.text == "nam" || left?.text == ""), "\(String(describing: left))")
    }

    @Test("The Tab key types a tab where the field takes one", arguments: Place.all)
    func tab(_ place: Place) throws {
      let stage = try Stage(
        place.compositor, place.toolkit, fields: [.textview], keyboards: ["org.klava.test.typist", "system"]
      ) { files, directory in try files.installTypist(in: directory) }
      for key in ["a", "tab", "b"] { try stage.tap(key) }
      try stage.expectAgreement()
      #expect(try stage.text == "a\tb")
    }

    /// Texts in which a character has several scalars or UTF-16 units.
    static let characters = ["a😀b", "e\u{301}x\u{308}", "مَرحبا", "क्षि हि", "👩‍👩‍👧👍🏽🇺🇦", "שָׁלוֹם"]

    /// The host presses BackSpace, so each toolkit decides how much of a composed character one press deletes.
    @Test("The delete key deletes from the end, and the host learns how much", arguments: Place.all)
    func delete(_ place: Place) throws {
      let stage = try Stage(place.compositor, place.toolkit)
      for whole in Self.characters {
        try stage.setText(whole, cursor: whole.unicodeScalars.count)
        var presses = 0
        while case let old = try stage.text, !old.isEmpty {
          try stage.tap("delete")
          presses += 1
          try stage.waitForText("is shorter than \(old.debugDescription)") { $0 != old }
          let new = try stage.text
          #expect(
            old.unicodeScalars.starts(with: new.unicodeScalars), "\(old.debugDescription), \(new.debugDescription)")
          try stage.adoptText()
        }
        #expect(presses >= whole.count && presses <= whole.unicodeScalars.count, "\(whole.debugDescription)")
        try stage.tap("x")
        try stage.expectAgreement()
        #expect(try stage.text == "x")
      }
    }

    @Test("The keyboard follows a text that the application sets", arguments: Place.all)
    func applicationSetsText(_ place: Place) throws {
      let stage = try Stage(place.compositor, place.toolkit)
      try stage.type("old")
      try stage.expectAgreement()
      try stage.setText("first last", cursor: 6)
      try stage.type("new ")
      try stage.expectAgreement()
      #expect(try stage.text == "first new last")
      try stage.setText("", cursor: 0)
      for key in ["delete", "x", "delete", "y"] { try stage.tap(key) }
      try stage.expectAgreement()
      #expect(try stage.text == "y")
    }

    @Test("Fast touches lose no key", arguments: Place.all)
    func fast(_ place: Place) throws {
      let stage = try Stage(place.compositor, place.toolkit)
      let text = "The Quick 123 Brown (fox) Jumps, OVER 7 lazy Dogs?"
      for _ in 0..<4 { try stage.type(text) }
      try stage.expectAgreement()
      #expect(try stage.text == String(repeating: text, count: 4))
    }
  }
}
