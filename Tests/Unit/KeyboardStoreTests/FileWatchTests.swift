import BundleFixtures
import Diagnostics
import Foundation
import KeyboardStore
import Testing

@Suite struct FileWatchTests {
  private let workspace: Workspace
  private let watch: FileWatch
  private var registry: KeyboardRegistry { workspace.registry }

  init() throws {
    workspace = try Workspace()
    try workspace.ship()
    watch = try FileWatch.registry(in: workspace.folders)
  }

  private var isReadable: Bool {
    var place = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&place, 1, 0) > 0
  }

  @Test("The watch reports each change of the registry file at once and only once")
  func aChangeIsReportedOnceAndAtOnce() throws {
    #expect(!watch.drainChanges())
    for _ in 0..<3 {
      try registry.order(["org.klava.pet-phrases"])
      #expect(isReadable)
      #expect(watch.drainChanges())
      #expect(!isReadable)
      #expect(!watch.drainChanges())
    }
    unlink(workspace.folders.registry)
    #expect(watch.drainChanges())
  }

  @Test("The watch ignores other files in the folder")
  func otherFilesOfTheFolderAreNoChange() throws {
    try workspace.write([1], to: "home/config/other.json")
    try workspace.write([1], to: "home/config/settings/org.klava.calculator.json")
    #expect(throws: (any Error).self) { try registry.disable("none") }
    #expect(!watch.drainChanges())
  }

  @Test("The watch reports a change of the registry after hundreds of changes of other files")
  func manyChangesAreNotMissed() throws {
    for _ in 0..<600 {
      try workspace.write([1], to: "home/config/other-\(UUID().uuidString)")
    }
    try registry.order(["org.klava.pet-phrases"])
    #expect(watch.drainChanges())
    #expect(!watch.drainChanges())
  }

  @Test("While the watched folder is missing, the watch always reports a change")
  func aFolderThatWasTakenAwayMayHaveChangedUntilItIsThereAgain() throws {
    let config = workspace.folders.config
    try FileManager.default.moveItem(atPath: config, toPath: "\(config)-away")
    #expect(watch.drainChanges())
    #expect(watch.drainChanges())
    try registry.order(["org.klava.pet-phrases"])
    #expect(watch.drainChanges())
    #expect(!watch.drainChanges())
    try registry.order(["org.klava.calculator"])
    #expect(watch.drainChanges())
    try FileManager.default.removeItem(atPath: config)
    #expect(watch.drainChanges())
  }

  @Test("The watch fails if its folder does not exist and cannot be created")
  func whereNoFolderCanBeMadeNothingIsWatched() throws {
    var folders = workspace.folders
    folders.config = "\(workspace.path)/shipped/calculator.keyboard/Info.plist/config"
    #expect(throws: Diagnostic.self) { try FileWatch.registry(in: folders) }
  }
}
