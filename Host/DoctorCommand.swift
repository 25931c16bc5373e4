internal import ArgumentParser
internal import Diagnostics
internal import Doctor
internal import Reports

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
    let doctor = Doctor(
      environment: CommonOptions.environment,
      executable: Result { () throws(Diagnostic) in try CommonOptions.executable() },
      folders: Result { () throws(Diagnostic) in try common.folders() },
      registry: Result { () throws(Diagnostic) in try common.registry() })
    let checks = doctor.checks()
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
