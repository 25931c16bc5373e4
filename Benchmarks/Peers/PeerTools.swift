internal import Foundation

/// Where the programs lie that start peers and type through them.
package struct PeerTools: Sendable {
  /// The program that gives a peer a place of its own.
  let session: String
  /// The folder of clients, as `make peers` fills it.
  let clients: String
  /// The folders in which peers are looked for, as `PATH` has them.
  let searchPath: String
  /// The folder below which a peer gets its place.
  let temporaryFolder: String

  /// The tools of a build tree.
  ///
  /// - Parameters:
  ///   - buildFolder: The folder of built programs.
  ///   - searchPath: The folders in which peers are looked for; those in which a shell looks where nothing is said.
  ///   - temporaryFolder: The folder below which a peer gets its place.
  package init(
    buildFolder: String, searchPath: String? = nil,
    temporaryFolder: String = FileManager.default.temporaryDirectory.path
  ) {
    session = buildFolder + "/peer-session"
    clients = buildFolder + "/peers"
    self.searchPath = searchPath ?? ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    self.temporaryFolder = temporaryFolder
  }

  /// The whole environment that a place is made from.
  var environment: [String] { ["PATH=\(searchPath)", "TMPDIR=\(temporaryFolder)"] }

  /// A client or a script of this name, whether it is there or not.
  func client(_ name: String) -> String { "\(clients)/\(name)" }

  /// Whether there is a program of this name.
  func has(_ program: String) -> Bool {
    searchPath.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }
}
