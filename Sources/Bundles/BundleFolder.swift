internal import Foundation
internal import LinuxShims

/// A bundle's folder, held open: every file is opened beneath it, by the kernel's own rule (SANDBOX.md, "Host, at
/// install").
///
/// No symbolic link is followed and nothing outside is opened, whatever the bundle's author or another process puts
/// there. Opening never waits for a FIFO's other end and never touches a device.
package final class BundleFolder: Sendable {
  /// The folder's absolute path.
  package let path: String
  /// The folder's own name, with which messages begin.
  package let name: String
  private let root: Descriptor

  /// Opens the folder at this path; the path itself is the person's and may lead through links.
  package init(_ path: String) throws(Problem) {
    let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    let parts = absolute.split(separator: "/")
    self.path = "/" + parts.joined(separator: "/")
    name = parts.last.map(String.init) ?? "/"
    do {
      root = try Descriptor(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    } catch {
      switch error.number {
      case ENOENT: throw Problem(.bundleMissing, path)
      case ENOTDIR: throw Problem(.bundleNotAFolder, path)
      case EACCES: throw Problem(.fileUnreadable, path)
      default: throw Problem.system(.systemCallFailed, path, errno: error.number)
      }
    }
  }

  /// How messages name a file of this bundle.
  package func subject(_ path: String) -> String { path.isEmpty ? name : "\(name)/\(path)" }

  /// Whether something has this path, whatever it is.
  package func contains(_ path: String) throws(Problem) -> Bool {
    do {
      _ = try status(of: path)
      return true
    } catch {
      guard error.code == .fileMissing else { throw error }
      return false
    }
  }

  /// The bytes of an ordinary file; more than `limit` are the problem `tooLarge`.
  package func read(_ path: String, limit: Int, tooLarge: ProblemCode) throws(Problem) -> [UInt8] {
    let file = try openFile(path)
    let bytes: [UInt8]
    do throws(SystemError) {
      // A large file is not read at all; one that grows meanwhile is told by its one byte too many.
      let isTooLarge = try file.status().st_size > limit
      bytes = isTooLarge ? [] : try file.read(limit: limit + 1)
      if isTooLarge || bytes.count > limit { throw SystemError(EFBIG) }
    } catch {
      throw error.number == EFBIG ? Problem(tooLarge, subject(path)) : problem(error, path)
    }
    return bytes
  }

  /// The sorted names in a folder; an empty path is the bundle itself.
  package func names(in folder: String) throws(Problem) -> [String] {
    let descriptor = try openFolder(folder)
    do throws(SystemError) {
      return try folderNames(of: descriptor, limit: BundleCensus.Limit.entries)
        .compactMap { String(validating: $0, as: UTF8.self) }.sorted()
    } catch {
      throw problem(error, folder)
    }
  }

  /// What the path is, by `fstat` of its name alone; a symbolic link is told as itself.
  func status(of path: String) throws(Problem) -> stat {
    try checkInside(path)
    do {
      return try Descriptor(klv_name_beneath(root.number, path)).status()
    } catch {
      throw problem(error, path)
    }
  }

  /// Opens an ordinary file for reading.
  func openFile(_ path: String) throws(Problem) -> Descriptor {
    let before = try status(of: path)
    if let code = faultOfKind(before, path) { throw Problem(code, subject(path)) }
    do throws(SystemError) {
      let file = try Descriptor(klv_open_beneath(root.number, path, UInt64(O_RDONLY | O_NONBLOCK | O_NOCTTY)))
      let after = try file.status()
      guard after.isRegular, after.st_ino == before.st_ino else { throw SystemError(ESTALE) }
      return file
    } catch {
      throw problem(error, path)
    }
  }

  /// Opens a folder of the bundle; an empty path is the bundle itself.
  func openFolder(_ path: String) throws(Problem) -> Descriptor {
    if !path.isEmpty { try checkInside(path) }
    do {
      let flags = UInt64(O_RDONLY | O_DIRECTORY | O_NONBLOCK)
      return try Descriptor(klv_open_beneath(root.number, path.isEmpty ? "." : path, flags))
    } catch {
      throw error.number == ENOTDIR ? Problem(.folderIsFile, subject(path)) : problem(error, path)
    }
  }

  /// The code for a file that is not an ordinary one, or that nobody may read; nil for one that can be opened.
  func faultOfKind(_ status: stat, _ path: String) -> ProblemCode? {
    switch status.kind {
    // Root could read a file that nobody may read, but its author did not mean to share it.
    case S_IFREG: status.st_mode & 0o444 == 0 ? .fileUnreadable : nil
    case S_IFDIR: .fileIsFolder
    case S_IFIFO: .fileIsFIFO
    case S_IFSOCK: .fileIsSocket
    case S_IFLNK: faultOfLink(path)
    default: .fileIsDevice
    }
  }

  /// Where a symbolic link leads; it is refused in any case, but its author wants to know why.
  private func faultOfLink(_ path: String) -> ProblemCode {
    let target = klv_follow_beneath(root.number, path)
    guard target < 0 else {
      close(target)
      return .symbolicLink
    }
    switch errno {
    case EXDEV: return .symbolicLinkLeavesBundle
    case ELOOP: return .symbolicLinkLoop
    default: return .symbolicLink
    }
  }

  private func checkInside(_ path: String) throws(Problem) {
    // Its length first: a keyboard may ask for a path of any.
    guard !path.isEmpty, path.utf8.count <= 1_024, !path.hasPrefix("/"), !path.utf8.contains(0),
      !path.split(separator: "/").contains("..")
    else { throw Problem(.pathLeavesBundle, subject(path)) }
  }

  /// What a failed system call on this path means to a person.
  func problem(_ error: SystemError, _ path: String) -> Problem {
    switch error.number {
    case ENOENT, ENOTDIR, ENAMETOOLONG: Problem(.fileMissing, subject(path))
    case ELOOP: Problem(faultOfLink(path), subject(path))
    case EXDEV: Problem(.otherFileSystem, subject(path))
    case EACCES: Problem(.fileUnreadable, subject(path))
    case ESTALE: Problem(.bundleChangedMeanwhile, subject(path))
    case ENOSYS: Problem(.kernelTooOld, subject(path), "The kernel has no openat2.")
    default: Problem.system(.systemCallFailed, subject(path), errno: error.number)
    }
  }
}
