internal import Glibc

/// The pages from which code may run.
enum ExecutableMemory {
  /// Takes the write permission from every page that may also be executed: libffi's closures, once all are made
  /// (Sandbox.md#libffi-closures).
  static func makeReadOnly(_ mappings: borrowing MemoryMappings) throws(ConfinementFailure) {
    for mapping in mappings.all where mapping.permissions.starts(with: "rwx".utf8) {
      let memory = mapping.memory
      try succeed(.seccomp, "mprotect", mprotect(memory.baseAddress, memory.count, PROT_READ | PROT_EXEC))
    }
  }
}
