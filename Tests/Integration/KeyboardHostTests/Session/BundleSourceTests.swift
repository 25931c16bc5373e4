import BundleFiles
import BundleFormat
import Diagnostics
import Foundation
import KeyboardHost
import KeyboardProtocol
import KeyboardStore
import SystemSupport
import TestSupport
import Testing

/// Tests of the data that the host stores for a bundle: log, data container and provenance.
@Suite struct BundleSourceTests {
  private static let identifier = "org.example.demanding"
  private let folder: TemporaryDirectory
  private let folders: KlavaFolders

  init() throws {
    folder = try TemporaryDirectory()
    folders = try KlavaFolders(
      root: folder.path, environment: ["KLAVA_LIBRARY": folder.path + "/shipped"], executable: "")
  }

  /// The state of the standby process when a keyboard starts.
  enum StandbyState: CaseIterable {
    case none, waiting, stopped, ended
  }

  @Test(
    "A keyboard takes over a running or stopped standby process, but not an ended standby process",
    arguments: StandbyState.allCases)
  func takesOver(state: StandbyState) throws {
    let bundle = folder.path + "/Demanding.keyboard"
    try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: DemandingKeyboard.library, toPath: bundle + "/libDemanding.so")
    let source = try source(runnerPath: Repository.product("klava-runner"))
    if state != .none { source.prepareStandby() }
    let standby = source.standbyIdentifier
    switch state {
    case .none: #expect(standby == nil)
    case .waiting: break
    case .stopped: kill(try #require(standby), SIGSTOP)
    case .ended:
      let process = try #require(standby)
      kill(process, SIGKILL)
      #expect(waitUntil { ProcessStatus(process).state == "Z" })
    }
    let keyboard = try #require(try source.makeKeyboard(Self.identifier) as? RunnerKeyboard)
    #expect((keyboard.processIdentifier == standby) == (state == .waiting || state == .stopped))
    #expect(source.standbyIdentifier == nil)
    keyboard.kill()
    source.prepareStandby()
    let next = RunnerGroup(identifier: try #require(source.standbyIdentifier))
    source.discardStandby()
    #expect(next.isGone)
  }

  @Test("The log keeps 256 lines of one turn, and names the number of dropped lines")
  func dropsLines() throws {
    let source = try source()
    source.log((0..<300).map { (.info, "line \($0)") }, of: Self.identifier)
    let entries = try log.entries()
    #expect(entries.count == 257)
    #expect(
      entries.last?.message == "the host dropped 44 more lines: the limits are 256 lines and 65536 bytes for one event")
    #expect(entries.last?.source == .host)
  }

  @Test("The log keeps 64 KiB of one turn")
  func dropsBytes() throws {
    let source = try source()
    source.log(Array(repeating: (.info, String(repeating: "x", count: 4_096)), count: 20), of: Self.identifier)
    let entries = try log.entries()
    #expect(entries.count == 17)
    #expect(entries.last?.message.hasPrefix("the host dropped 4 more lines") == true)
  }

  @Test("The log stores a limited number of bytes, and says once that it drops lines")
  func dropsFlood() throws {
    let source = try source()
    let lines = Array(repeating: (LogLevel.info, String(repeating: "x", count: 4_096)), count: 16)
    for _ in 0..<40 { source.log(lines, of: Self.identifier) }
    let notices = try log.entries().filter { $0.message.hasPrefix("the host drops lines") }
    #expect(notices.count == 1)
    #expect(notices.first?.message.contains("1048576 bytes at once and 16384 bytes in each second") == true)
  }

  /// A way in which a keyboard causes many bytes in its log.
  enum Flood: CaseIterable {
    case lines, controlCharacters, failedRequests, reports

    func add(to source: BundleSource) {
      let identifier = BundleSourceTests.identifier
      switch self {
      case .lines: source.log([(.info, String(repeating: "x", count: 4_096))], of: identifier)
      // JSON needs six bytes for each of these characters.
      case .controlCharacters: source.log([(.info, String(repeating: "\u{1}", count: 4_096))], of: identifier)
      case .failedRequests:
        let folder = "Info.plist" + String(repeating: "/.", count: 500)
        #expect(source.reply(.resourceNames(folder: folder), of: identifier) == .refused(.failed))
      case .reports: source.record("the host discarded the keyboard's changes", of: identifier)
      }
    }
  }

  @Test(
    "A keyboard cannot remove its crash reports from its log by causing many lines",
    arguments: Flood.allCases)
  func keepsCrashReports(flood: Flood) throws {
    let source = try source()
    _ = try source.launchConfiguration(for: Self.identifier, standing: InputModeStanding())
    source.recordEnd(["it crashed first"], stack: [], of: Self.identifier)
    let start = ContinuousClock.now
    // Without a limit, each flood has more than 2 MB, which is the size of the two files of a log.
    for _ in 0..<20_000 { flood.add(to: source) }
    source.recordEnd(["it crashed last"], stack: [], of: Self.identifier)
    let messages = try log.entries().map(\.message)
    #expect(messages.first == "it crashed first")
    #expect(messages.last == "it crashed last")
    // Half of the limit is available again after 32 s. If the flood takes longer, it causes another notice.
    let most = 1 + Int((.now - start) / .seconds(32))
    let notices = messages.count { $0.hasPrefix("the host drops lines") }
    #expect((1...most).contains(notices))
  }

  @Test(
    "The host refuses a file that exceeds a limit of the data container, and logs this once for each process",
    arguments: [
      (0, 4_194_305, "it is larger than the limit of 4194304 bytes"),
      (15, 4_194_304, "the data container would exceed the limit of 64000000 bytes"),
      (4_096, 0, "the data container already has 4096 files, which is the limit"),
    ])
  func namesQuota(files: Int, bytes: Int, limit: String) throws {
    let source = try source()
    _ = try source.launchConfiguration(for: Self.identifier, standing: InputModeStanding())
    let container = DataContainer(of: Self.identifier, .confined, in: folders)
    let content = [UInt8](repeating: 0, count: min(bytes, DataContainer.Limit.fileBytes))
    try container.write("f0", content)
    for index in 1..<max(files, 1) { try link(container.path + "/f0", container.path + "/f\(index)") }
    let file = [UInt8](repeating: 0, count: bytes)
    for _ in 0..<3 {
      #expect(source.reply(.containerWrite(name: "a", bytes: file), of: Self.identifier) == .refused(.tooLarge))
    }
    let message = "the host did not store a file: \(limit)"
    #expect(try log.entries().map(\.message) == [message])
    _ = try source.launchConfiguration(for: Self.identifier, standing: InputModeStanding())
    _ = source.reply(.containerWrite(name: "a", bytes: file), of: Self.identifier)
    #expect(try log.entries().map(\.message) == [message, message])
  }

  @Test("If a keyboard reads a resource that is too large, the log names the file once for each process")
  func namesLargeResource() throws {
    let source = try source()
    _ = try source.launchConfiguration(for: Self.identifier, standing: InputModeStanding())
    let file = "\(folder.path)/Demanding.keyboard/large.txt"
    try Data(count: 524_289).write(to: URL(filePath: file))
    for _ in 0..<3 {
      #expect(source.reply(.resource(path: "large.txt"), of: Self.identifier) == .refused(.tooLarge))
    }
    #expect(
      try log.entries().map(\.message) == [
        "the host did not read the resource “large.txt”: it is larger than the limit of 524288 bytes"
      ])
  }

  @Test(
    "The host writes only a limited number of bytes in a minute for a keyboard, and logs this once for each process",
    arguments: [4_194_304, 65_536])
  func limitsWrittenBytes(bytes: Int) throws {
    let source = try source()
    _ = try source.launchConfiguration(for: Self.identifier, standing: InputModeStanding())
    let file = [UInt8](repeating: 0, count: bytes)
    let attempts = 4 * DataContainer.Limit.bytes / bytes
    let replies = (0..<attempts).map { _ in source.reply(.containerWrite(name: "a", bytes: file), of: Self.identifier) }
    #expect(replies.last == .refused(.tooLarge))
    #expect(replies.filter { $0 == .done }.count >= DataContainer.Limit.bytes / bytes)
    // The keyboard can continue to read and to remove its files.
    #expect(source.reply(.containerRead(name: "a"), of: Self.identifier) == .bytes(file))
    #expect(source.reply(.containerRemove(name: "a"), of: Self.identifier) == .done)
    let messages = try log.entries().map(\.message)
    #expect(
      messages == [
        "the host did not store a file: it wrote more than 64000000 bytes in 60 seconds, which is the limit"
      ])
    // The limit applies to each keyboard.
    #expect(source.reply(.containerWrite(name: "a", bytes: file), of: "org.example.other") == .refused(.notNow))
  }

  private func link(_ path: String, _ other: String) throws {
    try FileManager.default.linkItem(atPath: path, toPath: other)
  }

  /// A way in which the stored files of a keyboard with paths exceed a limit.
  enum StorageExcess: CaseIterable {
    case bytes, files, hidden, folders, unreadable

    var resource: LimitViolation.Resource { self == .bytes || self == .hidden ? .containerBytes : .containerFiles }
  }

  @Test(
    "If the stored files of a keyboard with paths exceed a limit, the keyboard cannot continue or start again",
    arguments: StorageExcess.allCases
  )
  func storageLimit(hoard: StorageExcess) throws {
    let source = try source(fileAccess: "paths")
    let start = { try source.launchConfiguration(for: Self.identifier, standing: InputModeStanding()) }
    _ = try start()
    #expect(source.endForStorage(of: Self.identifier) == nil)
    try fill(folders.container(of: Self.identifier) + "/confined", hoard)
    guard case .exceeded(let excess) = source.endForStorage(of: Self.identifier) else {
      Issue.record("the keyboard may continue")
      return
    }
    #expect(excess.resource == hoard.resource)
    #expect(throws: KeyboardEndError.exceeded(excess)) { _ = try start() }
    // With full access, the keyboard has another data container, which is still empty.
    _ = try source.launchConfiguration(for: Self.identifier, standing: InputModeStanding(hasFullAccess: true))
    #expect(source.endForStorage(of: Self.identifier) == nil)
  }

  @Test("The host does not end a keyboard because of the files that it stored through the host")
  func filesOfHost() throws {
    let source = try source()
    _ = try source.launchConfiguration(for: Self.identifier, standing: InputModeStanding())
    try fill(folders.container(of: Self.identifier) + "/confined", .files)
    #expect(source.endForStorage(of: Self.identifier) == nil)
  }

  @Test("The provenance changes if a file of the bundle, a setting or the access changes")
  func changedProvenance() throws {
    let identifier = "org.klava.calculator"
    let library = try makeBundle("shipped/Calculator.keyboard", identifier).appending(path: "libDemanding.so")
    try Data([1]).write(to: library)
    let registry = KeyboardRegistry(folders: folders)
    let source = BundleSource(registry: registry, runnerPath: "/nonexistent", deadlines: .patient)
    let first = try #require(source.provenance(of: identifier))
    #expect(source.provenance(of: identifier) == first)
    try registry.setFullAccess(identifier, true)
    source.reload(identifier)
    let second = try #require(source.provenance(of: identifier))
    #expect(second != first)
    // Replace the file with a new file of the same name, as an installation does.
    try Data([1]).write(to: library, options: .atomic)
    let third = try #require(source.provenance(of: identifier))
    #expect(third != second && third != first)
    let manifest = library.deletingLastPathComponent().appending(path: "Info.plist")
    try Data(contentsOf: manifest).write(to: manifest, options: .atomic)
    let fourth = try #require(source.provenance(of: identifier))
    #expect(fourth != third)
    let settings = URL(filePath: folders.settings(of: identifier))
    try FileManager.default.createDirectory(
      at: settings.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: settings)
    #expect(source.provenance(of: identifier) != fourth)
    try FileManager.default.removeItem(at: library)
    #expect(source.provenance(of: identifier) == nil)
  }

  @Test(
    "The host detects new files of a keyboard that it started or preloaded (Behavior.md#updates)",
    arguments: [true, false])
  func newFiles(isPreloaded: Bool) throws {
    let identifier = "org.klava.calculator"
    let library = try makeBundle("shipped/Calculator.keyboard", identifier).appending(path: "libDemanding.so")
    try FileManager.default.copyItem(atPath: DemandingKeyboard.library, toPath: library.path)
    let source = BundleSource(
      registry: KeyboardRegistry(folders: folders), runnerPath: Repository.product("klava-runner"), deadlines: .patient)
    let keyboard = try isPreloaded ? source.prepareKeyboard(identifier) : source.makeKeyboard(identifier) {}
    defer { keyboard.kill() }
    #expect(!source.hasNewFiles(identifier))
    try Data(contentsOf: library).write(to: library, options: .atomic)
    #expect(source.hasNewFiles(identifier))
  }

  /// Makes a bundle of which the host can read all files, and a source that can start no process.
  private func makeUnstartable() throws -> (identifier: String, bundle: URL, source: BundleSource) {
    let identifier = "org.klava.calculator"
    let bundle = try makeBundle("shipped/Calculator.keyboard", identifier)
    try Data([1]).write(to: bundle.appending(path: "libDemanding.so"))
    let registry = KeyboardRegistry(folders: folders)
    return (identifier, bundle, BundleSource(registry: registry, runnerPath: "/nonexistent", deadlines: .patient))
  }

  @Test("If the host could not open a bundle, its files are new as soon as the host can read them")
  func newFilesAfterFault() throws {
    let (identifier, bundle, source) = try makeUnstartable()
    let manifest = bundle.appending(path: "Info.plist")
    let valid = try Data(contentsOf: manifest)
    try Data("<plist>".utf8).write(to: manifest)
    #expect(throws: KeyboardEndError.self) { _ = try source.makeKeyboard(identifier) {} }
    #expect(!source.hasNewFiles(identifier))
    try valid.write(to: manifest)
    source.reload(identifier)
    #expect(source.hasNewFiles(identifier))
  }

  @Test("The first process after a grant of full access finds every file of its bundle in the page cache")
  func readsBundleAfterGrant() throws {
    let (identifier, bundle, source) = try makeUnstartable()
    let resources = bundle.appending(path: "Resources")
    try FileManager.default.createDirectory(at: resources, withIntermediateDirectories: true)
    let file = resources.appending(path: "data.bin").path
    try Data(repeating: 1, count: 3 << 20).write(to: URL(filePath: file))
    let registry = KeyboardRegistry(folders: folders)
    func start() throws -> (cached: Int, all: Int) {
      // The runner does not exist, so the start fails after the source has read the bundle.
      #expect(throws: KeyboardEndError.self) { _ = try source.prepareKeyboard(identifier) }
      return try cachedPages(of: file)
    }
    try evict(file)
    // The page cache is the only place for a file of a file system in memory.
    guard try cachedPages(of: file).cached == 0 else { return }
    #expect(try start().cached == 0, "without full access")
    for isSecond in [false, true] {
      if isSecond {
        // The host of another session starts the keyboard without full access in between.
        try registry.setFullAccess(identifier, false)
      }
      try registry.setFullAccess(identifier, true)
      try evict(file)
      let pages = try start()
      #expect(pages.cached == pages.all, "after a grant")
    }
  }

  /// Removes a file from the page cache.
  private func evict(_ path: String) throws {
    let file = try Descriptor(open(path, O_RDONLY | O_CLOEXEC))
    #expect(fsync(file.number) == 0)
    #expect(posix_fadvise(file.number, 0, 0, POSIX_FADV_DONTNEED) == 0)
  }

  /// Returns the number of pages of a file that are in the page cache, and the number of all its pages.
  private func cachedPages(of path: String) throws -> (cached: Int, all: Int) {
    let file = try Descriptor(open(path, O_RDONLY | O_CLOEXEC))
    let size = Int(try file.status().st_size)
    let memory = try #require(mmap(nil, size, PROT_READ, MAP_SHARED, file.number, 0))
    defer { munmap(memory, size) }
    let page = Int(getpagesize())
    var pages = [UInt8](repeating: 0, count: (size + page - 1) / page)
    #expect(mincore(memory, size, &pages) == 0)
    return (pages.count { $0 & 1 == 1 }, pages.count)
  }

  @Test("The host reads the lexicon before a keyboard with full access can request it", arguments: [false, true])
  func readsLexicon(hasFullAccess: Bool) throws {
    let source = try source()
    try FileManager.default.createDirectory(atPath: folders.data, withIntermediateDirectories: true)
    try Data("no lexicon".utf8).write(to: URL(filePath: PersonalLexicon.path(folders)))
    _ = try source.launchConfiguration(for: Self.identifier, standing: InputModeStanding(hasFullAccess: hasFullAccess))
    // The source reports a malformed file when it reads the file.
    #expect(source.drainDiagnostics().isEmpty == !hasFullAccess)
    _ = source.lexicon()
    #expect(source.drainDiagnostics().isEmpty == hasFullAccess)
  }

  @Test("After another process has uninstalled a keyboard, a session stores no data of the keyboard")
  func uninstalledKeyboard() throws {
    let identifier = "org.example.leaving"
    _ = try makeBundle("data/keyboards/\(identifier).keyboard", identifier)
    let registry = KeyboardRegistry(folders: folders)
    let source = BundleSource(registry: registry, runnerPath: "/nonexistent", deadlines: .patient)
    _ = try source.launchConfiguration(for: identifier, standing: InputModeStanding())
    func speak() {
      source.log([(.info, "logged")], of: identifier)
      source.record("noted", of: identifier)
      var summary = AuditSummary()
      summary[.turns] = 1
      source.audit(summary, of: identifier)
      _ = source.reply(.containerWrite(name: "a", bytes: [1]), of: identifier)
      source.quarantine(identifier, reason: "why")
    }
    let kept = [
      folders.log(of: identifier), folders.audit(of: identifier), folders.container(of: identifier),
    ]
    speak()
    #expect(kept.map { FileManager.default.fileExists(atPath: $0) } == [true, true, true])
    try registry.uninstall(identifier)
    speak()
    #expect(kept.map { FileManager.default.fileExists(atPath: $0) } == [false, false, false])
    #expect(source.drainDiagnostics().isEmpty)
    let list = try String(contentsOfFile: folders.registry, encoding: .utf8)
    #expect(!list.contains(identifier))
  }

  @Test("A session quarantines a keyboard without the lock of the registry, and writes the quarantine in a pause")
  func quarantineWithoutLock() throws {
    let (identifier, _, source) = try makeUnstartable()
    let version = source.choicesVersion
    let lock = try LockedFile("\(folders.config)/lock")
    source.quarantine(identifier, reason: "it crashed")
    #expect(source.choicesVersion != version)
    #expect(source.modes().first { $0.identifier == identifier }?.barredBecause == .quarantined)
    let diagnostic = #expect(throws: Diagnostic.self) { try source.bundle(identifier) }
    #expect(diagnostic?.sentence.contains("it crashed") == true)
    // The session neither waits for the other process nor reports a fault, during a pause and at its end.
    for idle in [IdleTime(endedBy: []), nil] {
      source.keepEndedFiles(while: idle)
      #expect(try KeyboardRegistry(folders: folders).keyboard(identifier).quarantine == nil)
    }
    lock.unlock()
    source.keepEndedFiles(while: IdleTime(endedBy: []))
    #expect(try KeyboardRegistry(folders: folders).keyboard(identifier).quarantine?.reason == "it crashed")
    #expect(source.modes().first { $0.identifier == identifier }?.barredBecause == .quarantined)
    #expect(source.drainDiagnostics().isEmpty)
    // After the write, the user can end the quarantine.
    try KeyboardRegistry(folders: folders).enable(identifier)
    #expect(source.modes().first { $0.identifier == identifier }?.barredBecause == nil)
  }

  @Test("If a session cannot write a quarantine, it reports this once, and the keyboard stays in quarantine")
  func quarantineWithoutDisk() throws {
    let (identifier, _, source) = try makeUnstartable()
    source.quarantine(identifier, reason: "it crashed")
    try FileManager.default.createDirectory(atPath: "\(folders.config)/lock", withIntermediateDirectories: true)
    for isFirst in [true, false] {
      source.keepEndedFiles(while: IdleTime(endedBy: []))
      #expect(source.drainDiagnostics().map(\.code) == (isFirst ? [.stateUnwritable] : []))
      #expect(source.modes().first { $0.identifier == identifier }?.barredBecause == .quarantined)
    }
  }

  @Test("The host keeps the folder of a started keyboard open until the keyboard leaves the list")
  func closesFolders() throws {
    let identifier = "org.example.leaving"
    let bundle = try makeBundle("data/keyboards/\(identifier).keyboard", identifier)
    try Data([1]).write(to: bundle.appending(path: "libDemanding.so"))
    var status = stat()
    try #require(stat(bundle.path, &status) == 0)
    // Other tests in this process open and close files at the same time, but not this folder. So look for the folder
    // itself.
    func isOpen() -> Bool {
      ProcessStatus(getpid()).openObjects.keys.contains {
        var other = stat()
        // Also compare the type, because a new file may get the inode number of a removed folder.
        return fstat($0, &other) == 0 && other.st_dev == status.st_dev && other.st_ino == status.st_ino
          && other.st_mode & S_IFMT == S_IFDIR
      }
    }
    let registry = KeyboardRegistry(folders: folders)
    try registry.enable(identifier, at: 1)
    let source = BundleSource(registry: registry, runnerPath: "/nonexistent", deadlines: .patient)
    #expect(throws: KeyboardEndError.self) { _ = try source.prepareKeyboard(identifier) }
    _ = source.modes()
    #expect(isOpen())
    try registry.uninstall(identifier)
    _ = source.modes()
    #expect(!isOpen())
  }

  private func fill(_ container: String, _ hoard: StorageExcess) throws {
    let files = FileManager.default
    try files.createDirectory(atPath: container, withIntermediateDirectories: true)
    switch hoard {
    case .bytes, .hidden:
      for index in 0..<16 {
        let path = "\(container)/\(hoard == .hidden ? "." : "")f\(index)"
        #expect(files.createFile(atPath: path, contents: nil))
        // Create a sparse file, which counts with its full length.
        #expect(truncate(path, DataContainer.Limit.fileBytes) == 0)
      }
    case .files, .unreadable:
      let place = hoard == .files ? container : container + "/in/side"
      try files.createDirectory(atPath: place, withIntermediateDirectories: true)
      for index in 0...DataContainer.Limit.files {
        #expect(files.createFile(atPath: "\(place)/f\(index)", contents: nil))
      }
      if hoard == .unreadable { #expect(chmod(container + "/in", 0) == 0) }
    case .folders:
      let deep = (0..<40).map { _ in "d" }.joined(separator: "/")
      try files.createDirectory(atPath: "\(container)/\(deep)", withIntermediateDirectories: true)
    }
  }

  private var log: KeyboardLog { KeyboardLog(of: Self.identifier, in: folders) }

  private func source(fileAccess: String = "none", runnerPath: String = "/nonexistent") throws -> BundleSource {
    let bundle = try makeBundle("Demanding.keyboard", Self.identifier, fileAccess: fileAccess)
    return BundleSource(
      registry: KeyboardRegistry(folders: folders), runnerPath: runnerPath, deadlines: .patient,
      extraBundles: [try KeyboardBundle(bundle.path)])
  }

  @Test("A session does not list an installed keyboard that has the identifier of the probe")
  func listsNoProbe() throws {
    _ = try makeBundle("data/keyboards/Probe.keyboard", KeyboardIdentifier.probe)
    _ = try makeBundle("data/keyboards/Other.keyboard", "org.example.other")
    let registry = KeyboardRegistry(folders: folders)
    for identifier in [KeyboardIdentifier.probe, "org.example.other"] { try registry.enable(identifier) }
    let source = BundleSource(registry: registry, runnerPath: "/nonexistent", deadlines: .patient)
    let modes = source.modes().map(\.identifier)
    #expect(modes.contains("org.example.other") && !modes.contains(KeyboardIdentifier.probe))
  }

  private func makeBundle(_ path: String, _ identifier: String, fileAccess: String = "none") throws -> URL {
    let bundle = folder.url.appending(path: path)
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    let manifest: [String: Any] = [
      "CFBundleIdentifier": identifier, "CFBundleExecutable": "libDemanding.so", "KLVFileAccess": fileAccess,
      "NSExtension": [
        "NSExtensionPointIdentifier": Manifest.extensionPoint, "NSExtensionPrincipalClass": "Keyboard",
        "NSExtensionAttributes": ["PrimaryLanguage": "en-US", "RequestsOpenAccess": true],
      ],
    ]
    try PropertyListSerialization.data(fromPropertyList: manifest, format: .xml, options: 0)
      .write(to: bundle.appending(path: Manifest.fileName))
    return bundle
  }
}
