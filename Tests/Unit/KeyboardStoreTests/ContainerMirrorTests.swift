import BundleFixtures
@testable import KeyboardStore
import Foundation
import Testing

/// Tests of the data container in memory and its copy on the user's disk. In these tests, an ordinary folder replaces
/// the file system in memory.
@Suite final class ContainerMirrorTests {
  private let workspace: Workspace
  private let container: DataContainer
  private let memory: String
  private var notes: [String] = []
  private var isWanted = true
  private var routed: [DataContainer] = []

  init() throws {
    workspace = try Workspace()
    container = DataContainer(of: "org.example.test", .confined, in: workspace.folders)
    memory = workspace.path + "/memory"
    try FileManager.default.createDirectory(atPath: memory, withIntermediateDirectories: true)
  }

  private func mirror() throws -> ContainerMirror {
    let mirror = ContainerMirror(
      of: container, isWanted: { [unowned self] in isWanted }, route: { [unowned self] in routed.append($0) },
      record: { [unowned self] in notes.append($0) })
    try mirror.attach(open(memory, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    #expect(try mirror.fill())
    return mirror
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(memory)/\(name)"))
  }

  /// Returns the names and contents of the files in the data container on disk.
  private func stored() throws -> [String: String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: container.path)
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try String(contentsOfFile: "\(container.path)/\($0)", encoding: .utf8)) })
  }

  @Test("If other work waits, the host does not list the files of a data container, even if it has too many files")
  func doesNotList() throws {
    let mirror = try mirror()
    for index in 0...DataContainer.Limit.files { try write("", to: "\(index)") }
    #expect(mirror.keep(unless: { true }) == nil)
    #expect(mirror.keep()?.files == DataContainer.Limit.files + 1)
  }

  @Test("The host copies new, changed, renamed and removed files to the disk and leaves unchanged files alone")
  func keepsChanges() throws {
    for name in ["same", "changed", "renamed", "removed"] { try container.write(name, Array("old".utf8)) }
    var before = stat()
    #expect(stat("\(container.path)/same", &before) == 0)
    let mirror = try mirror()
    #expect(mirror.keep() == nil)
    try write("new", to: "new")
    // The new content has the same length as the old content, and the second write follows the first immediately.
    let file = try FileHandle(forWritingTo: URL(filePath: "\(memory)/changed"))
    try file.write(contentsOf: Data("NEW".utf8))
    try file.close()
    try FileManager.default.moveItem(atPath: "\(memory)/renamed", toPath: "\(memory)/other name é")
    try FileManager.default.removeItem(atPath: "\(memory)/removed")
    #expect(mirror.keep() == nil)
    #expect(try stored() == ["same": "old", "changed": "NEW", "new": "new", "other name é": "old"])
    var after = stat()
    #expect(stat("\(container.path)/same", &after) == 0 && before.st_ino == after.st_ino)
    #expect(before.st_ctim.tv_nsec == after.st_ctim.tv_nsec)
    #expect(notes == [])
  }

  @Test("The host detects a write that keeps the length of a file, even immediately after a copy")
  func seesEveryWrite() throws {
    let mirror = try mirror()
    try write("0", to: "file")
    let file = open("\(memory)/file", O_WRONLY | O_CLOEXEC)
    defer { close(file) }
    for digit in UInt8(ascii: "1")...UInt8(ascii: "9") {
      #expect(mirror.keep() == nil)
      #expect(pwrite(file, [digit], 1, 0) == 1)
    }
    #expect(mirror.keep() == nil)
    #expect(try stored() == ["file": "9"])
  }

  @Test("The host copies a file to the disk only if it is a regular file and its name is plain text")
  func keepsFilesOnly() throws {
    let mirror = try mirror()
    try FileManager.default.createSymbolicLink(atPath: "\(memory)/link", withDestinationPath: "/etc/passwd")
    try FileManager.default.createDirectory(atPath: "\(memory)/folder", withIntermediateDirectories: true)
    #expect(mkfifo("\(memory)/fifo", 0o600) == 0)
    for name in ["\u{1B}[2J", "a\nb", "\u{202E}txt", ".new"] { try write("x", to: name) }
    let broken = (memory + "/\u{FF}").utf8.dropLast(2).map(CChar.init(bitPattern:)) + [CChar(bitPattern: 0xFF), 0]
    let file = open(broken, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    #expect(file >= 0)
    close(file)
    try write("y", to: ".hidden")
    try write("z", to: "имя")
    #expect(mirror.keep() == nil)
    #expect(try stored() == [".hidden": "y", "имя": "z"])
    #expect(notes == ["the host saves only regular files whose names are plain text"])
  }

  @Test("If a data container exceeds its limit, the host copies nothing to the disk", arguments: [true, false])
  func containerLimit(isLong: Bool) throws {
    try container.write("old", Array("old".utf8))
    let mirror = try mirror()
    try write("changed", to: "old")
    for index in 0..<(isLong ? 16 : 4_097) {
      let file = open("\(memory)/f\(index)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      #expect(file >= 0 && ftruncate(file, isLong ? 4 << 20 : 0) == 0)
      close(file)
    }
    let usage = try #require(mirror.keep())
    #expect(usage.isTooMuch)
    mirror.end()
    #expect(try stored() == ["old": "old"])
    #expect(notes == ["the host did not save the last changes: the files exceed the limit of the data container"])
  }

  @Test("The files that another Klava process stored stay on disk and count toward the limit")
  func countsOthers() throws {
    let mirror = try mirror()
    let large = [UInt8](repeating: 1, count: 4 << 20)
    for index in 0..<15 { try container.write("other\(index)", large) }
    try write("small", to: "small")
    #expect(mirror.keep() == nil)
    #expect(try container.names().count == 16)
    try Data(large).write(to: URL(filePath: "\(memory)/large"))
    #expect(mirror.keep() == nil)
    #expect(try container.names().count == 16)
    #expect(notes.count == 1)
  }

  @Test("The host copies renamed and resized files of a full data container to the disk if they fit")
  func renamedAndResizedFiles() throws {
    for index in 0..<15 { try container.write("f\(index)", [UInt8](repeating: 1, count: 4 << 20)) }
    let mirror = try mirror()
    for index in 0..<15 {
      try FileManager.default.moveItem(atPath: "\(memory)/f\(index)", toPath: "\(memory)/g\(index)")
    }
    #expect(mirror.keep() == nil)
    #expect(try container.names() == (0..<15).map { "g\($0)" }.sorted())
    // Truncate the first file, so that other files fit.
    try write("", to: "g14")
    for index in 0..<2 { try Data(count: 2 << 20).write(to: URL(filePath: "\(memory)/a\(index)")) }
    #expect(mirror.keep() == nil)
    #expect(try container.names().count == 17)
    #expect(notes == [])
  }

  @Test("The host replaces each file of a full data container without exceeding the limit")
  func replacesInPlace() throws {
    for index in 0..<15 { try container.write("f\(index)", [UInt8](repeating: 1, count: 4 << 20)) }
    let mirror = try mirror()
    for index in 0..<15 {
      try Data([UInt8](repeating: 2, count: 4 << 20)).write(to: URL(filePath: "\(memory)/f\(index)"))
    }
    var most = 0
    let excess = mirror.keep { [container] in
      do throws(DataContainer.FileError) {
        most = max(most, try container.usage().bytes)
      } catch {
        most = .max
      }
      return false
    }
    #expect(excess == nil)
    #expect(most <= DataContainer.Limit.bytes)
    for index in 0..<15 { #expect(try container.read("f\(index)").first == 2) }
    #expect(notes == [])
  }

  @Test("If other work waits, the host copies the remaining files in the next call")
  func interruption() throws {
    let mirror = try mirror()
    for name in ["a", "b", "c"] { try write(name, to: name) }
    var left = 2
    let excess = mirror.keep {
      left -= 1
      return left < 0
    }
    #expect(excess == nil)
    #expect(try stored().count == 2)
    #expect(mirror.keep() == nil)
    #expect(try stored() == ["a": "a", "b": "b", "c": "c"])
  }

  @Test("Until the data container in memory is complete, the host copies no changes to the disk")
  func fillsInParts() throws {
    for name in ["a", "b", "c"] { try container.write(name, Array(name.utf8)) }
    let mirror = ContainerMirror(of: container, route: { [unowned self] in routed.append($0) })
    try mirror.attach(open(memory, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    for count in [1, 2] {
      var left = 1
      let isFilled = try mirror.fill {
        left -= 1
        return left < 0
      }
      #expect(!isFilled)
      #expect(try FileManager.default.contentsOfDirectory(atPath: memory).count == count)
      #expect(mirror.keep() == nil)
    }
    try container.write("a", Array("another".utf8))
    #expect(try mirror.fill())
    #expect(try String(contentsOfFile: "\(memory)/a", encoding: .utf8) == "another")
    #expect(try stored() == ["a": "another", "b": "b", "c": "c"])
    #expect(routed.count == 1)
    mirror.end()
    #expect(routed.count == 2)
  }

  @Test("If a file disappears from the disk while the host copies files to memory, the host removes its copy")
  func fillsWithoutRemoved() throws {
    for name in ["a", "b"] { try container.write(name, Array(name.utf8)) }
    let mirror = ContainerMirror(of: container)
    try mirror.attach(open(memory, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    var left = 1
    let isFilled = try mirror.fill {
      left -= 1
      return left < 0
    }
    #expect(!isFilled)
    let first = try #require(FileManager.default.contentsOfDirectory(atPath: memory).first)
    try container.remove(first)
    #expect(try mirror.fill())
    #expect(try FileManager.default.contentsOfDirectory(atPath: memory) == container.names())
    #expect(mirror.keep() == nil)
    #expect(try container.names() == ["a", "b"].filter { $0 != first })
  }

  @Test("If a file cannot be read, written or removed, the host logs this once and copies the other files")
  func failingFiles() throws {
    for name in ["removed", "unremovable"] { try container.write(name, Array("old".utf8)) }
    let mirror = try mirror()
    for name in ["a", "unreadable", "unwritable", "z"] { try write(name, to: name) }
    for name in ["removed", "unremovable"] { try FileManager.default.removeItem(atPath: "\(memory)/\(name)") }
    // This lease makes open(2) fail immediately, even for root. The numbers are F_SETSIG and F_SETLEASE of fcntl(2).
    let (setSignal, setLease): (Int32, Int32) = (10, 1_024)
    let lease = open("\(memory)/unreadable", O_RDONLY | O_CLOEXEC)
    defer { close(lease) }
    #expect(fcntl(lease, setSignal, SIGURG) == 0 && fcntl(lease, setLease, F_WRLCK) == 0)
    let folders = ["unremovable", "unwritable"].map { "\(container.path)/\($0)" }
    try container.remove("unremovable")
    for folder in folders {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    for _ in 0..<2 {
      #expect(mirror.keep() == nil)
      #expect(try container.names() == ["a", "unremovable", "unwritable", "z"])
      #expect(
        Set(notes) == [
          "the host could not save a file: Is a directory",
          "the host could not save a file: Resource temporarily unavailable",
        ])
      #expect(notes.count == 2)
    }
    // The host retries the files that it could not copy.
    #expect(fcntl(lease, setLease, F_UNLCK) == 0)
    for folder in folders { try FileManager.default.removeItem(atPath: folder) }
    try container.write("unremovable", Array("old".utf8))
    #expect(mirror.keep() == nil)
    #expect(try stored() == ["a": "a", "unreadable": "unreadable", "unwritable": "unwritable", "z": "z"])
  }

  @Test("After the user removes a keyboard, the host copies none of its files")
  func forgetsRemoved() throws {
    let mirror = try mirror()
    try write("a", to: "a")
    isWanted = false
    mirror.end()
    #expect(try stored() == [:])
  }

  @Test("Host functions use the data container in memory while the process runs, and the files on disk afterwards")
  func routes() throws {
    try container.write("a", [1])
    let mirror = try mirror()
    #expect(try routed.last?.read("a") == [1])
    try routed.last?.write("b", [2])
    #expect(try container.names() == ["a"])
    #expect(FileManager.default.fileExists(atPath: "\(memory)/b"))
    mirror.end()
    try routed.last?.write("c", [3])
    #expect(try container.names() == ["a", "b", "c"])
    #expect(routed.count == 2)
  }
}
