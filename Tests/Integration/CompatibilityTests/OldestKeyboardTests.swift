import Foundation
import TestSupport
import Testing

/// Tests of keyboards that were built with the headers of old versions of the contract.
@Suite("Keyboards for old versions of the contract")
struct OldestKeyboardTests {
  /// A keyboard for an old version, with its own copy of that version's header.
  struct OldKeyboard: Sendable, CustomTestStringConvertible {
    let folder: String
    let library: String
    let identifier: String
    let minorVersion: Int
    /// The mark of the header, which must not change.
    let header: String

    var testDescription: String { "1.\(minorVersion)" }
    var source: String { Repository.path("Tests/Integration/CompatibilityTests/\(folder)") }

    /// A keyboard for version 1.0, the oldest version.
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
    // The fixture must contain the original header, without later changes.
    let header = try String(contentsOfFile: "\(keyboard.source)/Sources/klava/keyboard.h", encoding: .utf8)
    #expect(header.contains("#define KLV_ABI_MINOR \(keyboard.minorVersion)u"))
    #expect(Baseline.mark(of: header) == keyboard.header)
  }

  /// The keyboard's bundle, built with its own copy of the header.
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
