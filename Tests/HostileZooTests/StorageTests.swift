import Bundles
import Foundation
import Synchronization
import Testing

/// What a keyboard with paths stores is bounded at every moment, and nothing over the limit is left after its end.
@Suite struct StorageTests {
  /// An attempt, and what comes of it.
  struct Attempt: CustomTestStringConvertible, Sendable {
    var behaviour: String
    var outcome: String
    var testDescription: String { behaviour }

    static let all = [
      Attempt(behaviour: "F61", outcome: "contained: the kernel stopped it"),
      Attempt(behaviour: "F62", outcome: "contained: the kernel stopped it"),
      Attempt(behaviour: "F63", outcome: "exceeded containerBytes"),
    ]
  }

  /// What lies in a folder on disk.
  struct Stored: Sendable {
    var bytes = 0
    var files = 0

    init() {}

    init(_ folder: String) {
      // Looked at twice: what was counted while it changed is no moment's content.
      var before = Self.sizes(folder)
      var now = Self.sizes(folder)
      while before != now { (before, now) = (now, Self.sizes(folder)) }
      bytes = now.values.reduce(0, +)
      files = now.count
    }

    private static func sizes(_ folder: String) -> [String: Int] {
      var sizes: [String: Int] = [:]
      for name in FleetingFile.names(in: folder) {
        var status = stat()
        if lstat("\(folder)/\(name)", &status) == 0 { sizes["\(name) \(status.st_ino)"] = Int(status.st_size) }
      }
      return sizes
    }
  }

  /// Looks at a folder, over and over, from a thread of its own.
  final class Watch: Sendable {
    private let most = Mutex(Stored())
    private let isOver = Mutex(false)
    private let folder: String

    init(_ folder: String) {
      self.folder = folder
      Thread.detachNewThread { [self] in
        while !isOver.withLock({ $0 }) { look() }
      }
    }

    private func look() {
      let now = Stored(folder)
      most.withLock {
        $0.bytes = max($0.bytes, now.bytes)
        $0.files = max($0.files, now.files)
      }
    }

    /// The most that there was.
    func end() -> Stored {
      isOver.withLock { $0 = true }
      look()
      return most.withLock { $0 }
    }
  }

  @Test(
    "A keyboard that fills its container while nobody types never has more than it may",
    .enabled(if: Confinement.machineHasNamespaces), arguments: Attempt.all)
  func isBounded(attempt: Attempt) throws {
    let victims = try Victims("storage-\(attempt.behaviour)", HostileLibrary.made())
    let scene = try Scene.open(
      attempt.behaviour, .turn, of: victims, in: .paths, arguments: victims.arguments(in: .paths))
    scene.start()
    let watch = Watch(victims.container)
    scene.go()
    // Nobody types, and the host keeps what there is as often as it can.
    let end = ContinuousClock.now + .milliseconds(300)
    while ContinuousClock.now < end { scene.pause() }
    scene.lookAfter()
    #expect(try scene.end().description == attempt.outcome)
    let most = watch.end()
    #expect(most.bytes <= KeyboardContainer.Limit.bytes)
    #expect(most.files <= KeyboardContainer.Limit.files)
    let left = Stored(victims.container)
    #expect(left.bytes <= KeyboardContainer.Limit.bytes)
    #expect(left.files <= KeyboardContainer.Limit.files)
    // What it stored within the limit is kept, and what passed it is not.
    #expect(left.files == (attempt.behaviour == "F63" ? 1 : left.files) && left.files >= 1)
    if attempt.behaviour == "F61" { #expect(left.bytes > KeyboardContainer.Limit.bytes - 8192) }
    if attempt.behaviour == "F62" { #expect(left.files == KeyboardContainer.Limit.files) }
  }
}
