internal import Glibc
internal import LinuxShims

/// The confinement of a process of Klava that decodes untrusted bytes, such as pictures.
///
/// The process may read files in the given folders, compute, and write to its open files.
package enum ReadingConfinement {
  /// Confines this process. Call this function while the process has one thread and before it reads untrusted bytes.
  /// The process cannot undo the confinement.
  ///
  /// Of the sandbox layers, only Landlock and seccomp have an effect. The process gets no private root, because a
  /// render process must read fonts, which are in many folders of the machine.
  ///
  /// - Parameters:
  ///   - layers: The layers to enter.
  ///   - folders: The folders that the process may read. The function skips missing folders.
  ///   - memory: The limit of writable memory in bytes.
  ///   - fileSize: The limit of a file's size in bytes.
  ///   - processorTime: The limit of processor time in seconds; nil for none.
  ///   - filter: The seccomp filter. After the filter is loaded, no more memory can become executable, so all libraries
  ///     must already be mapped.
  ///   - served: The descriptors of files that the process may open again, by the path under which it opens each file.
  ///     At most four files. If `served` is not empty, the filter must refuse all paths.
  /// - Throws: ``ConfinementError`` if a step fails.
  package static func enter(
    _ layers: Set<Layer>, reading folders: [String], memory: UInt64, fileSize: UInt64, processorTime: UInt64?,
    filter: ConfinementOrder.Filter, serving served: [String: Int32] = [:]
  ) throws(ConfinementError) {
    try succeed(nil, "chdir(/)", chdir("/"))
    try Limits.apply(memory: memory, fileSize: fileSize, processorTime: processorTime)
    try Privileges.drop()
    if layers.contains(.landlock) { try Landlock.restrict(toReading: folders) }
    guard layers.contains(.seccomp) else { return }
    if served.isEmpty { klv_trap_paths_are_real() }
    for (path, file) in served { try succeed(.seccomp, "served files", klv_trap_serve(path, file)) }
    try succeed(.seccomp, "the fault handler", klv_fault_watch(nil))
    try Filter.load(filter, mapsLibrary: false)
  }
}
