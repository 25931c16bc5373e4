import Foundation

/// The programs that were built beside the tests.
enum Programs {
  static func path(_ name: String) -> String {
    let own = Bundle.main.executablePath ?? CommandLine.arguments[0]
    return (own as NSString).deletingLastPathComponent + "/\(name)"
  }

  static func make(_ name: String, _ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path(name))
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    return process
  }
}

/// A temporary folder, gone with the value.
final class Folder {
  let path = FileManager.default.temporaryDirectory.path + "/klava-pictures-" + UUID().uuidString

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      print("left behind: \(path): \(error)")
    }
  }

  /// Makes a file; answers its path.
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    return "\(path)/\(name)"
  }
}
