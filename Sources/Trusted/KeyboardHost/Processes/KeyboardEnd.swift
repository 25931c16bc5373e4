internal import Bundles
package import Sandbox
package import TextInput

/// Why a keyboard no longer serves.
package enum KeyboardEnd: Error, Hashable, Sendable {
  /// Its process ended by itself or by a signal; the text says how.
  case crashed(String)
  /// Somebody killed its process (SIGKILL), which no fault of its own does.
  case killed
  /// It did not answer in the time that it has for a turn, which was so long, and was killed.
  case hung(after: Duration)
  /// The turn of one of its timers went on for so long while a key press waited, and the host ended the process.
  case heldUp(after: Duration)
  /// A fresh process had not loaded the keyboard so long after a key press came, and the host ended it.
  case loadedTooLate(after: Duration)
  /// It used more of something than it may, and was ended.
  case exceeded(LimitViolation)
  /// It tried what no keyboard may, and the kernel ended it; the text says what.
  case forbidden(String)
  /// It could not be loaded.
  case refused(KeyboardFailure)
  /// It broke the protocol, and was killed; the text says how.
  case protocolViolation(String)
  /// The host could not start it; the text says why.
  case notStarted(String)
  /// Its process could not be held by a layer of the sandbox, and loaded nothing; the text says why.
  case unconfined(Layer, String)
}

extension KeyboardEnd: CustomStringConvertible {
  /// The reason as a person reads it, without a full stop.
  package var description: String {
    switch self {
    case .crashed(let how): "it crashed: \(how)"
    case .killed: "another process killed it"
    case .hung(let time): "it did not answer within \(time.wholeMilliseconds) ms, and the host ended it"
    case .heldUp(let time):
      "a timer's turn did not end within \(time.wholeMilliseconds) ms of a key press, and the host ended it"
    case .loadedTooLate(let time):
      "its process had ended, and a new one did not load within \(time.wholeMilliseconds) ms of a key press"
    case .exceeded(let excess): "the host ended it: \(excess)"
    case .forbidden(let deed): "the kernel ended it: \(deed)"
    case .refused(let failure): "it did not load: \(failure.message)"
    case .protocolViolation(let how): "it violated the protocol, and the host ended it: \(how)"
    case .notStarted(let why): "the host could not start it: \(why)"
    case .unconfined(let layer, let why):
      "the host did not start it because the sandbox layer \(layer.rawValue) is unavailable: \(why)"
    }
  }

  /// The reason in words that are all the host's own, for an audit.
  package var reason: String {
    switch self {
    case .crashed, .killed, .hung, .heldUp, .loadedTooLate, .exceeded, .forbidden, .notStarted: description
    case .refused: "it did not load"
    case .protocolViolation: "it violated the protocol, and the host ended it"
    case .unconfined(let layer, _):
      "the host did not start it because the sandbox layer \(layer.rawValue) is unavailable"
    }
  }

  /// What an audit counts it as; nil for what is no fault of a running keyboard.
  var count: AuditTally.Count? {
    switch self {
    case .crashed, .forbidden: .crashes
    case .hung, .heldUp, .loadedTooLate: .hangs
    case .protocolViolation: .lies
    case .exceeded: .limitsExceeded
    case .killed, .refused, .notStarted, .unconfined: nil
    }
  }
}

extension Duration {
  /// How many milliseconds it has, as a person reads a deadline.
  package var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
  }
}
