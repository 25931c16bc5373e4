internal import Glibc
internal import LinuxShims

/// The root folder of a confined process: empty, or with the bundle and the container at their own paths and nothing else.
enum PrivateRoot {
  /// Where it is put together; it must exist in any root, and nothing below it is needed any more.
  private static let place = "/proc"
  // MOUNT_ATTR_… of mount_setattr(2).
  private static let readOnly: UInt64 = 0x1
  private static let noSetUser: UInt64 = 0x2
  private static let noDevices: UInt64 = 0x4
  private static let noExecution: UInt64 = 0x8

  /// Makes it and goes there.
  static func enter(_ order: ConfinementOrder) throws(ConfinementFailure) {
    try mount(nil, "/", nil, UInt(MS_REC) | UInt(MS_PRIVATE))
    // Handles from before the namespace cannot be mounted (SANDBOX.md, fact 9), so the folders are found by path, first.
    let folders = needsFolders(order.policy) ? [order.bundlePath, order.containerPath].filter { !$0.isEmpty } : []
    try mount("klava", place, "tmpfs", UInt(MS_NOSUID) | UInt(MS_NODEV), "mode=0755,size=256k,nr_inodes=256")
    for folder in folders { try bind(folder, isWritable: folder == order.containerPath) }
    if order.policy.fileAccess == .paths {
      try makeFolders(of: "/dev/x")
      for device in ["/dev/urandom", "/dev/null"] { try bindFile(device) }
      // libdispatch reads of its threads there (fact 3). Where a container hides parts of its own, it cannot be had.
      try makeFolders(of: "/proc/x")
      _ = klv_mount(
        "proc", "\(place)/proc", "proc", UInt(MS_NOSUID) | UInt(MS_NODEV) | UInt(MS_NOEXEC),
        "subset=pid,hidepid=ptraceable")
    }
    guard chdir(place) == 0 else { throw ConfinementFailure(.namespaces, "chdir") }
    try succeed(.namespaces, "pivot_root", klv_pivot_here())
    try succeed(.namespaces, "mount_setattr(/)", klv_mount_add("/", readOnly | noSetUser))
  }

  /// Without the filter no open is answered from what was opened beforehand: then the library must lie at a path.
  private static func needsFolders(_ policy: Policy) -> Bool {
    policy.fileAccess == .paths || !policy.layers.contains(.seccomp)
  }

  private static func bind(_ folder: String, isWritable: Bool) throws(ConfinementFailure) {
    try makeFolders(of: folder + "/x")
    let target = place + folder
    try mount(folder, target, nil, UInt(MS_BIND))
    let flags = isWritable ? noSetUser | noDevices | noExecution : readOnly | noSetUser | noDevices
    try succeed(.namespaces, "mount_setattr(\(folder))", klv_mount_add(target, flags))
  }

  private static func bindFile(_ path: String) throws(ConfinementFailure) {
    let target = place + path
    close(try succeed(.namespaces, "open(\(path))", open(target, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)))
    try mount(path, target, nil, UInt(MS_BIND))
    try succeed(.namespaces, "mount_setattr(\(path))", klv_mount_add(target, noSetUser | noExecution))
  }

  /// Makes the folders above a path, in the private root.
  private static func makeFolders(of path: String) throws(ConfinementFailure) {
    var folder = place
    for name in path.split(separator: "/").dropLast() {
      folder += "/\(name)"
      guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
        throw ConfinementFailure(.namespaces, "mkdir(\(folder))")
      }
    }
  }

  private static func mount(
    _ source: String?, _ target: String, _ type: String?, _ flags: UInt, _ data: String? = nil
  ) throws(ConfinementFailure) {
    try succeed(.namespaces, "mount(\(target))", klv_mount(source, target, type, flags, data))
  }
}
