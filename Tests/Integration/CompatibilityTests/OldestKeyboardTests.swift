import Foundation
import TestSupport
import Testing

/// Tests of a keyboard for version 1.0 of the contract, the oldest version.
@Suite("The oldest keyboard")
struct OldestKeyboardTests {
  @Test("A keyboard built with the oldest header loads and types")
  func types() throws {
    let sandbox = try CommandSandbox()
    try sandbox.klava("install", Self.bundle(in: sandbox))
    try sandbox.klava("enable", "org.klava.test.oldest")
    let answers = try sandbox.klava("play", "\(Self.source)/Tests/play.jsonl")
    #expect(answers.contains(#""display":{"count":"2"}"#))
    // The fixture must contain the original header, without later changes.
    let header = try String(contentsOfFile: "\(Self.source)/Sources/klava/keyboard.h", encoding: .utf8)
    #expect(header.contains("#define KLV_ABI_MINOR 0u"))
    #expect(Baseline.mark(of: header) == "150f4b9c")
  }

  private static let source = Repository.path("Tests/Integration/CompatibilityTests/Oldest")

  /// The keyboard's bundle, built with its own copy of the header.
  static func bundle(in sandbox: CommandSandbox) throws -> String {
    try sandbox.run(
      "/usr/bin/cc",
      [
        "-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-I\(source)/Sources", "-fPIC", "-fvisibility=hidden",
        "-shared",
        "-o", "libOldest.so", "\(source)/Sources/keyboard.c",
      ])
    let bundle = "\(sandbox.path)/Oldest.keyboard"
    try sandbox.klava("bundle", source, "--library", "\(sandbox.path)/libOldest.so", "-o", bundle)
    return bundle
  }
}
