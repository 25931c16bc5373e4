internal import Glibc
internal import LinuxShims

/// Holds a process of Klava's own that decodes bytes of anybody's making, such as pictures: it may read below some folders,
/// compute, and write what it has open.
package enum ReadingConfinement {
  /// Confines this process, while it has one thread and before it looks at such a byte. There is no way back.
  ///
  /// Only what is asked for of Landlock and seccomp is put in force; namespaces are not among them, for the fonts lie all
  /// over the machine.
  ///
  /// - Parameters:
  ///   - layers: What is put in force.
  ///   - folders: What may be read; what is not there is passed over.
  ///   - memory: Bytes of writable memory that it may have.
  ///   - fileSize: Bytes that it may write to a file.
  ///   - processorTime: Seconds that it may compute.
  ///   - filter: The filter of the profile with paths. All libraries are mapped by now, so no code is mapped under it.
  package static func enter(
    _ layers: Set<Layer>, reading folders: [String], memory: UInt64, fileSize: UInt64, processorTime: UInt64,
    filter: ConfinementOrder.Filter
  ) throws(ConfinementFailure) {
    try succeed(nil, "chdir(/)", chdir("/"))
    try Limits.apply(memory: memory, fileSize: fileSize, processorTime: processorTime)
    try Privileges.drop()
    if layers.contains(.landlock) { try Landlock.restrict(toReading: folders) }
    guard layers.contains(.seccomp) else { return }
    klv_trap_paths_are_real()
    try succeed(.seccomp, "the handler of faults", klv_fault_watch(nil))
    try Filter.load(filter, mapsLibrary: false)
  }
}
