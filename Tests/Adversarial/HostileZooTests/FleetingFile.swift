import Foundation

/// Files and folders of which it is no fault if they are gone: those of processes, and what a keyboard may have taken away.
enum FleetingFile {
  /// What a file holds, also one that the kernel makes while it is read; nothing where it is not there.
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

  /// The same, as text.
  static func text(_ path: String) -> String { String(decoding: bytes(path), as: UTF8.self) }

  /// The same, as words.
  static func words(_ path: String) -> [String] { text(path).split { $0.isWhitespace }.map(String.init) }

  /// The names in a folder; none where it is not there or cannot be listed.
  static func names(in folder: String) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      return []
    }
  }
}
