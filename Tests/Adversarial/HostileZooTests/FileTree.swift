import Foundation

/// The status of all files and folders in some folders, by path. The status has the mode, the owner and the
/// modification time, and for files also the size and the link count.
struct FileTree {
  private let entries: [String: String]

  init(_ folders: [String]) {
    var entries: [String: String] = [:]
    for folder in folders { Self.add(folder, to: &entries) }
    self.entries = entries
  }

  /// The paths that only one of the two trees contains, or whose status differs between the trees.
  func differences(from other: FileTree) -> [String] {
    Set(entries.keys).union(other.entries.keys).filter { entries[$0] != other.entries[$0] }.sorted()
  }

  private static func add(_ path: String, to entries: inout [String: String]) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    let time = status.st_mtim
    var text = "\(status.st_mode) \(status.st_uid) \(status.st_gid) \(time.tv_sec).\(time.tv_nsec)"
    if !isFolder { text += " \(status.st_size) \(status.st_nlink)" }
    entries[path] = text
    guard isFolder else { return }
    for name in TransientFile.names(in: path) { add("\(path)/\(name)", to: &entries) }
  }
}
