import Foundation
import KeyboardHost
import Sandbox

enum Outcome: Hashable, CustomStringConvertible {
  /// The keyboard is alive and reported this text.
  case reported(String)
  /// The keyboard's process ended.
  case ended(KeyboardEndError)
  /// The keyboard is alive and reported nothing.
  case silent

  /// Whether the keyboard reported that the attempt succeeded.
  var isEscape: Bool { description.hasPrefix("escaped: ") }

  /// The outcome in the words of the table `zoo.tsv`.
  var description: String {
    switch self {
    case .reported(let report): report
    case .ended(let end): Self.words(for: end)
    case .silent: "silent"
    }
  }

  private static func words(for end: KeyboardEndError) -> String {
    switch end {
    case .crashed(let how, _):
      for (number, name) in signals where how.contains("signal \(number) ") { return "killed \(name)" }
      if let status = how.split(separator: "exited with status ").last, how.contains("exited") {
        return "exited \(status)"
      }
      return how
    case .killed: return "killed SIGKILL"
    case .hung, .heldUp, .loadedTooLate: return "hung"
    case .refused: return "not loaded"
    case .protocolViolation: return "protocolViolation"
    case .forbidden: return "killed SIGSYS"
    case .exceeded(let excess): return "exceeded \(excess.resource)"
    case .withoutMainThread: return "not started: no main thread"
    case .notStarted(let why): return "not started: \(why)"
    case .unconfined(let layer, let why): return "not started without \(layer.rawValue): \(why)"
    }
  }

  private static let signals = [
    4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE", 9: "SIGKILL", 11: "SIGSEGV", 15: "SIGTERM",
    24: "SIGXCPU", 25: "SIGXFSZ", 31: "SIGSYS",
  ]
}

/// The outcomes that an attempt may have, in the words of `zoo.tsv`, with "or" between them.
///
/// A list of errors matches a report that names only errors of the list.
struct Expectation: Hashable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  func allows(_ outcome: Outcome) -> Bool {
    description.components(separatedBy: " or ").contains { Self.allows($0, "\(outcome)") }
  }

  private static func allows(_ alternative: String, _ outcome: String) -> Bool {
    if alternative == outcome { return true }
    if alternative == "contained" || alternative == "escaped" { return outcome.hasPrefix("\(alternative): ") }
    guard let errors = outcome.wholeMatch(of: /refused: (.*)/)?.1, alternative.first == "E" else { return false }
    return Set(errors.split(separator: ", ")).isSubset(of: alternative.split(separator: " "))
  }
}
