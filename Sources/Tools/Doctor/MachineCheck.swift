internal import CommandSupport
package import Diagnostics

/// One check of `klava doctor` and its result.
package struct MachineCheck: Encodable {
  package enum State: String, Encodable {
    case ok
    case missing
  }

  /// The name of the checked item.
  package let name: String
  /// Whether the machine has the checked item.
  package let state: State
  /// Whether Klava requires the checked item.
  package let isNeeded: Bool
  /// The result of the check in words.
  package let found: String
  /// The remedy for a missing item; nil if the machine has the item.
  package let remedy: String?

  /// Creates the result of an available item.
  package static func ok(_ name: String, _ found: String, isNeeded: Bool = true) -> MachineCheck {
    MachineCheck(name: name, state: .ok, isNeeded: isNeeded, found: found, remedy: nil)
  }

  /// Creates the result of a missing item, with the reason and its subject, such as the path of a damaged file.
  package static func missing(_ name: String, _ diagnostic: Diagnostic, isNeeded: Bool = true) -> MachineCheck {
    let (subject, sentence) = (diagnostic.subject.sanitized(limit: 256), diagnostic.sentence)
    let about = subject.isEmpty || sentence.contains(subject) ? "" : "\(subject): "
    return MachineCheck(
      name: name, state: .missing, isNeeded: isNeeded, found: "\(diagnostic.code): \(about)\(sentence)",
      remedy: diagnostic.remedy)
  }

  /// Creates a result: available with the text that `body` returns, or missing with the error that `body` throws.
  package static func check(
    _ name: String, isNeeded: Bool = true, _ body: () throws(Diagnostic) -> String
  ) -> MachineCheck {
    do {
      return .ok(name, try body(), isNeeded: isNeeded)
    } catch {
      return .missing(name, error, isNeeded: isNeeded)
    }
  }

  /// Prints results as a table or as JSON.
  ///
  /// - Throws: ``CommandSupport/ExitStatus/failed`` if a required item is missing.
  package static func report(_ checks: [MachineCheck], json: Bool) throws {
    if json {
      try Output.writeJSON(checks)
    } else {
      var table = Table("state", "what", "found")
      for check in checks {
        table.add(
          check.state.rawValue, check.name, [check.found, check.remedy].compactMap(\.self).joined(separator: " "))
      }
      try Output.write(table.text)
    }
    if checks.contains(where: { $0.isNeeded && $0.state == .missing }) { throw ExitStatus.failed.error }
  }
}
