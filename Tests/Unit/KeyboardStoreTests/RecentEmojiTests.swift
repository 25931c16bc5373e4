import BundleFixtures
import BundleFormat
import Diagnostics
import Foundation
import HostFiles
import KeyboardStore
import TestSupport
import Testing

@Suite("The file of recent emoji")
struct RecentEmojiTests {
  private let workspace: Workspace
  private var file: RecentEmojiFile { RecentEmojiFile(workspace.folders) }
  private var path: String { "\(workspace.folders.state)/recent-emoji.json" }

  init() throws { workspace = try Workspace() }

  @Test("The file has at most 40 emoji, the most recent first and each only once; only the user can read the file")
  func records() throws {
    #expect(try file.read() == [])
    for emoji in ["😀", "👋🏿", "😀", "🇩🇪"] { try file.record([emoji]) }
    #expect(try file.read() == ["🇩🇪", "😀", "👋🏿"])
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    for value in 0x1F400..<0x1F480 { try file.record([String(try #require(Unicode.Scalar(value)))]) }
    #expect(try file.read().count == RecentEmojiFile.maximumEmoji)
    #expect(try file.read().first == "\u{1F47F}")
    try file.record(["🍇", "🍈"])
    #expect(try file.read(after: ["🍈", "🍉"]).prefix(3) == ["🍈", "🍉", "🍇"])
  }

  @Test("If the user turns the setting off, Klava deletes the file, and records no emoji until the setting is on again")
  func clears() throws {
    try file.record(["😀"])
    let settings = SettingsStore.system(in: workspace.folders)
    try settings.set(SettingsSchema.recentEmojiKey, parsing: "no")
    #expect(!FileManager.default.fileExists(atPath: path))
    try file.record(["😀"])
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try file.read(after: ["😀"]) == [])
    try settings.reset()
    try file.record(["👍"])
    #expect(try file.read() == ["👍"])
  }

  @Test("Klava records emoji and changes settings while another process has locked the registry")
  func needsNoRegistry() throws {
    let (file, folders) = (file, workspace.folders)
    let lock = try LockedFile("\(folders.config)/lock")
    let ended = try lock.permits {
      try SettingsStore.system(in: folders).set(SettingsSchema.recentEmojiKey, parsing: "no")
      try SettingsStore.system(in: folders).reset()
      try file.record(["😀"])
    }
    #expect(ended)
    #expect(try file.read() == ["😀"])
  }

  @Test("Changing another setting does not remove the file")
  func keeps() throws {
    try file.record(["😀"])
    try SettingsStore.system(in: workspace.folders).set(SettingsSchema.clicksKey, parsing: "yes")
    #expect(try file.read() == ["😀"])
  }

  @Test(
    "If the file is damaged, a diagnostic names the file, and Klava does not change it",
    arguments: ["", "{}", "[1]", "[\"\"]", "[\"😀\"", "\u{0}", "[\"\(String(repeating: "a", count: 200))\"]"])
  func damaged(text: String) throws {
    try StateFile.write(Array(text.utf8), to: path)
    for use in [{ _ = try file.read() }, { try file.record(["😀"]) }] as [() throws -> Void] {
      let diagnostic = #expect(throws: Diagnostic.self) { try use() }
      #expect(diagnostic?.code == .registryMalformed && diagnostic?.subject == path)
    }
    #expect(try StateFile.read(path) == Array(text.utf8))
  }

  @Test("Klava does not read or change a file that is much larger than any file that it writes")
  func large() throws {
    let text = "[\(String(repeating: " ", count: 64 * 1_024))\"😀\"]"
    try StateFile.write(Array(text.utf8), to: path)
    for use in [{ _ = try file.read() }, { try file.record(["😀"]) }] as [() throws -> Void] {
      let diagnostic = #expect(throws: Diagnostic.self) { try use() }
      #expect(diagnostic?.code == .stateUnreadable)
    }
    #expect(try StateFile.read(path) == Array(text.utf8))
    let learned = "\(workspace.folders.data)/learned/en.json"
    let words = "{\"words\": [\(String(repeating: " ", count: 4 << 20))], \"pairs\": []}"
    try StateFile.write(Array(words.utf8), to: learned)
    let diagnostic = #expect(throws: Diagnostic.self) { try LanguageLexicon("en", workspace.folders)?.learned() }
    #expect(diagnostic?.code == .stateUnreadable)
  }
}
