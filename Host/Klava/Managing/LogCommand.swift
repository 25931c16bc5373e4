internal import ArgumentParser
internal import CommandReports
internal import CommandSupport
internal import Diagnostics
internal import Glibc
internal import KeyboardStore

struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Show the log, the output and the crash reports of a keyboard.",
    discussion: """
      With --follow and --json, each line is a JSON object.

      Example: klava log calc --follow
      """)

  @OptionGroup var keyboard: KeyboardArgument
  @Flag(help: "Print the log, and then each new line until you press Ctrl-C.")
  var follow = false
  @OptionGroup var listing: ListingOptions
  @OptionGroup var common: CommonOptions

  /// The time between two reads of the log file in microseconds.
  private static let pause: UInt32 = 200_000

  func run() throws {
    let registry = try common.registry()
    let found = try registry.resolve(keyboard.id)
    guard found.origin != .system else { throw Diagnostic(.systemKeyboardFixed, found.identifier) }
    let log = KeyboardLog(of: found.identifier, in: registry.folders)
    guard follow else { return try show(log.entries(), of: found) }
    var position = KeyboardLog.Position()
    while true {
      let (entries, next) = try log.entries(after: position)
      for entry in entries {
        let report = LogReport(of: [entry])
        try listing.json ? Output.writeJSON(report.line(entry), pretty: false) : Output.write(report.text(entry))
      }
      position = next
      usleep(Self.pause)
    }
  }

  private func show(_ entries: [KeyboardLog.Entry], of keyboard: RegisteredKeyboard) throws {
    let report = LogReport(of: entries)
    if listing.json { return try Output.writeJSON(entries.map(report.line)) }
    guard !entries.isEmpty else { return try Output.write("\(keyboard.shownName) has an empty log.") }
    try Output.write(entries.map(report.text).joined(separator: "\n"))
  }
}
