// klava-faults: ten thousand things that can happen to a keyboard's process, and what they cost a person.
//
// For:    `make faults COUNT=10000`: random scripts of what people, applications and frontends do, in real sessions over real
//         runners, with a fault injected into about every second step; after each step the document is compared with a
//         model's, after each script everything that the host held is counted (Behavior.md#failures,
//         Sandbox.md#protocol-cases).
// Never:  asks how fast something is: only that each call returns. A step without a fault has exactly one outcome.
// Start:  `FaultScript.swift`; `Outcomes.swift` for what a step may lead to, `Fault.swift` for what is injected.
//
// A program of its own, for what a process holds can be counted only where nothing else runs.

internal import Foundation

private let usage = "usage: klava-faults [--count FAULTS] [--seed SEED] [--scripts SCRIPTS]"
private var options: [String: UInt64] = ["--count": 300, "--seed": 1, "--scripts": .max]
private var arguments = CommandLine.arguments.dropFirst()
while let name = arguments.popFirst() {
  guard options[name] != nil, let value = arguments.popFirst().flatMap({ UInt64($0) }) else {
    print(usage)
    exit(2)
  }
  options[name] = value
}

/// Prints a line at once, for whoever watches, also where the output is a file.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

/// Runs the ordeal; answers the exit status.
@MainActor private func runAll() -> Int32 {
  do {
    var ordeal = try Ordeal(firstSeed: options["--seed", default: 1])
    try ordeal.run(
      faults: Int(clamping: options["--count", default: 300]),
      scripts: Int(clamping: options["--scripts", default: .max]))
    say(ordeal.summary)
    return ordeal.hasPassed ? 0 : 1
  } catch {
    say("klava-faults: \(error)")
    return 2
  }
}

exit(runAll())
