internal import Glibc
package import LinuxShims
package import KeyboardProtocol

/// This process, held to a ``ConfinementOrder``. There is no way back.
///
/// Make it while the process has one thread, after all that is trusted was made and before any of the keyboard's code is
/// mapped: a library's constructors own the process from then on. In the order of Sandbox.md#confinement-order.
package final class Confinement {
  /// The number that the host knows this process by.
  package let processIdentifier: Int32
  private var library: Int32

  /// Confines the process. Returns in the process that is to run the keyboard, which with namespaces is a grandchild of
  /// the one that called; the other two wait for it and end as it does.
  ///
  /// - Parameters:
  ///   - order: What to obey.
  ///   - memory: What this process shares with its host, and the processes that only wait for it need not.
  ///   - library: A descriptor of the keyboard's library, which the host has opened and checked.
  ///   - journal: Notes every refused call, and what the process is short of when a fault ends it.
  package init(
    _ order: ConfinementOrder, sharing memory: UnsafeMutableRawBufferPointer, library: consuming OwnedDescriptor,
    journal: UnsafeMutablePointer<klv_journal>
  ) throws(ConfinementFailure) {
    let layers = order.policy.layers
    let mappings = try Self.prepare(order)
    let files = try ServedFiles(order)
    let mapped = try Limits.mapped()
    processIdentifier =
      layers.contains(.namespaces) ? try Namespaces.enter(order, sharing: memory) : try Namespaces.identifierInHost()
    try Limits.apply(order.policy.limits, mapped: mapped, withinNamespace: layers.contains(.namespaces))
    try Privileges.drop()
    if layers.contains(.landlock) { try Landlock.restrict(order) }
    // The order names folders too, which may lie below Klava's own: nobody needs them any more.
    ProgramFolders.forget(consume mappings)
    self.library = library.release()
    try succeed(nil, "the handlers of faults", klv_journal_watch_end(journal))
    if layers.contains(.seccomp) {
      try files.serve(library: self.library, as: order.libraryPath)
      try Filter.load(order.filter, mapsLibrary: true)
    }
    try SelfCheck.run(order.policy)
    // Only now, so that nobody reads of the checks as attempts of the keyboard.
    klv_trap_tell(klv_journal_note, journal)
  }

  /// Lets go of the library's file, once the library is open. The loader's own descriptor of it stays (``Filter``).
  package func libraryIsOpen() {
    guard library >= 0 else { return }
    klv_trap_withdraw(library)
    close(library)
    library = -1
  }

  /// What needs paths, or writes to executable memory, is done while that is possible. Answers what is mapped then.
  private static func prepare(_ order: ConfinementOrder) throws(ConfinementFailure) -> MemoryMappings {
    // Without a private root the folder in which the person works has a name to tell.
    try succeed(nil, "chdir(/)", chdir("/"))
    // Threads' stacks count as memory of the keyboard's own, at their full size.
    try succeed(nil, "pthread_setattr_default_np", klv_thread_stack(512 << 10))
    // The one that LANG names. A system without it does without it here too.
    _ = klv_keep_locale("C.UTF-8")
    for name in order.neededLibraries {
      // One that is not there is named by the loader, when it opens the keyboard.
      _ = dlopen(name, RTLD_NOW | RTLD_LOCAL)
    }
    let mappings = try MemoryMappings()
    try ExecutableMemory.makeReadOnly(mappings)
    return mappings
  }
}
