package import Foundation
internal import Glibc

/// A temporary directory. Releasing this value removes the directory.
package final class TemporaryDirectory: Sendable {
  /// A directory for files that all tests of a run share. The program removes the directory at exit.
  package static let ofRun: Result<TemporaryDirectory, any Error> = Result {
    let directory = try TemporaryDirectory()
    atexit { if let path = try? TemporaryDirectory.ofRun.get().path { TemporaryDirectory.remove(path) } }
    return directory
  }

  package let path: String
  package var url: URL { URL(filePath: path) }

  /// Creates a directory whose name begins with a prefix. The path is short enough for the addresses of sockets.
  package init(_ prefix: String = "klava") throws {
    let name = "\(prefix)-\(String(UInt32.random(in: .min ... .max), radix: 36))"
    path = FileManager.default.temporaryDirectory.appending(path: name).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { Self.remove(path) }

  /// Removes a directory with its contents, even if folders in it are read-only.
  package static func remove(_ path: String) {
    for case let name as String in FileManager.default.enumerator(atPath: path) ?? .init() {
      // Use `lstat`, because the target of a link may be outside the directory.
      var status = stat()
      guard lstat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { continue }
      chmod("\(path)/\(name)", 0o700)
    }
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      print("could not remove \(path): \(error)")
    }
  }

  /// Writes a file and creates its folder if necessary.
  ///
  /// - Returns: The file's path.
  @discardableResult
  package func write(_ bytes: some Sequence<UInt8>, to file: String) throws -> String {
    let target = url.appending(path: file)
    try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: target)
    return target.path
  }

  /// Writes a file in UTF-8 and creates its folder if necessary.
  ///
  /// - Returns: The file's path.
  @discardableResult
  package func write(_ text: String, to file: String) throws -> String { try write(text.utf8, to: file) }

  /// Writes a shell script that a test can execute at once, and replaces an earlier file.
  ///
  /// Another process writes the file, because the kernel does not execute a file that is open for writing (`ETXTBSY`).
  /// If this process wrote the file, a child that another test starts at the same time could inherit the open file.
  ///
  /// - Parameter commands: The lines of the script after `#!/bin/sh`.
  /// - Returns: The file's path.
  package func writeScript(_ commands: String, to file: String) throws -> String {
    try installProgram("/dev/stdin", to: file, input: "#!/bin/sh\n\(commands)\n")
  }

  /// Copies a program, for a test that executes the copy at once. As with ``writeScript(_:to:)``, another process writes
  /// the file.
  ///
  /// - Returns: The path of the copy.
  @discardableResult
  package func copyProgram(_ program: String, to file: String) throws -> String {
    try installProgram(program, to: file, input: "")
  }

  private func installProgram(_ program: String, to file: String, input: String) throws -> String {
    let target = url.appending(path: file).path
    _ = try Command("install", ["-m", "755", program, target], input: input.utf8).start().succeed()
    return target
  }
}
