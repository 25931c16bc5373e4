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
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
    let headers = tests.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/KeyboardABI/include")
    let library = folder.appending(path: "\(source)-\(macro).so").path
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = [
      "cc", "-std=c11", "-D_GNU_SOURCE", "-D\(macro)", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-pthread",
      "-I\(headers.path)", "-o", library, tests.appending(path: "Fixtures/\(source)").path,
    ]
    try compiler.run()
    compiler.waitUntilExit()
    guard compiler.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return library
  }
}
