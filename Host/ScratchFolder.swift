internal import Diagnostics
internal import Foundation

/// A folder that lasts as long as a validation.
///
/// It is locked meanwhile, so that one whose owner was killed is told from one that is in use, and the next to come removes it.
struct ScratchFolder {
  /// Its path.
  let path: String
  private let lock: Int32

  private static let name = "klava-validate-"

  /// A fresh folder that nobody else may look into.
  init() throws(Diagnostic) {
    Self.sweep()
    // Who sweeps may come between the making and the locking, and then another one is made.
    for _ in 0..<8 {
      var template = Array("\(NSTemporaryDirectory())/\(Self.name)XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else { break }
      let path = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard let lock = Self.lock(path) else { continue }
      if access(path, F_OK) == 0 {
        self.path = path
        self.lock = lock
        return
      }
      close(lock)
    }
    throw Diagnostic(.outputUnwritable, NSTemporaryDirectory())
  }

  /// Removes it with all that is in it.
  func remove() {
    defer { close(lock) }
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      Output.warn("Klava could not remove \(path): \(error.localizedDescription)")
    }
  }

  /// Removes the folders of this user that nobody holds any more.
  private static func sweep() {
    let folder = NSTemporaryDirectory()
    do {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasPrefix(Self.name) {
        let path = "\(folder)/\(name)"
        guard let lock = lock(path) else { continue }
        defer { close(lock) }
        try FileManager.default.removeItem(atPath: path)
      }
    } catch {
      // Somebody else removed it first, or will another time; it keeps nobody from validating.
      return
    }
  }

  /// The locked folder; nil where it is no folder of this user's, or somebody holds it.
  private static func lock(_ path: String) -> Int32? {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}
