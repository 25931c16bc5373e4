import Foundation
import Scripting
import TerminalUI
import Testing

/// Compares screens of the simulator with recorded screens. Each file in `Pictures` has the name of an entry below, and
/// contains the screen after the user pressed the keys of the entry.
///
/// `KLAVA_RECORD=1 swift test --filter KeyboardPictureTests` writes the files again. Review the files before you commit
/// them.
@Suite("Recorded screens")
struct KeyboardPictureTests {
  struct Picture: Sendable, CustomTestStringConvertible {
    var name: String
    var columns: Int
    var lines: Int
    var field: [String] = []
    var keys: [Keystroke] = []
    var testDescription: String { name }
  }

  static let pictures: [Picture] = [
    Picture(name: "moving-80x24", columns: 80, lines: 24),
    Picture(name: "typing-40x12", columns: 40, lines: 12, keys: [.tab, .character("漢"), .character("é")]),
    Picture(name: "secure-80x24", columns: 80, lines: 24, field: ["isSecureTextEntry=true", "before=sesame"]),
    Picture(name: "phone-60x20", columns: 60, lines: 20, field: ["keyboardType=phonePad"]),
    Picture(name: "keyboards-80x24", columns: 80, lines: 24, keys: [.function(2)]),
    Picture(name: "traits-120x30", columns: 120, lines: 30, keys: [.function(3)]),
    Picture(name: "help-80x24", columns: 80, lines: 24, keys: [.function(1)]),
    Picture(name: "small-30x10", columns: 30, lines: 10),
  ]

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Pictures")

  @Test("The screen agrees with the recorded file", arguments: pictures)
  func recordedPicture(_ picture: Picture) throws {
    var options = SimulatorOptions()
    options.field = try .init(traits: picture.field)
    let typingSession = TestTypingSession(options: options)
    let screen = FullScreen(
      typingSession: typingSession.typingSession, clock: typingSession.clock, columns: picture.columns,
      lines: picture.lines)
    for key in picture.keys { _ = screen.handle(key) }
    let text = screen.draw().text + "\n"
    let file = Self.folder.appending(path: "\(picture.name).txt")
    if ProcessInfo.processInfo.environment["KLAVA_RECORD"] != nil { try Data(text.utf8).write(to: file) }
    #expect(try text == String(contentsOf: file, encoding: .utf8))
  }
}
