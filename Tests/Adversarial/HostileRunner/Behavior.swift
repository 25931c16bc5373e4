internal import Glibc
internal import LinuxShims
internal import RandomValues
internal import TestSupport
internal import TextModel
internal import InputViewModel
internal import KeyboardProtocol

/// A way to break the protocol; the raw value is what this program's file is called. Where nothing else is said it is
/// honest until a key is pressed.
enum Behavior: String, CaseIterable {
  // The greeting.
  case greetsNever, greetsTwice, greetsWithOtherVersion, greetsWithGarbage, greetsForAnother, endsBeforeGreeting
  case leavesBeforeGreeting

  // The answer.
  case answersTwice, answersOtherTurn, answersOldTurn, answersUnasked, answersBeforehand, answersWithGarbage
  case answersWithHello, answersWithFailure, editsInEveryTurn
  case asksForever, asksForDocumentsForever, asksTooMuch, asksAndNeverListens

  // Silence, and death.
  case neverAnswers, stopsItself, killsItself, exits, exitsWithChild, leavesItsGroup, closesEverything
  case diesBeforeWriting, diesBeforeBytes, diesAfterBytes, diesBeforeCounting, diesAfterAnswering
  case deniesItsLastTurn

  // Floods.
  case wakesForever, printsForever, printsAndAnswers, answersAtFullLength, changesManyElements
  case callsBackManyTimes, startsManyTimers

  // Writing where and when it may not.
  case flipsWhileItSpeaks, writesAllOver, writesToItself, shrinksTheLink, makesTheEventBlocking

  // Interfaces.
  case showsTooManyKeys, showsNaN, showsInfinity, showsNegativeWeight, showsNoHeight, showsEmptyIdentifier
  case showsEqualIdentifiers, showsLongTitle, showsDeepRows, showsBadLanguage

  /// Says one kind of message in one state, whichever belongs there: the seed is ten times the state and the kind.
  case saysInState
  /// Types what the host answers to a question.
  case typesAnswers
  /// Types the number and kind of each of its descriptors.
  case typesDescriptors

  /// A seeded mixture of all of it.
  case anything
}

extension HostilePeer {
  /// Behaves in this way, and never comes back.
  func behave(_ behavior: Behavior, seed: UInt64) -> Never {
    switch behavior {
    case .saysInState: say(seed % 10, inState: seed / 10)
    case .typesAnswers, .typesDescriptors:
      greet()
      while true { report(behavior, hearTurn()) }
    case .greetsNever, .greetsTwice, .greetsWithOtherVersion, .greetsWithGarbage, .greetsForAnother,
      .endsBeforeGreeting, .leavesBeforeGreeting:
      greet(behavior)
    case .anything: doAnything()
    case .editsInEveryTurn, .answersOldTurn, .flipsWhileItSpeaks, .showsTooManyKeys, .showsNaN, .showsInfinity,
      .showsNegativeWeight, .showsNoHeight, .showsEmptyIdentifier, .showsEqualIdentifiers, .showsLongTitle,
      .showsDeepRows, .showsBadLanguage, .changesManyElements:
      greet()
      while true { answer(behavior, hearTurn()) }
    default:
      greet()
      let turn = serveUntilKey()
      answerWrongly(behavior, turn)
      while true { answer(hearTurn()) }
    }
  }

  private func greet(_ behavior: Behavior) -> Never {
    switch behavior {
    case .greetsTwice:
      greet()
      _ = hearTurn()
      greet()
    case .greetsWithOtherVersion: say(.hello(version: 9 << 16, process: getpid()))
    case .greetsWithGarbage: say(frame: [0xFF, 0xFF])
    case .greetsForAnother: say(.hello(version: Self.version, process: getppid()))
    case .endsBeforeGreeting: _exit(0)
    // Into the host's own group, where whoever kills this one's group does not find it.
    case .leavesBeforeGreeting: setpgid(0, getpgid(getppid()))
    default: break
    }
    stall()
  }

  /// Answers a turn in a way that is wrong in some turns or in all.
  private func answer(_ behavior: Behavior, _ turn: Turn) {
    switch (behavior, turn.event) {
    case (.flipsWhileItSpeaks, .key):
      flip()
      answer(turn)
    case (.answersOldTurn, .disappear):
      say(.result(TurnResult(serial: turn.serial - 1, edits: [.insertText("OLD")])))
    case (.editsInEveryTurn, .load), (.answersOldTurn, _), (.flipsWhileItSpeaks, _): answer(turn)
    case (.editsInEveryTurn, _): say(.result(TurnResult(serial: turn.serial, edits: [.insertText("EVERY")])))
    case (.changesManyElements, .key):
      let changes = (0..<1_000).map { KeyboardRequest.change(.key(identifier: "\($0)", title: "x", isEnabled: nil)) }
      say(.result(TurnResult(serial: turn.serial, requests: changes)))
    case (.changesManyElements, .load): say(.result(TurnResult(serial: turn.serial, requests: [.setInterface(.wide)])))
    case (_, .key):
      say(.result(TurnResult(serial: turn.serial, edits: [.insertText("lost")], requests: [badRequest(behavior)])))
    default: answer(turn)
    }
  }

  private func badRequest(_ behavior: Behavior) -> KeyboardRequest {
    var interface = Interface(root: .key(Key("k")))
    switch behavior {
    case .showsTooManyKeys: interface.root = .row((0..<1_001).map { .key(Key("\($0)")) })
    case .showsNaN: interface.root = .key(Key("k", weight: .nan))
    case .showsInfinity: interface.height = .infinity
    case .showsNegativeWeight: interface.root = .row([.spacer(weight: -1)])
    case .showsNoHeight: interface.height = 0
    case .showsEmptyIdentifier: interface.root = .key(Key(""))
    case .showsEqualIdentifiers: interface.root = .row([.key(Key("k")), .key(Key("k"))])
    case .showsLongTitle: interface.root = .key(Key(String(repeating: "k", count: 4_097)))
    case .showsDeepRows: for _ in 0..<16 { interface.root = .row([interface.root]) }
    default: return .setPrimaryLanguage("no language")
    }
    if behavior == .showsDeepRows { interface.root = .row([interface.root]) }
    return .setInterface(interface)
  }

  /// Does the wrong thing in place of the answer to a key press, or after it.
  private func answerWrongly(_ behavior: Behavior, _ turn: Turn) {
    let lost = TurnResult(serial: turn.serial, edits: [.insertText("lost")])
    switch behavior {
    case .answersTwice:
      say(.result(TurnResult(serial: turn.serial, edits: [.insertText("once")])))
      let next = hearTurn()
      say(.result(TurnResult(serial: turn.serial, edits: [.insertText("twice")])))
      answer(next)
    case .answersOtherTurn: say(.result(TurnResult(serial: turn.serial + 1, edits: [.insertText("lost")])))
    case .answersUnasked:
      answer(turn)
      usleep(2_000)
      say(.result(TurnResult(serial: turn.serial, edits: [.insertText("UNASKED")])))
    case .answersBeforehand:
      answer(turn)
      usleep(2_000)
      say(.result(TurnResult(serial: turn.serial + 1, edits: [.insertText("BEFOREHAND")])))
      stall()
    case .answersWithGarbage: say(frame: [WireFormat.version, 0x82] + random.bytes())
    case .answersWithHello: greet()
    case .answersWithFailure:
      var failed = lost
      failed.failure = KeyboardError(step: .event, code: -1, message: "for its own reasons")
      say(.result(failed))
    case .asksForever: while true { ask(.containerNames) }
    case .asksForDocumentsForever: while true { ask(.document(after: [.insertText("lost")])) }
    case .asksTooMuch: say(frame: RunnerMessage.request(.document(after: .tooMany)).frame)
    case .asksAndNeverListens:
      say(.request(.containerNames))
      usleep(1_000)
      say(.request(.containerNames))
      stall()
    default: answerLoudly(behavior, turn, lost)
    }
  }
}

extension [Edit] {
  /// One more edit than a turn may have.
  fileprivate static var tooMany: [Edit] { Array(repeating: .deleteBackward, count: TurnLimit.edits + 1) }
}

extension Interface {
  /// As many keys as there may be.
  fileprivate static var wide: Interface { Interface(root: .row((0..<1_000).map { .key(Key("\($0)")) })) }
}
