internal import ArgumentParser
internal import BundleFiles
internal import CommandReports
internal import CommandSupport
internal import Diagnostics
internal import KeyboardStore

struct InstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Check keyboards and copy them into Klava's data folder.",
    discussion: """
      Klava does not run or enable the keyboards. If one keyboard has an error, Klava installs no keyboard. An update \
      of a keyboard keeps its settings, its data and its position in the list. An update keeps full access only if the \
      same key signed the old and the new version (see `klava sign`), or if all files of the keyboard stay the same. If \
      the old version is signed, and another key or no key signed the new version, Klava disables the keyboard.

      Example: klava install Mine.keyboard
      """)

  @Argument(help: "Bundles, or container folders with bundles under PlugIns.", completion: .directory)
  var paths: [String]
  @OptionGroup var common: CommonOptions

  func run() throws {
    let installed = try common.registry().install(
      paths,
      waiting: { Output.warn("Another process installs or removes keyboards. Klava waits for this process.") },
      removed: { Output.warn("Klava removed \($0.shownName), which the new version of its folder does not contain.") })
    for installed in installed {
      let keyboard = installed.keyboard
      let next = keyboard.isEnabled ? "The keyboard is enabled." : "Enable it with: klava enable \(keyboard.identifier)"
      let done =
        installed.isUnchanged
        ? "\(keyboard.shownName) was already installed, with the same files." : "Installed \(keyboard.shownName)."
      try Output.write("\(done) \(next)")
      if let path = keyboard.path {
        let warnings = try BundleInspection(path).warnings
        for warning in warnings { try Output.write("  Warning: \(warning.problem.sanitized())") }
        if !warnings.isEmpty {
          try Output.write(
            "  If the keyboard does not work, ask its author for a new version. "
              + "Authors: `klava inspect` says what to correct.")
        }
      }
      if let signer = keyboard.signer { try Output.write("  Signed with the key \(signer).") }
      if let old = installed.replacedSigner {
        try Output.write(
          "  Warning: the key \(old) signed the earlier version. "
            + (keyboard.signer == nil ? "This version is not signed." : "Another key signed this version.")
            + " So the keyboard is now disabled. If you enable it, it can read the data that the earlier version stored."
            + (installed.replacedRetention.map { reset($0, keyboard) } ?? ""))
      }
      if installed.lostFullAccess { try Output.write("  \(loss(keyboard))") }
    }
  }

  private func reset(_ retention: Retention, _ keyboard: RegisteredKeyboard) -> String {
    " Klava changed your choice --retention \(retention.rawValue) to the default, \(keyboard.retention.rawValue). "
      + "Choose again with: klava access \(keyboard.identifier) --retention \(retention.rawValue)"
  }

  private func loss(_ keyboard: RegisteredKeyboard) -> String {
    let loss = "The keyboard's files have changed since you granted full access, so Klava revoked full access"
    return keyboard.access == .none
      ? "\(loss). The keyboard no longer requests full access."
      : "\(loss). Grant it again with: klava access \(keyboard.identifier) --full yes"
  }
}
