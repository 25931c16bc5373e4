import Bundles
import Testing

@Suite struct KeyboardAccessTests {
  /// BEHAVIOUR §5, row by row: by default, requested, granted.
  @Test func theRightsAreThoseOfTheTable() {
    let columns = [KeyboardAccess.none, .requested, .full].map { $0.rights.map(\.isAllowed) }
    #expect(columns[0] == [true, true, true, false, false, false, false, false])
    #expect(columns[1] == [true, true, true, true, true, false, false, false])
    #expect(columns[2] == [true, true, true, true, true, true, true, false])
  }

  @Test func aKeyboardHasWhatItsManifestRequestsAndThePersonGrants() throws {
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
}
