internal import BundleFiles
internal import Diagnostics
internal import Glibc
internal import HostFiles
internal import InputViewModel
internal import SystemSupport
internal import TextModel

/// Makes read-only copies of bundles in Klava's folder of installed bundles.
enum BundleCopy {
  /// Copies all files and folders of an inventory into a new folder, and waits until the copies are on the disk.
  ///
  /// If a step fails, this function removes the new folder.
  ///
  /// - Parameters:
  ///   - inventory: The inventory of the bundle.
  ///   - source: The bundle.
  ///   - path: The path of the new folder.
  /// - Throws: `installFailed`, or a diagnostic if a file of the bundle is unreadable or changes during the copy.
  static func make(of inventory: BundleInventory, from source: BundleFolder, at path: String) throws(Diagnostic) {
    do {
      try copy(inventory, from: source, to: path)
    } catch {
      try StateFile.removeFolder(path)
      throw error
    }
  }

  private static func copy(_ inventory: BundleInventory, from source: BundleFolder, to path: String) throws(Diagnostic)
  {
    var made: [String] = []
    func failed(_ path: String, _ error: SystemError) -> Diagnostic {
      Diagnostic.system(.installFailed, path, errno: error.number)
    }
    guard mkdir(path, 0o700) == 0 else { throw failed(path, .last) }
    made.append(path)
    for entry in inventory.entries {
      let target = "\(path)/\(entry.path)"
      if entry.isFolder {
        guard mkdir(target, 0o700) == 0 else { throw failed(target, .last) }
        made.append(target)
        continue
      }
      let file = try source.openFile(entry.path)
      do throws(SystemError) {
        let copy = try Descriptor(open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o400))
        let bytes = try file.read(limit: entry.size + 1)
        guard bytes.count == entry.size else { throw SystemError(ESTALE) }
        try copy.write(bytes)
        // Set the mode here and not in `open`, because `open` applies the umask, which could remove read permissions.
        guard fchmod(copy.number, 0o444) == 0 else { throw SystemError.last }
        try copy.synchronize()
      } catch {
        throw error.number == ESTALE ? source.diagnostic(error, entry.path) : failed(target, error)
      }
    }
    for folder in made.reversed() {
      do throws(SystemError) {
        let folder = try Descriptor(open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
        guard fchmod(folder.number, 0o555) == 0 else { throw SystemError.last }
        try folder.synchronize()
      } catch {
        throw failed(folder, error)
      }
    }
  }
}
