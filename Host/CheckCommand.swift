internal import ArgumentParser
internal import Diagnostics
internal import Conformance
internal import Foundation
internal import LinuxShims

/// The body of a checking process, which only `klava validate` starts: one for the checks of files, one for those of the
/// walk, and one for each other check.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate-check", abstract: "Run checks for klava validate.", shouldDisplay: false)

  /// The descriptor over which results are told.
  private static let resultDescriptor: Int32 = 3

  @Argument(help: "The order.")
  var order: String
  @OptionGroup var common: CommonOptions

  func run() throws {
    let order = try CheckOrder(text: order)
    guard fcntl(Self.resultDescriptor, F_GETFD) >= 0 else {
      throw Diagnostic(
        .usageWrong, "validate-check", "This command is internal to Klava.", remedy: "Use `klava validate`.")
    }
    // Whoever ordered the checks may be interrupted: nobody then wants their results.
    _ = klv_set_parent_death_signal(SIGKILL)
    // No process that is started from here inherits it.
    _ = fcntl(Self.resultDescriptor, F_SETFD, FD_CLOEXEC)
    try CheckWorker(order, signatureCheck: SignatureCheck.check, output: Self.resultDescriptor).run()
  }
}
