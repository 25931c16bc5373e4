// klava-faults: injects faults into keyboard processes and checks that the user loses no text.
//
// For:    `make faults COUNT=10000`. Random scripts simulate users, applications and frontends in real sessions with
//         real runners. A fault strikes in about half of the steps. After each step, the run compares the document with
//         a model. After each script, the run counts the host's resources (Behavior.md#failures,
//         Sandbox.md#protocol-cases).
// Never:  measures the duration of a call. The run only checks that the call returns within a generous limit.
// Start:  `FaultScript.swift`; then `Outcomes.swift` for the outcomes of a step, and `Fault.swift` for the faults.
//
// This is a separate program, because only a process that does nothing else can count its own resources.

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

/// Prints a line without buffering, so that a log file shows the progress.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

/// Runs all scripts and returns the exit status.
@MainActor private func runAll() -> Int32 {
  do {
    var faultRun = try FaultRun(firstSeed: options["--seed", default: 1])
    try faultRun.run(
      faults: Int(clamping: options["--count", default: 300]),
      scripts: Int(clamping: options["--scripts", default: .max]))
    say(faultRun.summary)
    return faultRun.hasPassed ? 0 : 1
  } catch {
    say("klava-faults: \(error)")
    return 2
  }
}

exit(runAll())
