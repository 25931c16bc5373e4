import Foundation

/// Libraries in C, compiled from `Fixtures/` for one run of the tests.
enum CLibrary {
  private static let folder: URL = {
    let folder = FileManager.default.temporaryDirectory.appending(path: "klava-libraries-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    atexit { CLibrary.removeFolder() }
    return folder
  }()

  private static func removeFolder() {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Compiles a source with a macro, and answers with the library's absolute path.
  static func compile(_ source: String, defining macro: String = "NONE") throws -> String {
    try compile(source, as: "\(source)-\(macro).so", ["-D\(macro)", "-fPIC", "-shared", "-pthread"])
  }

  /// Compiles a source into a program, and answers with its absolute path.
  static func program(_ source: String, as name: String, defining macros: [String]) throws -> String {
    try compile(source, as: name, macros.map { "-D\($0)" })
  }

  /// Compiles a source in C++, and answers with the library's absolute path.
  static func compileCXX(_ source: String) throws -> String {
    try compile(source, as: "\(source).so", ["-fPIC", "-shared", "-pthread"], with: ["c++", "-std=c++17"])
  }

  private static func compile(
    _ source: String, as name: String, _ options: [String], with compiler: [String] = ["cc", "-std=c11"]
  ) throws -> String {
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
    let headers = tests.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/SDK/KeyboardABI/include")
    let library = folder.appending(path: name).path
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      compiler + [
        "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-I\(headers.path)", "-o", library,
        tests.appending(path: "Fixtures/\(source)").path,
      ] + options
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return library
  }
}
