import Foundation
import TestSupport
import Testing

@Suite struct InspectTests {
  @Test("klava inspect shows the manifest, library, actions, input view and files of a bundle")
  func validBundle() throws {
    let sandbox = try CommandSandbox()
    let interface = """
      <plist version="1.0"><dict><key>Row</key><array><string>a</string><dict><key>Key</key><dict>
        <key>Title</key><string>b</string> <key>Action</key><string>tap</string></dict></dict></array></dict></plist>
      """
    let path = try sandbox.bundle("Test.keyboard", .action("v(h)"), files: ["Interface.plist": interface])
    let text = try sandbox.done("inspect", path)
    for word in ["org.example.test", "klv_keyboard", "libc.so.6", "v(h)", "keys 2", "Interface.plist"] {
      #expect(text.contains(word))
    }
    let report = try #require(try sandbox.klava("inspect", path, "--json").json() as? [String: Any])
    #expect((report["manifest"] as? [String: String])?["CFBundleIdentifier"] == "org.example.test")
    #expect((report["actions"] as? [[String: Any]])?.first?["signature"] as? String == "v(h)")
    #expect(report["diagnostic"] == nil)
    let library = try #require(report["library"] as? [String: Any])
    let exports = try #require(library["exports"] as? [[String: String]])
    #expect(exports.contains(["name": "klv_keyboard", "kind": "object"]))
    #expect(exports.contains(["name": "tap", "kind": "function"]))
    let files = try #require(report["files"] as? [[String: Any]])
    #expect(
      files.contains { $0["path"] as? String == "Interface.plist" && $0["bytes"] as? Int == interface.utf8.count })
  }

  @Test("klava inspect accepts the name of an installed keyboard, and names a missing file in the user's spelling")
  func installedKeyboardByName() throws {
    let sandbox = try CommandSandbox()
    _ = try sandbox.done("install", sandbox.bundle())
    #expect(try sandbox.done("inspect", "org.example.test").contains("klv_keyboard"))
    let outcome = try sandbox.klava("inspect", "nothing")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("KLV-0201") && outcome.errors.contains("nothing"), "\(outcome.errors)")
    #expect(try sandbox.klava("inspect", "system").status == 2)
  }

  @Test("klava inspect shows the identifier and the library of a bundle even if it refuses the manifest")
  func refusedManifest() throws {
    let sandbox = try CommandSandbox()
    let outcome = try sandbox.klava("inspect", sandbox.bundle("Test.keyboard", .action("v(z)")))
    #expect(outcome.status == 2)
    #expect(outcome.errors.isOneLine)
    for word in ["org.example.test", "klv_keyboard", "v(z)"] { #expect(outcome.output.contains(word)) }
  }

  @Test("klava inspect and klava install warn about a manifest key in the wrong place")
  func misplacedKeys() throws {
    let sandbox = try CommandSandbox()
    var manifest = TestManifest()
    manifest.members = "<key>RequestsOpenAccess</key><true/><key>XYZSomethingElse</key><true/>"
    manifest.principalClass += "<key>KLVFileAccess</key><string>paths</string>"
    let path = try sandbox.bundle("Test.keyboard", manifest)
    let warnings = [
      (
        "RequestsOpenAccess has no effect at the top level.",
        "The key belongs under NSExtension.NSExtensionAttributes."
      ),
      ("KLVFileAccess has no effect under NSExtension.", "The key belongs at the top level."),
    ]
    let report = try #require(try sandbox.klava("inspect", path, "--json").json() as? [String: Any])
    #expect(report["warnings"] as? [String] == warnings.map { "\($0) \($1)" })
    let (inspected, installed) = (try sandbox.done("inspect", path), try sandbox.done("install", path))
    for (problem, remedy) in warnings {
      #expect(inspected.contains("Warning: \(problem) \(remedy)\n"))
      #expect(installed.contains("Warning: \(problem)\n"))
    }
    #expect(installed.components(separatedBy: "ask its author for a new version.").count == 2, "\(installed)")
    let good = try #require(
      try sandbox.klava("inspect", sandbox.bundle("Good.keyboard"), "--json").json() as? [String: Any])
    #expect(good["warnings"] as? [String] == [])
  }

  @Test(
    "klava inspect warns if a library with KlavaKit does not contain the principal class",
    arguments: [
      ("libCalculator.so", "Calculator.KeyboardViewController", true),
      ("libCalculator.so", "KeyboardViewController", true),
      ("libCalculator.so", "$(PRODUCT_MODULE_NAME).KeyboardViewController", true),
      ("libCalculator.so", "Calculator.KeyboardViewControler", false),
      ("libCalculator.so", "Calculator.Keyboard", false),
      // A keyboard in C that SwiftPM links with the Swift runtime
      ("libCrashingKeyboard.so", "CrashingKeyboard", true),
    ])
  func missingClass(_ library: String, _ name: String, _ isAccepted: Bool) throws {
    let sandbox = try CommandSandbox()
    var manifest = TestManifest()
    manifest.principalClass = "<key>NSExtensionPrincipalClass</key><string>\(name)</string>"
    let path = try sandbox.bundle("Test.keyboard", manifest)
    try Data(contentsOf: URL(filePath: Repository.product(library))).write(
      to: URL(fileURLWithPath: "\(path)/libTest.so"))
    let report = try #require(try sandbox.klava("inspect", path, "--json").json() as? [String: Any])
    let warnings = try #require(report["warnings"] as? [String])
    #expect(warnings.contains { $0.contains("has no class of that name") } == !isAccepted)
  }
}
