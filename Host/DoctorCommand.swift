internal import ArgumentParser

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check whether this machine can run Klava.",
    discussion: """
      Exits with status 1 if a required feature is missing.

      Example: klava doctor
      """)

  @OptionGroup var listing: ListingOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let checks =
      MachineCheck.kernel + MachineCheck.layers + MachineCheck.libraries + [.sounds] + MachineCheck.installation(common)
      + MachineCheck.pictures + [.terminal]
    if listing.json {
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
