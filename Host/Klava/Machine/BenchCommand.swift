internal import ArgumentParser
internal import CommandReports
internal import CommandSupport
internal import Diagnostics
internal import HostBenchmarks
internal import HostFiles
internal import Measurement

struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure the speed of keyboards on this machine.",
    discussion: """
      The benchmarks are \(Rows.namesForUsers.joined(separator: ", ")). Each benchmark uses the installed keyboards with \
      a separate list of input modes. The benchmarks neither use nor change your settings, the keyboards' access and \
      the keyboards' data. Exits with status 1 if a keyboard types wrong text. A benchmark that misses its goal does \
      not change the exit status.

      Example: klava bench turn --keyboard org.klava.calculator
      """)

  @Argument(help: ArgumentHelp("The benchmarks to run. Default: all.", valueName: "row"))
  var rows: [String] = []
  @Option(
    name: .customLong("keyboard"),
    help: ArgumentHelp("Measure this keyboard. Repeatable. Default: all enabled keyboards.", valueName: "id"),
    completion: .keyboards)
  var keyboards: [String] = []
  @Flag(help: "Take fewer samples.")
  var quick = false
  @OptionGroup var listing: ListingOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let runner = try HelperExecutable.runner.find(
      executable: CommonOptions.executable(), environment: CommonOptions.environment)
    let bench = try UserBenchmarks(rows: rows, keyboards: keyboards, of: common.registry(), runnerPath: runner)
    for keyboard in bench.leftOut {
      Output.warn("\(keyboard.name.sanitized(limit: 64)) was skipped: \(keyboard.reason.sanitized())")
    }
    var report = Report(effort: quick ? .quick : .full)
    if !listing.json { try Output.write(report.header) }
    for benchmark in bench.benchmarks {
      report.run(benchmark)
      guard !listing.json, let row = report.rows.last else { continue }
      // Sanitize the lines, because an error may quote a keyboard's text.
      let lines = Report.text(row).split(separator: "\n").map { $0.sanitized() }
      try Output.write("\n" + lines.joined(separator: "\n"))
    }
    if listing.json { try Output.writeJSON(report) } else { try Output.write("\n" + report.summary) }
    guard report.isRight else { throw ExitStatus.failed.error }
  }
}
