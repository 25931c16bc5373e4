import Foundation
import Peers
import SystemSupport
import TestSupport

/// A temporary directory for the folders of IBus and Fcitx5, with which benchmarks compare Klava. This type also finds
/// the processes that use these folders.
final class PeerDirectory {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory("peers") }

  /// Returns the tools of this build, which create their folders in the directory.
  func tools(searchPath: String? = nil) -> PeerTools {
    PeerTools(buildFolder: Repository.products.path, searchPath: searchPath, temporaryFolder: directory.path)
  }

  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: directory.path) }
  }

  /// The names of all processes whose variable HOME is a folder in the directory.
  var processes: [String] {
    ProcessStatus.all.filter { process in
      ProcessStatus.text(of: "/proc/\(process.identifier)/environ")?.contains("HOME=\(directory.path)/") == true
    }.map(\.name)
  }
}
