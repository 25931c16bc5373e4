internal import ArgumentParser
internal import CommandSupport
internal import DesktopDoctor
internal import Doctor

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check whether this session supports the on-screen keyboard.",
    discussion: """
      Exits with status 1 if a required feature is missing. `klava doctor --desktop` runs this command.

      Example: klava-desktop doctor
      """)

  @OptionGroup var listing: ListingOptions

  func run() throws {
    let doctor = DesktopDoctor(environment: CommonOptions.environment)
    try MachineCheck.report(doctor.checks(), json: listing.json)
  }
}
