internal import Glibc
internal import KeyboardLink
internal import KeyboardProtocol
package import LinuxShims
package import SystemSupport

/// The confinement of this process by a ``ConfinementOrder``. The process cannot undo the confinement.
///
/// Create the confinement while the process has one thread, and before the process maps any code of the keyboard.
/// Before the confinement, create everything that the runner must trust. When the constructors of the keyboard's
/// library run, the keyboard takes control of the process. Sandbox.md#confinement-order lists the steps.
package final class Confinement {
  /// The process ID of this process in the host's PID namespace.
  package let processIdentifier: Int32
  private var library: Int32
  private let isDebugged: Bool

  /// Confines the process and returns in the process that will run the keyboard.
  ///
  /// With namespaces, the process that runs the keyboard is a grandchild of the caller. The caller and its child wait
  /// for the grandchild, and exit with its status.
  ///
  /// - Parameters:
  ///   - order: The confinement order from the host.
  ///   - memory: The memory shared with the host, which the two waiting processes unmap.
  ///   - library: A descriptor of the keyboard's library, which the host has opened and checked.
  ///   - journal: The memory in which the trap handler records each refused call, and the fault handler records which
  ///     resources the process lacked.
  /// - Throws: ``ConfinementError`` if a step fails. After an error, the process must exit.
  package init(
    _ order: ConfinementOrder, sharing memory: UnsafeMutableRawBufferPointer, library: consuming Descriptor,
    journal: UnsafeMutablePointer<klv_journal>
  ) throws(ConfinementError) {
    let layers = order.policy.layers
    let mappings = try Self.mapLibraries(order)
    let files = try ServedFiles(order)
    let mapped = try Limits.mapped()
    processIdentifier =
      layers.contains(.namespaces) ? try Namespaces.enter(order, sharing: memory) : try Namespaces.identifierInHost()
    // Close the socket, because a keyboard must not have one (Sandbox.md#no-sockets).
    close(ConfinementOrder.channel)
    try Limits.apply(order.policy.limits, mapped: mapped, withinNamespace: layers.contains(.namespaces))
    try Privileges.drop(isDebugged: layers.isEmpty)
    if layers.contains(.landlock) { try Landlock.restrict(order) }
    // Overwrite the paths of Klava's folders in this process's memory, including the paths in the order. From here on,
    // the runner needs no path of Klava's folders.
    ProgramFolders.forget(consume mappings)
    self.library = library.release()
    isDebugged = layers.isEmpty
    try succeed(nil, "the fault handlers", klv_journal_watch_end(journal))
    if layers.contains(.seccomp) {
      try files.serve(library: self.library, as: order.libraryPath, in: order.shownPaths.bundle)
      try Filter.load(order.filter, mapsLibrary: true)
    }
    try SelfCheck.run(order.policy)
    // From here on, the trap handler records refused calls. If the handler recorded calls earlier, the calls of the
    // self-check would look like attempts of the keyboard.
    klv_trap_tell(klv_journal_note, journal)
  }

  /// Closes the library's file after the dynamic loader opened the library. The loader's own descriptor of the file
  /// stays open, because closing it has no effect under the filter.
  package func libraryIsOpen() {
    // Keep the descriptor for a debugger, which reads the library's file later.
    guard library >= 0, !isDebugged else { return }
    klv_trap_forget_library(library)
    close(library)
    library = -1
  }

  /// Performs the steps of the confinement that need paths and are the same for every keyboard. Call this function
  /// before the order arrives.
  ///
  /// - Throws: ``ConfinementError`` if a step fails.
  package static func prepare() throws(ConfinementError) {
    // Without a private root, the working directory would reveal the name of one of the user's folders.
    try succeed(nil, "chdir(/)", chdir("/"))
    // Use small stacks: the keyboard's memory limit includes the full size of each thread's stack.
    try succeed(nil, "pthread_setattr_default_np", klv_thread_stack(512 << 10))
    // Load the locale that the host names in the variable LANG, because the keyboard cannot open the locale's files.
    // Ignore a failure: on a system without this locale, the process uses "C".
    _ = klv_keep_locale("C.UTF-8")
  }

  /// Maps the libraries that the keyboard needs, and returns the mappings of the process.
  private static func mapLibraries(_ order: ConfinementOrder) throws(ConfinementError) -> MemoryMappings {
    for name in order.neededLibraries {
      // Ignore a missing library here: the dynamic loader reports it when the runner opens the keyboard's library.
      _ = dlopen(name, RTLD_NOW | RTLD_LOCAL)
    }
    return try MemoryMappings()
  }
}
