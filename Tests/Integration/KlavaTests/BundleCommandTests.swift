import Foundation
import TestSupport
import Testing

@Suite struct BundleCommandTests {
  private func source(_ sandbox: CommandSandbox) throws -> (folder: String, library: String) {
    let folder = try sandbox.bundle("Source", files: ["README.md": "", "Sources/main.c": "", "tags.json": "{}"])
    let library = "\(sandbox.path)/built.so"
    try FileManager.default.moveItem(atPath: "\(folder)/libTest.so", toPath: library)
    return (folder, library)
  }

  @Test("klava bundle makes an installable bundle from a source folder and a library, and replaces an older bundle")
  func aSourceFolderAndALibraryMakeABundleThatInstalls() throws {
    let sandbox = try CommandSandbox()
    let (folder, library) = try source(sandbox)
    let output = "\(sandbox.path)/new/Mine.keyboard"
    #expect(try sandbox.done("bundle", folder, "--library", library, "-o", output).isOneLine)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: output).sorted() == ["Info.plist", "libTest.so", "tags.json"])
    try sandbox.done("install", output)
    // The second run replaces the bundle of the first one.
    try sandbox.done("bundle", folder, "--library", library, "-o", output)
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.path)/new") == ["Mine.keyboard"])
  }

  @Test("klava bundle warns about a library that exports symbols of Swift, as one without the version script does")
  func swiftExports() throws {
    let sandbox = try CommandSandbox()
    let (folder, library) = try source(sandbox)
    let code = """
      const int klv_keyboard[4] = {1, 0, 0, 0};
      void tap(void *handle) {}
      int one(void) __asm__("$s4Mine3oneyyF");
      int one(void) { return 1; }
      """
    try Data(Compilation.library([], code: code, compiler: "clang").bytes()).write(to: URL(filePath: library))
    let output = try sandbox.done("bundle", folder, "--library", library, "-o", "\(sandbox.path)/Mine.keyboard")
    #expect(output.contains("Warning: The library exports 1 Swift symbol. Hide all but"))
  }

  @Test(
    "klava bundle does not replace a file or folder that is not a bundle",
    arguments: [
      ("Mine.bundle", "KLV-0809"), ("Other.keyboard", "KLV-0808"), ("file.keyboard", "KLV-0808"),
    ])
  func whatIsNoBundleIsNotReplaced(_ name: String, _ code: String) throws {
    let sandbox = try CommandSandbox()
    let (folder, library) = try source(sandbox)
    try sandbox.write("precious", to: "Other.keyboard/letter.txt")
    try sandbox.write("precious", to: "file.keyboard")
    let outcome = try sandbox.klava("bundle", folder, "--library", library, "-o", "\(sandbox.path)/\(name)")
    #expect(outcome.status == 2)
    #expect(outcome.errors.isOneLine)
    #expect(outcome.errors.hasPrefix("klava: error \(code): "), "\(outcome.errors)")
    #expect(FileManager.default.fileExists(atPath: "\(sandbox.path)/Other.keyboard/letter.txt"))
    #expect(FileManager.default.fileExists(atPath: "\(sandbox.path)/file.keyboard"))
  }

  @Test("klava bundle refuses an invalid action signature and reports the position of the error")
  func signaturesAreChecked() throws {
    let sandbox = try CommandSandbox()
    let (folder, library) = try source(sandbox)
    try sandbox.write(TestManifest.action("v(z)").text, to: "Source/Info.plist")
    let outcome = try sandbox.klava("bundle", folder, "--library", library, "-o", "\(sandbox.path)/Mine.keyboard")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("KLV-0140"))
    #expect(outcome.errors.contains("at byte 2"))
  }
}
