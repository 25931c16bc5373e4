import BundleFixtures
import KeyboardStore
@testable import BundleFiles
@testable import BundleFormat
import Diagnostics
import Foundation
import Testing

@Suite struct BundleAssemblyTests {
  /// Creates a source folder without a library. Returns its path, and the path of a library in another folder.
  private func source(_ workspace: Workspace, files: [String: [UInt8]] = [:]) throws -> (
    folder: String, library: String
  ) {
    let folder = try workspace.bundle("Source", files: files)
    let library = "\(workspace.path)/built.so"
    try FileManager.default.moveItem(atPath: "\(folder)/libTest.so", toPath: library)
    return (folder, library)
  }

  private func contents(_ path: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
  }

  @Test("A bundle gets all files of the source folder except code, tests, build files, README.md and hidden files")
  func includedFiles() throws {
    let workspace = try Workspace()
    let left = [
      "Sources/a.txt", "Tests/b.txt", "Package.swift", "Package.resolved", "Makefile", "main.swift", "a.c", "a.h",
      "a.o",
      "README.md", ".hidden", ".build/x", "deep/inner.c", "deep/.x", "Old.keyboard/Info.plist",
      "deep/Old.keyboard/Info.plist",
    ]
    let taken = ["tags.json", "deep/Sources/x.png", "en.lproj/Localizable.strings"]
    let all = Dictionary(uniqueKeysWithValues: (left + taken).map { ($0, [UInt8]("\"a\" = \"b\";".utf8)) })
    let (folder, library) = try source(workspace, files: all)
    let output = "\(workspace.path)/out/deep/Test.keyboard"
    let bundle = try BundleAssembly.assemble(folder, library: library, output: output)
    #expect(bundle.manifest.identifier == "org.example.test")
    #expect(
      try contents(output) == [
        "Info.plist", "deep", "deep/Sources", "deep/Sources/x.png", "en.lproj", "en.lproj/Localizable.strings",
        "libTest.so", "tags.json",
      ])
    try workspace.registry.install([output])
  }

  @Test("The library in a bundle has the name that the manifest gives")
  func libraryName() throws {
    let workspace = try Workspace()
    let folder = try workspace.bundle("Source")
    // The source folder contains the new library as `built.so`, and an older library under the name from the manifest.
    try workspace.write(SharedLibrary.valid(), to: "Source/built.so")
    try workspace.write(Array("old".utf8), to: "Source/libTest.so")
    let output = "\(workspace.path)/Test.keyboard"
    try BundleAssembly.assemble(folder, library: "\(folder)/built.so", output: output)
    #expect(try contents(output) == ["Info.plist", "libTest.so"])
  }

  @Test("Assembly replaces an older bundle, even if that bundle is inside the source folder")
  func olderBundle() throws {
    let workspace = try Workspace()
    let (folder, library) = try source(workspace, files: ["one.txt": []])
    let output = "\(folder)/Test.keyboard"
    try BundleAssembly.assemble(folder, library: library, output: output)
    try FileManager.default.removeItem(atPath: "\(folder)/one.txt")
    try workspace.write([], to: "Source/two.txt")
    try BundleAssembly.assemble(folder, library: library, output: output + "/")
    #expect(try contents(output) == ["Info.plist", "libTest.so", "two.txt"])
    #expect(
      try contents(folder).filter { !$0.hasPrefix("Test.keyboard/") } == ["Info.plist", "Test.keyboard", "two.txt"])
  }

  /// The faults that assembly refuses, each with its diagnostic code and a function that creates the fault.
  static let faults: [(code: DiagnosticCode, name: String, spoil: @Sendable (Workspace) throws -> Void)] = [
    (.libraryNotELF, "a library that is not an ELF file", { try $0.write([1, 2, 3], to: "built.so") }),
    (.inputUnreadable, "no library", { unlink("\($0.path)/built.so") }),
    (
      .inputUnreadable, "a library that is a FIFO",
      { workspace in
        unlink("\(workspace.path)/built.so")
        mkfifo("\(workspace.path)/built.so", 0o600)
      }
    ),
    (.manifestMissing, "no manifest", { unlink("\($0.path)/Source/Info.plist") }),
    (
      .symbolicLinkLeavesBundle, "a link",
      { try FileManager.default.createSymbolicLink(atPath: "\($0.path)/Source/x", withDestinationPath: "/etc") }
    ),
    (.stringsMalformed, "a table that cannot be read", { try $0.write([0x22], to: "Source/en.lproj/A.strings") }),
    (.bundleTooLarge, "too much", { truncate("\(try $0.bundle("Source/Big"))/Info.plist", 65 * 1024 * 1024) }),
    (.outputExists, "another folder in its place", { try $0.write([], to: "out/Test.keyboard/letter.txt") }),
    (.outputExists, "a file in its place", { try $0.write([], to: "out/Test.keyboard") }),
  ]

  @Test("A failed assembly leaves the output folder unchanged", arguments: faults.indices)
  func failedAssembly(_ index: Int) throws {
    let fault = Self.faults[index]
    let workspace = try Workspace()
    let (folder, library) = try source(workspace)
    try workspace.write([], to: "out/neighbor.txt")
    try fault.spoil(workspace)
    let before = try contents("\(workspace.path)/out")
    let diagnostic = #expect(throws: Diagnostic.self) {
      try BundleAssembly.assemble(folder, library: library, output: "\(workspace.path)/out/Test.keyboard")
    }
    #expect(diagnostic?.code == fault.code, "\(fault.name): \(diagnostic?.description ?? "")")
    #expect(diagnostic?.subject.hasPrefix("Test.keyboard/") == false)
    #expect(try contents("\(workspace.path)/out") == before)
  }

  @Test("Assembly refuses an output that is not named NAME.keyboard", arguments: ["Test.bundle", "Test", ".keyboard"])
  func outputName(_ name: String) throws {
    let workspace = try Workspace()
    let (folder, library) = try source(workspace)
    let diagnostic = #expect(throws: Diagnostic.self) {
      try BundleAssembly.assemble(folder, library: library, output: "\(workspace.path)/\(name)")
    }
    #expect(diagnostic?.code == .usageWrong)
  }

  @Test("If the new bundle is broken, assembly keeps the older bundle")
  func brokenNewBundle() throws {
    let workspace = try Workspace()
    let (folder, library) = try source(workspace)
    let output = "\(workspace.path)/out/Test.keyboard"
    try BundleAssembly.assemble(folder, library: library, output: output)
    try workspace.write([], to: "built.so")
    #expect(throws: Diagnostic.self) { try BundleAssembly.assemble(folder, library: library, output: output) }
    #expect(
      try contents("\(workspace.path)/out") == [
        "Test.keyboard", "Test.keyboard/Info.plist", "Test.keyboard/libTest.so",
      ])
    try KeyboardBundle(output).validate()
  }
}
