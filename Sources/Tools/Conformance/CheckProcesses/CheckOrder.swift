internal import Diagnostics
internal import FoundationEssentials
internal import JSON
internal import Sandbox

/// The order to a check process: the bundle, and the checks to run on it.
package struct CheckOrder: Codable, Sendable {
  /// The bundle's path.
  package var path: String
  /// The names of the checks, in order.
  package var checks: [String]
  /// A private folder for all files that the keyboard writes.
  package var root: String
  /// The path of `klava-runner`.
  package var runnerPath: String
  /// The path of `klava-renderer`.
  package var rendererPath: String
  /// The user's languages.
  package var languages: [String]
  /// The sandbox layers that the user disabled.
  package var unsafeWithout: [String]
  /// The seed of random numbers.
  package var seed: UInt64
  /// The duration of random input in seconds.
  package var fuzzSeconds: Int

  /// The order as text for a command-line argument.
  package var text: String {
    do {
      return try String(json: self)
    } catch {
      // Encoding strings and numbers cannot fail. The check process would reject an empty order.
      return ""
    }
  }

  /// Parses an order.
  ///
  /// - Throws: The error that the decoder throws for a malformed order.
  package init(text: String) throws {
    self = try JSONDecoder().decode(CheckOrder.self, from: Data(text.utf8))
  }

  init(
    path: String, checks: [String], root: String, runnerPath: String, rendererPath: String, languages: [String],
    unsafeWithout: Set<Layer>, seed: UInt64, fuzzSeconds: Int
  ) {
    self.path = path
    self.checks = checks
    self.root = root
    self.runnerPath = runnerPath
    self.rendererPath = rendererPath
    self.languages = languages
    self.unsafeWithout = unsafeWithout.map(\.rawValue)
    self.seed = seed
    self.fuzzSeconds = fuzzSeconds
  }
}

/// A message from a check process to the validation: one line of JSON on a separate descriptor.
enum CheckMessage: Codable, Sendable {
  /// A check begins.
  case begin(check: String)
  /// A step begins. The string is the step as one line of a script.
  case step(String)
  /// A check ended: its outcome's name, its findings, and the reason if the check stopped early.
  case outcome(check: String, name: String, findings: [CheckDiagnostic], reason: String?)
  /// The crawl found a reason to skip all later checks, except the checks with the given names.
  case stop(reason: String, except: [String])

  /// The message as a line, with its line break.
  var line: [UInt8] {
    do {
      return Array(try String(json: self).utf8) + [UInt8(ascii: "\n")]
    } catch {
      // If encoding fails, the validation reports the missing outcome as an internal error.
      return []
    }
  }

  /// Parses a line; nil if it is not a message.
  init?(line: some Collection<UInt8>) {
    do {
      self = try JSONDecoder().decode(CheckMessage.self, from: Data(line))
    } catch {
      return nil
    }
  }
}

extension Outcome {
  /// Creates an outcome from the members of the message ``CheckMessage/outcome(check:name:findings:reason:)``.
  init(name: String, findings: [CheckDiagnostic], reason: String?) {
    switch name {
    case "timedOut": self = .timedOut(reason ?? "")
    case "skipped": self = .skipped(reason ?? "")
    case "toolFault": self = .toolFault(reason ?? "")
    default: self = Outcome(findings)
    }
  }
}
