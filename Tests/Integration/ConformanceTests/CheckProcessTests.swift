@testable import Conformance
import Foundation
import TestSupport
import Testing

/// Tests of the processes that run the checks: their number and their time limit.
@Suite("Processes of checks (Conformance.md#processes)")
struct CheckProcessTests {
  private static let alone = Catalog.checks.filter { $0.phase == .alone && $0.profile <= .standard }.prefix(5)

  @Test("The checks of the stage \"alone\" share as many processes as run at the same time", arguments: [1, 2, 4])
  func sharesProcesses(jobs: Int) throws {
    let folder = try TemporaryDirectory()
    let starts = "\(folder.path)/starts"
    let klava = Repository.product("klava")
    let program = try script("echo start >> \(starts)\nexec \(klava) validate-check \"$1\"", folder)
    var settings = Validation.Settings(
      program: program, arguments: [], runnerPath: Repository.product("klava-runner"),
      rendererPath: Repository.product("klava-renderer"))
    settings.jobs = jobs
    settings.patience = .seconds(120)
    let path = try FaultyBundle().write(in: folder.path)
    let results = Validation(path, root: "\(folder.path)/root", settings: settings).run(Array(Self.alone))
    #expect(results.map(\.outcome.name) == Self.alone.map { _ in "passed" })
    #expect(try String(contentsOfFile: starts, encoding: .utf8).split(separator: "\n").count == jobs)
  }

  @Test("The time limit of a process starts anew with each check (Conformance.md#timeout)")
  func restartsTimeLimit() throws {
    let folder = try TemporaryDirectory()
    let program = try script(#"printf '{"begin":{"check":"loads"}}\n' >&3"#, folder)
    let order = CheckOrder(
      path: folder.path, checks: ["loads"], root: folder.path, runnerPath: "", rendererPath: "", languages: [],
      unsafeWithout: [], seed: 1, fuzzSeconds: 0)
    let process = try CheckProcess(program, [], order, patience: .seconds(120))
    let deadline = process.deadline
    while process.current == nil, deadline > .now, process.read() != nil {}
    #expect(process.current == "loads")
    #expect(process.deadline > deadline)
  }

  /// Writes a program in the shell's language, and returns its path.
  private func script(_ text: String, _ folder: TemporaryDirectory) throws -> String {
    try folder.writeScript(text, to: "program")
  }
}
