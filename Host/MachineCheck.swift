internal import Diagnostics
internal import Foundation

/// One thing that Klava looks for on a machine, and what it found.
struct MachineCheck: Encodable {
  enum State: String, Encodable {
    case ok
    case missing
  }

  /// What was looked for.
  let name: String
  /// Whether it is there.
  let state: State
  /// Whether Klava does not work without it.
  let isNeeded: Bool
  /// What is there, in words.
  let found: String
  /// What to do; nil where it is there.
  let remedy: String?

  /// A thing that is there, such as `found`.
  static func ok(_ name: String, _ found: String, isNeeded: Bool = true) -> MachineCheck {
    MachineCheck(name: name, state: .ok, isNeeded: isNeeded, found: found, remedy: nil)
  }

  /// A thing that is not there, and why that is known.
  static func missing(_ name: String, _ problem: Diagnostic, isNeeded: Bool = true) -> MachineCheck {
    MachineCheck(
      name: name, state: .missing, isNeeded: isNeeded, found: "\(problem.code): \(problem.sentence)",
      remedy: problem.remedy)
  }

  /// What `body` finds, or the problem that it throws.
  static func check(
    _ name: String, isNeeded: Bool = true, _ body: () throws(Diagnostic) -> String
  ) -> MachineCheck {
    do {
      return .ok(name, try body(), isNeeded: isNeeded)
    } catch {
      return .missing(name, error, isNeeded: isNeeded)
    }
  }

  /// Whether what Klava prints can be shown.
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
