internal import Glibc
internal import KeyboardProtocol
internal import LinuxShims

/// The Landlock ruleset. For a keyboard, the ruleset allows no files, or only the keyboard's own files, two devices and
/// the private `/proc`. For another confined process, the ruleset allows reading some folders.
enum Landlock {
  // LANDLOCK_ACCESS_FS_… bits.
  private static let writeFile: UInt64 = 1 << 1
  private static let readFile: UInt64 = 1 << 2
  private static let readFolder: UInt64 = 1 << 3
  private static let removeFile: UInt64 = 1 << 5
  private static let makeFile: UInt64 = 1 << 8
  private static let truncate: UInt64 = 1 << 14

  /// Restricts the process to the ruleset of an order. The process must have one thread
  /// (Sandbox.md#landlock-one-thread).
  static func restrict(_ order: ConfinementOrder) throws(ConfinementError) {
    try restrict(to: rules(order))
  }

  /// Restricts the process to reading files and folders below the given folders. The process must have one thread.
  static func restrict(toReading folders: [String]) throws(ConfinementError) {
    try restrict(to: folders.map { ($0, readFile | readFolder) })
  }

  private static func restrict(to rules: [(path: String, rights: UInt64)]) throws(ConfinementError) {
    let version = try succeed(.landlock, "landlock_create_ruleset", klv_landlock_version())
    var descriptors: [Int32] = []
    var allowed: [UInt64] = []
    defer { for descriptor in descriptors { close(descriptor) } }
    for (path, rights) in rules {
      let descriptor = open(path, O_PATH_VALUE | O_CLOEXEC)
      // A path that does not exist needs no rule.
      guard descriptor >= 0 else { continue }
      descriptors.append(descriptor)
      allowed.append(rights)
    }
    try succeed(
      .landlock, "landlock_restrict_self",
      klv_landlock_restrict(version, descriptors, allowed, UInt32(descriptors.count)))
    // Check now that Landlock refuses open(2). After the seccomp filter is loaded, the filter would refuse the call
    // first.
    guard open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC) < 0, errno == EACCES else {
      throw ConfinementError(.landlock, "open(/) was not refused", errno: 0)
    }
  }

  private static func rules(_ order: ConfinementOrder) -> [(path: String, rights: UInt64)] {
    guard order.policy.reachesFolders else { return [] }
    var rules = [
      (order.libraryPath, readFile), (order.shownPaths.bundle, readFile | readFolder), ("/dev/urandom", readFile),
      ("/dev/null", readFile | writeFile),
    ]
    if order.policy.fileAccess == .paths {
      rules.append(
        (order.shownPaths.container, readFile | readFolder | writeFile | removeFile | makeFile | truncate))
    }
    // With namespaces, `/proc` is private or missing (see PrivateRoot), so `/proc` shows no other process.
    if order.policy.layers.contains(.namespaces) { rules.append(("/proc", readFile | readFolder)) }
    return rules
  }

  private static let O_PATH_VALUE: Int32 = 0o10000000
}
