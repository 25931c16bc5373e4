import BundleFixtures
@testable import BundleFiles
@testable import BundleFormat
import Diagnostics
import Foundation
import Testing

@Suite struct BundleInspectionTests {
  @Test("The inspection of a valid bundle has its manifest, its library and all its files")
  func validBundle() throws {
    let workspace = try Workspace()
    let inspection = try BundleInspection(workspace.bundle(files: ["deep/a.txt": [1, 2, 3]]))
    #expect(inspection.diagnostic == nil)
    #expect(inspection.name == "Test.keyboard")
    #expect(inspection.manifest?.identifier == "org.example.test")
    #expect(inspection.library?.symbols["klv_keyboard"] == .object)
    #expect(inspection.files.map(\.path) == ["Info.plist", "deep/a.txt", "libTest.so"])
    #expect(inspection.files[1].bytes == 3)
  }

  @Test("If the manifest is refused, the inspection still contains the manifest and the library")
  func refusedManifest() throws {
    let workspace = try Workspace()
    let inspection = try BundleInspection(
      workspace.bundle(manifest: .manifest(dropInExtension: "NSExtensionPrincipalClass")))
    #expect(inspection.diagnostic?.code == .principalClassMissing)
    #expect(inspection.manifest == nil)
    #expect(inspection.properties["CFBundleIdentifier"] == "org.example.test")
    #expect(inspection.library?.symbols["klv_keyboard"] != nil)
  }

  @Test(
    "The inspection warns about a resource that a keyboard without paths cannot read",
    arguments: [(524_288, "none", false), (524_289, "none", true), (524_289, "paths", false)])
  func largeResource(size: Int, access: String, warns: Bool) throws {
    let workspace = try Workspace()
    let file = [UInt8](repeating: 97, count: size)
    let inspection = try BundleInspection(
      workspace.bundle(manifest: .manifest(["KLVFileAccess": .string(access)]), files: ["words.txt": file]))
    let warning =
      "words.txt is larger than 512 KiB, so the keyboard cannot read it. "
      + "Split the file, or set KLVFileAccess to paths."
    #expect(inspection.warnings.map(\.forAuthors).contains(warning) == warns, "\(inspection.warnings)")
  }

  @Test("If a bundle has actions but neither a class nor an input view, the diagnostic names the missing file")
  func actionsWithoutInputView() throws {
    let workspace = try Workspace()
    let inspection = try BundleInspection(
      workspace.bundle(
        manifest: .manifest(["KLVActions": ["tap": "v(h)"]], dropInExtension: "NSExtensionPrincipalClass")))
    #expect(inspection.diagnostic?.code == .principalClassMissing)
    #expect(inspection.diagnostic?.sentence.contains("the bundle has no Interface.plist") == true)
  }

  @Test("If the library is broken, the inspection still contains the manifest")
  func brokenLibrary() throws {
    let workspace = try Workspace()
    let inspection = try BundleInspection(workspace.bundle(library: [1, 2, 3]))
    #expect(inspection.diagnostic?.code == .libraryNotELF)
    #expect(inspection.manifest?.identifier == "org.example.test")
    #expect(inspection.library == nil)
  }

  @Test("The inspection does not read a library outside the bundle")
  func libraryOutsideBundle() throws {
    let workspace = try Workspace()
    try workspace.write(SharedLibrary.valid(), to: "libTest.so")
    let inspection = try BundleInspection(
      workspace.bundle(manifest: .manifest(["CFBundleExecutable": "../libTest.so"])))
    #expect(inspection.diagnostic?.code == .executableLeavesBundle)
    #expect(inspection.library == nil)
  }
}
