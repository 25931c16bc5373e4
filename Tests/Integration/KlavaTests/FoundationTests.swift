import Foundation
import TestSupport
import Testing

@Suite("Foundation in a keyboard's process (Documentation/Authors/Foundation.md)")
struct FoundationTests {
  @Test("Bundle.main has the manifest, and with paths also the resources of the bundle", arguments: ["none", "paths"])
  func mainBundle(access: String) throws {
    let sandbox = try CommandSandbox()
    var manifest = TestManifest()
    manifest.members = "<key>KLVFileAccess</key><string>\(access)</string>"
    _ = try install(manifest, files: ["picture.png": "a picture"], in: sandbox)
    // In every keyboard's process, Foundation itself looks for the folder of the bundle. The audit must not list these
    // calls as refused calls of the keyboard.
    _ = try sandbox.klava("play", typing: [#"{"focus": {}}"#])
    let audit = try sandbox.done("audit", manifest.identifier)
    #expect(audit.contains(manifest.identifier) && !audit.contains("openat"), "\(audit)")
    let played = try sandbox.klava("play", typing: [#"{"focus": {}}"#, #"{"press": "bundle"}"#])
    let piped = try sandbox.klava("play", typing: [#"{"focus": {}}"#, #"{"press": "pipe"}"#])
    #expect(piped.output.contains(#""before":"refused""#), "\(piped)")
    let picture = access == "paths" ? "picture.png" : "none"
    #expect(
      played.output.contains(#""before":"org.example.test Test org.example.test key \#(picture) libTest.so 64""#),
      "\(played)")
  }

  @Test("The log and klava validate name the calls of Foundation that return wrong values")
  func namesMisleadingCalls() throws {
    let sandbox = try CommandSandbox()
    let manifest = TestManifest()
    let bundle = try install(manifest, in: sandbox)
    let played = try sandbox.command(
      ["play"], input: #"{"focus": {}}"# + "\n" + #"{"press": "language"}"# + "\n", environment: ["LANG": "pl_PL.UTF-8"]
    ).run()
    #expect(played.output.contains(#""before":"en_001 false 1,234""#), "\(played)")
    let log = try sandbox.done("log", manifest.identifier)
    for line in [
      "Foundation's Locale.current does not know the user's languages.",
      "Foundation's UserDefaults.standard has no settings of the user, and saves nothing.",
      "Foundation's NSLocalizedString finds no text in the user's language.",
      "Foundation's BinaryInteger.formatted() uses an English locale.",
    ] { #expect(log.components(separatedBy: line).count == 2, "\(log)") }
    // The log must not warn about formatters, because the keyboard gives them a locale.
    #expect(!log.contains("DateFormatter"), "\(log)")
    #expect(!log.contains("preferredLanguages does not"), "\(log)")
    let checked = try sandbox.klava("validate", bundle, "--only", "foundation", "--verbose", typing: [])
    #expect(checked.output.contains("KLV-2117") && checked.output.contains("UserDefaults.standard"), "\(checked)")
    #expect(!checked.output.contains("Locale.preferredLanguages"), "\(checked)")
  }

  /// Installs HonestFoundation, and makes it the first keyboard.
  private func install(
    _ manifest: TestManifest, files: [String: String] = [:], in sandbox: CommandSandbox
  ) throws -> String {
    var manifest = manifest
    manifest.principalClass =
      "<key>NSExtensionPrincipalClass</key><string>HonestFoundation.KeyboardViewController</string>"
    let bundle = try sandbox.bundle("Test.keyboard", manifest, files: files)
    try FileManager.default.removeItem(atPath: "\(bundle)/libTest.so")
    try FileManager.default.copyItem(
      atPath: Repository.product("libHonestFoundation.so"), toPath: "\(bundle)/libTest.so")
    try sandbox.done("install", bundle)
    try sandbox.done("enable", manifest.identifier, "--at", "1")
    return bundle
  }
}
