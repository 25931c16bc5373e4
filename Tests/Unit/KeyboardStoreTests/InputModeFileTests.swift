import BundleFixtures
import Foundation
import Testing

@testable import KeyboardStore

@Suite("The file of the remembered input modes (Behavior.md#context-identifiers)")
struct InputModeFileTests {
  @Test("An empty file, as after a crash of the machine, counts as a missing file, and the next change writes it")
  func acceptsEmptyFile() throws {
    let workspace = try Workspace()
    let file = InputModeFile(workspace.folders)
    try file.update { $0 + [(key: "field", mode: "org.example.first")] }
    try Data().write(to: URL(filePath: "\(workspace.folders.state)/input-modes.json"))
    #expect(try file.read().isEmpty)
    try file.update { $0 + [(key: "field", mode: "org.example.second")] }
    #expect(try file.read().map(\.mode) == ["org.example.second"])
  }
}
