internal import Diagnostics
internal import Foundation

/// One check of `klava doctor` and its result.
struct MachineCheck: Encodable {
  enum State: String, Encodable {
    case ok
    case missing
  }

  /// The checked item.
  let name: String
  /// Whether the item is available.
  let state: State
  /// Whether Klava requires it.
  let isNeeded: Bool
  /// The result in words.
  let found: String
  /// The remedy; nil if the item is available.
  let remedy: String?

  /// Creates the result of an available item.
  static func ok(_ name: String, _ found: String, isNeeded: Bool = true) -> MachineCheck {
    MachineCheck(name: name, state: .ok, isNeeded: isNeeded, found: found, remedy: nil)
  }

  /// Creates the result of a missing item, with the reason.
  static func missing(_ name: String, _ problem: Diagnostic, isNeeded: Bool = true) -> MachineCheck {
    MachineCheck(
      name: name, state: .missing, isNeeded: isNeeded, found: "\(problem.code): \(problem.sentence)",
      remedy: problem.remedy)
  }

  /// Creates a result from `body`: available with its text, or missing with its error.
  static func check(
    _ name: String, isNeeded: Bool = true, _ body: () throws(Diagnostic) -> String
  ) -> MachineCheck {
    do {
      return .ok(name, try body(), isNeeded: isNeeded)
    } catch {
      return .missing(name, error, isNeeded: isNeeded)
    }
  }

  /// Checks whether the locale uses UTF-8.
  static var terminal: MachineCheck {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { CommonOptions.environment[$0] }.first { !$0.isEmpty }
    let name = locale ?? "none"
    let isUTF8 = ["utf-8", "utf8"].contains { name.lowercased().hasSuffix($0) || name.lowercased().contains("\($0)@") }
    if isUTF8 { return .ok("UTF-8 terminal", "locale \(name)", isNeeded: false) }
    return .missing(
      "UTF-8 terminal",
      Diagnostic(
        .noTerminal, "", "The locale \(name) does not use UTF-8.",
        remedy: "Set LANG, for example to C.UTF-8, to display non-ASCII letters correctly."),
      isNeeded: false)
  }
}
