import Foundation

/// Reads files and folders that may disappear at any time: files in `/proc`, and files that a keyboard can remove.
enum TransientFile {
  /// The content of a file; empty if the file does not exist. Also reads files without a known size, such as files in
  /// `/proc`.
  static func bytes(_ path: String) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 32 * 1024)
    while true {
      let count = read(file, &buffer, buffer.count)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// The content of a file as text.
  static func text(_ path: String) -> String { String(decoding: bytes(path), as: UTF8.self) }

  /// The content of a file as words.
  static func words(_ path: String) -> [String] { text(path).split { $0.isWhitespace }.map(String.init) }

  /// The names in a folder; empty if the folder does not exist or cannot be listed.
  static func names(in folder: String) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      return []
    }
  }
}
