internal import ArgumentParser
internal import CommandSupport
internal import Conformance
internal import Diagnostics
internal import Glibc
internal import LinuxShims
internal import Scripting

/// The internal command `validate-check`, which each check process of `klava validate` runs.
///
/// `klava validate` starts one check process for all file checks and one for all crawl checks. Afterwards, several
/// check processes share the other checks. The option `--jobs` sets the number of these processes.
struct ValidateCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate-check", abstract: "Run checks for klava validate.", shouldDisplay: false)

  /// The descriptor to which this process writes the results.
  private static let resultDescriptor: Int32 = 3

  @Argument(help: "The path of the bundle, the names of the checks, and the options for running them, as JSON.")
  var order: String
  @OptionGroup var common: CommonOptions

  func run() throws {
    let order = try CheckOrder(text: order)
    guard fcntl(Self.resultDescriptor, F_GETFD) >= 0 else {
      throw Diagnostic(
        .usageWrong, "validate-check", "This command is internal to Klava.", remedy: "Use `klava validate`.")
    }
    // End this process when the parent process ends, because no other process reads the results.
    _ = klv_set_parent_death_signal(SIGKILL)
    // Processes that this process starts must not inherit the descriptor.
    _ = fcntl(Self.resultDescriptor, F_SETFD, FD_CLOEXEC)
    try CheckWorker(order, signatureCheck: SignatureCheck.check, output: Self.resultDescriptor).run()
  }
}
