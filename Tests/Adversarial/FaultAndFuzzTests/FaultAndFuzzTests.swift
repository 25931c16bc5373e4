import Foundation
import TestSupport
import Testing

/// Short runs of the programs `klava-faults` and `klava-fuzz`. `make faults` and `make fuzz` run the programs for a
/// much longer time.
@Suite struct FaultAndFuzzTests {
  @Test("After 300 faults at random moments, no text is lost, no process remains and no resource leaks")
  func faults() throws {
    let run = try Self.run("klava-faults", ["--count", "300", "--seed", "1"])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("no document differs from the model, and no resource leaked"))
  }

  @Test("No reader of untrusted bytes traps or exceeds its time limit with 500 mutated inputs")
  func fuzzing() throws {
    let folder = try TemporaryDirectory()
    let run = try Self.run("klava-fuzz", ["--count", "500", "--seed", "1"], in: folder.path)
    #expect(run.status == 0, "\(run.output)")
    // The inputs that caused a failure are in this folder.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["klava-fuzz"])
    let readers = try Self.run("klava-fuzz", ["--list"]).output.split(separator: "\n")
    #expect(readers.count >= 19)
    for reader in readers { #expect(run.output.contains("\(reader): 500 inputs")) }
  }

  @Test("klava-faults and klava-fuzz print their usage for unknown options", arguments: ["klava-faults", "klava-fuzz"])
  func misuse(name: String) throws {
    let run = try Self.run(name, ["--cuont", "3"])
    #expect(run.status == 2)
    #expect(run.output.hasPrefix("usage: \(name)"))
  }

  /// Runs a program.
  ///
  /// - Parameter directory: The folder for the program's temporary folders; nil for the temporary folder of this
  ///   process.
  private static func run(
    _ program: String, _ arguments: [String], in directory: String? = nil
  ) throws -> Command.Outcome {
    var environment = ProcessInfo.processInfo.environment
    if let directory { environment["TMPDIR"] = directory }
    return try Command(Repository.product(program), arguments, environment: environment, mergesErrors: true).run()
  }
}
