import Foundation
import TestSupport
import Testing

/// Tests that Klava still runs keyboards that were built with the headers of old versions of the plugin ABI.
@Suite("Keyboards for old versions of the plugin ABI")
struct OldestKeyboardTests {
  /// A keyboard for an old version of the plugin ABI, with a copy of the header of that version.
  struct OldKeyboard: Sendable, CustomTestStringConvertible {
    let folder: String
    let library: String
    let identifier: String
    let minorVersion: Int
    /// The hash of the header (``Baseline/mark(of:)``), which must not change.
    let header: String

    var testDescription: String { "1.\(minorVersion)" }
    var source: String { Repository.path("Tests/Integration/CompatibilityTests/\(folder)") }

    /// A keyboard for version 1.0 of the plugin ABI, the oldest version.
    static let oldest = OldKeyboard(
      folder: "Oldest", library: "libOldest.so", identifier: "org.klava.test.oldest", minorVersion: 0,
      header: "150f4b9c")
    static let version2 = OldKeyboard(
      folder: "Version1.2", library: "libVersion12.so", identifier: "org.klava.test.version-1-2", minorVersion: 2,
      header: "06a76629")
  }

  @Test("A keyboard built with an old header loads and types", arguments: [OldKeyboard.oldest, .version2])
  func types(keyboard: OldKeyboard) throws {
    let sandbox = try CommandSandbox()
    try sandbox.klava("install", Self.bundle(of: keyboard, in: sandbox))
    try sandbox.klava("enable", keyboard.identifier)
    try sandbox.klava("play", "\(keyboard.source)/Tests/play.jsonl")
    // The copy of the header must be the original one, without later changes.
    let header = try String(contentsOfFile: "\(keyboard.source)/Sources/klava/keyboard.h", encoding: .utf8)
    #expect(header.contains("#define KLV_ABI_MINOR \(keyboard.minorVersion)u"))
    #expect(Baseline.mark(of: header) == keyboard.header)
  }

  /// Builds the bundle of an old keyboard with the keyboard's own copy of the header. Returns the path.
  static func bundle(of keyboard: OldKeyboard = .oldest, in sandbox: CommandSandbox) throws -> String {
    try sandbox.run(
      "/usr/bin/cc",
      [
        "-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-I\(keyboard.source)/Sources", "-fPIC",
        "-fvisibility=hidden", "-shared", "-o", keyboard.library, "\(keyboard.source)/Sources/keyboard.c",
      ])
    let bundle = "\(sandbox.path)/Old.keyboard"
    try sandbox.klava("bundle", keyboard.source, "--library", "\(sandbox.path)/\(keyboard.library)", "-o", bundle)
    return bundle
  }
}
