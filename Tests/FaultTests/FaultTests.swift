import Foundation
import Testing

/// The two ordeals, each in a program of its own, as far as there is time for them here; `make faults` and `make fuzz` run
/// them at length.
@Suite struct FaultTests {
  @Test("Three hundred faults at random moments lose no text, leave no process and leak nothing")
  func faults() throws {
    let run = try Program.run("klava-faults", ["--count", "300", "--seed", "1"])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("no document lost, nothing left behind"))
  }

  @Test("Two thousand inputs each, made from good ones, trap no reader and keep none busy")
  func fuzzing() throws {
    let run = try Program.run("klava-fuzz", ["--count", "2000", "--seed", "1"])
    #expect(run.status == 0, "\(run.output)")
    let readers = try Program.run("klava-fuzz", ["--list"]).output.split(separator: "\n")
    #expect(readers.count >= 19)
    for reader in readers { #expect(run.output.contains("\(reader): 2000 inputs")) }
  }

  @Test("An ordeal that is asked for nonsense says how it is used", arguments: ["klava-faults", "klava-fuzz"])
  func misuse(name: String) throws {
    let run = try Program.run(name, ["--cuont", "3"])
    #expect(run.status == 2)
    #expect(run.output.hasPrefix("usage: \(name)"))
  }
}

/// A program of the package, which lies beside the test's own.
private enum Program {
  /// Runs it to its end; answers what it printed and its exit status.
  static func run(_ name: String, _ arguments: [String]) throws -> (output: String, status: Int32) {
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let process = Process()
    process.executableURL = URL(filePath: program).deletingLastPathComponent().appending(path: name)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: text, as: UTF8.self), process.terminationStatus)
  }
}
