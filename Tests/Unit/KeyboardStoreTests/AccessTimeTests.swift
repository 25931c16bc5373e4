import BundleFixtures
@testable import HostFiles
@testable import BundleFiles
@testable import BundleFormat
import Diagnostics
import Foundation
import Synchronization
import SystemSupport
import Testing

/// Tests that reading by the host or a keyboard's process does not change the access times of a bundle's files.
@Suite struct AccessTimeTests {
  private let workspace: Workspace
  private let path: String
  private static let library = [UInt8]("a library".utf8)

  init() throws {
    workspace = try Workspace()
    path = try workspace.bundle(
      library: Self.library,
      files: [
        "a.txt": [1, 2, 3], "folder/b.txt": [4], "en.lproj/Localizable.strings": Array("hi = \"Hello\";".utf8),
      ])
    let times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 0), timespec(tv_sec: 1_100_000_000, tv_nsec: 0)]
    for name in Self.names { try #require(utimensat(AT_FDCWD, "\(path)/\(name)", times, AT_SYMLINK_NOFOLLOW) == 0) }
  }

  private static let names = [
    ".", "Info.plist", "a.txt", "folder", "folder/b.txt", "en.lproj", "en.lproj/Localizable.strings", "libTest.so",
  ]

  private var accessTimes: [Int] {
    Self.names.map { name in
      var status = stat()
      return lstat("\(path)/\(name)", &status) == 0 ? status.st_atim.tv_sec : -1
    }
  }

  /// Opens the bundle's folder as on a system that permits or refuses read-only mounts.
  private func folder(_ hasReadOnlyMounts: Bool) throws -> BundleFolder {
    if hasReadOnlyMounts { return try BundleFolder(path) }
    return try BundleFolder(path) { (_, _) throws(SystemError) in throw SystemError(EPERM) }
  }

  @Test("The host's reads leave a bundle's access times unchanged", arguments: [true, false])
  func readsQuietly(hasReadOnlyMounts: Bool) throws {
    let before = accessTimes
    let folder = try folder(hasReadOnlyMounts)
    #expect(try folder.read("a.txt", limit: 10, tooLarge: .resourceTooLarge) == [1, 2, 3])
    #expect(try folder.names(in: "folder") == ["b.txt"])
    _ = try BundleInventory(folder).digest
    let bundle = try KeyboardBundle(path)
    #expect(try bundle.resource("folder/b.txt") == [4])
    #expect(try bundle.resourceNames(in: "").count == 5)
    #expect(try bundle.localizedStrings(table: "Localizable", languages: ["en"]) == ["hi": "Hello"])
    _ = try? bundle.library()
    #expect(accessTimes == before)
  }

  @Test(
    "With its library's descriptor, a keyboard cannot write or change access times, even if it clears the flags",
    arguments: [true, false])
  func unchangedAccessTimes(hasReadOnlyMounts: Bool) throws {
    let before = accessTimes
    let folder = try folder(hasReadOnlyMounts)
    let file = try Descriptor(folder.openForKeyboard("libTest.so", mayCopy: true))
    #expect(fcntl(file.number, F_SETFL, 0) == 0)
    #expect(try file.read(limit: 100) == Self.library)
    let memory = mmap(nil, 4096, PROT_READ, MAP_PRIVATE, file.number, 0)
    #expect(memory != MAP_FAILED && memory?.load(as: UInt8.self) == Self.library[0])
    munmap(memory, 4096)
    #expect(write(file.number, Self.library, 1) == -1)
    let again = open("/proc/self/fd/\(file.number)", O_RDWR | O_CLOEXEC)
    if again >= 0 {
      // This `open` succeeds only if the descriptor refers to a sealed copy in memory, which the process cannot change.
      #expect(!hasReadOnlyMounts && write(again, Self.library, 1) == -1 && ftruncate(again, 0) == -1)
      close(again)
    }
    #expect(accessTimes == before)
  }

  @Test(
    "The host does not retry a mount that failed, except if there were too few descriptors",
    arguments: [(EPERM, 1), (ENOSPC, 1), (EMFILE, 3)])
  func remembersRefusal(error: Int32, attempts: Int) throws {
    let count = Mutex(0)
    let folder = try BundleFolder(path) { (_, _) throws(SystemError) in
      count.withLock { $0 += 1 }
      throw SystemError(error)
    }
    for name in ["a.txt", "folder/b.txt", "libTest.so"] {
      close(try folder.openForKeyboard(name, mayCopy: true))
    }
    #expect(count.withLock { $0 } == attempts)
  }

  @Test("The host mounts a library's folder once, and again if another folder replaces it")
  func keepsMount() throws {
    let folder = try BundleFolder(path)
    let files = try (0..<2).map { _ in try Descriptor(folder.openForKeyboard("libTest.so", mayCopy: true)).release() }
    defer { for file in files { close(file) } }
    func mount(_ file: Int32) throws -> String? {
      try String(contentsOfFile: "/proc/self/fdinfo/\(file)", encoding: .utf8).split(separator: "\n")
        .first { $0.hasPrefix("mnt_id:") }.map(String.init)
    }
    #expect(try mount(files[0]) == mount(files[1]))
    let moved = path + ".moved"
    try FileManager.default.moveItem(atPath: path, toPath: moved)
    try FileManager.default.copyItem(atPath: moved, toPath: path)
    let other = try Descriptor(BundleFolder(path).openForKeyboard("libTest.so", mayCopy: true))
    var (one, two) = (stat(), stat())
    #expect(fstat(files[0], &one) == 0 && fstat(other.number, &two) == 0 && one.st_ino != two.st_ino)
    // The old object still reads its open folder, although another folder now has the same path.
    let old = try Descriptor(folder.openForKeyboard("libTest.so", mayCopy: true))
    #expect(fstat(old.number, &two) == 0 && one.st_ino == two.st_ino)
  }
}
