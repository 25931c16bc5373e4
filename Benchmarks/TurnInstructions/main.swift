// turn-instructions: performs turns of each kind, so that callgrind can count the instructions of a turn.
//
// The code of the host and the code of the runner are in this process, and use a real link and both codecs. The counts
// do not include confinement and waiting, which valgrind cannot count.
//
// The program prints the number of allocations for each kind of turn.
//
// Arguments: the source tree, the folder of the keyboards' libraries, the number of turns of each kind.
//
// For:    `TurnCount` in InstructionBudget, which runs this program and reads the counts.
// Never:  measures time, or confines a keyboard.
// Start:  `JoinedKeyboard`.

internal import Foundation
internal import InvocationFixture
internal import KeyboardHost
internal import SystemKeyboard
internal import Timing
internal import InstructionBudget

/// The function whose instructions callgrind counts. Callgrind writes the count each time this function returns.
@c(klv_counted_turns) @inline(never)
func countedTurns() { pressCounted() }

/// The code that ``countedTurns()`` runs. If this code were a parameter of ``countedTurns()``, the function could not
/// have the plain symbol that callgrind finds.
nonisolated(unsafe) var pressCounted: () -> Void = {}

/// Writes a line to standard error.
func say(_ line: String) { FileHandle.standardError.write(Data("\(line)\n".utf8)) }

struct WrongTurnError: Error, CustomStringConvertible {
  let description: String
}

/// Performs turns of one kind for callgrind, prints the number of their allocations, and checks their results.
func count(_ kind: TurnKind, _ count: Int) throws {
  let keyboards = kind.keyboards
  let source = JoinedSource(keyboards, tree: CommandLine.arguments[1], products: CommandLine.arguments[2])
  let session = KeyboardSession(
    source: source, system: SystemKeyboard(), systemIdentifier: SystemKeyboard.identifier, clock: SystemClock())
  defer { session.end() }
  let text = String(repeating: "A letter of many words. ", count: 60)
  session.focus(TextField(document: TextDocument(before: text, after: text)))
  try session.pick(keyboards[0])
  var failure: (any Error)?
  let press = {
    do {
      try kind.press(in: session)
      let report = session.drainReport()
      if let undone = report.failures.first { failure = WrongTurnError(description: "\(undone)") }
    } catch let error {
      failure = error
    }
  }
  // Make some turns before counting, because the first turns do work that later turns do not repeat: conformance
  // lookups, lazy binding, and allocation of buffers.
  for _ in 0..<warmUp { press() }
  pressCounted = { for _ in 0..<count { press() } }
  let before = fixture_allocation_count()
  countedTurns()
  print(kind.rawValue, fixture_allocation_count() - before)
  if let failure { throw failure }
  guard session.keyboard == keyboards[(warmUp + count) % keyboards.count] else {
    throw WrongTurnError(description: "\(kind): \(session.keyboard ?? "no keyboard") is on the screen")
  }
  let typed = kind.text(after: warmUp + count)
  guard let document = session.field?.document, document.before + document.after == text + typed + text else {
    throw WrongTurnError(description: "\(kind): the field does not have the expected text")
  }
}

let warmUp = 20
guard CommandLine.arguments.count == 4, let turns = Int(CommandLine.arguments[3]), turns > 0 else {
  say("usage: turn-instructions TREE LIBRARIES COUNT")
  exit(2)
}
do {
  for kind in TurnKind.allCases { try count(kind, turns) }
} catch {
  say("turn-instructions: \(error)")
  exit(1)
}
