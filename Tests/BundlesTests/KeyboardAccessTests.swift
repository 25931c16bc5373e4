import Bundles
import Testing

@Suite struct KeyboardAccessTests {
  /// BEHAVIOUR §5, row by row: by default, requested, granted; below the network's row that of the local one.
  @Test func theRightsAreThoseOfTheTable() {
    let columns = [KeyboardAccess.none, .requested, .full].map { $0.rights().map(\.isAllowed) }
    #expect(columns[0] == [true, true, true, false, false, false, false, false, false])
    #expect(columns[1] == [true, true, true, true, true, false, false, false, false])
    #expect(columns[2] == [true, true, true, true, true, true, false, true, false])
  }

  @Test(arguments: KeyboardAccess.allCases)
  func theLocalNetworkIsForFullAccessAndOnlyWhenAskedFor(_ access: KeyboardAccess) {
    let (without, with) = (access.rights(), access.rights(reachingLocalNetwork: true))
    let changed = zip(without, with).filter { $0 != $1 }.map { $1 }
    #expect(changed.map(\.isAllowed) == (access == .full ? [true] : []))
    #expect(changed.allSatisfy { $0.deed.contains("local network") })
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

  @Test func theLocalNetworkIsAskedForAloneAndGoesWithFullAccess() throws {
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
    // A version that no longer requests access does not have this either.
    try registry.setLocalNetwork("org.example.test", true)
    try registry.install([try workspace.bundle(manifest: .manifest())])
    #expect(try !isReached())
  }
}
