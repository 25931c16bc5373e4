import Foundation
import Peers
import SystemSupport
import TestSupport

/// A temporary directory with the folders of peers (IBus and Fcitx5), and a list of the processes that use these
/// folders.
final class PeerDirectory {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory("peers") }

  /// The tools of this build, which make folders below the directory.
  func tools(searchPath: String? = nil) -> PeerTools {
    PeerTools(buildFolder: Repository.products.path, searchPath: searchPath, temporaryFolder: directory.path)
  }

  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: directory.path) }
  }

  /// The names of all processes whose home is below the directory.
  var processes: [String] {
    ProcessStatus.all.filter { process in
      ProcessStatus.text(of: "/proc/\(process.identifier)/environ")?.contains("HOME=\(directory.path)/") == true
    }.map(\.name)
  }
}
