import Foundation
import Glibc
import KeyboardHost

/// The program of `Tests/HostileRunner`, which breaks the protocol in the way that its name says.
enum HostileRunner {
  private static let folder: URL = {
    let folder = FileManager.default.temporaryDirectory.appending(path: "klava-hostile-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    atexit { HostileRunner.removeFolder() }
    return folder
  }()

  private static func removeFolder() {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The path of a runner that behaves in this way.
  static func path(_ behavior: String) throws -> String {
    let link = folder.appending(path: behavior).path
    let program = URL(filePath: LibrarySource.runnerPath).deletingLastPathComponent().appending(path: "hostile-runner")
    guard symlink(program.path, link) == 0 || errno == EEXIST else { throw CocoaError(.fileWriteUnknown) }
    return link
  }
}

extension SessionHarness {
  /// A session over one keyboard, in the place of whose runner another program runs.
  init(hostile behavior: String, deadlines: RunnerKeyboard.Deadlines = .patient) throws {
    try self.init(libraries: [("org.example.hostile", FaultyKeyboard.library())])
    source.runnerPath = try HostileRunner.path(behavior)
    source.deadlines = deadlines
  }
}
