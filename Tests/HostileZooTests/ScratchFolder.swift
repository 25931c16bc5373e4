import Foundation

/// Where a run of these tests keeps its files; gone when the process exits.
enum ScratchFolder {
  /// The folder, which everybody may enter: the runner may be another user.
  static let shared: String = {
    let name = String(UInt32.random(in: .min ... .max), radix: 36)
    // Short: the path of a socket has 107 characters.
    let path = FileManager.default.temporaryDirectory.appending(path: "zoo-\(name)").path
    mkdir(path, 0o755)
    chmod(path, 0o755)
    atexit { ScratchFolder.remove(ScratchFolder.shared) }
    return path
  }()

  /// Removes a folder with all in it; what a keyboard left there is never followed.
  static func remove(_ path: String) {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      print("left behind: \(path): \(error)")
    }
  }
}

/// Where these tests were checked out.
enum Checkout {
  /// The variable that names another place, for a user who cannot read the first.
  static let variable = "KLAVA_ZOO_CHECKOUT"

  static let root: String =
    ProcessInfo.processInfo.environment[variable]
    ?? URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// What of it these tests read.
  static let parts = ["Tests/HostileZoo", "Tests/HostileZooTests/zoo.tsv", "Sources/SDK/KeyboardABI/include"]
}
