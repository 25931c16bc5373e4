internal import ArgumentParser
internal import CommandSupport
internal import DesktopBus

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Print which keyboard is shown, and whether it is visible.",
    discussion: "Example: klava-desktop status --json")

  @OptionGroup var listing: ListingOptions

  /// The state of the keyboard as JSON.
  private struct Report: Encodable {
    let keyboard: String?
    let visible: Bool
    let hasSeat: Bool
  }

  func run() throws {
    let status = try DesktopCommand.callFromCommandLine { address throws(BusError) in
      try DesktopCommand.status(at: address)
    }
    let keyboard = status.keyboard.isEmpty ? nil : status.keyboard
    guard !listing.json else {
      return try Output.writeJSON(Report(keyboard: keyboard, visible: status.isVisible, hasSeat: status.hasSeat))
    }
    var table = Table("keyboard", "visible", "seat")
    table.add(keyboard ?? "", status.isVisible ? "yes" : "no", status.hasSeat ? "yes" : "no")
    try Output.write(table.text)
  }
}
