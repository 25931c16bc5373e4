internal import Glibc
internal import LinuxShims
internal import SystemSupport

/// The files that the trap handler opens for a process that cannot open them itself (Sandbox.md#served-files).
struct ServedFiles {
  private var threadStatus: Int32 = -1
  private var random: Int32 = -1

  /// Opens the files that the policy needs.
  init(_ order: ConfinementOrder) throws(ConfinementError) {
    guard order.policy.layers.contains(.seccomp) else { return }
    let file = Descriptor(owning: try succeed(.seccomp, "memfd_create", klv_memfd_create("klava-stat")))
    let text = Self.threadStatusText
    try succeed(.seccomp, "write", Int32(clamping: write(file.number, text.utf8Start, text.utf8CodeUnitCount)))
    try succeed(.seccomp, "fcntl(F_ADD_SEALS)", klv_memfd_seal_content(file.number))
    // Open the file for reading only, like every file that the trap handler serves.
    threadStatus = try succeed(
      .seccomp, "open(/proc/self/fd)", open("/proc/self/fd/\(file.number)", O_RDONLY | O_CLOEXEC))
    guard order.policy.fileAccess == .noPaths else { return }
    random = try succeed(.seccomp, "open(/dev/urandom)", open("/dev/urandom", O_RDONLY | O_CLOEXEC))
  }

  /// Makes the trap handler serve the files, and serve the library under the path `path`. For a keyboard without paths,
  /// the process sees its bundle as a folder that it cannot open. If the folder did not exist, Foundation would end the
  /// process (Sandbox.md#process-description).
  func serve(library: Int32, as path: String, in bundle: String) throws(ConfinementError) {
    // libdispatch reads the state of its threads from `/proc`, and crashes if it cannot read the state
    // (Sandbox.md#libdispatch-proc-stat). The process has no `/proc`, so the trap handler serves a file with a fixed
    // state instead. Only one thread of libdispatch reads the file, so copies of one descriptor may share their file
    // offset.
    try succeed(.seccomp, "served files", klv_trap_serve("/proc/*/stat", threadStatus))
    guard random >= 0 else {
      klv_trap_paths_are_real()
      return
    }
    try succeed(.seccomp, "the library's path is too long", klv_trap_serve(path, library))
    try succeed(.seccomp, "the bundle's path is too long", klv_trap_show_folder(bundle))
    try succeed(.seccomp, "served files", klv_trap_serve("/dev/urandom", random))
  }

  /// The state that libdispatch reads for each of its threads. "R" (running) keeps libdispatch from starting more and
  /// more threads.
  private static let threadStatusText: StaticString = "1 (klava) R 0 0 0 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 0 0 0\n"
}
