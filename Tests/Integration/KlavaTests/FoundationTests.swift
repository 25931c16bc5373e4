import Foundation
import TestSupport
import Testing

@Suite("Foundation works in a keyboard's process as its page says (Documentation/Authors/Foundation.md)")
struct FoundationTests {
  @Test("Bundle.main has the manifest, and with paths also the bundle's resources", arguments: ["none", "paths"])
  func mainBundle(access: String) throws {
    let sandbox = try CommandSandbox()
    var manifest = TestManifest()
    manifest.members = "<key>KLVFileAccess</key><string>\(access)</string>"
    manifest.principalClass =
      "<key>NSExtensionPrincipalClass</key><string>HonestFoundation.KeyboardViewController</string>"
    let bundle = try sandbox.bundle("Test.keyboard", manifest, files: ["picture.png": "a picture"])
    try FileManager.default.removeItem(atPath: "\(bundle)/libTest.so")
    try FileManager.default.copyItem(
      atPath: Repository.product("libHonestFoundation.so"), toPath: "\(bundle)/libTest.so")
    try sandbox.done("install", bundle)
    try sandbox.done("enable", manifest.identifier, "--at", "1")
    // Foundation itself looks for the bundle's folder in the process of every keyboard. The audit must not list these
    // calls as refused calls of the keyboard's own code.
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
}
