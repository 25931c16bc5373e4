package import Diagnostics
internal import Foundation
internal import LinuxShims

/// The signals that end a command, deferred until the command has cleaned up.
package struct EndingSignals: ~Copyable {
  /// Readable after a signal.
  package let descriptor: Int32
  private let writeEnd: Int32
  private let signals: [Int32]

  /// Defers the signals, except those that are ignored already, for example because of nohup.
  package init() throws(Diagnostic) {
    var ends: [Int32] = [0, 0]
    guard klv_pipe(&ends) == 0 else { throw Diagnostic(.systemCallFailed, "pipe2") }
    descriptor = ends[0]
    writeEnd = ends[1]
    signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].filter { klv_ignores_signal($0) == 0 }
    klv_signals_to_descriptor(writeEnd, signals, signals.count)
  }

  deinit {
    klv_signals_to_default(signals, signals.count)
    close(descriptor)
    close(writeEnd)
  }

  /// Ends the process with the first deferred signal, if there was one.
  package consuming func letThrough() {
    var number: UInt8 = 0
    guard read(descriptor, &number, 1) == 1 else { return }
    klv_signals_to_default(signals, signals.count)
    raise(Int32(number))
  }
}
