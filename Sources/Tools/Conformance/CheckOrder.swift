internal import Foundation
internal import Sandbox

/// What a checking process is to do: some checks on one bundle.
package struct CheckOrder: Codable, Sendable {
  /// The bundle's path.
  package var path: String
  /// The names of the checks, in order.
  package var checks: [String]
  /// A folder of its own, for all that the keyboard writes.
  package var root: String
  /// The program that keyboards run in.
  package var runnerPath: String
  /// The person's languages.
  package var languages: [String]
  /// Layers of the sandbox that the person does without.
  package var unsafeWithout: [String]
  /// Where what is random comes from.
  package var seed: UInt64
  /// How many seconds random typing goes on.
  package var fuzzSeconds: Int

  /// The order as a text that an argument can carry.
  package var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    } catch {
      // Strings and numbers can always be encoded; an empty order is refused by who reads it.
      return ""
    }
  }

  /// The order that a text holds; throws where it holds none.
  package init(text: String) throws {
    self = try JSONDecoder().decode(CheckOrder.self, from: Data(text.utf8))
  }

  init(
    path: String, checks: [String], root: String, runnerPath: String, languages: [String], unsafeWithout: Set<Layer>,
    seed: UInt64, fuzzSeconds: Int
  ) {
    self.path = path
    self.checks = checks
    self.root = root
    self.runnerPath = runnerPath
    self.languages = languages
    self.unsafeWithout = unsafeWithout.map(\.rawValue)
    self.seed = seed
    self.fuzzSeconds = fuzzSeconds
  }
}

/// What a checking process says, one line of JSON each, over a descriptor of its own.
enum CheckMessage: Codable, Sendable {
  /// This check begins.
  case begin(check: String)
  /// This is done now: a line of a script.
  case step(String)
  /// The check ended: its outcome's name, what it found, and why there is no more to tell.
  case outcome(check: String, name: String, findings: [Finding], reason: String?)
  /// There is no use in trying the keyboard any further, for this reason, but for these checks.
  case stop(reason: String, except: [String])

  /// The message's line, with its line break.
  var line: [UInt8] {
    do {
      return Array(try JSONEncoder().encode(self)) + [UInt8(ascii: "\n")]
    } catch {
      // What is left out here is found missing by who reads, and told as a fault of ours.
      return []
    }
  }

  /// The message of a line; nil for what is none.
  init?(line: some Collection<UInt8>) {
    do {
      self = try JSONDecoder().decode(CheckMessage.self, from: Data(line))
    } catch {
      return nil
    }
  }
}

extension Outcome {
  /// The outcome that a message tells of.
  init(name: String, findings: [Finding], reason: String?) {
    switch name {
    case "timedOut": self = .timedOut(reason ?? "")
    case "skipped": self = .skipped(reason ?? "")
    case "toolFault": self = .toolFault(reason ?? "")
    default: self = Outcome(findings)
    }
  }
}
