import BundleFixtures
@testable import BundleFiles
@testable import BundleFormat
import BundleParser
import Diagnostics
import Foundation
import HostFiles
import KeyboardProtocol
@testable import KeyboardStore
import TestSupport
import Testing

/// Tests of bundle records, and of the process that writes these records.
@Suite struct BundleRecordTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// Reads a valid bundle with a shell script in place of the bundle reader.
  private func read(_ lines: String) throws -> BundleRecord {
    try BundleReader.read(BundleFolder(workspace.bundle()), with: workspace.writeScript(lines, to: "reader"))
  }

  @Test("The host can save the record of the largest answer of a bundle reader")
  func largestAnswerFits() { #expect(ReadingOrder.maximumAnswerBytes <= StateFile.maximumBytes - 4_096) }

  @Test("A bundle record contains the parsed content of all files, and a truncated record is an error")
  func recordContent() throws {
    let path = try workspace.bundle(files: [
      "Interface.plist": PropertyList.dictionary(["Rows": [["a"]]]).xml,
      "Settings.bundle/Root.plist": PropertyList.dictionary(["PreferenceSpecifiers": []]).xml,
      "en.lproj/Localizable.strings": Array("\"a\" = \"b\";".utf8), "other.txt": [1],
    ])
    let record = try BundleReader.read(BundleFolder(path))
    #expect(record.isComplete)
    #expect(
      record.contents.keys.sorted() == [
        "Info.plist", "Interface.plist", "Settings.bundle/Root.plist", "en.lproj/Localizable.strings", "libTest.so",
      ])
    #expect(record.contents["en.lproj/Localizable.strings"] == .strings(["a": "b"]))
    #expect(try BundleRecord(frame: record.frame) == record)
    for count in stride(from: 0, to: record.frame.count, by: 7) {
      #expect(throws: WireError.self) { try BundleRecord(frame: Array(record.frame.prefix(count))) }
    }
  }

  @Test(
    "A malformed answer of the bundle reader is an error, and the host installs nothing",
    arguments: [
      "exit 0", "printf x", "head -c 20000000 /dev/zero", "head -c 4096 /dev/urandom", "printf '\\377\\377\\377\\377'",
    ])
  func malformedAnswer(_ lines: String) throws {
    let diagnostic = #expect(throws: Diagnostic.self) { try read(lines) }
    #expect(diagnostic?.code == .bundleNotRead)
  }

  @Test("The host refuses an answer of the bundle reader with the wrong kind of content or an impossible code")
  func wrongAnswer() throws {
    let answers: [BundleRecord.Content] = [
      .strings([:]), .library(ELFImage()), .diagnostic(.internalFault, "x"), .diagnostic(.stringsMalformed, "x"),
      .propertyList(.dictionary([:]), bytes: 1),
    ]
    for answer in answers {
      let bytes = WireWriter.bytes { writer in
        for _ in 0..<2 { writer.writeBytes(answer.frame) }
      }
      try workspace.write(bytes, to: "answer")
      let diagnostic = #expect(throws: Diagnostic.self) { try read("cat \(workspace.path)/answer") }
      #expect(diagnostic?.code == .bundleNotRead, "\(answer)")
    }
  }

  @Test("The host refuses a bundle record whose values exceed the limits of property lists")
  func valueLimits() throws {
    let deep = (0..<33).reduce(PropertyList.string("x")) { inner, _ in [inner] }
    let marks = String(repeating: "\u{301}", count: 31)
    let many = PropertyList.array(Array(repeating: true, count: 20_000))
    for value in [deep, many, .string("a" + marks), ["a\(marks)": true]] as [PropertyList] {
      let content = BundleRecord.Content.propertyList(value, bytes: 1)
      #expect(throws: WireError.self) { try BundleRecord.Content(frame: content.frame) }
    }
  }

  @Test("If the bundle reader crashes, the error names the file that it was reading")
  func crashingReader() throws {
    let own = Repository.product("klava-bundle-reader")
    let diagnostic = #expect(throws: Diagnostic.self) {
      try read("mkdir '\(workspace.path)/crashed' 2>/dev/null && kill -SEGV $$; exec \(own) \"$@\"")
    }
    #expect(diagnostic?.code == .propertyListMalformed)
    #expect(diagnostic?.subject == "Test.keyboard/Info.plist")
    #expect(diagnostic?.sentence.contains("signal 11") == true)
  }

  @Test("If the bundle reader also crashes with a valid file, the error does not blame the bundle")
  func alwaysCrashingReader() throws {
    let diagnostic = #expect(throws: Diagnostic.self) { try read("kill -SEGV $$") }
    #expect(diagnostic?.code == .bundleNotRead)
    #expect(diagnostic?.sentence.contains("signal 11") == true)
  }

  @Test("The bundle reader works without Landlock, but not without seccomp")
  func withoutLandlock() throws {
    let own = Repository.product("klava-bundle-reader")
    let record = try read("case $2 in landlock*) exit 81;; esac; exec \(own) \"$@\"")
    #expect(record.contents["Info.plist"] != nil)
    let diagnostic = #expect(throws: Diagnostic.self) { try read("exit 82") }
    #expect(diagnostic?.code == .bundleNotRead)
  }

  @Test("If the bundle reader is missing, the host reports that it did not read the bundle")
  func missingReader() throws {
    let path = try workspace.bundle()
    let diagnostic = #expect(throws: Diagnostic.self) { try BundleReader.read(BundleFolder(path), with: "/nothing") }
    #expect(diagnostic?.code == .bundleNotRead)
  }

  // MARK: The store

  private var record: String { "\(workspace.folders.keyboards)/org.example.test.record" }

  @Test("Installing a keyboard stores its bundle record, and uninstalling deletes the record")
  func storedRecord() throws {
    try workspace.registry.install([workspace.bundle()])
    #expect(FileManager.default.fileExists(atPath: record))
    try workspace.registry.uninstall("org.example.test")
    #expect(!FileManager.default.fileExists(atPath: record))
  }

  @Test("The host makes a new bundle record if the record is lost, damaged or made for other files", arguments: 0..<4)
  func newRecord(_ damage: Int) throws {
    try workspace.registry.install([workspace.bundle()])
    let good = try #require(FileManager.default.contents(atPath: record))
    switch damage {
    case 0: try FileManager.default.removeItem(atPath: record)
    case 1: try Data().write(to: URL(filePath: record))
    case 2: try good.dropLast(3).write(to: URL(filePath: record))
    default: try Data(good.map { $0 == UInt8(ascii: "-") ? 0x2E : $0 }).write(to: URL(filePath: record))
    }
    #expect(try workspace.registry.bundle("org.example.test").manifest.identifier == "org.example.test")
    #expect(FileManager.default.contents(atPath: record) == good)
  }

  @Test("The host refuses an installed bundle whose files no longer match its record")
  func changedFiles() throws {
    try workspace.registry.install([workspace.bundle()])
    let manifest = "\(workspace.folders.keyboards)/org.example.test.keyboard/Info.plist"
    chmod((manifest as NSString).deletingLastPathComponent, 0o755)
    chmod(manifest, 0o644)
    try Data(PropertyList.manifest(["CFBundleShortVersionString": "9"]).xml).write(to: URL(filePath: manifest))
    let diagnostic = #expect(throws: Diagnostic.self) { try workspace.registry.bundle("org.example.test") }
    #expect(diagnostic?.code == .keyboardChanged)
  }

  @Test("The host refuses a bundle with 17 files that look like a library, and the error names the limit of 16")
  func libraryLimit() throws {
    let libraries = Dictionary(uniqueKeysWithValues: (1...16).map { ("lib\($0).so", [UInt8(1)]) })
    let path = try workspace.bundle(files: libraries)
    let diagnostic = #expect(throws: Diagnostic.self) { try BundleReader.read(BundleFolder(path)) }
    #expect(diagnostic?.code == .bundleTooLarge)
    #expect(diagnostic?.sentence == "More than 16 files at the top of the bundle look like libraries.")
  }

  @Test("The host makes the record of a bundled keyboard at its first use and after its files change")
  func bundledKeyboard() throws {
    try workspace.ship()
    let shipped = "\(workspace.path)/shipped/calculator"
    #expect(try workspace.registry.keyboard("org.klava.calculator").displayName == "The calculator")
    #expect(FileManager.default.fileExists(atPath: "\(shipped).record"))
    try Data(
      PropertyList.manifest(["CFBundleIdentifier": "org.klava.calculator", "CFBundleDisplayName": "Another"]).xml
    ).write(to: URL(filePath: "\(shipped).keyboard/Info.plist"))
    #expect(try workspace.registry.keyboard("org.klava.calculator").displayName == "Another")
  }
}
