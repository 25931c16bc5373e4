internal import ArgumentParser
internal import Bundles
internal import Diagnostics
internal import Foundation
internal import KlavaBenchmarks
internal import Measurement

struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measures how fast keyboards are on this machine.",
    discussion: """
      The rows are \(Rows.personsNames.joined(separator: ", ")). Keyboards are measured as they are installed, in a list of \
      their own: what you granted, set and typed stays as it is, and none of it is used. Ends with 0 also where a goal is \
      missed, and with 1 where a keyboard did not type what it must.
      """)

  @Argument(help: ArgumentHelp("What to measure; everything where nothing is named.", valueName: "row"))
  var rows: [String] = []
  @Option(
    name: .customLong("keyboard"),
    help: ArgumentHelp("Measure this keyboard; may be given more than once. Else all enabled ones.", valueName: "id"))
  var keyboards: [String] = []
  @Flag(help: "Take few samples.")
  var quick = false
  @OptionGroup var listing: ListingOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let runner = try HelperExecutable.runner.find(
      executable: CommonOptions.executable(), environment: CommonOptions.environment)
    let bench = try PersonsBench(rows: rows, keyboards: keyboards, of: common.registry(), runnerPath: runner)
    for keyboard in bench.leftOut {
      Output.warn("\(keyboard.name.sanitized(limit: 64)) is left out: \(keyboard.reason.sanitized())")
    }
    var report = Report(effort: quick ? .quick : .full)
    if !listing.json { try Output.write(report.header) }
    for benchmark in bench.benchmarks {
      report.run(benchmark)
      guard !listing.json, let row = report.rows.last else { continue }
      // What went wrong may quote a keyboard's text.
      let lines = Report.text(row).split(separator: "\n").map { $0.sanitized() }
      try Output.write("\n" + lines.joined(separator: "\n"))
    }
    if listing.json { try Output.writeJSON(report) } else { try Output.write("\n" + report.summary) }
    guard report.isRight else { throw ExitStatus.failed.error }
  }
}
