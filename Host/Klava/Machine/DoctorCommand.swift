internal import ArgumentParser
internal import CommandSupport
internal import Diagnostics
internal import Doctor
internal import Glibc
internal import HostFiles

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check whether this machine can run Klava.",
    discussion: """
      Exits with status 1 if a required feature is missing.

      Example: klava doctor
      """)

  @Flag(help: "Check whether this session supports the on-screen keyboard.")
  var desktop = false
  @OptionGroup var listing: ListingOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    if desktop { try checkDesktop() }
    let doctor = Doctor(
      environment: CommonOptions.environment,
      executable: Result { () throws(Diagnostic) in try CommonOptions.executable() },
      folders: Result { () throws(Diagnostic) in try common.folders() },
      registry: Result { () throws(Diagnostic) in try common.registry() })
    try MachineCheck.report(doctor.checks(), json: listing.json)
  }

  /// Replaces this program by `klava-desktop doctor`, which can talk to the compositor.
  private func checkDesktop() throws(Diagnostic) -> Never {
    let path = try HelperExecutable.desktop.find(
      executable: CommonOptions.executable(), environment: CommonOptions.environment)
    let words = [path, "doctor"] + (listing.json ? ["--json"] : [])
    var arguments = words.map { strdup($0) } + [nil]
    execv(path, &arguments)
    throw Diagnostic(.systemCallFailed, "execve(\(path))")
  }
}
