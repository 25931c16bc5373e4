import BundleFixtures
import BundleFiles
import BundleFormat
import Diagnostics
import Foundation
import KeyboardStore
import TestSupport
import Testing

@Suite struct SignatureTests {
  private let workspace: Workspace
  private var registry: KeyboardRegistry { workspace.registry }

  init() throws { workspace = try Workspace() }

  /// Creates a key pair, and returns the path of the private key.
  private func key(_ name: String) throws -> String {
    let path = "\(workspace.path)/\(name)"
    try #require(try Command("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", path]).run().status == 0)
    return path
  }

  private func bundle(_ name: String, version: String) throws -> String {
    try workspace.bundle(
      name,
      manifest: .manifest(
        ["CFBundleShortVersionString": .string(version)],
        attributes: .dictionary(["RequestsOpenAccess": .boolean(true)])),
      files: ["en.lproj/Localizable.strings": Array("a = b;".utf8)])
  }

  /// How the signature of an update relates to the signature of the installed version.
  enum Update: CaseIterable {
    case sameKey
    case otherKey
    case unsigned
  }

  /// Installs an update of a keyboard. The key `first` signed the installed version.
  private func install(_ update: Update, first: String) throws -> InstalledKeyboard {
    let new = try bundle("New.keyboard", version: "2")
    switch update {
    case .sameKey: _ = try BundleSignature.sign(new, key: first)
    case .otherKey: _ = try BundleSignature.sign(new, key: key("second"))
    case .unsigned: break
    }
    return try #require(try registry.install([new]).first)
  }

  @Test(
    "An update stays enabled and keeps full access only if the key of the installed version signed it",
    arguments: Update.allCases)
  func updates(update: Update) throws {
    let first = try key("first")
    let old = try bundle("Old.keyboard", version: "1")
    let signer = try BundleSignature.sign(old, key: first).signer
    #expect(try registry.install([old]).map(\.keyboard.signer) == [signer])
    try registry.setFullAccess("org.example.test", true)
    try registry.enable("org.example.test")

    let installed = try install(update, first: first)
    #expect(installed.keyboard.isEnabled == (update == .sameKey))
    #expect(installed.lostFullAccess == (update != .sameKey))
    #expect(installed.replacedSigner == (update == .sameKey ? nil : signer))
    #expect((installed.keyboard.signer == signer) == (update == .sameKey))
    #expect((installed.keyboard.signer == nil) == (update == .unsigned))
    #expect(try registry.resolve("test").hasFullAccess == (update == .sameKey))
    #expect(try registry.resolve("test").manifest?.version == "2")
  }

  @Test(
    "An update keeps the retention only if the key of the installed version signed it, with and without full access",
    arguments: Update.allCases, [true, false])
  func retention(update: Update, hasFullAccess: Bool) throws {
    let first = try key("first")
    let old = try bundle("Old.keyboard", version: "1")
    _ = try BundleSignature.sign(old, key: first)
    try registry.install([old])
    try registry.setFullAccess("org.example.test", hasFullAccess)
    try registry.setRetention("org.example.test", .session)

    let installed = try install(update, first: first)
    let replaced: Retention? = update == .sameKey ? nil : .session
    #expect(installed.replacedRetention == replaced)
    let retention: Retention = update == .sameKey ? .session : .application
    #expect(installed.keyboard.retention == retention)
  }

  @Test("An update keeps the retention if the installed version is not signed")
  func retentionWithoutSigner() throws {
    try registry.install([bundle("Old.keyboard", version: "1")])
    try registry.setRetention("org.example.test", .field)
    let new = try bundle("New.keyboard", version: "2")
    _ = try BundleSignature.sign(new, key: key("first"))
    let installed = try #require(try registry.install([new]).first)
    #expect(installed.replacedRetention == nil && installed.keyboard.retention == .field)
  }

  @Test(
    "The host does not install a bundle that was changed after it was signed",
    arguments: ["Info.plist", "libTest.so", "en.lproj/Localizable.strings", "new.txt", "empty/"])
  func changes(path: String) throws {
    let bundle = try bundle("Test.keyboard", version: "1")
    _ = try BundleSignature.sign(bundle, key: key("key"))
    if path.hasSuffix("/") {
      try FileManager.default.createDirectory(atPath: "\(bundle)/\(path)", withIntermediateDirectories: false)
    } else {
      let old = FileManager.default.contents(atPath: "\(bundle)/\(path)") ?? Data()
      try workspace.write(Array(old) + [0x0A], to: "Test.keyboard/\(path)")
    }
    #expect { try registry.install([bundle]) } throws: { ($0 as? Diagnostic)?.code == .signatureWrong }
    #expect(workspace.installed.allSatisfy { !$0.contains("org.example.test") })
  }

  @Test(
    "The host refuses a damaged signature",
    arguments: ["", "-----BEGIN SSH SIGNATURE-----\nAAAA\n", "\0\0\0", "Good SHA256:"])
  func damage(text: String) throws {
    let bundle = try bundle("Test.keyboard", version: "1")
    try workspace.write(Array(text.utf8), to: "Test.keyboard/\(BundleSignature.fileName)")
    #expect { try registry.install([bundle]) } throws: { ($0 as? Diagnostic)?.code == .signatureWrong }
  }

  @Test("The host refuses a signature that was made for another purpose")
  func purpose() throws {
    let (bundle, key) = (try bundle("Test.keyboard", version: "1"), try key("key"))
    _ = try BundleSignature.sign(bundle, key: key)
    let made = try Command(
      "ssh-keygen", ["-Y", "sign", "-n", "git", "-f", key], input: Array("file 0 a\n".utf8)
    ).run()
    try workspace.write(made.outputBytes, to: "Test.keyboard/\(BundleSignature.fileName)")
    #expect { try registry.install([bundle]) } throws: { ($0 as? Diagnostic)?.code == .signatureWrong }
  }

  /// Paths that Klava refuses as signing keys. The raw value is a part of the error message.
  ///
  /// The list has no key with a passphrase, because `ssh-keygen` would ask for the passphrase in the terminal of
  /// `swift test`.
  enum WrongKey: String, CaseIterable {
    case missing = "Klava cannot read the key: No such file"
    case folder = "The key is a folder."
    case device = "The key is not a regular file."
    case noKey = "The file is not a key of OpenSSH"
    case readableByOthers = "Other users can read the private key"
    case publicPart = "The file is a public key"
    case damaged = "The private key is damaged"
  }

  @Test("For a wrong key, the error names the cause, and the bundle does not change", arguments: WrongKey.allCases)
  func wrongKeys(wrong: WrongKey) throws {
    let bundle = try bundle("Test.keyboard", version: "1")
    var path = "\(workspace.path)/key"
    switch wrong {
    case .missing: break
    case .folder: path = workspace.path
    case .device: path = "/dev/zero"
    case .noKey: try workspace.write(Array("no key".utf8), to: "key")
    case .readableByOthers: try #require(chmod(key("key"), 0o644) == 0)
    case .publicPart:
      try FileManager.default.removeItem(atPath: key("key"))
      path += ".pub"
    case .damaged: try Data("no key".utf8).write(to: URL(filePath: key("key")))
    }
    #expect { try BundleSignature.sign(bundle, key: path) } throws: { error in
      let error = error as? Diagnostic
      return error?.code == .signingFailed && error?.sentence.hasPrefix(wrong.rawValue) == true
    }
    #expect(!FileManager.default.fileExists(atPath: "\(bundle)/\(BundleSignature.fileName)"))
  }
}
