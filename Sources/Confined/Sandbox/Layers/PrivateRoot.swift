internal import Glibc
internal import KeyboardProtocol
internal import LinuxShims

/// The root folder of a confined process: empty, or with the bundle, the data container and two devices.
enum PrivateRoot {
  /// The folder in which the process builds the root. The folder `/proc` exists on every system, and this process no
  /// longer needs the files in `/proc`.
  private static let place = "/proc"
  // MOUNT_ATTR_… bits of mount_setattr(2).
  private static let readOnly: UInt64 = 0x1
  private static let noSetUser: UInt64 = 0x2
  private static let noDevices: UInt64 = 0x4
  private static let noExecution: UInt64 = 0x8

  /// Builds the private root and changes to it.
  static func enter(_ order: ConfinementOrder) throws(ConfinementError) {
    try mount(nil, "/", nil, UInt(MS_REC) | UInt(MS_PRIVATE))
    try mount("klava", place, "tmpfs", UInt(MS_NOSUID) | UInt(MS_NODEV), "mode=0755,size=256k,nr_inodes=256")
    if order.policy.reachesFolders {
      // Mount by path: the kernel does not mount a descriptor that was opened before the namespace existed
      // (Sandbox.md#handles-after-unshare).
      try bind(order.bundlePath, at: order.shownPaths.bundle, readOnly | noSetUser | noDevices)
      try bind(order.containerPath, at: order.shownPaths.container, noSetUser | noDevices | noExecution)
      try makeContainer(order)
      try makeFolder("/dev")
      for device in ["/dev/urandom", "/dev/null"] { try bindFile(device) }
    }
    // `/proc` would show the names of the user's folders. Language runtimes need one file of `/proc`, which the trap
    // handler serves (see ServedFiles). So mount `/proc` only if the user left out seccomp. The mount of `/proc` fails
    // if Klava runs in a container, such as Docker's, that hides parts of `/proc`. If the mount fails, only keyboards
    // that use Dispatch fail: libdispatch reads the state of its threads from `/proc`.
    if !order.policy.layers.contains(.seccomp) {
      try makeFolder("/proc")
      let flags = UInt(MS_NOSUID) | UInt(MS_NODEV) | UInt(MS_NOEXEC)
      _ = klv_mount("proc", "\(place)/proc", "proc", flags, "subset=pid,hidepid=ptraceable")
    }
    guard chdir(place) == 0 else { throw ConfinementError(.namespaces, "chdir") }
    try succeed(.namespaces, "pivot_root", klv_pivot_here())
    try succeed(.namespaces, "mount_setattr(/)", klv_mount_add("/", readOnly | noSetUser))
  }

  /// Mounts a folder into the private root under a neutral name. Does nothing if the path of the folder is empty.
  private static func bind(_ folder: String, at path: String, _ attributes: UInt64) throws(ConfinementError) {
    guard !folder.isEmpty else { return }
    try makeFolder(path)
    try mount(folder, place + path, nil, UInt(MS_BIND))
    try succeed(.namespaces, "mount_setattr(\(path))", klv_mount_add(place + path, attributes))
  }

  /// Creates a data container in memory, and sends a descriptor of its folder to the host. The kernel limits the
  /// container's size.
  private static func makeContainer(_ order: ConfinementOrder) throws(ConfinementError) {
    guard order.containerBytes > 0 else { return }
    let path = order.shownPaths.container
    try makeFolder(path)
    let flags = UInt(MS_NOSUID) | UInt(MS_NODEV) | UInt(MS_NOEXEC) | UInt(MS_NOATIME)
    let user = Privileges.nobody
    // Add one inode for the folder itself.
    try mount(
      "klava", place + path, "tmpfs", flags,
      "mode=0700,uid=\(user),gid=\(user),size=\(order.containerBytes),nr_inodes=\(order.containerFiles + 1)")
    let folder = try succeed(
      .namespaces, "open(\(path))", open(place + path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    defer { close(folder) }
    try succeed(
      nil, "the process cannot send its data container", klv_send_descriptor(ConfinementOrder.channel, folder))
  }

  private static func bindFile(_ path: String) throws(ConfinementError) {
    let target = place + path
    // The read-only mount keeps the device's timestamps from changing. The process can still write to the device.
    close(try succeed(.namespaces, "open(\(path))", open(target, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)))
    try mount(path, target, nil, UInt(MS_BIND))
    try succeed(.namespaces, "mount_setattr(\(path))", klv_mount_add(target, readOnly | noSetUser | noExecution))
  }

  private static func makeFolder(_ path: String) throws(ConfinementError) {
    try succeed(.namespaces, "mkdir(\(path))", mkdir(place + path, 0o755))
  }

  private static func mount(
    _ source: String?, _ target: String, _ type: String?, _ flags: UInt, _ data: String? = nil
  ) throws(ConfinementError) {
    try succeed(.namespaces, "mount(\(target))", klv_mount(source, target, type, flags, data))
  }
}
