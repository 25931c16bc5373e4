internal import Glibc
internal import LinuxShims

/// The seccomp filter of this process.
enum Filter {
  /// Installs the trap handler and loads the filter.
  ///
  /// - Parameter mapsLibrary: Whether the dynamic loader will still open the keyboard's library. A process that will
  ///   open the library can still map code, but only from the library's descriptor. In any other process, no more
  ///   memory can become executable.
  static func load(_ filter: ConfinementOrder.Filter, mapsLibrary: Bool) throws(ConfinementError) {
    for (number, error) in filter.answers { klv_trap_answer(number, error) }
    try succeed(.seccomp, "sigaction(SIGSYS)", klv_trap_install())
    var program = filter.program
    for place in filter.identifierPlaces { try put(UInt32(bitPattern: getpid()), at: place, of: &program) }
    if mapsLibrary {
      let library = UInt32(try nextDescriptor())
      for place in filter.libraryPlaces { try put(library, at: place, of: &program) }
    }
    guard !program.isEmpty, program.count % 8 == 0, let count = UInt16(exactly: program.count / 8) else {
      throw ConfinementError(.seccomp, "the filter has \(program.count) bytes", errno: 0)
    }
    try succeed(.seccomp, "seccomp", klv_seccomp_load(program, count))
  }

  /// The number that the next opened descriptor will get: the kernel assigns the lowest free number.
  private static func nextDescriptor() throws(ConfinementError) -> Int32 {
    let number = try succeed(.seccomp, "fcntl(F_DUPFD_CLOEXEC)", fcntl(0, F_DUPFD_CLOEXEC, 0))
    close(number)
    return number
  }

  /// Writes a value into the constant of an instruction: the last four bytes of the instruction.
  private static func put(_ value: UInt32, at place: UInt32, of program: inout [UInt8]) throws(ConfinementError) {
    let offset = Int(place) * 8 + 4
    guard offset + 4 <= program.count else { throw ConfinementError(.seccomp, "the filter is too short", errno: 0) }
    withUnsafeBytes(of: value) { program.replaceSubrange(offset..<offset + 4, with: $0) }
  }
}
