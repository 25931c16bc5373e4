// BundleFixtures: bundles with valid and invalid manifests, property lists and libraries.
//
// For:    BundleFormatTests and KeyboardStoreTests.
// Never:  is part of a shipped program, runs code of a bundle, or writes outside of its temporary directory.
// Start:  `Workspace` below, then `SharedLibrary` for the libraries.

package import BundleFormat
import Foundation
package import KeyboardStore
package import TestSupport

/// A temporary directory with Klava's folders and the bundles of a test.
package final class Workspace: Sendable {
  private let directory: TemporaryDirectory
  /// The path of the directory.
  package var path: String { directory.path }

  /// Klava's folders in the directory.
  package let folders: KlavaFolders

  /// Makes an empty directory.
  package init() throws {
    directory = try TemporaryDirectory()
    folders = try KlavaFolders(
      root: "\(directory.path)/home", environment: ["KLAVA_LIBRARY": "\(directory.path)/shipped"], executable: "")
  }

  /// The registry of keyboards in these folders.
  package var registry: KeyboardRegistry { KeyboardRegistry(folders: folders) }

  /// All paths below the data folder.
  package var installed: [String] {
    (FileManager.default.enumerator(atPath: folders.data)?.compactMap { $0 as? String } ?? []).sorted()
  }

  /// Writes a file and creates its folder if necessary.
  package func write(_ bytes: [UInt8], to file: String) throws { try directory.write(bytes, to: file) }

  /// Writes a shell script that a test can execute at once, and returns its path.
  package func writeScript(_ commands: String, to file: String) throws -> String {
    try directory.writeScript(commands, to: file)
  }

  /// Makes a bundle and returns its path. The default arguments make a valid bundle.
  @discardableResult
  package func bundle(
    _ name: String = "Test.keyboard", manifest: PropertyList = .manifest(), library: [UInt8]? = nil,
    files: [String: [UInt8]] = [:]
  ) throws -> String {
    try write(manifest.xml, to: "\(name)/Info.plist")
    try write(library ?? SharedLibrary.valid(), to: "\(name)/libTest.so")
    for (file, bytes) in files { try write(bytes, to: "\(name)/\(file)") }
    return "\(path)/\(name)"
  }

  /// Quarantines a keyboard and writes the quarantine to the registry, as a session does.
  package func quarantine(_ identifier: String, reason: String) throws {
    var registry = registry
    try registry.quarantine(identifier, reason: reason)
    try registry.writeQuarantines(within: .seconds(60))
  }

  /// Makes the bundles of the three keyboards that ship with Klava.
  package func ship() throws {
    for identifier in KeyboardIdentifier.shipped {
      let name = identifier.split(separator: ".").last.map(String.init) ?? identifier
      try bundle(
        "shipped/\(name).keyboard",
        manifest: .manifest(["CFBundleIdentifier": .string(identifier), "CFBundleDisplayName": .string("The \(name)")]))
    }
  }
}

extension SeededGenerator {
  /// The bytes with up to three random mutations.
  package mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    for _ in 0..<Int.random(in: 1...3, using: &self) where !result.isEmpty {
      let index = Int.random(in: result.indices, using: &self)
      switch Int.random(in: 0..<5, using: &self) {
      case 0: result[index] = UInt8.random(in: 0...255, using: &self)
      case 1: result[index] ^= 1 << UInt8.random(in: 0..<8, using: &self)
      case 2: result.removeSubrange(index..<min(result.count, index + Int.random(in: 1...8, using: &self)))
      case 3: result.insert(contentsOf: result[index...].prefix(16), at: index)
      default: result[index] = [0x00, 0xFF, 0x7F, 0x80, 0xD1, 0xA1, 0x5F][Int.random(in: 0..<7, using: &self)]
      }
    }
    return result
  }
}
