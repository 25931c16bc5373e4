internal import Foundation

/// The paths of the programs that start IBus or Fcitx5, and of the clients.
package struct PeerTools: Sendable {
  /// The program that starts a separate D-Bus session for a peer.
  let session: String
  /// The folder in which `make peers` puts the clients and engines.
  let clients: String
  /// The folders to search for the programs of IBus and Fcitx5, in the format of `PATH`.
  let searchPath: String
  /// The folder in which each session creates its private folder.
  let temporaryFolder: String

  /// Creates the paths of the programs in a build folder.
  ///
  /// - Parameters:
  ///   - buildFolder: The folder of built programs.
  ///   - searchPath: The folders to search for the programs of IBus and Fcitx5; by default `PATH`.
  ///   - temporaryFolder: The folder in which each session creates its private folder.
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

  /// Returns the path of a client or script, whether or not the file exists.
  func client(_ name: String) -> String { "\(clients)/\(name)" }

  /// Whether a program exists in the search path.
  func has(_ program: String) -> Bool {
    searchPath.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }
}
