internal import Glibc
internal import LinuxShims
internal import Wire

/// The seccomp filter that the host has built.
enum Filter {
  /// Loads the filter and the handler of what it traps.
  static func load(_ filters: ConfinementOrder.Filters) throws(ConfinementFailure) {
    for (number, error) in filters.answers { klv_trap_answer(number, error) }
    try succeed(.seccomp, "sigaction(SIGSYS)", klv_trap_install())
    var program = filters.beforeLoading
    for place in filters.identifierPlaces { try put(UInt32(bitPattern: getpid()), at: place, of: &program) }
    try add(program)
  }

  /// Adds a filter for all threads of the process.
  static func add(_ program: [UInt8]) throws(ConfinementFailure) {
    guard !program.isEmpty, program.count % 8 == 0, let count = UInt16(exactly: program.count / 8) else {
      throw ConfinementFailure(.seccomp, "the filter has \(program.count) bytes", errno: 0)
    }
    try succeed(.seccomp, "seccomp", klv_seccomp_load(program, count))
  }

  /// The constant of an instruction stands in its last four bytes.
  private static func put(_ value: UInt32, at place: UInt32, of program: inout [UInt8]) throws(ConfinementFailure) {
    let offset = Int(place) * 8 + 4
    guard offset + 4 <= program.count else { throw ConfinementFailure(.seccomp, "the filter is too short", errno: 0) }
    withUnsafeBytes(of: value) { program.replaceSubrange(offset..<offset + 4, with: $0) }
  }
}
