internal import BundleFormat
internal import Diagnostics
package import KeyboardStore

/// The checks of `klava doctor`: whether this machine can run Klava.
///
/// Each check uses the feature itself, because a version number does not prove that the feature works. No check
/// changes the machine or the user's files.
package struct Doctor {
  let environment: [String: String]
  let executable: () throws(Diagnostic) -> String
  let folders: () throws(Diagnostic) -> KlavaFolders
  let registry: () throws(Diagnostic) -> KeyboardRegistry

  /// Creates the checks of an installation.
  ///
  /// - Parameters:
  ///   - environment: The environment variables of the process.
  ///   - executable: Returns the absolute path of `klava`.
  ///   - folders: Returns the folders of Klava's files.
  ///   - registry: Returns the user's keyboards.
  package init(
    environment: [String: String], executable: @escaping () throws(Diagnostic) -> String,
    folders: @escaping () throws(Diagnostic) -> KlavaFolders,
    registry: @escaping () throws(Diagnostic) -> KeyboardRegistry
  ) {
    self.environment = environment
    self.executable = executable
    self.folders = folders
    self.registry = registry
  }

  /// Makes all checks, in the order of the output.
  package func checks() -> [MachineCheck] {
    kernel + layers + libraries + [sounds] + installation + pictures + [terminal]
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
