import BundleFixtures
@testable import BundleFiles
@testable import BundleFormat
@testable import KeyboardStore
import Diagnostics
import Foundation
import KeyboardProtocol
import Testing

@Suite struct ContainerTests {
  private let workspace: Workspace
  private let container: DataContainer

  init() throws {
    workspace = try Workspace()
    container = DataContainer(of: "org.example.test", .confined, in: workspace.folders)
  }

  @Test("A data container stores, replaces and removes files")
  func storedFiles() throws {
    #expect(try container.names() == [])
    try container.write("b", [1, 2])
    try container.write("a.json", [])
    try container.write("b", [3])
    #expect(try container.names() == ["a.json", "b"])
    #expect(try container.read("b") == [3])
    #expect(try container.size() == 1)
    try container.remove("b")
    #expect(throws: DataContainer.FileError.notFound) { try container.read("b") }
    #expect(throws: DataContainer.FileError.notFound) { try container.remove("b") }
  }

  @Test(
    "If the host runs as root, it transfers a data container to the keyboard's user only if root owns the container",
    .enabled(if: getuid() == 0))
  func givenAway() throws {
    func owner(_ file: String = ".") throws -> uid_t {
      var status = stat()
      try #require(lstat("\(container.path)/\(file)", &status) == 0)
      return status.st_uid
    }
    try container.write("before", [1])
    #expect(try container.folder(ownedBy: 65_534) == container.path)
    try container.write("after", [2])
    #expect(try [owner(), owner("before"), owner("after")] == [65_534, 65_534, 65_534])
    #expect(try container.read("after") == [2])
    #expect(chown(container.path, 12_345, 12_345) == 0)
    _ = try container.folder(ownedBy: 65_534)
    #expect(try owner() == 12_345)
  }

  @Test("If several sessions store files at the same time, each file has exactly its own bytes")
  func doesNotMix() async throws {
    try await withThrowingTaskGroup { [container] group in
      for index in UInt8(0)..<4 {
        group.addTask {
          let bytes = [UInt8](repeating: index, count: 1 << 18)
          for _ in 0..<50 {
            try container.write("file\(index)", bytes)
            #expect(try container.read("file\(index)") == bytes)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("The data containers with and without full access share no files")
  func separateContainers() throws {
    try container.write("secret", [1])
    let other = DataContainer(of: "org.example.test", .fullAccess, in: workspace.folders)
    #expect(try other.names() == [])
    #expect(throws: DataContainer.FileError.notFound) { try other.read("secret") }
  }

  @Test(
    "A data container refuses an invalid file name",
    arguments: [
      "", ".", "..", ".hidden", "a/b", "../x", "/etc/passwd", "имя", "a b", "a\0", "\n",
      String(repeating: "a", count: 129),
    ])
  func invalidNames(_ name: String) {
    #expect(throws: DataContainer.FileError.badName) { try container.read(name) }
    #expect(throws: DataContainer.FileError.badName) { try container.write(name, []) }
    #expect(throws: DataContainer.FileError.badName) { try container.remove(name) }
  }

  @Test("A data container limits the size of each file and of all files together")
  func sizeLimits() throws {
    let most = [UInt8](repeating: 0, count: DataContainer.Limit.fileBytes)
    #expect(throws: DataContainer.FileError.tooLarge) { try container.write("large", most + [0]) }
    for index in 0..<15 { try container.write("file\(index)", most) }
    let left = DataContainer.Limit.bytes - 15 * most.count
    #expect(throws: DataContainer.FileError.tooLarge) {
      try container.write("last", [UInt8](repeating: 0, count: left + 1))
    }
    try container.write("last", [UInt8](repeating: 0, count: left))
    #expect(throws: DataContainer.FileError.tooLarge) { try container.write("more", [0]) }
    try container.write("file0", [])
    try container.write("more", [0])
    #expect(try container.size() == DataContainer.Limit.bytes - most.count + 1)
  }

  @Test("A data container limits the number of files")
  func fileCountLimit() throws {
    let other = DataContainer(of: "many", .confined, in: workspace.folders)
    try other.write("f0", [])
    for index in 1..<DataContainer.Limit.files {
      // Use system calls instead of the data container, because this test makes many files.
      let file = open("\(other.path)/f\(index)", O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
      try #require(file >= 0)
      close(file)
    }
    #expect(throws: DataContainer.FileError.tooLarge) { try other.write("more", []) }
    try other.write("f1", [1])
  }

  @Test("The host replies to each request for files, resources and localized strings with the value or an error")
  func replies() throws {
    let bundle = try KeyboardBundle(
      workspace.bundle(files: [
        "tags/a.json": [1], "large": [UInt8](repeating: 0, count: 600_000),
        "ru.lproj/Localizable.strings": Array("hi = \"Привет\";".utf8),
        "ru.lproj/Broken.strings": Array("hi".utf8),
      ]))
    var recorded: [String] = []
    let services = KeyboardServices(bundle: bundle, container: container, languages: ["ru"]) { recorded.append($0) }
    let answers: [(HostRequest, HostReply)] = [
      (.document(after: []), .refused(.notNow)),
      (.resource(path: "tags/a.json"), .bytes([1])), (.resource(path: "none"), .refused(.notFound)),
      (.resource(path: "../Info.plist"), .refused(.badName)), (.resource(path: ""), .refused(.badName)),
      (.resource(path: "large"), .refused(.tooLarge)), (.resource(path: "tags"), .refused(.failed)),
      (.resourceNames(folder: "tags"), .names(["a.json"])),
      (.resourceNames(folder: ""), .names(["Info.plist", "large", "libTest.so", "ru.lproj", "tags"])),
      (.resourceNames(folder: "none"), .refused(.notFound)),
      (.localizedStrings(table: "Localizable", language: ""), .strings(["hi": "Привет"])),
      (.localizedStrings(table: "Localizable", language: "fr"), .refused(.notFound)),
      (.localizedStrings(table: "None", language: ""), .refused(.notFound)),
      (.localizedStrings(table: "../x", language: ""), .refused(.badName)),
      (.localizedStrings(table: "Broken", language: ""), .refused(.failed)),
      (.containerNames, .names([])), (.containerWrite(name: "a", bytes: [7]), .done),
      (.containerRead(name: "a"), .bytes([7])), (.containerNames, .names(["a"])), (.containerRemove(name: "a"), .done),
      (.containerRead(name: "a"), .refused(.notFound)), (.containerWrite(name: "/a", bytes: []), .refused(.badName)),
      (.containerWrite(name: "a", bytes: [UInt8](repeating: 0, count: 5 << 20)), .refused(.tooLarge)),
      (.paths, .refused(.noAccess)), (.pasteboard(.string), .refused(.notNow)),
      (.network(.connect(name: "localhost", port: 1)), .refused(.notNow)),
    ]
    for (request, reply) in answers { #expect(services.reply(request) == reply, "\(request)") }
    #expect(recorded.contains { $0.contains("KLV-0170") })
  }

  @Test(
    "A keyboard whose manifest requests paths gets the paths of its bundle and its data container",
    arguments: DataContainer.Kind.allCases)
  func requestedPaths(_ kind: DataContainer.Kind) throws {
    let bundle = try KeyboardBundle(workspace.bundle(manifest: .manifest(["KLVFileAccess": "paths"])))
    let container = DataContainer(of: "org.example.test", kind, in: workspace.folders)
    try container.write("a", [7])
    let services = KeyboardServices(bundle: bundle, container: container, languages: [])
    guard case .paths(let paths) = services.reply(.paths) else { throw CocoaError(.fileNoSuchFile) }
    #expect(FileManager.default.contents(atPath: "\(paths.container)/a") == Data([7]))
    #expect(FileManager.default.fileExists(atPath: "\(paths.bundle)/Info.plist"))
  }
}

@Suite struct LogTests {
  private let workspace: Workspace
  private let log: KeyboardLog

  init() throws {
    workspace = try Workspace()
    log = KeyboardLog(of: "org.example.test", in: workspace.folders)
  }

  @Test("The log returns each message unchanged, and sanitizes it only for display")
  func exactMessages() throws {
    #expect(try log.entries() == [])
    let message = "line\nforged \u{1B}[31m"
    try log.append(message, level: .fault, source: .printed, time: 0)
    let entry = try #require(try log.entries().first)
    #expect(entry.message == message)
    #expect(entry.level == .fault)
    #expect(entry.description == "1970-01-01T00:00:00Z fault printed: line\\u{A}forged \\u{1B}[31m")
  }

  @Test("The log file contains no characters that could control a terminal")
  func safeFile() throws {
    let message = "\u{1B}[2J \u{9B}31m \u{202E}evil \u{2066} é 👍🏽"
    try log.append(message, source: .printed, time: 0)
    #expect(try log.entries().first?.message == message)
    let path = workspace.folders.log(of: "org.example.test")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasSuffix("\n"))
    #expect(String(text.dropLast()).sanitized(limit: 4_096) == String(text.dropLast()))
    #expect(text.contains("é 👍🏽"))
  }

  @Test("A full log drops its oldest lines and keeps the newest lines")
  func fullLog() throws {
    let message = String(repeating: "x", count: KeyboardLog.maximumMessageBytes + 10)
    for index in 0..<200 { try log.append("\(index) \(message)", source: .logged, time: Double(index)) }
    let entries = try log.entries()
    #expect(entries.last?.time == 199)
    #expect(entries.count < 130)
    #expect(entries.allSatisfy { $0.message.utf8.count == KeyboardLog.maximumMessageBytes })
    let sizes = try KeyboardLog.paths(of: "org.example.test", in: workspace.folders).map {
      try FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int ?? 0
    }
    #expect(sizes.allSatisfy { $0 < KeyboardLog.maximumBytes + 20_000 })
  }

  @Test("A reader of the log gets only the entries after the position at which it last stopped")
  func newEntries() throws {
    var (entries, position) = try log.entries(after: .init())
    #expect(entries == [])
    try log.append("one", source: .logged)
    (entries, position) = try log.entries(after: position)
    #expect(entries.map(\.message) == ["one"])
    try log.append("two", source: .logged)
    (entries, position) = try log.entries(after: position)
    #expect(entries.map(\.message) == ["two"])
    (entries, position) = try log.entries(after: position)
    #expect(entries == [])
  }
}

@Suite struct FoldersTests {
  @Test("Klava's four folders follow the XDG base directory specification")
  func xdgFolders() throws {
    let folders = try KlavaFolders(
      environment: [
        "HOME": "/home/p", "XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "relative", "XDG_RUNTIME_DIR": "/run/user/7",
      ], executable: "/usr/bin/klava")
    #expect(folders.config == "/home/p/.config/klava")
    #expect(folders.data == "/d/klava")
    #expect(folders.state == "/home/p/.local/state/klava")
    #expect(folders.runtime == "/run/user/7/klava")
    #expect(folders.libraries == ["/usr/lib/klava/keyboards"])
  }

  @Test("With --root, all four folders of Klava are below the root")
  func root() throws {
    let folders = try KlavaFolders(root: "/r/", environment: [:], executable: "/x/.build/debug/klava")
    #expect(
      [folders.config, folders.data, folders.state, folders.runtime] == [
        "/r/config", "/r/data", "/r/state", "/r/runtime",
      ])
    #expect(folders.libraries == ["/x/.build/keyboards"])
  }

  @Test("The host searches the folder in KLAVA_LIBRARY before the folder of the built keyboards")
  func libraryVariable() throws {
    let folders = try KlavaFolders(
      root: "/r", environment: ["KLAVA_LIBRARY": "/l"], executable: "/x/.build/x86_64-unknown-linux-gnu/debug/klava")
    #expect(folders.libraries == ["/l", "/x/.build/keyboards"])
  }

  @Test("Klava reports an error if HOME is not set and there is no root")
  func missingHome() {
    let diagnostic = #expect(throws: Diagnostic.self) { try KlavaFolders(environment: [:], executable: "/bin/klava") }
    #expect(diagnostic?.code == .homeMissing)
  }
}
