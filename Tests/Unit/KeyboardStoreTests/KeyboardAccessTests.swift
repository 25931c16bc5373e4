import BundleFixtures
import BundleFormat
import Diagnostics
import Foundation
import KeyboardStore
import Testing

@Suite struct KeyboardAccessTests {
  /// The table has one column for each level of access: none, requested, and full. In no column, the user granted local
  /// network access.
  @Test("Each level of access has the rights that Behavior.md#rights lists")
  func tableOfRights() {
    let columns = [KeyboardAccess.none, .requested, .full].map { $0.rights().map(\.isAllowed) }
    #expect(columns[0] == [true, true, false, false, false, false])
    #expect(columns[1] == [true, true, true, false, false, false])
    #expect(columns[2] == [true, true, true, true, false, false])
  }

  @Test("A grant of local network access adds one right, and only to full access", arguments: KeyboardAccess.allCases)
  func localNetworkRight(_ access: KeyboardAccess) {
    let (without, with) = (access.rights(), access.rights(reachingLocalNetwork: true))
    let changed = zip(without, with).filter { $0 != $1 }.map { $1 }
    #expect(changed.map(\.isAllowed) == (access == .full ? [true] : []))
    #expect(changed.allSatisfy { $0.text.contains("local network") })
  }

  @Test("A keyboard has full access only if its manifest requests it and the user grants it")
  func grantedFullAccess() throws {
    let workspace = try Workspace()
    try workspace.registry.install([
      try workspace.bundle(manifest: .manifest(attributes: ["RequestsOpenAccess": true])),
      try workspace.bundle("Other.keyboard", manifest: .manifest(["CFBundleIdentifier": "org.example.other"])),
    ])
    #expect(try workspace.registry.resolve("org.example.other").access == .none)
    #expect(try workspace.registry.resolve("org.example.test").access == .requested)
    try workspace.registry.setFullAccess("org.example.test", true)
    #expect(try workspace.registry.resolve("org.example.test").access == .full)
  }

  @Test("Local network access needs a separate grant and ends together with full access")
  func grantedLocalNetwork() throws {
    let workspace = try Workspace()
    let registry = workspace.registry
    func isReached() throws -> Bool { try registry.resolve("test").reachesLocalNetwork }
    try registry.install([try workspace.bundle(manifest: .manifest(attributes: ["RequestsOpenAccess": true]))])
    try registry.setFullAccess("org.example.test", true)
    #expect(try !isReached())
    try registry.setLocalNetwork("org.example.test", true)
    #expect(try isReached())
    try registry.setLocalNetwork("org.example.test", false)
    #expect(try !isReached())
    try registry.setLocalNetwork("org.example.test", true)
    try registry.setFullAccess("org.example.test", false)
    #expect(try !isReached())
    try registry.setFullAccess("org.example.test", true)
    #expect(try !isReached())
    // A version that does not request full access also has no access to the local network.
    try registry.setLocalNetwork("org.example.test", true)
    try registry.install([try workspace.bundle(manifest: .manifest())])
    #expect(try !isReached())
  }

  /// Bundles that replace the installed bundle, each with a different change of its files.
  static let replacements: [(what: String, version: String, library: String, files: [String: [UInt8]])] = [
    ("the library", "1", "int other;", [:]), ("the manifest", "2", "", [:]), ("a file more", "1", "", ["a": [1]]),
  ]

  @Test(
    "A keyboard loses full access and local network access if an installation changes its files",
    arguments: replacements)
  func changedFiles(
    _ what: String, _ version: String, _ library: String, _ files: [String: [UInt8]]
  ) throws {
    let workspace = try Workspace()
    let registry = workspace.registry
    func bundle(_ name: String, version: String = "1", library: String = "", files: [String: [UInt8]] = [:]) throws
      -> String
    {
      try workspace.bundle(
        name,
        manifest: .manifest(["CFBundleShortVersionString": .string(version)], attributes: ["RequestsOpenAccess": true]),
        library: SharedLibrary.compile("const int klv_keyboard[4] = {1, 0, 0, 0}; \(library)"), files: files)
    }
    try registry.install([bundle("A/Test.keyboard")])
    try registry.setFullAccess("org.example.test", true)
    try registry.setLocalNetwork("org.example.test", true)
    let same = try registry.install([bundle("B/Test.keyboard")])
    #expect(same.map(\.lostFullAccess) == [false])
    #expect(same.first?.keyboard.access == .full)
    #expect(same.first?.keyboard.reachesLocalNetwork == true)

    let other = try registry.install([bundle("C/Test.keyboard", version: version, library: library, files: files)])
    #expect(other.map(\.lostFullAccess) == [true])
    #expect(other.first?.keyboard.access == .requested)
    // After the user grants full access again, the keyboard has no access to the local network.
    try registry.setFullAccess("org.example.test", true)
    #expect(try !registry.resolve("test").reachesLocalNetwork)
  }

  @Test("A keyboard loses full access at its next installation if its installed files were changed in place")
  func filesChangedInPlace() throws {
    let workspace = try Workspace()
    let registry = workspace.registry
    let path = try workspace.bundle(manifest: .manifest(attributes: ["RequestsOpenAccess": true]))
    try registry.install([path])
    try registry.setFullAccess("org.example.test", true)
    let place = "\(workspace.folders.keyboards)/org.example.test.keyboard"
    chmod("\(place)/libTest.so", 0o644)
    try workspace.write(
      SharedLibrary.compile("const int klv_keyboard[4] = {1}; int evil;"), to: "Test.keyboard/libTest.so")
    try Data(contentsOf: URL(fileURLWithPath: "\(path)/libTest.so")).write(
      to: URL(fileURLWithPath: "\(place)/libTest.so"))
    #expect(try registry.install([path]).first?.lostFullAccess == true)
  }

  @Test("A failed installation revokes no access")
  func failedInstallation() throws {
    let workspace = try Workspace()
    let registry = workspace.registry
    let requesting = PropertyList.manifest(attributes: ["RequestsOpenAccess": true])
    try registry.install([try workspace.bundle(manifest: requesting)])
    try registry.setFullAccess("org.example.test", true)
    let changed = try workspace.bundle(manifest: requesting, files: ["a": [1]])
    let bad = try workspace.bundle(
      "Bad.keyboard", manifest: .manifest(["CFBundleIdentifier": "org.example.bad"]), library: Array("text".utf8))
    #expect(throws: Diagnostic.self) { try registry.install([changed, bad]) }
    #expect(try registry.resolve("test").access == .full)
  }
}
