// Doctor: the checks of `klava doctor`.
//
// For:    a command that reports whether this machine can run Klava. Most checks use the feature that they check.
// Never:  changes the machine or the user's files.
// Start:  `Doctor.checks()`; `MachineCheck` for one result.

package import Diagnostics
package import KeyboardStore

/// The checks of `klava doctor`: whether this machine can run Klava.
///
/// Most checks use the checked feature, because a version number does not prove that the feature works. No check
/// changes the machine or the user's files.
package struct Doctor {
  let environment: [String: String]
  let executable: Result<String, Diagnostic>
  let folders: Result<KlavaFolders, Diagnostic>
  let registry: Result<KeyboardRegistry, Diagnostic>

  /// Creates the checks of an installation of Klava.
  ///
  /// - Parameters:
  ///   - environment: The environment variables of the process.
  ///   - executable: The absolute path of `klava`, or the reason why it is unknown.
  ///   - folders: The folders of Klava's files, or the diagnostic about them.
  ///   - registry: The user's keyboards, or the diagnostic about their list.
  package init(
    environment: [String: String], executable: Result<String, Diagnostic>, folders: Result<KlavaFolders, Diagnostic>,
    registry: Result<KeyboardRegistry, Diagnostic>
  ) {
    self.environment = environment
    self.executable = executable
    self.folders = folders
    self.registry = registry
  }

  /// Performs all checks, and returns their results in the order of the output.
  package func checks() -> [MachineCheck] {
    kernel + layers + libraries + [sounds, layouts, emoji] + installation + pictures + [suggestions, terminal]
  }

  /// Checks whether the locale uses UTF-8.
  var terminal: MachineCheck {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
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
