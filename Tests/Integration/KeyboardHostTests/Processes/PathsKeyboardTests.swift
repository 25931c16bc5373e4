import Foundation
import KeyboardHost
import KeyboardProtocol
import KeyboardStore
import Sandbox
import Testing

/// Tests of a keyboard with paths: it can open only the files of its bundle and its data container
/// (Sandbox.md#private-root-with-paths).
///
/// The paths that the process uses do not reveal the user's name.
@Suite(.enabled(if: Kernel.hasNamespaces)) struct PathsKeyboardTests {
  /// The layers to disable: none, or only Landlock, which a keyboard with paths does not require.
  static let floors: [Set<Layer>] = [[], [.landlock]]

  /// A key of the keyboard, and the texts that the key may insert.
  struct Attempt: CustomTestStringConvertible {
    let key: String
    /// The correct texts. There can be several, because different layers refuse with different errors.
    let outcomes: Set<String>
    var testDescription: String { key }

    init(_ key: String, _ outcomes: String...) {
      self.key = key
      self.outcomes = Set(outcomes)
    }
  }

  static let usual = [
    Attempt("where", "/keyboard /container"),
    Attempt("resource", "a resource"), Attempt("map", "a resource"),
    Attempt("bundle", "Info.plist libpaths.so resource.txt"), Attempt("write", "ok"), Attempt("read", "kept"),
    Attempt("map own", "kept"), Attempt("rename", "ok"), Attempt("list", "other"), Attempt("remove", "ok"),
    Attempt("list", ""), Attempt("write", "ok"), Attempt("truncate", "ok"), Attempt("read", ""),
    Attempt("random", "ok"), Attempt("null", "ok"),
  ]

  @Test(
    "The keyboard reads and maps its resources, and writes, reads, maps, renames and removes its own files",
    arguments: floors)
  func ownFiles(_ without: Set<Layer>) throws {
    let keyboard = try PathsKeyboard(unsafeWithout: without)
    for attempt in Self.usual {
      let outcome = try keyboard.press(attempt.key)
      #expect(attempt.outcomes.contains(outcome), "\(attempt.key): \(outcome)")
    }
  }

  static let refused = [
    Attempt("early", "ENOENT; container dev keyboard", "ENOENT; EACCES"),
    Attempt("F01", "ENOENT"), Attempt("F02", "ENOENT"), Attempt("F03", "EROFS", "EACCES"),
    Attempt("F03 write", "EROFS", "EACCES"), Attempt("F03 remove", "EROFS", "EACCES"),
    Attempt("F04", "ENOENT"), Attempt("F04 root", "EROFS", "EACCES"), Attempt("F04 dev", "EROFS", "EACCES"),
    Attempt("F05", "ENOENT", "EACCES"), Attempt("F06", "EPERM"),
    Attempt("F07", "EPERM"), Attempt("F07 own", "EPERM"), Attempt("F08", "ENOENT", "EACCES"),
    Attempt("F08 root", "EXDEV", "EROFS", "EACCES"), Attempt("F17", "EPERM"), Attempt("F17 device", "EPERM"),
    Attempt("F17 folder", "EPERM"), Attempt("F21", "4194304 EFBIG"), Attempt("F23", "ENOENT"),
    Attempt("F31", "ENOENT"), Attempt("F32", "ENOENT", "EACCES"),
    Attempt("F32 own", "container dev keyboard", "EACCES"), Attempt("P10", "ENOENT"), Attempt("P10 mounts", "ENOENT"),
    Attempt("X03", "EACCES", "EPERM"), Attempt("X04", "refused"), Attempt("X04 by name", "refused"),
  ]

  @Test("The keyboard can open no other files, and cannot execute a file that it wrote", arguments: floors)
  func elsewhere(_ without: Set<Layer>) throws {
    let keyboard = try PathsKeyboard(unsafeWithout: without)
    _ = try keyboard.press("write")
    for attempt in Self.refused {
      let outcome = try keyboard.press(attempt.key)
      #expect(attempt.outcomes.contains(outcome), "\(attempt.key): \(outcome)")
    }
    try keyboard.keepFiles()
    #expect(try keyboard.container.names().sorted() == ["large", "note"])
    #expect(try keyboard.container.size() == 4 + 4 * 1024 * 1024)
    #expect(try FileManager.default.contentsOfDirectory(atPath: keyboard.victim) == ["secret.txt"])
    #expect(throws: KeyboardEndError.self) { try keyboard.press("P03") }
  }

  @Test("The host and the keyboard read and change the same files in the data container", arguments: floors)
  func sharedContainer(_ without: Set<Layer>) throws {
    let keyboard = try PathsKeyboard(unsafeWithout: without, given: ["given": "by the host"])
    #expect(try keyboard.press("given") == "by the host")
    #expect(try keyboard.press("answer") == "ok")
    #expect(keyboard.ask(.containerRead(name: "given")) == .bytes(Array("changed".utf8)))
    #expect(keyboard.ask(.containerWrite(name: "given", bytes: Array("again".utf8))) == .done)
    #expect(try keyboard.press("given") == "again")
    #expect(try keyboard.press("answer") == "ok")
    #expect(try keyboard.press("write") == "ok")
    #expect(keyboard.ask(.containerNames) == .names(["given", "note"]))
    #expect(keyboard.ask(.containerRemove(name: "note")) == .done)
    #expect(try keyboard.press("list") == "given")
  }

  /// An event after which the host saves the keyboard's files to disk.
  enum Occasion: CaseIterable {
    case pause, end, death
  }

  @Test(
    "The keyboard's files are on the user's disk after a pause, after a normal end, and after a kill",
    arguments: Occasion.allCases)
  func keepsFiles(occasion: Occasion) throws {
    let keyboard = try PathsKeyboard(given: ["given": "by the host", "other": "that goes"])
    #expect(try keyboard.press("remove") == "ok")
    #expect(try keyboard.press("answer") == "ok")
    #expect(try keyboard.press("write") == "ok")
    #expect(keyboard.ask(.containerWrite(name: "api", bytes: [1, 2])) == .done)
    #expect(try keyboard.container.names() == ["given", "other"])
    switch occasion {
    case .pause: try keyboard.keepFiles()
    case .end: keyboard.end()
    case .death: try keyboard.dieAndBeFound()
    }
    #expect(try keyboard.container.names() == ["api", "given", "note"])
    #expect(try keyboard.container.read("given") == Array("changed".utf8))
    #expect(try keyboard.container.read("note") == Array("kept".utf8))
    #expect(try keyboard.container.read("api") == [1, 2])
    #expect(try keyboard.notes() == [])
    // The host functions for files read the current content.
    #expect(keyboard.ask(.containerRead(name: "note")) == .bytes(Array("kept".utf8)))
  }

  /// A limit that a full data container has reached.
  enum Full: CaseIterable {
    case files, bytes

    /// Fills a data container up to the limit. The container must already have one small file.
    func fill(_ container: DataContainer) throws {
      let page = DataContainer.Usage.counted(1)
      let whole = DataContainer.Limit.fileBytes
      let rest = DataContainer.Limit.bytes - page
      let sizes: [Int] =
        switch self {
        case .files: Array(repeating: 0, count: DataContainer.Limit.files - 1)
        case .bytes: Array(repeating: whole, count: rest / whole) + [rest % whole]
        }
      for (index, size) in sizes.enumerated() {
        try Data(repeating: 1, count: size).write(to: URL(filePath: "\(container.path)/f\(index)"))
      }
    }
  }

  @Test("A keyboard can change a full data container, and the host saves the changes", arguments: Full.allCases)
  func usesFullContainer(full: Full) throws {
    let keyboard = try PathsKeyboard(given: ["given": "by the host"], prepare: full.fill)
    let usage = try keyboard.container.usage()
    #expect(
      full == .files ? usage.files == DataContainer.Limit.files : usage.bytes == DataContainer.Limit.bytes)
    #expect(try keyboard.press("given") == "by the host")
    #expect(keyboard.ask(.containerWrite(name: "given", bytes: Array("again".utf8))) == .done)
    #expect(keyboard.ask(.containerWrite(name: "new", bytes: [1])) == .refused(.tooLarge))
    #expect(try keyboard.press("given") == "again")
    #expect(try keyboard.press("write") == "ENOSPC")
    #expect(try keyboard.press("answer") == "ok")
    try keyboard.keepFiles()
    #expect(try keyboard.container.read("given") == Array("changed".utf8))
    #expect(try keyboard.notes().filter { !$0.hasPrefix("the host did not store a file") } == [])
  }

  @Test("Files of the data container in memory count as memory of the keyboard")
  func countsStoredBytes() throws {
    let large = DataContainer.Limit.fileBytes
    let without = try PathsKeyboard().memory
    let keyboard = try PathsKeyboard { container in
      _ = try container.folder()
      try Data(repeating: 1, count: large).write(to: URL(filePath: "\(container.path)/f"))
    }
    let given = keyboard.memory
    // Allow a small difference, because the keyboard's own memory use varies by some pages.
    let few: UInt64 = 1 << 20
    #expect(given > without + UInt64(large) - few)
    #expect(try keyboard.press("F21") == "\(large) EFBIG")
    #expect(keyboard.memory > given + UInt64(large) - few)
    keyboard.end()
    #expect(keyboard.memory < given)
  }

  @Test("If the user clears the data container, a running keyboard loses its files and can store new files")
  func clearsWhileRunning() throws {
    let keyboard = try PathsKeyboard(given: ["given": "by the host"])
    let registry = KeyboardRegistry(folders: keyboard.folders)
    try registry.clearContainers(of: registry.keyboard(PathsKeyboard.identifier))
    try keyboard.keepFiles()
    #expect(try keyboard.press("list") == "")
    #expect(try keyboard.container.names() == [])
    #expect(try keyboard.press("write") == "ok")
    try keyboard.keepFiles()
    #expect(try keyboard.container.names() == ["note"])
  }
}
