import Foundation
import KeyboardStore
import Synchronization
import SystemSupport
import TestSupport
import Testing

/// Tests that a keyboard with paths cannot store more data than its limits allow, in memory or on disk.
@Suite struct StorageTests {
  /// An attempt to exceed the limits, with its expected outcome.
  struct Attempt: CustomTestStringConvertible, Sendable {
    var behavior: String
    var outcome: String
    /// Whether the attempt has filled the data container; nil if the host ends the keyboard instead.
    var isFull: (@Sendable (Stored) -> Bool)?
    var testDescription: String { behavior }

    static let all = [
      Attempt(behavior: "F61", outcome: "contained: the kernel stopped it") {
        $0.bytes == DataContainer.Limit.bytes
      },
      Attempt(behavior: "F62", outcome: "contained: the kernel stopped it") {
        $0.files == DataContainer.Limit.files
      },
      Attempt(behavior: "F63", outcome: "exceeded containerBytes"),
    ]
  }

  /// The size of a data container's content.
  struct Stored: Sendable {
    var bytes = 0
    var files = 0

    init() {}

    /// Measures a folder on disk in whole pages, as a tmpfs counts its files.
    init(_ folder: String) {
      // Read until two listings are equal, because a listing made during a change may mix the old and the new state.
      var before: [String: Int] = [:]
      var now = Self.sizes(folder)
      let isSettled = waitUntil {
        (before, now) = (now, Self.sizes(folder))
        return before == now
      }
      #expect(isSettled)
      bytes = now.values.reduce(0, +)
      files = now.count
    }

    /// Whether the content is within the limits of a data container.
    var isWithinLimits: Bool {
      bytes <= DataContainer.Limit.bytes && files <= DataContainer.Limit.files
    }

    mutating func formMaximum(_ other: Stored) {
      bytes = max(bytes, other.bytes)
      files = max(files, other.files)
    }

    private static func sizes(_ folder: String) -> [String: Int] {
      var sizes: [String: Int] = [:]
      for name in TransientFile.names(in: folder) {
        var status = stat()
        if lstat("\(folder)/\(name)", &status) == 0 {
          sizes["\(name) \(status.st_ino)"] = DataContainer.Usage.counted(Int(status.st_size))
        }
      }
      return sizes
    }
  }

  /// The tmpfs that contains a keyboard's data container while the keyboard's process exists.
  final class Memory: Sendable {
    private let folder: Int32

    /// Finds the tmpfs among the host's descriptors; nil if there is none.
    ///
    /// - Parameters:
    ///   - name: The name of a file that only this data container has.
    ///   - container: The path of the data container on disk.
    init?(holding name: String, of container: String) {
      var (disk, status) = (stat(), stat())
      guard lstat(container, &disk) == 0 else { return nil }
      for descriptor in ProcessStatus(getpid()).openObjects.keys {
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

    /// The space and files used in the tmpfs, as the kernel counts them.
    var stored: Stored {
      var system = statvfs()
      var stored = Stored()
      guard fstatvfs(folder, &system) == 0 else { return stored }
      stored.bytes = Int((system.f_blocks - system.f_bfree) * system.f_frsize)
      // Subtract the inode of the root folder, which is not a file of the keyboard.
      stored.files = Int(system.f_files - system.f_ffree) - 1
      return stored
    }
  }

  /// Measures a data container in memory and on disk continuously, on a separate thread.
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

    /// Stops measuring and returns the maxima.
    func end() -> (memory: Stored, disk: Stored) {
      isOver.withLock { $0 = true }
      look()
      return most.withLock { $0 }
    }
  }

  @Test(
    "If a keyboard fills its data container while the user does not type, the data never exceeds the limits",
    .enabled(if: Confinement.machineHasNamespaces), arguments: Attempt.all)
  func isBounded(attempt: Attempt) throws {
    let victims = try Victims("storage-\(attempt.behavior)", HostileLibrary.made())
    let session = try AttackSession.open(
      attempt.behavior, .turn, of: victims, in: .paths, arguments: victims.arguments(in: .paths))
    try Data().write(to: URL(filePath: "\(victims.container)/\(victims.mark)"))
    session.start()
    let memory = try #require(Memory(holding: victims.mark, of: victims.container))
    let watch = Watch(memory, victims.container)
    session.go()
    // The user does not type, and the host saves the data container as often as it can.
    let isFull = attempt.isFull
    #expect(session.pause { isFull?(memory.stored) ?? !session.isShown }, "\(memory.stored)")
    session.lookAfter()
    #expect(try session.end().description == attempt.outcome)
    let most = watch.end()
    #expect(most.memory.isWithinLimits, "\(most.memory)")
    #expect(most.disk.isWithinLimits, "\(most.disk)")
    let left = Stored(victims.container)
    #expect(left.isWithinLimits, "\(left)")
    // The host saves the data within the limits and discards the rest.
    if let isFull {
      #expect(isFull(left), "\(left)")
    } else {
      #expect(left.files == 2)
    }
  }
}
