internal import Glibc
internal import LinuxShims
internal import SystemSupport

/// The files that the trap handler opens for a process that cannot open them itself (Sandbox.md#served-files).
struct ServedFiles {
  private var random: Int32 = -1

  /// Opens the files that the policy needs.
  init(_ order: ConfinementOrder) throws(ConfinementError) {
    guard order.policy.layers.contains(.seccomp), order.policy.fileAccess == .noPaths else { return }
    random = try succeed(.seccomp, "open(/dev/urandom)", open("/dev/urandom", O_RDONLY | O_CLOEXEC))
  }

  /// Makes the trap handler serve the files, and serve the library under the path `path`. For a keyboard without paths,
  /// the process sees its bundle as a folder that it cannot open. If the folder did not exist, Foundation would end the
  /// process (Sandbox.md#process-description).
  func serve(library: Int32, as path: String, in bundle: String) throws(ConfinementError) {
    // libdispatch reads the state of its threads from `/proc`, and crashes if it cannot read the state
    // (Sandbox.md#libdispatch-proc-stat). The process has no `/proc`, so the trap handler serves a file with a fixed
    // state instead. The state "R" (running) keeps libdispatch from starting more and more threads.
    klv_trap_serve_thread_state()
    guard random >= 0 else {
      klv_trap_paths_are_real()
      return
    }
    try succeed(.seccomp, "the library's path is too long", klv_trap_serve(path, library))
    try succeed(.seccomp, "the bundle's path is too long", klv_trap_show_folder(bundle))
    try succeed(.seccomp, "served files", klv_trap_serve("/dev/urandom", random))
  }
}
