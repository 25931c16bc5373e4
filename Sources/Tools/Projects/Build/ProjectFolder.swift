internal import Diagnostics
internal import FoundationEssentials
internal import Glibc
internal import HostFiles
internal import SystemSupport

/// A file of a project.
struct ProjectFile: Hashable, Sendable {
  /// The path in the project.
  var path: String
  var bytes: [UInt8]
  /// Whether the file is executable.
  var isProgram = false
}

/// The folder of a new project.
struct ProjectFolder {
  private let path: String

  /// Creates a value for the path of a folder, which can be relative to the working directory.
  init(path: String) {
    let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    self.path = "/" + whole.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }

  /// Creates the folder with its files. The folder must not exist, and its parent folder must exist.
  func write(_ files: [ProjectFile]) throws(Diagnostic) {
    guard path != "/" else { throw Diagnostic(.outputExists, path) }
    var status = stat()
    guard lstat(path, &status) != 0 else { throw Diagnostic(.outputExists, path) }
    let name = path.split(separator: "/").last ?? ""
    let staging = "\(path.dropLast(name.utf8.count + 1))/.klava-\(UUID().uuidString)"
    guard mkdir(staging, 0o777) == 0 else { throw unwritable() }
    do throws(Diagnostic) {
      for file in files { try write(file, in: staging) }
      // Another process may have created the folder during this call. `rename` replaces such a folder only if the
      // folder is empty.
      guard rename(staging, path) == 0 else { throw unwritable() }
    } catch {
      try remove(staging)
      throw error
    }
  }

  private func write(_ file: ProjectFile, in folder: String) throws(Diagnostic) {
    let target = "\(folder)/\(file.path)"
    try StateFile.createFolder(StateFile.parent(of: target), mode: 0o777, .outputUnwritable)
    do throws(SystemError) {
      try Descriptor(open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)).write(file.bytes)
    } catch {
      throw Diagnostic.system(.outputUnwritable, target, errno: error.number)
    }
    guard file.isProgram else { return }
    var status = stat()
    guard stat(target, &status) == 0, chmod(target, status.st_mode | 0o111) == 0 else { throw unwritable() }
  }

  private func remove(_ folder: String) throws(Diagnostic) {
    do throws(Diagnostic) {
      try StateFile.removeFolder(folder)
    } catch {
      throw Diagnostic(.outputUnwritable, folder, "Klava cannot remove the folder: \(error.sentence)")
    }
  }

  private func unwritable() -> Diagnostic {
    Diagnostic(.outputUnwritable, path, "Klava cannot create the project: \(String(cString: strerror(errno))).")
  }
}
