import KeyboardStore
import Foundation
import Synchronization
import Testing

/// What a keyboard with paths stores is bounded at every moment, and nothing over the limit is left after its end.
@Suite struct StorageTests {
  /// An attempt, and what comes of it.
  struct Attempt: CustomTestStringConvertible, Sendable {
    var behavior: String
    var outcome: String
    /// Whether a container is full in the way that it tries; nil where the host ends the keyboard instead.
    var isFull: (@Sendable (Stored) -> Bool)?
    var testDescription: String { behavior }

    static let all = [
      Attempt(behavior: "F61", outcome: "contained: the kernel stopped it") {
        $0.bytes == KeyboardContainer.Limit.bytes
      },
      Attempt(behavior: "F62", outcome: "contained: the kernel stopped it") {
        $0.files == KeyboardContainer.Limit.files
      },
      Attempt(behavior: "F63", outcome: "exceeded containerBytes"),
    ]
  }

  /// The content of a container.
  struct Stored: Sendable {
    var bytes = 0
    var files = 0

    init() {}

    /// What lies in a folder on disk, in whole pages as in memory.
    init(_ folder: String) {
      // Looked at twice: what was counted while it changed is no moment's content.
      var before = Self.sizes(folder)
      var now = Self.sizes(folder)
      while before != now { (before, now) = (now, Self.sizes(folder)) }
      bytes = now.values.reduce(0, +)
      files = now.count
    }

    /// Whether a container may hold it.
    var isWithinLimits: Bool {
      bytes <= KeyboardContainer.Limit.bytes && files <= KeyboardContainer.Limit.files
    }

    mutating func formMaximum(_ other: Stored) {
      bytes = max(bytes, other.bytes)
      files = max(files, other.files)
    }

    private static func sizes(_ folder: String) -> [String: Int] {
      var sizes: [String: Int] = [:]
      for name in FleetingFile.names(in: folder) {
        var status = stat()
        if lstat("\(folder)/\(name)", &status) == 0 {
          sizes["\(name) \(status.st_ino)"] = KeyboardContainer.Usage.counted(Int(status.st_size))
        }
      }
      return sizes
    }
  }

  /// The tmpfs that is a keyboard's container while its process lives.
  final class Memory: Sendable {
    private let folder: Int32

    /// Finds it among the descriptors that the host holds; nil if there is none.
    ///
    /// - Parameters:
    ///   - name: The name of a file that this container alone holds.
    ///   - container: The container on disk.
    init?(holding name: String, of container: String) {
      var (disk, status) = (stat(), stat())
      guard lstat(container, &disk) == 0 else { return nil }
      for descriptor in FleetingFile.names(in: "/proc/self/fd").compactMap(Int32.init) {
        let folder = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if folder < 0 { continue }
        if fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_dev != disk.st_dev {
          self.folder = folder
          return
        }
        close(folder)
      }
      return nil
    }

    deinit { close(folder) }

    /// What the kernel counts in it.
    var stored: Stored {
      var system = statvfs()
      var stored = Stored()
      guard fstatvfs(folder, &system) == 0 else { return stored }
      stored.bytes = Int((system.f_blocks - system.f_bfree) * system.f_frsize)
      // Its folder is one of the inodes.
      stored.files = Int(system.f_files - system.f_ffree) - 1
      return stored
    }
  }

  /// Looks at a container in memory and on disk, over and over, from a thread of its own.
  final class Watch: Sendable {
    private let most = Mutex((memory: Stored(), disk: Stored()))
    private let isOver = Mutex(false)
    private let memory: Memory
    private let folder: String

    init(_ memory: Memory, _ folder: String) {
      self.memory = memory
      self.folder = folder
      Thread.detachNewThread { [self] in
        while !isOver.withLock({ $0 }) { look() }
      }
    }

    private func look() {
      let inMemory = memory.stored
      let onDisk = Stored(folder)
      most.withLock { most in
        most.memory.formMaximum(inMemory)
        most.disk.formMaximum(onDisk)
      }
    }

    /// The most that there was.
    func end() -> (memory: Stored, disk: Stored) {
      isOver.withLock { $0 = true }
      look()
      return most.withLock { $0 }
    }
  }

  @Test(
    "A keyboard that fills its container while nobody types never has more than it may",
    .enabled(if: Confinement.machineHasNamespaces), arguments: Attempt.all)
  func isBounded(attempt: Attempt) throws {
    let victims = try Victims("storage-\(attempt.behavior)", HostileLibrary.made())
    let scene = try Scene.open(
      attempt.behavior, .turn, of: victims, in: .paths, arguments: victims.arguments(in: .paths))
    try Data().write(to: URL(filePath: "\(victims.container)/\(victims.mark)"))
    scene.start()
    let memory = try #require(Memory(holding: victims.mark, of: victims.container))
    let watch = Watch(memory, victims.container)
    scene.go()
    // Nobody types, and the host keeps what there is as often as it can.
    let isFull = attempt.isFull
    #expect(scene.pause { isFull?(memory.stored) ?? !scene.isShown }, "\(memory.stored)")
    scene.lookAfter()
    #expect(try scene.end().description == attempt.outcome)
    let most = watch.end()
    #expect(most.memory.isWithinLimits, "\(most.memory)")
    #expect(most.disk.isWithinLimits, "\(most.disk)")
    let left = Stored(victims.container)
    #expect(left.isWithinLimits, "\(left)")
    // What it stored within the limit is kept, and what passed it is not.
    if let isFull {
      #expect(isFull(left), "\(left)")
    } else {
      #expect(left.files == 2)
    }
  }
}
