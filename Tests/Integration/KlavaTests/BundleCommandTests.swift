import Foundation
import TestSupport
import Testing

@Suite struct BundleCommandTests {
  private func source(_ desk: CommandSandbox) throws -> (folder: String, library: String) {
    let folder = try desk.bundle("Source", files: ["README.md": "", "Sources/main.c": "", "tags.json": "{}"])
    let library = "\(desk.path)/built.so"
    try FileManager.default.moveItem(atPath: "\(folder)/libTest.so", toPath: library)
    return (folder, library)
  }

  @Test func aSourceFolderAndALibraryMakeABundleThatInstalls() throws {
    let desk = try CommandSandbox()
    let (folder, library) = try source(desk)
    let output = "\(desk.path)/new/Mine.keyboard"
    #expect(try desk.done("bundle", folder, "--library", library, "-o", output).isOneLine)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: output).sorted() == ["Info.plist", "libTest.so", "tags.json"])
    try desk.done("install", output)
    // The second run replaces the bundle of the first one.
    try desk.done("bundle", folder, "--library", library, "-o", output)
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(desk.path)/new") == ["Mine.keyboard"])
  }

  @Test(arguments: [
    ("Mine.bundle", "KLV-0809"), ("Other.keyboard", "KLV-0808"), ("file.keyboard", "KLV-0808"),
  ])
  func whatIsNoBundleIsNotReplaced(_ name: String, _ code: String) throws {
    let desk = try CommandSandbox()
    let (folder, library) = try source(desk)
    try desk.write("precious", to: "Other.keyboard/letter.txt")
    try desk.write("precious", to: "file.keyboard")
    let outcome = try desk.klava("bundle", folder, "--library", library, "-o", "\(desk.path)/\(name)")
    #expect(outcome.status == 2)
    #expect(outcome.errors.isOneLine)
    #expect(outcome.errors.hasPrefix("klava: error \(code): "), "\(outcome.errors)")
    #expect(FileManager.default.fileExists(atPath: "\(desk.path)/Other.keyboard/letter.txt"))
    #expect(FileManager.default.fileExists(atPath: "\(desk.path)/file.keyboard"))
  }

  @Test func signaturesAreChecked() throws {
    let desk = try CommandSandbox()
    let (folder, library) = try source(desk)
    try desk.write(TestManifest.action("v(z)").text, to: "Source/Info.plist")
    let outcome = try desk.klava("bundle", folder, "--library", library, "-o", "\(desk.path)/Mine.keyboard")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("KLV-0140"))
    #expect(outcome.errors.contains("at byte 2"))
  }
}
