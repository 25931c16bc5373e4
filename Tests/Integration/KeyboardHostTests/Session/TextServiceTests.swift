import Foundation
import KeyboardHost
import KeyboardProtocol
import Testing
import TextModel

@Suite("A third-party keyboard calls the text services (Behavior.md#text-services)")
struct TextServiceTests {
  /// Presses a key of the keyboard of `Fixtures/text.c`, and returns the numbers that the keyboard inserted.
  private func press(
    _ key: String, after before: String = "", _ change: (inout TextField) -> Void = { _ in }
  ) throws -> String {
    let harness = SessionHarness(libraries: [("org.example.text", try CLibrary.compile("text.c"))])
    harness.source.deadlines = .patient
    harness.focus(before, "", change)
    defer { harness.session.end() }
    try harness.session.key(key)
    #expect(harness.session.keyboard == "org.example.text")
    return String(harness.text[0].dropFirst(before.count))
  }

  @Test(
    "Boundaries are offsets in UTF-16 code units",
    arguments: [
      ("words", "It's 😀 ok", "0 0 4 5 7 8 10 "), ("words", "", "0 "), ("sentences", "Hi. Ho?", "0 0 4 7 "),
      ("sentences", "Τι; Α.", "0 0 6 "), ("greek", "Τι; Α.", "0 0 4 6 "),
    ])
  func boundaries(key: String, text: String, numbers: String) throws {
    #expect(try press(key, after: text) == numbers)
  }

  @Test(
    "The host's answer whether a capital comes next depends on the autocapitalization type, the text and the field",
    arguments: [
      ("", .default, nil, "0 1 1 1 "), ("tea ", .default, nil, "0 1 0 1 "), ("tea", .default, nil, "0 0 0 1 "),
      ("Am 3. ", .default, "de", "0 1 0 1 "), ("Am 3. ", .default, "en", "0 1 1 1 "), ("", .URL, nil, "0 0 0 1 "),
      ("", .emailAddress, nil, "0 0 0 1 "),
    ] as [(String, KeyboardType, String?, String)])
  func capitals(before: String, keyboardType: KeyboardType, language: String?, numbers: String) throws {
    let inserted = try press("capital", after: before) {
      $0.traits.keyboardType = keyboardType
      $0.document.inputModeLanguage = language
    }
    #expect(inserted == numbers)
  }

  @Test("The host's answer about capitals takes the keyboard's edits in the turn into account, but not marked text")
  func ownEdits() throws {
    #expect(try press("typed", after: "x") == "Tea. 1 ")
    #expect(try press("marked", after: "Tea. ") == "1 ")
  }

  @Test("The host's answer about capitals depends only on the text that the keyboard may read")
  func context() throws {
    #expect(try press("capital", after: "Tea. ") { $0.document.policy = .window(0) } == "0 0 0 1 ")
  }

  @Test("Each wrong argument returns its documented error, and the keyboard continues")
  func wrongArguments() throws {
    #expect(try press("hostile") == "-2 -2 -8 -6 -6 -2 -2 -2 -2 -2 -2 -2 ")
  }

  @Test("The host answers 64 calls in a turn, even of the most expensive text, within the host time of a turn")
  func loop() throws {
    #expect(try press("loop") == "64 936 ")
  }
}
