import Foundation
import TestSupport
import Testing

/// The two ordeals, each in a program of its own, as far as there is time for them here; `make faults` and `make fuzz` run
/// them at length.
@Suite struct FaultTests {
  @Test("Three hundred faults at random moments lose no text, leave no process and leak nothing")
  func faults() throws {
    let run = try Self.run("klava-faults", ["--count", "300", "--seed", "1"])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("no document lost, nothing left behind"))
  }

  @Test("Two thousand inputs each, made from good ones, trap no reader and keep none busy")
  func fuzzing() throws {
    let run = try Self.run("klava-fuzz", ["--count", "2000", "--seed", "1"])
    #expect(run.status == 0, "\(run.output)")
    let readers = try Self.run("klava-fuzz", ["--list"]).output.split(separator: "\n")
    #expect(readers.count >= 19)
    for reader in readers { #expect(run.output.contains("\(reader): 2000 inputs")) }
  }

  @Test("An ordeal that is asked for nonsense says how it is used", arguments: ["klava-faults", "klava-fuzz"])
  func misuse(name: String) throws {
    let run = try Self.run(name, ["--cuont", "3"])
    #expect(run.status == 2)
    #expect(run.output.hasPrefix("usage: \(name)"))
  }

  private static func run(_ program: String, _ arguments: [String]) throws -> Command.Outcome {
    try Command(Repository.product(program), arguments, mergesErrors: true).run()
  }
}
