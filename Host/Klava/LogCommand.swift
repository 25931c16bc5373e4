internal import ArgumentParser
internal import CommandSupport
internal import Diagnostics
internal import Foundation
internal import KeyboardStore
internal import Reports

struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Show the log, the output and the crash reports of a keyboard.",
    discussion: """
      With --follow and --json, each line is a JSON object.

      Example: klava log calc --follow
      """)

  @OptionGroup var keyboard: KeyboardArgument
  @Flag(help: "Print new lines until Ctrl-C.")
  var follow = false
  @OptionGroup var listing: ListingOptions
  @OptionGroup var common: CommonOptions

  /// Seconds between two reads of the file.
  private static let pause = 0.2

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
        try listing.json ? Output.writeJSON(Line(entry), pretty: false) : Output.write(entry.description)
      }
      position = next
      Thread.sleep(forTimeInterval: Self.pause)
    }
  }

  private func show(_ entries: [KeyboardLog.Entry], of keyboard: RegisteredKeyboard) throws {
    if listing.json { return try Output.writeJSON(entries.map(Line.init)) }
    guard !entries.isEmpty else { return try Output.write("\(keyboard.shownName) has an empty log.") }
    try Output.write(entries.map(\.description).joined(separator: "\n"))
  }
}

private struct Line: Encodable {
  let time: Double
  let level: String
  let source: String
  let message: String

  init(_ entry: KeyboardLog.Entry) {
    time = entry.time
    level = "\(entry.level)"
    source = entry.source.rawValue
    message = entry.message
  }
}
