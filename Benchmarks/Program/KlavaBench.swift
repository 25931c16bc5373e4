// klava-bench: all benchmarks of Benchmarks.md#rows, on the keyboards of a build tree (`make bench`).
//
// For:    contributors who want to know whether Klava meets its performance goals.
// Never:  fails because an action is slow. The program fails only if a measured action has a wrong result.
// Start:  the list of benchmarks below.

internal import ArgumentParser
internal import DesktopBenchmarks
internal import Foundation
internal import HostBenchmarks
internal import HostFiles
internal import JSON
internal import KeyboardStore
internal import Measurement
internal import Peers
internal import RenderBenchmarks

@main
struct KlavaBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "klava-bench", abstract: "Measure the speed of Klava and compare it with the goals.")

  @Argument(help: "The benchmarks to run. Default: all.")
  var rows: [String] = []
  @Flag(help: "Take fewer samples.")
  var quick = false
  @Flag(help: "List the benchmarks without running them.")
  var list = false
  @Option(help: ArgumentHelp("Write the report as JSON to this file.", valueName: "file"), completion: .file())
  var json: String?
  @Option(
    help: ArgumentHelp("Write the curves as pictures to this folder.", valueName: "folder"), completion: .directory)
  var svg: String?

  func run() throws {
    let benchmarkEnvironment = try Self.benchmarkEnvironment()
    let benchmarks = try chosen(
      from: Rows.all(benchmarkEnvironment) + [
        RenderBenchmark(), PeersBenchmark(benchmarkEnvironment), DesktopBenchmark(),
      ])
    guard !list else { return benchmarks.forEach { print("\($0.name)\t\($0.title)") } }
    var report = Report(effort: quick ? .quick : .full)
    print(report.header)
    for benchmark in benchmarks {
      report.run(benchmark)
      if let row = report.rows.last { print("\n" + Report.text(row)) }
      fflush(nil)
    }
    print("\n" + report.summary)
    if let json {
      try (String(json: report, pretty: true) + "\n").write(toFile: json, atomically: true, encoding: .utf8)
    }
    if let svg { try draw(report.curves, into: svg) }
    guard report.isRight else { throw ExitCode(1) }
  }

  private func draw(_ curves: [Curve], into folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for curve in curves {
      try Plot(curve).svg.write(toFile: "\(folder)/\(curve.name).svg", atomically: true, encoding: .utf8)
    }
  }

  private func chosen(from all: [any Benchmark]) throws -> [any Benchmark] {
    guard !rows.isEmpty else { return all }
    let unknown = rows.filter { name in !all.contains { $0.name == name } }
    guard unknown.isEmpty else {
      throw ValidationError(
        "There is no benchmark \(unknown.joined(separator: ", ")). "
          + "The benchmarks are \(all.map(\.name).joined(separator: ", ")).")
    }
    return all.filter { rows.contains($0.name) }
  }

  /// Creates the benchmark environment of the build tree that contains this program.
  private static func benchmarkEnvironment() throws -> BenchmarkEnvironment {
    let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let environment = ProcessInfo.processInfo.environment
    let folders = try KlavaFolders(root: "/", environment: environment, executable: executable)
    let examples = folders.libraries.map { library in
      URL(filePath: library).deletingLastPathComponent().appending(path: "examples").path
    }
    return try BenchmarkEnvironment(
      runnerPath: HelperExecutable.runner.find(executable: executable, environment: environment),
      libraries: folders.libraries + examples)
  }
}
