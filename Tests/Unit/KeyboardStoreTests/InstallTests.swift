import BundleFixtures
@testable import HostFiles
@testable import BundleFiles
@testable import BundleFormat
@testable import KeyboardStore
import Diagnostics
import Foundation
import InputViewModel
import KeyboardProtocol
import SystemSupport
import TestSupport
import Testing
import TextModel

@Suite struct InstallTests {
  private let workspace: Workspace
  private var registry: KeyboardRegistry { workspace.registry }
  /// A registry that waits long enough for a lock, even on a busy machine.
  private var patientRegistry: KeyboardRegistry {
    var registry = registry
    registry.patience = .seconds(600)
    return registry
  }

  init() throws {
    workspace = try Workspace()
    try workspace.ship()
  }

  private func manifest(_ identifier: String, version: String = "1") -> PropertyList {
    .manifest(["CFBundleIdentifier": .string(identifier), "CFBundleShortVersionString": .string(version)])
  }

  @Test("The error for a file that the system does not open contains the reason and fits a file of another user")
  func refusedFile() throws {
    let diagnostic = try BundleFolder(workspace.bundle()).diagnostic(SystemError(EACCES), "Info.plist")
    #expect(diagnostic.code == .fileUnreadable)
    #expect(diagnostic.sentence == "Klava cannot read the file or folder: Permission denied.")
    #expect(diagnostic.remedy.hasPrefix("Check the owner and the permissions"))
  }

  @Test("An installed bundle is a read-only copy, and its keyboard is disabled")
  func readOnlyCopy() throws {
    let path = try workspace.bundle(files: ["en.lproj/Localizable.strings": Array("a = b;".utf8)])
    let installed = try registry.install([path]).map(\.keyboard)
    #expect(installed.map(\.identifier) == ["org.example.test"])
    #expect(installed.first?.isEnabled == false)
    let place = "\(workspace.folders.keyboards)/org.example.test.keyboard"
    #expect(installed.first?.path == place)
    for (name, mode) in [("", 0o555), ("/en.lproj", 0o555), ("/libTest.so", 0o444), ("/Info.plist", 0o444)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: place + name)
      #expect(attributes[.posixPermissions] as? Int == mode)
    }
    #expect(
      try BundleFolder(place).read("libTest.so", limit: 1 << 20, tooLarge: .resourceTooLarge) == SharedLibrary.valid())
    #expect(!workspace.installed.contains { $0.contains("staging") })
  }

  @Test("A new version replaces the installed version, keeps its position in the list and ends the quarantine")
  func newVersion() throws {
    try registry.install([workspace.bundle(manifest: manifest("org.example.test"))])
    try registry.enable("org.example.test", at: 1)
    try workspace.quarantine("org.example.test", reason: "crashed")
    try registry.install([workspace.bundle(manifest: manifest("org.example.test", version: "2"))])
    let keyboard = try registry.resolve("test")
    #expect(keyboard.manifest?.version == "2")
    #expect(keyboard.position == 1)
    #expect(keyboard.quarantine == nil)
    #expect(try registry.bundle("org.example.test").manifest.version == "2")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: workspace.folders.keyboards).sorted() == [
        "org.example.test.keyboard", "org.example.test.record",
      ])
  }

  @Test("If one of several bundles is faulty, the host installs no bundle")
  func severalBundles() throws {
    let good = try workspace.bundle("Good.keyboard", manifest: manifest("org.example.good"))
    let bad = try workspace.bundle("Bad.keyboard", library: Array("text".utf8))
    let diagnostic = #expect(throws: Diagnostic.self) { try registry.install([good, bad]) }
    #expect(diagnostic?.code == .libraryNotELF)
    #expect(workspace.installed.isEmpty)
  }

  @Test("An installation removes the files that an interrupted installation left behind")
  func interruptedInstallation() throws {
    try workspace.write([1], to: "home/data/keyboards/.staging-org.example.old.keyboard/Info.plist")
    let folders = ["home/config", "home/config/settings", "home/data/keyboards"]
    for folder in folders {
      try workspace.write([1], to: "\(folder)/.\(UUID().uuidString).new")
      try workspace.write([1], to: "\(folder)/.own.new")
    }
    try registry.install([workspace.bundle()])
    #expect(!workspace.installed.contains { $0.contains("staging") })
    for folder in folders {
      let names = try FileManager.default.contentsOfDirectory(atPath: workspace.path + "/" + folder)
      #expect(names.filter { $0.hasSuffix(".new") } == [".own.new"], "\(folder)")
    }
  }

  @Test("An installation copies and checks bundles without the lock of the registry, and changes nothing before")
  func locksRegistryLate() throws {
    let (registry, folder) = (patientRegistry, workspace.folders.keyboards)
    try registry.install([workspace.bundle(manifest: manifest("org.example.test"))])
    let path = try workspace.bundle(manifest: manifest("org.example.test", version: "2"))
    let other = try workspace.bundle(
      "Other.keyboard", manifest: manifest("org.example.other"), files: ["data": [1, 2, 3]])
    let lock = try LockedFile("\(workspace.folders.config)/lock")
    let thread = Thread {
      do { try registry.install([path, other]) } catch { Issue.record(error) }
    }
    thread.start()
    // A complete copy of a bundle is read-only.
    #expect(
      waitUntil {
        let staged = "\(folder)/.staging-org.example.other.keyboard"
        let attributes = try? FileManager.default.attributesOfItem(atPath: staged)
        return attributes?[.posixPermissions] as? Int == 0o555
      })
    #expect(try registry.resolve("test").manifest?.version == "1")
    #expect(throws: Diagnostic.self) { try registry.resolve("other") }
    lock.unlock()
    #expect(waitUntil { thread.isFinished })
    #expect(try registry.resolve("test").manifest?.version == "2")
    #expect(try registry.resolve("other").diagnostic == nil)
    #expect(!workspace.installed.contains { $0.contains("staging") })
  }

  @Test("Other processes can change the list during an installation")
  func listDuringInstallation() throws {
    let registry = registry
    try registry.install([workspace.bundle()])
    let lock = try LockedFile("\(workspace.folders.config)/install.lock")
    #expect(try lock.permits { try registry.enable("org.example.test") })
    #expect(try registry.modes().map(\.identifier).contains("org.example.test"))
  }

  /// A command that changes the installed bundles.
  enum BundleChange: CaseIterable {
    case installation, uninstallation
  }

  @Test("While a process installs or removes bundles, no other process can do so", arguments: BundleChange.allCases)
  func excludesInstallations(change: BundleChange) throws {
    let registry = patientRegistry
    let path = try workspace.bundle()
    try registry.install([path])
    let lock = try LockedFile("\(workspace.folders.config)/lock")
    let thread = Thread {
      do {
        if change == .installation { try registry.install([path]) } else { try registry.uninstall("test") }
      } catch {
        Issue.record(error)
      }
    }
    thread.start()
    let file = "\(workspace.folders.config)/install.lock"
    #expect(waitUntil { (try? LockedFile(file)) == nil })
    lock.unlock()
    #expect(waitUntil { thread.isFinished })
    #expect(throws: Never.self) { try LockedFile(file) }
  }

  @Test("An installation that waits for another installation reports this once")
  func reportsWait() throws {
    let path = try workspace.bundle()
    let lock = try LockedFile("\(workspace.folders.config)/install.lock")
    var count = 0
    try patientRegistry.install([path]) {
      count += 1
      lock.unlock()
    }
    #expect(count == 1)
  }

  @Test("If Klava cannot write the registry, the installed bundles and their access stay as they were")
  func undoneInstallation() throws {
    try workspace.bundle("App/PlugIns/A.keyboard", manifest: manifest("org.example.a"))
    try workspace.bundle("App/PlugIns/B.keyboard", manifest: manifest("org.example.b"))
    let app = "\(workspace.path)/App"
    try registry.install([app])
    let before = try registry.keyboards()
    // Make the registry almost as large as Klava permits, so that a new entry does not fit.
    let path = workspace.folders.registry
    var text = String(decoding: try #require(try StateFile.read(path)), as: UTF8.self)
    let space = StateFile.maximumBytes - text.utf8.count - 40
    let later = "\"later\": \"\(String(repeating: "a", count: space))\""
    text.replace("\"version\"", with: "\(later), \"version\"", maxReplacements: 1)
    try StateFile.write(Array(text.utf8), to: path)
    try FileManager.default.removeItem(atPath: "\(app)/PlugIns/B.keyboard")
    try workspace.bundle("App/PlugIns/A.keyboard", manifest: manifest("org.example.a", version: "2"))
    try workspace.bundle("App/PlugIns/C.keyboard", manifest: manifest("org.example.c"))
    try workspace.bundle("App/PlugIns/D.keyboard", manifest: manifest("org.example.d"))
    let diagnostic = #expect(throws: Diagnostic.self) { try registry.install([app]) }
    #expect(diagnostic?.code == .stateUnwritable)
    #expect(try registry.keyboards() == before)
    for identifier in ["org.example.a", "org.example.b"] {
      #expect(try registry.bundle(identifier).manifest.version == "1")
    }
    #expect(workspace.installed.allSatisfy { !$0.contains("staging") && !$0.contains("removed") })
    #expect(workspace.installed.allSatisfy { !$0.contains("org.example.c") })
  }

  @Test("Klava installs at most 64 bundles of a container folder")
  func bundlesOfContainer() throws {
    for index in 0...KeyboardRegistry.maximumContainedBundles {
      try workspace.write([1], to: "App/PlugIns/\(index).keyboard/Info.plist")
    }
    let diagnostic = #expect(throws: Diagnostic.self) { try registry.install(["\(workspace.path)/App"]) }
    #expect(diagnostic?.code == .containerTooLarge)
    #expect(diagnostic?.sentence == "The folder PlugIns contains 65 keyboards; the maximum is 64.")
    // With the maximum number, the installation checks the bundles, and the first bundle is damaged.
    try FileManager.default.removeItem(atPath: "\(workspace.path)/App/PlugIns/64.keyboard")
    let other = #expect(throws: Diagnostic.self) { try registry.install(["\(workspace.path)/App"]) }
    #expect(other?.code == .propertyListMalformed)
  }

  @Test("A new version of a container folder replaces all keyboards of the old version; uninstalling removes them all")
  func containerFolder() throws {
    try workspace.bundle("App/PlugIns/A.keyboard", manifest: manifest("org.example.a"))
    try workspace.bundle("App/PlugIns/B.appex", manifest: manifest("org.example.b"))
    let app = "\(workspace.path)/App"
    #expect(try registry.install([app]).map(\.keyboard.identifier) == ["org.example.a", "org.example.b"])
    #expect(try registry.resolve("org.example.a").container == "App")
    // The new version of the container folder does not contain keyboard B, so the installation must remove the
    // installed B.
    try FileManager.default.removeItem(atPath: "\(app)/PlugIns/B.appex")
    try workspace.bundle("App/PlugIns/C.keyboard", manifest: manifest("org.example.c"))
    var removed: [String] = []
    try registry.install([app], removed: { removed.append($0.identifier) })
    #expect(removed == ["org.example.b"])
    let identifiers = try registry.keyboards().filter { $0.origin == .installed }.map(\.identifier)
    #expect(identifiers == ["org.example.a", "org.example.c"])
    #expect(try registry.uninstall("App") == ["org.example.a", "org.example.c"])
    #expect(workspace.installed == ["keyboards"])
  }

  @Test("A container folder of another author removes no keyboard, even if the folders have the same name")
  func containerFolderOfOtherAuthor() throws {
    try workspace.bundle("One/App/PlugIns/A.keyboard", manifest: manifest("org.example.a"))
    try workspace.bundle("Two/App/PlugIns/B.keyboard", manifest: manifest("org.example.b"))
    for folder in ["One", "Two", "One"] { try registry.install(["\(workspace.path)/\(folder)/App"]) }
    let identifiers = try registry.keyboards().filter { $0.origin == .installed }.map(\.identifier)
    #expect(identifiers == ["org.example.a", "org.example.b"])
  }

  @Test("Uninstalling removes the files, settings, data, log, audit and list entry of a keyboard")
  func uninstallation() throws {
    let folders = workspace.folders
    let path = try workspace.bundle(
      manifest: .manifest(attributes: ["RequestsOpenAccess": true]),
      files: ["Settings.bundle/Root.plist": Sample.settings.xml, "Settings.bundle/More.plist": Sample.more.xml])
    try registry.install([path])
    try registry.enable("org.example.test")
    try registry.setFullAccess("org.example.test", true)
    let schema = try #require(try registry.bundle("org.example.test").settings())
    try SettingsStore(identifier: "org.example.test", schema: schema, folders: folders).set("text", parsing: "x")
    try DataContainer(of: "org.example.test", .confined, in: folders).write("a", [1])
    try KeyboardLog(of: "org.example.test", in: folders).append("x", source: .host)
    var summary = AuditSummary()
    summary[.turns] = 1
    try KeyboardAudit(of: "org.example.test", in: folders).add(summary)
    #expect(try registry.uninstall("exampl") == ["org.example.test"])
    #expect(workspace.installed == ["containers", "keyboards"])
    #expect(!FileManager.default.fileExists(atPath: folders.settings(of: "org.example.test")))
    #expect(!FileManager.default.fileExists(atPath: folders.log(of: "org.example.test")))
    #expect(!FileManager.default.fileExists(atPath: folders.audit(of: "org.example.test")))
    let text = try String(contentsOfFile: folders.registry, encoding: .utf8)
    #expect(!text.contains("org.example.test"))
    #expect(try registry.modes().count == 4)
  }

  @Test("A keyboard that has only actions needs no symbol `klv_keyboard`")
  func onlyActions() throws {
    let plist = PropertyList.manifest(["KLVActions": ["tap": "v(h)"]], dropInExtension: "NSExtensionPrincipalClass")
    let interface: PropertyList = ["Rows": [["a", ["Key": ["Title": "tap", "Action": "tap"]]]]]
    let path = try workspace.bundle(
      manifest: plist, library: SharedLibrary.compile("void tap(void *h) {}"),
      files: ["Interface.plist": interface.binary()])
    try registry.install([path])
    let bundle = try registry.bundle("org.example.test")
    let configuration = bundle.launchConfiguration(
      inputView: try bundle.inputView(), settings: ["a": .integer(1)], languages: ["ru"],
      standing: InputModeStanding(hasFullAccess: true))
    #expect(configuration.principalClass == "")
    #expect(configuration.actions == ["tap": "v(h)"])
    #expect(configuration.inputView?.key("tap")?.action?.name == "tap")
    #expect(configuration.libraryPath == "\(workspace.folders.keyboards)/org.example.test.keyboard/libTest.so")
    #expect(configuration.settings == ["a": .integer(1)])
    #expect(configuration.preferredLanguages == ["ru"])
    #expect(configuration.standing.hasFullAccess)
  }

  @Test("The reader finds the symbols that a library exports and the libraries that it needs")
  func exportsAndNeeds() throws {
    let image = try KeyboardBundle(workspace.bundle()).library()
    #expect(image.symbols["klv_keyboard"] == .object)
    #expect(image.symbols["tap"] == .function)
    #expect(image.symbols["hidden"] == nil)
    #expect(image.symbols["puts"] == nil)
    #expect(image.neededLibraries == ["libc.so.6"])
    #expect(image.soname == "libTest.so")
    #expect(!image.wantsExecutableStack && !image.hasTextRelocations)
  }

  @Test("The reader does not list a symbol that is marked as hidden")
  func hiddenSymbol() throws {
    let bundle = try KeyboardBundle(workspace.bundle(library: SharedLibrary.valid().hidingFunctions))
    let symbols = try bundle.library().symbols
    #expect(symbols["tap"] == nil && symbols["apply"] == nil)
    #expect(symbols["klv_keyboard"] == .object)
  }

  @Test("The reader finds exported symbols through a hash table of the old style (DT_HASH)")
  func oldHashTable() throws {
    let library = try SharedLibrary.compile(
      "const int klv_keyboard = 1; void tap(void *h) {}", ["-Wl,--hash-style=sysv"])
    let image = try KeyboardBundle(workspace.bundle(library: library)).library()
    #expect(Set(image.symbols.keys).isSuperset(of: ["klv_keyboard", "tap"]))
  }

  @Test(
    "A keyboard's library may need only libraries of the C runtime and of Klava's Swift runtime",
    arguments: [
      ("libc.so.6", true), ("libm.so.6", true), ("libswiftCore.so", true), ("libFoundation.so", true),
      ("lib_FoundationICU.so", true), ("ld-linux-x86-64.so.2", true), ("libcurl.so.4", false), ("libX11.so.6", false),
      ("/tmp/libswiftCore.so", false), ("libswift/../../x.so", false), ("libc.so.7", false), ("", false),
      ("libFoundationXML.so", true), ("libFoundationNetworking.so", false), ("libswift_Differentiation.so", false),
      ("libswiftRemoteMirror.so", false), ("lib_InternalSwiftStaticMirror.so", false), ("libswiftNone.so", false),
    ] as [(String, Bool)])
  func allowedLibraries(_ library: String, _ isAllowed: Bool) {
    #expect(ELFImage.isAllowed(library) == isAllowed)
  }

  @Test("The reader accepts a mutated library or reports a diagnostic, and never traps", arguments: [UInt64(31), 32])
  func mutatedLibraries(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let original = try SharedLibrary.valid()
    let bundle = try KeyboardBundle(workspace.bundle())
    var understood = 0
    for round in 0..<400 {
      // Mutate only the first 2 KiB, because the reader parses the tables at the start of the file.
      let bytes = generator.mutate(Array(original.prefix(2_048))) + original.dropFirst(2_048)
      try workspace.write(bytes, to: "Test.keyboard/libTest.so")
      do {
        _ = try bundle.library()
        understood += 1
      } catch {
        #expect((300..<400).contains(error.code.rawValue), "seed \(seed), round \(round): \(error)")
      }
    }
    #expect(understood > 10)
  }
}
