import BundleFixtures
import Diagnostics
import Foundation
import TestSupport
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

  /// Changes of a shared file, each with the file's lock. A session makes all changes except the last one.
  private static let changes: [(lock: String, change: @Sendable (KlavaFolders) throws -> Void)] = [
    ("state/input-modes.lock", { try InputModeFile($0).update { $0 } }),
    ("state/recent-emoji.lock", { try RecentEmojiFile($0).record(["😀"]) }),
    ("state/keyboard-positions.lock", { try KeyboardPositionFile($0).clear() }),
    (
      "state/audit/lock",
      {
        var summary = AuditSummary()
        summary[.turns] = 1
        try KeyboardAudit(of: "org.example.a", in: $0).add(summary)
      }
    ),
    ("data/learned/lock", { try LanguageLexicon("en", $0)?.change(isInSession: true) { _ in } }),
    ("config/settings.lock", { try SettingsStore.system(in: $0).reset() }),
  ]

  @Test(
    "If another process keeps a file locked, the change fails with KLV-0429, which names the lock", arguments: changes)
  func locked(_ name: String, _ change: @escaping @Sendable (KlavaFolders) throws -> Void) throws {
    let directory = try TemporaryDirectory()
    let folders = try KlavaFolders(root: directory.path, environment: [:], executable: "")
    let path = "\(directory.path)/\(name)"
    let lock = try LockedFile(path)
    let ended = try lock.permits {
      let diagnostic = #expect(throws: Diagnostic.self) { try change(folders) }
      #expect(diagnostic?.code == .registryLocked && diagnostic?.subject == path)
    }
    #expect(ended)
  }
}
