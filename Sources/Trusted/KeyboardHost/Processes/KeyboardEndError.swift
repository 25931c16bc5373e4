package import Diagnostics
package import KeyboardProtocol
internal import KeyboardStore
package import Sandbox

/// The reason why a keyboard's process no longer serves turns.
package enum KeyboardEndError: Error, Hashable, Sendable {
  /// The process exited, or a signal ended it. The text names the status or the signal. `fatalError` is the last line
  /// in which the process reported a fatal error of Swift; nil if there is no such line. The keyboard can choose this
  /// line.
  case crashed(String, fatalError: String? = nil)
  /// Another process killed the keyboard's process with SIGKILL. The keyboard is not to blame.
  case killed
  /// The process missed the deadline of a turn, and the host killed it.
  case hung(after: Duration)
  /// The host killed the process, because a turn for a timer, a memory warning or a request made the user's next input
  /// wait this long.
  case heldUp(after: Duration)
  /// A fresh process did not load the keyboard within this time after a key press, and the host killed the process.
  case loadedTooLate(after: Duration)
  /// The process exceeded a limit, and the host or the kernel ended it.
  case exceeded(LimitViolation)
  /// The process attempted a forbidden operation, and the kernel ended it. The text names the operation.
  case forbidden(String)
  /// The process could not load the keyboard.
  case refused(KeyboardError)
  /// The process violated the protocol, and the host killed it. The text names the violation.
  case protocolViolation(String)
  /// The host could not start the process. The text gives the reason.
  case notStarted(String)
  /// The keyboard needs the main thread of the host's process, but the main thread did not run the keyboard's code in
  /// time.
  case withoutMainThread(after: Duration)
  /// A sandbox layer is unavailable, and the process loaded nothing. The text gives the reason.
  case unconfined(Layer, String)
}

extension KeyboardEndError: CustomStringConvertible {
  /// A sentence that tells the user the reason, without a final period.
  package var description: String {
    switch self {
    case .crashed(let how, _): "it crashed: \(how)"
    case .killed: "another process killed it"
    case .hung(let time): "it did not answer within \(time.wholeMilliseconds) ms, and the host ended it"
    case .heldUp(let time):
      "it handled a timer, a request or a memory warning for more than \(time.wholeMilliseconds) ms after "
        + "the user's next input, and the host ended it"
    case .loadedTooLate(let time):
      "its process had ended, and a new process did not load it within \(time.wholeMilliseconds) ms of a key press"
    case .exceeded(let violation): "the host ended it: \(violation)"
    case .forbidden(let action): "the kernel ended it: \(action)"
    case .refused(let failure): "it did not load: \(failure.message)"
    case .protocolViolation(let how): "it violated the protocol, and the host ended it: \(how)"
    case .notStarted(let why): "the host could not start it: \(why)"
    case .withoutMainThread(let time):
      "it needs the main thread, and the main thread did not run the keyboard's code within "
        + "\(time.wholeMilliseconds) ms"
    case .unconfined(let layer, let why):
      "the host did not start it because the sandbox layer \(layer.rawValue) is unavailable: \(why)"
    }
  }

  /// The reason for the audit, without any text that the keyboard can choose.
  package var reason: String {
    switch self {
    case .crashed, .killed, .hung, .heldUp, .loadedTooLate, .exceeded, .forbidden, .notStarted, .withoutMainThread:
      description
    case .refused: "it did not load"
    case .protocolViolation: "it violated the protocol, and the host ended it"
    case .unconfined(let layer, _):
      "the host did not start it because the sandbox layer \(layer.rawValue) is unavailable"
    }
  }

  /// The code of the diagnostic that reports this end of the process.
  package var code: DiagnosticCode {
    switch self {
    case .crashed, .killed: .keyboardCrashed
    case .hung, .heldUp, .loadedTooLate: .keyboardHung
    case .exceeded(let violation): violation.resource == .memory ? .keyboardOutOfMemory : .keyboardPassedLimit
    case .forbidden: .keyboardBrokePolicy
    case .refused(let failure): failure.codeOfStart
    case .protocolViolation: .keyboardBrokeProtocol
    case .notStarted: .runnerNotStarted
    case .withoutMainThread: .mainThreadMissing
    case .unconfined: .keyboardNotConfined
    }
  }

  /// The audit's count that this end increases; nil for an end that is not the fault of a running keyboard.
  var count: AuditSummary.Count? {
    switch self {
    case .crashed, .forbidden: .crashes
    case .hung, .heldUp, .loadedTooLate: .hangs
    case .protocolViolation: .violations
    case .exceeded: .limitsExceeded
    case .killed, .refused, .notStarted, .withoutMainThread, .unconfined: nil
    }
  }
}

extension KeyboardError {
  /// The code of the diagnostic that reports why the keyboard did not load.
  fileprivate var codeOfStart: DiagnosticCode {
    switch step {
    case .library: .keyboardNotLinked
    case .entry: .entryMalformed
    case .create: .keyboardNotCreated
    case .version: .keyboardVersionDiffers
    case .load, .event, .action, .limit, .text: .keyboardRefusedLoad
    }
  }

  /// The code of the diagnostic that reports why a turn of the loaded keyboard failed.
  package var codeOfTurn: DiagnosticCode {
    switch step {
    case .limit: .turnLimitPassed
    case .text: .controlCharacterInserted
    case .library, .entry, .create, .load, .event, .action, .version: .actionFailed
    }
  }
}

extension Duration {
  /// The duration in whole milliseconds, rounded toward zero.
  package var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
  }
}
