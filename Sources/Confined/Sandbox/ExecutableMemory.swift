internal import Glibc

/// The executable pages of this process.
enum ExecutableMemory {
  /// Removes the write permission from every page that is writable and executable.
  ///
  /// Such pages hold libffi's closures. Call it after all closures were created (Sandbox.md#libffi-closures).
  static func makeReadOnly(_ mappings: borrowing MemoryMappings) throws(ConfinementError) {
    for mapping in mappings.all where mapping.permissions.starts(with: "rwx".utf8) {
      let memory = mapping.memory
      try succeed(.seccomp, "mprotect", mprotect(memory.baseAddress, memory.count, PROT_READ | PROT_EXEC))
    }
  }
}
