import BundleFixtures
import Diagnostics
import Foundation
import HostFiles
import KeyboardStore
import TestSupport
import Testing

@Suite("The file with the positions of floating keyboards")
struct KeyboardPositionTests {
  private let workspace: Workspace
  private var file: KeyboardPositionFile { KeyboardPositionFile(workspace.folders) }
  private var path: String { "\(workspace.folders.state)/keyboard-positions.json" }

  init() throws { workspace = try Workspace() }

  private func position(_ name: String, left: Int = 10) -> KeyboardPosition {
    KeyboardPosition(
      output: KeyboardPosition.Output(name: name, width: 1_024, height: 768), placement: "floating", left: left,
      bottom: 20)
  }

  @Test("The file has the last position on each output, newest first, and only the user can read the file")
  func records() throws {
    #expect(try file.read() == [])
    // The name of an output, as Klava decodes it if the compositor sends 64 bytes that are not UTF-8.
    let longest = String(decoding: Array(repeating: 0xFF, count: 64), as: UTF8.self)
    for place in [position(longest), position("eDP-1"), position("HDMI \"1\" 屏"), position("eDP-1", left: 16_384)] {
      try file.record(place)
    }
    #expect(try file.read() == [position("eDP-1", left: 16_384), position("HDMI \"1\" 屏"), position(longest)])
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    var other = position("eDP-1")
    other.output.width = 768
    try file.record(other)
    #expect(try file.read().count == 4)
    for number in 0..<20 { try file.record(position("\(number)")) }
    #expect(try file.read().map(\.output.name) == (4..<20).reversed().map(String.init))
    try file.clear()
    #expect(try file.read() == [])
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("Klava records and forgets positions while another process has locked the registry")
  func needsNoRegistry() throws {
    let (file, position) = (file, position("eDP-1"))
    let lock = try LockedFile("\(workspace.folders.config)/lock")
    #expect(try lock.permits { try file.record(position) })
    #expect(try file.read() == [position])
    #expect(try lock.permits { try file.clear() })
    #expect(try file.read() == [])
  }

  private static let valid =
    #"{"output":"a","width":1,"height":1,"placement":"left","left":0,"bottom":0}"#

  @Test(
    "If the file is damaged, a diagnostic names the file, and the next move of a keyboard replaces it",
    arguments: [
      "", "{}", "[1]", "[{}]", "[\(valid)", "\u{0}", "[\(valid.replacing("\"left\":0", with: "\"left\":-1"))]",
      "[\(valid.replacing("\"width\":1", with: "\"width\":9223372036854775807"))]",
      "[\(valid.replacing("\"bottom\":0", with: "\"bottom\":0.5"))]",
      "[\(valid.replacing("\"a\"", with: "\"\(String(repeating: "a", count: 200))\""))]",
      "[\(Array(repeating: valid, count: 17).joined(separator: ","))]",
    ])
  func damaged(text: String) throws {
    try StateFile.write(Array(text.utf8), to: path)
    let diagnostic = #expect(throws: Diagnostic.self) { try file.read() }
    #expect(diagnostic?.code == .registryMalformed && diagnostic?.subject == path)
    try file.record(position("eDP-1"))
    #expect(try file.read() == [position("eDP-1")])
  }

  @Test("Klava does not read a file that is much larger than any file that it writes")
  func large() throws {
    try StateFile.write(Array("[\(String(repeating: " ", count: 64 * 1_024))]".utf8), to: path)
    let diagnostic = #expect(throws: Diagnostic.self) { try file.read() }
    #expect(diagnostic?.code == .stateUnreadable)
  }
}
