internal import Diagnostics
internal import Glibc
internal import LinuxShims
internal import SystemSupport

/// The signals that the simulator handles. The signals arrive through a descriptor, so that one poll(2) waits for all
/// events.
struct TerminalSignals: ~Copyable {
  /// The descriptor, which is readable after a signal has arrived.
  var descriptor: Int32 { pipe.reading.number }
  private let pipe: PipeEnds

  /// The signals that end the program.
  static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let all = ending + [SIGWINCH, SIGTSTP, SIGCONT]

  init() throws(Diagnostic) {
    do throws(SystemError) { pipe = try PipeEnds() } catch { throw Diagnostic(.systemCallFailed, "pipe2: \(error)") }
    watch()
  }

  deinit { klv_signals_to_default(Self.all, Self.all.count) }

  private func watch() { klv_signals_to_descriptor(pipe.writing.number, Self.all, Self.all.count) }

  /// Returns the signals that have arrived since the last call.
  func drain() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return bytes.prefix(max(count, 0)).map(Int32.init)
  }

  /// Stops the program until the shell continues it.
  ///
  /// - Parameter isWholeJob: Whether the whole process group stops, as after Control-Z in a terminal.
  func stop(isWholeJob: Bool) {
    klv_signals_to_default([SIGTSTP], 1)
    if isWholeJob { kill(0, SIGTSTP) } else { raise(SIGTSTP) }
    watch()
  }
}
