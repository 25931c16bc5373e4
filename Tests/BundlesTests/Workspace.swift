import BundleFormat
import KeyboardStore
import Foundation

/// A temporary folder with Klava's folders in it, and bundles that a test makes; gone with the value.
final class Workspace: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/klava-bundles-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    // Installed folders are read-only, also for their owner. Never through a link: what it leads to is not the test's.
    for case let name as String in FileManager.default.enumerator(atPath: path) ?? .init() {
      var status = stat()
      guard lstat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { continue }
      chmod("\(path)/\(name)", 0o700)
    }
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      print("left behind: \(path): \(error)")
    }
  }

  var folders: KlavaFolders {
    let home = "\(path)/home"
    return KlavaFolders(
      config: "\(home)/config", data: "\(home)/data", state: "\(home)/state", runtime: "\(home)/runtime",
      libraries: ["\(path)/shipped"])
  }

  var registry: KeyboardRegistry { KeyboardRegistry(folders: folders) }

  /// Every path under the data folder, with what is in it.
  var installed: [String] {
    (FileManager.default.enumerator(atPath: folders.data)?.compactMap { $0 as? String } ?? []).sorted()
  }

  /// Writes a file, and the folders that it is in.
  func write(_ bytes: [UInt8], to file: String) throws {
    let target = "\(path)/\(file)"
    try FileManager.default.createDirectory(
      atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: target))
  }

  /// Makes a bundle that is valid but for what is given; answers its path.
  @discardableResult
  func bundle(
    _ name: String = "Test.keyboard", manifest: PropertyList = .manifest(), library: [UInt8]? = nil,
    files: [String: [UInt8]] = [:]
  ) throws -> String {
    try write(manifest.xml, to: "\(name)/Info.plist")
    try write(library ?? SharedLibrary.valid(), to: "\(name)/libTest.so")
    for (file, bytes) in files { try write(bytes, to: "\(name)/\(file)") }
    return "\(path)/\(name)"
  }

  /// Makes the three keyboards that ship with Klava.
  func ship() throws {
    for identifier in KeyboardIdentifier.shipped {
      let name = identifier.split(separator: ".").last.map(String.init) ?? identifier
      try bundle(
        "shipped/\(name).keyboard",
        manifest: .manifest(["CFBundleIdentifier": .string(identifier), "CFBundleDisplayName": .string("The \(name)")]))
    }
  }
}

/// A generator whose numbers are the same for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// The bytes with a few of them changed, removed, doubled or moved.
  mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
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
