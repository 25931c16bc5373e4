import Foundation
import TestSupport
import Testing

@Suite("Klava as a package")
struct PackageTests {
  private struct Package: Decodable {
    struct Product: Decodable {
      var name: String
      var targets: [String]
    }
    struct Target: Decodable {
      /// A build setting. `kind` has only one member, whose name is the kind of the setting.
      struct Setting: Decodable { var kind: [String: Anything] }
      struct Dependency: Decodable { var byName: [String?]? }
      var name: String
      var settings: [Setting]
      var dependencies: [Dependency]
    }
    struct Anything: Decodable { init(from decoder: any Decoder) {} }
    var products: [Product]
    var targets: [Target]
  }

  @Test(
    "KlavaKit has no unsafe flags, because SwiftPM refuses a dependency that has unsafe flags",
    arguments: ["", "Sources/SDK/Package"])
  func unsafeFlags(folder: String) throws {
    let directory = try TemporaryDirectory()
    let outcome = try Command(
      "/usr/bin/env",
      [
        "swift", "package", "--package-path", Repository.path(folder), "--scratch-path", directory.path, "dump-package",
      ], environment: ProcessInfo.processInfo.environment
    ).run()
    let package = try JSONDecoder().decode(Package.self, from: Data(outcome.output.utf8))
    var names = try #require(package.products.first { $0.name == "KlavaKit" }).targets
    var seen: Set<String> = []
    while let name = names.popLast() {
      guard seen.insert(name).inserted else { continue }
      let target = try #require(package.targets.first { $0.name == name })
      #expect(!target.settings.contains { $0.kind.keys.contains("unsafeFlags") }, "\(name)")
      for case let name?? in target.dependencies.map({ $0.byName?.first }) { names.append(name) }
    }
    #expect(seen.count == 6, "\(seen)")
  }

  @Test("The SDK exports whole modules, because exporting a single type would hide a type of that name in a keyboard")
  func exportsWholeModules() throws {
    let sdk = Repository.root.appending(path: "Sources/SDK")
    let files = try #require(FileManager.default.enumerator(atPath: sdk.path)).compactMap { $0 as? String }
    var count = 0
    for file in files where file.hasSuffix(".swift") {
      let text = try String(contentsOf: sdk.appending(path: file), encoding: .utf8)
      for line in text.split(separator: "\n") where line.hasPrefix("@_exported ") {
        count += 1
        #expect(line.split(separator: " import ").last?.contains(" ") == false, "\(file): \(line)")
      }
    }
    #expect(count > 4)
  }
}
