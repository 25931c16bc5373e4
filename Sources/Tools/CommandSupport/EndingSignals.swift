package import Diagnostics
internal import Glibc
internal import LinuxShims
internal import SystemSupport

/// The signals that end a command, deferred until the command has cleaned up.
package struct EndingSignals: ~Copyable {
  /// A descriptor that becomes readable after a signal.
  package var descriptor: Int32 { pipe.reading.number }
  private let pipe: PipeEnds
  private let signals: [Int32]

  /// Defers the signals, except signals that the process already ignores, for example because of nohup.
  ///
  /// - Throws: `systemCallFailed` if the process has too many descriptors.
  package init() throws(Diagnostic) {
    do throws(SystemError) { pipe = try PipeEnds() } catch { throw Diagnostic(.systemCallFailed, "pipe2: \(error)") }
    signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].filter { klv_ignores_signal($0) == 0 }
    klv_signals_to_descriptor(pipe.writing.number, signals, signals.count)
  }

  deinit { klv_signals_to_default(signals, signals.count) }

  /// Runs a function, and defers the signals until it has ended. If a signal was deferred, then ends the process with the
  /// first deferred signal.
  ///
  /// - Parameter body: The function. When its parameter, ``descriptor``, becomes readable, the function should end soon.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`; `systemCallFailed` if the process has too many descriptors.
  package static func deferring<R>(_ body: (_ descriptor: Int32) throws -> R) throws -> R {
    let signals = try EndingSignals()
    let result = Result { try body(signals.descriptor) }
    signals.letThrough()
    return try result.get()
  }

  /// If a signal was deferred, ends the process with the first deferred signal.
  package consuming func letThrough() {
    var number: UInt8 = 0
    guard read(descriptor, &number, 1) == 1 else { return }
    klv_signals_to_default(signals, signals.count)
    raise(Int32(number))
  }
}
