// klava-fuzz: bytes from outside, mutated, into everything in the host that reads bytes from outside.
//
// For:    `make fuzz COUNT=1000000`: each reader gets so many inputs, made from good files and good messages by changing them.
//         Whatever the bytes, a reader answers with a value or an error of its own, in time that grows with their number.
// Never:  looks for what a reader understands wrongly; tests beside each reader do that.
// Start:  `FuzzTarget.swift` for the list, `InputMaker.swift` for how inputs are made, `FuzzRun.swift` for the loop.
//
// A program of its own, for a trap ends the process that it happens in: the process of one reader is started by this one, and
// writes each input down before it is read. Input and reader are found again by name, seed and number.

internal import Foundation

private let usage = """
  usage: klava-fuzz [--count INPUTS] [--seed SEED] [--jobs PROCESSES] [TARGET…]
         klava-fuzz TARGET --seed SEED --only NUMBER     feeds one input again
         klava-fuzz TARGET --file PATH                   feeds what a file holds
         klava-fuzz --list
  """

/// Prints a line at once, for whoever watches, also where the output is a file.
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
