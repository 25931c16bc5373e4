// klava-fuzz: feeds mutated input to all readers of untrusted bytes in the host.
//
// For:    `make fuzz COUNT=1000000`. Each reader gets COUNT inputs, made by changing valid files and messages. For any
//         bytes, a reader must return a value or throw its own error, in time linear in the input's length.
// Never:  checks that a reader understands its input correctly. Each reader has other tests for its results.
// Start:  `FuzzTarget.swift` for the list, `InputMaker.swift` for the inputs, `FuzzRun.swift` for the loop.
//
// A trap ends the process in which it happens, so each reader has a separate process. The reader's process records each
// input before the reader gets the input. The reader's name, the seed and a number identify an input.

internal import Foundation

private let usage = """
  usage: klava-fuzz [--count INPUTS] [--seed SEED] [--jobs PROCESSES] [TARGET…]
         klava-fuzz TARGET --seed SEED --only NUMBER     feed one numbered input again
         klava-fuzz TARGET --file PATH                   feed the content of a file
         klava-fuzz --list
  """

/// Prints a line without buffering, so that a log file shows the progress.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

private func main() -> Int32 {
  var plan = FuzzPlan()
  do {
    try plan.read(Array(CommandLine.arguments.dropFirst()))
  } catch {
    say(usage)
    return 2
  }
  do {
    switch plan.mode {
    case .list:
      say(FuzzTarget.names.joined(separator: "\n"))
      return 0
    case .all: return try Supervision(plan).run() ? 0 : 1
    case .worker(let name): return try FuzzRun(FuzzTarget.named(name), plan).runAll() ? 0 : 1
    case .once(let name): return try FuzzRun(FuzzTarget.named(name), plan).runOnce() ? 0 : 1
    }
  } catch {
    say("klava-fuzz: \(error)")
    return 2
  }
}

exit(main())
