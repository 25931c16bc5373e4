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
    isReadable(watch)
  }

  /// Whether the last descriptor of a watch is readable. The other descriptors are shared, and other tests can make
  /// them readable.
  private func isSignaled(_ watch: FileWatch) -> Bool { isReadable(watch.descriptors.suffix(1)) }

  private func isReadable(_ watch: FileWatch) -> Bool { isReadable(watch.descriptors[...]) }

  private func isReadable(_ descriptors: ArraySlice<Int32>) -> Bool {
    var places = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    return poll(&places, nfds_t(places.count), 0) > 0
  }

  @Test("The watch reports each change of the registry file immediately, and only once")
  func singleReport() throws {
    #expect(!watch.drainChanges())
    for _ in 0..<3 {
      try registry.order(["org.klava.pet-phrases"])
      #expect(isReadable)
      #expect(watch.drainChanges())
      #expect(!isSignaled(watch))
      #expect(!watch.drainChanges())
    }
    unlink(workspace.folders.registry)
    #expect(watch.drainChanges())
  }

  @Test("The watch ignores other files in the folder")
  func otherFiles() throws {
    try workspace.write([1], to: "home/config/other.json")
    try workspace.write([1], to: "home/config/settings/org.klava.calculator.json")
    #expect(throws: (any Error).self) { try registry.disable("none") }
    #expect(!watch.drainChanges())
  }

  @Test("The watch reports a change of the registry after hundreds of changes of other files")
  func manyChanges() throws {
    for _ in 0..<600 {
      try workspace.write([1], to: "home/config/other-\(UUID().uuidString)")
    }
    try registry.order(["org.klava.pet-phrases"])
    #expect(watch.drainChanges())
    #expect(!watch.drainChanges())
  }

  @Test("While the watched folder is missing, the watch always reports a change")
  func missingFolder() throws {
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

  @Test("Hundreds of watches share one inotify instance, and each reports a change once")
  func sharedInstance() throws {
    let other = try Workspace()
    let stranger = try FileWatch.registry(in: other.folders)
    let settings = try FileWatch.settings(in: workspace.folders)
    let watches = try (0..<200).map { _ in try FileWatch.registry(in: workspace.folders) }
    #expect(Set(watches.map { $0.descriptors[0] }).count == 1)
    try registry.order(["org.klava.pet-phrases"])
    for watch in watches {
      #expect(isReadable(watch))
      #expect(watch.drainChanges())
      #expect(!isSignaled(watch))
      #expect(!watch.drainChanges())
    }
    #expect(!stranger.drainChanges())
    #expect(!settings.drainChanges())
    let rest = Array(watches.suffix(2))
    try registry.order(["org.klava.calculator"])
    #expect(rest[0].drainChanges())
    #expect(isReadable(rest[1]))
    #expect(rest[1].drainChanges())
    try FileManager.default.removeItem(atPath: workspace.folders.config)
    #expect(rest[0].drainChanges())
    #expect(rest[1].drainChanges())
    try registry.order(["org.klava.calculator"])
    #expect(rest[0].drainChanges())
    #expect(rest[1].drainChanges())
    #expect(!rest[0].drainChanges())
    #expect(!rest[1].drainChanges())
  }

  @Test("If a watch ends, the other watches of the folder still report changes")
  func endOfWatch() throws {
    do {
      let short = try FileWatch.registry(in: workspace.folders)
      #expect(!short.drainChanges())
    }
    try registry.order(["org.klava.pet-phrases"])
    #expect(watch.drainChanges())
  }

  @Test("The watch fails if its folder does not exist and cannot be created")
  func impossibleFolder() throws {
    var folders = workspace.folders
    folders.config = "\(workspace.path)/shipped/calculator.keyboard/Info.plist/config"
    #expect(throws: Diagnostic.self) { try FileWatch.registry(in: folders) }
  }
}
