import Foundation
import Peers
import SystemSupport

/// A folder below which places are made, and what lives in them.
final class Place {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "peers-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    do { try FileManager.default.removeItem(at: folder) } catch { print("\(folder.path): \(error)") }
  }

  /// The tools of this build, which make places below the folder.
  func tools(searchPath: String? = nil) -> PeerTools {
    let program = URL(filePath: Bundle.main.executablePath ?? CommandLine.arguments[0])
    return PeerTools(
      buildFolder: program.deletingLastPathComponent().path, searchPath: searchPath, temporaryFolder: folder.path)
  }

  /// What lies below the folder.
  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
  }

  /// All processes whose home is in one of the places, by what they call themselves.
  var processes: [String] {
    ProcessStatus.all.compactMap { process in
      let environment = ProcessStatus.text(of: "/proc/\(process.identifier)/environ") ?? ""
      return environment.contains("HOME=\(folder.path)/") ? process.name : nil
    }
  }
}
