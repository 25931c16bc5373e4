// turn-instructions: does so many turns of each kind, for callgrind to count their instructions. Both sides of a turn are in
// this one process, the host's and the runner's, over a real link and both codecs; the confinement of a runner and waiting for
// it are not, for valgrind can count neither.
//
// Arguments: the source tree, the folder with the keyboards' libraries, how many turns of each kind.
//
// Start: `JoinedKeyboard`; `TurnCount` in TurnBudget runs it and reads what was counted.

internal import Foundation
internal import KeyboardHost
internal import SystemKeyboard
internal import TextInput
internal import TurnBudget

/// All that is counted: callgrind counts inside of this function alone, and writes down its count each time it returns.
@c(klv_counted_turns) @inline(never)
func countedTurns() { pressCounted() }

/// What ``countedTurns()`` is to do; it takes nothing, so that its name is a plain one.
nonisolated(unsafe) var pressCounted: () -> Void = {}

/// A line on standard error.
func say(_ line: String) { FileHandle.standardError.write(Data("\(line)\n".utf8)) }

/// A turn that did not do its work.
struct WrongTurn: Error, CustomStringConvertible {
  let description: String
}

/// Turns of one kind, and whether they were right.
func count(_ kind: TurnKind, _ count: Int, in session: KeyboardSession) throws {
  let text = String(repeating: "A letter of many words. ", count: 60)
  session.focus(TextField(document: TextDocument(before: text, after: text)))
  try session.pick(kind.keyboard)
  var failure: (any Error)?
  let press = {
    do {
      try session.key(kind.key)
      let report = session.takeReport()
      if let undone = report.failures.first { failure = WrongTurn(description: "\(undone)") }
    } catch let error {
      failure = error
    }
  }
  // The first turns find what later ones know: tables of conformances, the places of lazy symbols, room in buffers.
  for _ in 0..<warmUp { press() }
  pressCounted = { for _ in 0..<count { press() } }
  countedTurns()
  if let failure { throw failure }
  let typed = kind.text(after: warmUp + count)
  guard let document = session.field?.document, document.before + document.after == text + typed + text else {
    throw WrongTurn(description: "\(kind): the text is not what was typed")
  }
}

let warmUp = 20
guard CommandLine.arguments.count == 4, let turns = Int(CommandLine.arguments[3]), turns > 0 else {
  say("usage: turn-instructions TREE LIBRARIES COUNT")
  exit(2)
}
do {
  let source = JoinedSource(tree: CommandLine.arguments[1], products: CommandLine.arguments[2])
  let session = KeyboardSession(
    source: source, system: SystemKeyboard(), systemIdentifier: SystemKeyboard.identifier, clock: SystemClock())
  for kind in TurnKind.allCases { try count(kind, turns, in: session) }
} catch {
  say("turn-instructions: \(error)")
  exit(1)
}
