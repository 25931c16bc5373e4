internal import Foundation

/// The paths of the programs that start IBus or Fcitx5 and type through it.
package struct PeerTools: Sendable {
  /// The program that creates a private session.
  let session: String
  /// The folder of clients, as `make peers` creates it.
  let clients: String
  /// The folders to search for the programs of IBus and Fcitx5, in the format of `PATH`.
  let searchPath: String
  /// The folder that contains the sessions' folders.
  let temporaryFolder: String

  /// Creates the tools of a build tree.
  ///
  /// - Parameters:
  ///   - buildFolder: The folder of built programs.
  ///   - searchPath: The folders to search for the programs of IBus and Fcitx5; by default `PATH`.
  ///   - temporaryFolder: The folder that contains the sessions' folders.
  package init(
    buildFolder: String, searchPath: String? = nil,
    temporaryFolder: String = FileManager.default.temporaryDirectory.path
  ) {
    session = buildFolder + "/peer-session"
    clients = buildFolder + "/peers"
    self.searchPath = searchPath ?? ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    self.temporaryFolder = temporaryFolder
  }

  /// The complete environment of a session's first process.
  var environment: [String] { ["PATH=\(searchPath)", "TMPDIR=\(temporaryFolder)"] }

  /// The path of a client or script, whether or not it exists.
  func client(_ name: String) -> String { "\(clients)/\(name)" }

  /// Whether a program exists in the search path.
  func has(_ program: String) -> Bool {
    searchPath.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }
}
