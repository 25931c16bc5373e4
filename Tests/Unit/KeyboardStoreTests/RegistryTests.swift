import BundleFiles
import BundleFixtures
@testable import HostFiles
@testable import BundleFormat
@testable import KeyboardStore
import Diagnostics
import Foundation
import JSON
import TestSupport
import Testing

@Suite struct RegistryTests {
  private let workspace: Workspace
  private var registry: KeyboardRegistry { workspace.registry }
  private let habr = "org.klava.habr-tags"
  private let calculator = "org.klava.calculator"
  private let phrases = "org.klava.pet-phrases"
  private let system = KeyboardIdentifier.system

  init() throws {
    workspace = try Workspace()
    try workspace.ship()
  }

  private func install(_ identifier: String, name: String = "Test") throws {
    let manifest = PropertyList.manifest([
      "CFBundleIdentifier": .string(identifier), "CFBundleDisplayName": .string(name),
    ])
    try registry.install([workspace.bundle(manifest: manifest)])
  }

  private var modes: [String] { get throws { try registry.modes().map(\.identifier) } }

  @Test("By default, the system keyboard is in the list, before the bundled keyboards")
  func defaultList() throws {
    #expect(try modes == [system, habr, calculator, phrases])
    #expect(workspace.installed.isEmpty)
  }

  @Test("Without bundled keyboards, the list contains only the system keyboard")
  func withoutBundledKeyboards() throws {
    #expect(try Workspace().registry.modes().map(\.identifier) == [system])
  }

  @Test(
    "If a third-party keyboard has the name or identifier of another keyboard as its name, the host shows its identifier",
    arguments: [
      "System", "SYSTEM ", "the calculator", "Calculator (org.klava.calculator)", "Keys (Org.Klava.System)",
    ])
  func equalNames(_ name: String) throws {
    try install("org.example.namesake", name: name)
    let shown = try registry.keyboards()
    #expect(shown.first { $0.identifier == "org.example.namesake" }?.displayName == "\(name) (org.example.namesake)")
    #expect(shown.first { $0.identifier == system }?.displayName == "System")
    #expect(try registry.resolve("system").identifier == system)
    #expect(try registry.resolve("System").identifier == system)
  }

  @Test(
    "The host shows the identifier of a keyboard whose name contains the identifier of another installed keyboard",
    arguments: [
      ("org.example.one", true), ("see ORG.example.ONE!", true), ("xorg.example.onex", true), ("org.example.o", false),
      ("org.example.other", true), ("org.example.namesake", false), ("org.example.onorg.example.one", true),
      (String(repeating: "n", count: 240) + " org.example.one", true),
      (String(repeating: "n", count: 250_000) + " org.example.one", true),
    ] as [(String, Bool)])
  func quotedIdentifiers(_ name: String, _ isDeceptive: Bool) throws {
    try install("org.example.one")
    try install("Org.Example.Other")
    try install("org.example.namesake", name: name)
    let shown = try registry.keyboards().first { $0.identifier == "org.example.namesake" }?.displayName
    #expect(shown == (isDeceptive ? "\(name) (org.example.namesake)" : name))
  }

  @Test(
    "To list the enabled keyboards, the host reads only the bundles of these keyboards, even if one of them is missing",
    arguments: [false, true])
  func enabledBundles(oneIsMissing: Bool) throws {
    for identifier in ["org.example.used", "org.example.unused"] { try install(identifier, name: "Same") }
    try registry.enable("org.example.used")
    if oneIsMissing {
      try registry.change([]) { state, _ in state.modes = ["org.example.gone", system, "org.example.used"] }
    }
    // The host shows a keyboard's identifier only if two known keyboards have the same name. Here the host has read
    // only one of the two bundles.
    #expect(try registry.modes().last?.displayName == "Same")
    #expect(try registry.keyboard("org.example.unused").displayName == "Same (org.example.unused)")
    let names = try registry.keyboards().map(\.displayName).filter { $0.hasPrefix("Same") }
    #expect(names.sorted() == ["Same (org.example.unused)", "Same (org.example.used)"])
    #expect(try registry.resolve("unused").identifier == "org.example.unused")
  }

  @Test("The registry finds a bundle in a folder with any name, and ignores a copy of an installed bundle")
  func foldersWithOtherNames() throws {
    try install("org.example.used")
    try registry.enable("org.example.used")
    let folder = workspace.folders.keyboards
    try FileManager.default.copyItem(
      atPath: "\(folder)/org.example.used.keyboard", toPath: "\(folder)/another.keyboard")
    #expect(try registry.keyboard("org.example.used").path == "\(folder)/org.example.used.keyboard")
    #expect(
      try registry.keyboards().filter { $0.identifier == "org.example.used" }.map(\.path) == [
        "\(folder)/org.example.used.keyboard"
      ])
    try FileManager.default.moveItem(
      atPath: "\(folder)/org.example.used.keyboard", toPath: "\(folder)/one more.keyboard")
    #expect(try registry.modes().map(\.identifier).contains("org.example.used"))
  }

  @Test("The registry finds a keyboard in the folder of another keyboard, and in a folder that differs only in case")
  func exchangedFolders() throws {
    for identifier in ["org.example.one", "org.example.two"] { try install(identifier) }
    try registry.enable("org.example.one")
    let folder = workspace.folders.keyboards
    let one = "\(folder)/org.example.one.keyboard", two = "\(folder)/org.example.two.keyboard"
    try FileManager.default.moveItem(atPath: two, toPath: "\(folder)/other")
    try FileManager.default.moveItem(atPath: one, toPath: two)
    #expect(try registry.modes().suffix(1).map(\.identifier) == ["org.example.one"])
    #expect(try registry.keyboard("org.example.one").path == two)
    try FileManager.default.moveItem(atPath: "\(folder)/other", toPath: one)
    try registry.enable("org.example.two")
    #expect(try registry.modes().suffix(2).map(\.path) == [two, one])
    try FileManager.default.moveItem(atPath: two, toPath: "\(folder)/Org.Example.One.keyboard")
    #expect(try registry.modes().suffix(2).map(\.path) == ["\(folder)/Org.Example.One.keyboard", one])
    #expect(try registry.resolve("org.example.ONE").path == "\(folder)/Org.Example.One.keyboard")
  }

  @Test("Klava refuses a keyboard if the user has put one whose identifier differs only in case into the folder")
  func clashesWithCopiedFolder() throws {
    func bundle(_ identifier: String) throws -> String {
      try workspace.bundle(
        "\(identifier).keyboard", manifest: PropertyList.manifest(["CFBundleIdentifier": .string(identifier)]))
    }
    let lower = try bundle("org.example.one")
    try registry.install([lower])
    try FileManager.default.copyItem(
      atPath: bundle("ORG.example.one"), toPath: "\(workspace.folders.keyboards)/ORG.example.one.keyboard")
    #expect { try registry.install([lower]) } throws: { ($0 as? Diagnostic)?.code == .identifierCaseClash }
  }

  @Test("The registry remains readable, whatever text is the reason of a quarantine")
  func keepsReasonsShort() throws {
    let flood = String(repeating: "\u{1}", count: 1_000_000)
    for keyboard in [habr, calculator, phrases] { try workspace.quarantine(keyboard, reason: flood) }
    #expect(try registry.keyboards().compactMap(\.quarantine?.reason.unicodeScalars.count) == [1_024, 1_024, 1_024])
  }

  @Test("The host does not write a state file that is too large to be read, and keeps the old file")
  func stateFileLimit() throws {
    let path = workspace.path + "/state"
    try StateFile.write([1], to: path)
    #expect(throws: Diagnostic.self) {
      try StateFile.write([UInt8](repeating: 0, count: StateFile.maximumBytes + 1), to: path)
    }
    #expect(try StateFile.read(path) == [1])
  }

  @Test("The user can enable, disable and reorder keyboards")
  func userChoices() throws {
    try registry.disable(calculator)
    #expect(try modes == [system, habr, phrases])
    try registry.enable(calculator, at: 1)
    #expect(try modes == [calculator, system, habr, phrases])
    try registry.order([system, phrases])
    #expect(try modes == [system, phrases, calculator, habr])
    try registry.disable(system)
    #expect(try modes == [phrases, calculator, habr])
    try registry.enable(system)
    try registry.enable(phrases)
    #expect(try modes == [phrases, calculator, habr, system])
    #expect(try registry.keyboards().map(\.position) == [1, 2, 3, 4])
  }

  @Test(
    "A part of an identifier or a name selects a keyboard if only one keyboard matches",
    arguments: [
      ("calc", "org.klava.calculator"), ("ORG.KLAVA.CALCULATOR", "org.klava.calculator"),
      ("habr", "org.klava.habr-tags"),
      ("The pet-phrases", "org.klava.pet-phrases"), ("system", "org.klava.system"),
      ("phrases", "org.klava.pet-phrases"),
    ])
  func partOfName(_ part: String, _ identifier: String) throws {
    #expect(try registry.resolve(part).identifier == identifier)
  }

  @Test("The name of a keyboard does not take the short name of another keyboard, and its identifier names it")
  func shortNameOfOtherKeyboard() throws {
    try registry.install([
      workspace.bundle(
        manifest: .manifest(["CFBundleIdentifier": .string("tags"), "CFBundleDisplayName": .string("habr-tags")]))
    ])
    #expect(try registry.resolve("tags").identifier == "tags")
    let diagnostic = #expect(throws: Diagnostic.self) { try registry.resolve("habr-tags") }
    #expect(diagnostic?.code == .keyboardAmbiguous)
  }

  @Test("No bundle takes the last part of a shipped keyboard's identifier", arguments: ["habr-tags", "Calculator"])
  func lastPartOfShippedKeyboard(identifier: String) throws {
    let bundle = try workspace.bundle(manifest: .manifest(["CFBundleIdentifier": .string(identifier)]))
    let diagnostic = #expect(throws: Diagnostic.self) { try registry.install([bundle]) }
    #expect(diagnostic?.code == .identifierShipped)
  }

  @Test("The error for an ambiguous name lists the matching keyboards")
  func ambiguousName() {
    let diagnostic = #expect(throws: Diagnostic.self) { try registry.resolve("a") }
    #expect(diagnostic?.code == .keyboardAmbiguous)
    #expect(diagnostic?.remedy.contains("org.klava.habr-tags, org.klava.calculator, org.klava.pet-phrases") == true)
  }

  @Test("A keyboard has full access only while its installed version requests it")
  func requestedAccess() throws {
    let manifest = PropertyList.manifest(attributes: ["RequestsOpenAccess": true])
    try registry.install([workspace.bundle(manifest: manifest)])
    #expect(try registry.resolve("test").hasFullAccess == false)
    try registry.setFullAccess("org.example.test", true)
    #expect(try registry.resolve("test").hasFullAccess)
    try registry.setRetention("org.example.test", .session)
    #expect(try registry.resolve("test").retention == .session)
    // A version that does not request full access does not get full access, even if the user granted it to an earlier
    // version.
    try registry.install([workspace.bundle(manifest: .manifest())])
    #expect(try registry.resolve("test").hasFullAccess == false)
    #expect(try registry.resolve("test").retention == .session)
  }

  @Test("A quarantine lasts until the files change or the user enables the keyboard again")
  func quarantine() throws {
    try workspace.quarantine(calculator, reason: "It crashed\nits loader.")
    #expect(try registry.resolve("calc").quarantine?.reason == "It crashed\nits loader.")
    let diagnostic = #expect(throws: Diagnostic.self) { try registry.bundle(calculator) }
    #expect(diagnostic?.code == .keyboardQuarantined)
    try registry.retry(calculator)
    #expect(try registry.bundle(calculator).manifest.identifier == calculator)
    try workspace.quarantine(calculator, reason: "again")
    try workspace.write(SharedLibrary.valid() + [0], to: "shipped/calculator.keyboard/libTest.so")
    #expect(try registry.resolve("calc").quarantine == nil)
    try workspace.quarantine(habr, reason: "once more")
    try registry.enable(habr)
    #expect(try registry.resolve("habr").quarantine == nil)
  }

  @Test("A session quarantines a keyboard while another process has locked the registry, and writes this later")
  func quarantineWithoutLock() throws {
    var session = registry
    let lock = try LockedFile("\(workspace.folders.config)/lock")
    try session.quarantine(calculator, reason: "first")
    #expect(try session.modes().first { $0.identifier == calculator }?.quarantine?.reason == "first")
    #expect(throws: Diagnostic.self) { try session.bundle(calculator) }
    let diagnostic = #expect(throws: Diagnostic.self) { try session.writeQuarantines(within: .zero) }
    #expect(diagnostic?.code == .registryLocked)
    #expect(try registry.resolve("calc").quarantine == nil)
    lock.unlock()
    try session.writeQuarantines(within: .zero)
    #expect(try registry.resolve("calc").quarantine?.reason == "first")
    // After the write, only the registry counts.
    try registry.enable(calculator)
    #expect(try session.resolve("calc").quarantine == nil)
    try session.quarantine(calculator, reason: "second")
    try workspace.write(SharedLibrary.valid() + [0], to: "shipped/calculator.keyboard/libTest.so")
    #expect(try session.resolve("calc").quarantine == nil)
  }

  @Test("The user cannot disable the last keyboard that is not in quarantine")
  func lastKeyboard() throws {
    try registry.disable(habr)
    try registry.disable(phrases)
    try workspace.quarantine(calculator, reason: "crashed")
    let diagnostic = #expect(throws: Diagnostic.self) { try registry.disable(system) }
    #expect(diagnostic?.code == .lastInputMode)
  }

  @Test("If one bundle is broken, the list contains its error, and all other keyboards")
  func brokenBundle() throws {
    try workspace.write(Array("no plist".utf8), to: "home/data/keyboards/org.example.broken.keyboard/Info.plist")
    try workspace.bundle("home/data/keyboards/org.example.fine.keyboard")
    let keyboards = try registry.keyboards()
    let broken = keyboards.first { $0.identifier == "org.example.broken" }
    #expect(broken?.diagnostic?.code == .propertyListMalformed)
    #expect(keyboards.first { $0.identifier == "org.example.test" }?.diagnostic == nil)
    #expect(keyboards.count == 6)
    let diagnostic = #expect(throws: Diagnostic.self) { try registry.enable("org.example.broken") }
    #expect(diagnostic?.code == .propertyListMalformed)
  }

  @Test("The registry file keeps unknown members, which a newer version of Klava can have written")
  func unknownMembers() throws {
    try workspace.write(
      Array("{\"version\": 1, \"later\": {\"a\": null}, \"keyboards\": {\"x\": {\"color\": 1.5}}}".utf8),
      to: "home/config/registry.json")
    try registry.disable(calculator)
    let bytes = try #require(try StateFile.read(workspace.folders.registry))
    let members = try JSONValue(reading: bytes).members
    #expect(members?["later"] == .object(["a": .null]))
    #expect(members?["keyboards"]?.members?["x"] == .object(["color": .real(1.5)]))
    #expect(members?["modes"] == .array([.string(system), .string(habr), .string(phrases)]))
  }

  @Test("The error for a damaged registry names the file and the place of the fault, and the file stays unchanged")
  func damagedFile() throws {
    let damaged = Array("{\"version\": 1,\n \"modes\": ]}".utf8)
    try workspace.write(damaged, to: "home/config/registry.json")
    let diagnostic = #expect(throws: Diagnostic.self) { try registry.disable(calculator) }
    #expect(diagnostic?.subject == workspace.folders.registry)
    #expect(diagnostic?.sentence.contains("a value is expected (line 2, column 11)") == true)
    #expect(try StateFile.read(workspace.folders.registry) == damaged)
  }

  @Test("If eight threads change the registry at the same time, no change is lost")
  func simultaneousWriters() throws {
    let folders = workspace.folders
    DispatchQueue.concurrentPerform(iterations: 8) { writer in
      let registry = KeyboardRegistry(folders: folders)
      for _ in 0..<50 {
        do {
          try registry.change([]) { state, _ in
            let count = state["k\(writer)"].digest.flatMap { Int($0) } ?? 0
            state["k\(writer)"].digest = "\(count + 1)"
            let sum = state["sum"].digest.flatMap { Int($0) } ?? 0
            state["sum"].digest = "\(sum + 1)"
          }
        } catch {
          Issue.record(error)
        }
      }
    }
    let state = try RegistryState(reading: folders.registry)
    #expect(state["sum"].digest == "400")
    for writer in 0..<8 { #expect(state["k\(writer)"].digest == "50") }
  }
}
