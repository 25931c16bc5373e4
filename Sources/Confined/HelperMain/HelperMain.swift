// HelperMain: code with which a confined program checks its host, reads its order (the host's request) and writes its
// answer.
//
// For:    `klava-renderer`, `klava-bundle-reader` and `klava-suggester`.
// Never:  reads the order before the program has confined itself.
// Start: `HelperMain` below. The module `HelperLauncher` is the counterpart in the host.
//
// The descriptors 0 (the order), 1 (the answer) and 2 (error messages) are files in memory. The descriptors from 3 on
// are files that the host passes.

internal import Glibc
internal import LinuxShims
package import Sandbox

/// The arguments and the order that a confined program gets from its host.
package struct HelperMain: Sendable {
  /// The sandbox layers that the program must enter.
  package let layers: Set<Layer>
  /// The mode in which the host starts the program; nil for the default mode.
  package let mode: String?
  private let name: String

  /// The exit statuses for errors, except for a ``ConfinementError``, which has its own exit status.
  private enum ExitStatus: Int32 {
    /// No host started the program.
    case noHost = 2
    /// The process cannot read the order or write the answer.
    case broken = 70
  }

  /// Checks that a host started the program, and reads the program's arguments. Exits if no host started the program.
  ///
  /// - Parameters:
  ///   - name: The name of the program.
  ///   - keepsFiles: Whether the program needs the descriptors from 3 on. If the value is false and the host requests
  ///     no mode, the initializer closes the descriptors from 3 on.
  package init(_ name: String, keepsFiles: Bool = false) {
    self.name = name
    klv_set_name(name)
    klv_set_parent_death_signal(SIGKILL)
    let arguments = CommandLine.arguments.dropFirst()
    layers = Set(arguments.dropFirst().first?.split(separator: ",").compactMap { Layer(rawValue: String($0)) } ?? [])
    mode = arguments.dropFirst(2).first
    // If the host died before the call of `klv_set_parent_death_signal`, the kernel sends no signal. The comparison
    // with the parent's process ID detects a dead host, because the process gets another parent when the host dies.
    guard (2...3).contains(arguments.count), arguments.first == String(getppid()) else {
      end(.noHost, "only klava starts this program")
    }
    if !keepsFiles, mode == nil { klv_close_from(3) }
  }

  /// Calls `body`, which confines the process and then handles the order. Exits if `body` throws.
  package func run(_ body: () throws -> Void) {
    do {
      try body()
    } catch let failure as ConfinementError {
      end(failure.exitStatus, failure.description)
    } catch {
      fail("\(error)")
    }
  }

  /// Writes an error message for the host, and exits.
  package func fail(_ message: String) -> Never { end(.broken, message) }

  /// Reads the bytes of the order.
  package func readOrder() -> [UInt8] {
    var status = stat()
    guard fstat(0, &status) == 0 else { fail("the order is missing") }
    var bytes = [UInt8](repeating: 0, count: max(0, Int(status.st_size)))
    guard pread(0, &bytes, bytes.count, 0) == bytes.count else { fail("cannot read the order") }
    return bytes
  }

  /// Appends bytes to the answer.
  package func send(_ bytes: [UInt8]) {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
      guard count > 0 else { fail("cannot write the reply") }
      bytes = bytes.dropFirst(count)
    }
  }

  private func end(_ status: ExitStatus, _ message: String) -> Never { end(status.rawValue, message) }

  private func end(_ status: Int32, _ message: String) -> Never {
    let line = Array("\(name): \(message)\n".utf8)
    write(2, line, line.count)
    exit(status)
  }
}
