internal import Glibc
internal import InputViewModel
internal import KeyboardProtocol
internal import LinuxShims
internal import RandomValues
internal import TestSupport
internal import TextModel

/// A way to break the protocol. The behavior's raw value is the name of the symbolic link to this program. Unless the
/// name or the comment of a behavior says otherwise, the process follows the protocol until the user presses a key.
enum Behavior: String, CaseIterable {
  // Violations in the hello message.
  case greetsNever, greetsTwice, greetsWithOtherVersion, greetsWithGarbage, greetsForAnother, endsBeforeGreeting
  case leavesBeforeGreeting

  // Violations in the result.
  case answersTwice, answersOtherTurn, answersOldTurn, answersUnasked, answersBeforehand, answersWithGarbage
  case answersWithHello, answersWithFailure, editsInEveryTurn
  case asksForever, asksForDocumentsForever, asksTooMuch, asksAndNeverListens

  // Behaviors that send no result: the process hangs or ends.
  case neverAnswers, stopsItself, killsItself, exits, exitsWithChild, leavesItsGroup, closesEverything
  case diesBeforeWriting, diesBeforeBytes, diesAfterBytes, diesBeforeCounting, diesAfterAnswering
  case deniesItsLastTurn

  // Floods.
  case wakesForever, printsForever, printsAndAnswers, answersAtFullLength, changesManyElements
  case callsBackManyTimes, startsManyTimers

  // Writes in the wrong place or at the wrong time.
  case flipsWhileItSpeaks, writesAllOver, writesToItself, shrinksTheLink, makesTheEventBlocking

  // Invalid input views.
  case showsTooManyKeys, showsNaN, showsInfinity, showsNegativeWeight, showsNoHeight, showsEmptyIdentifier
  case showsEqualIdentifiers, showsLongTitle, showsDeepRows, showsBadLanguage

  /// Sends the message that the argument names (`HostileMessage`), whether or not the protocol allows it.
  case saysInState
  /// Types the host's reply to a request.
  case typesAnswers
  /// Types the number and kind of each of its descriptors.
  case typesDescriptors

  /// A seeded random mixture of all behaviors.
  case anything
}

extension HostilePeer {
  func behave(_ behavior: Behavior, argument: String) -> Never {
    switch behavior {
    case .saysInState:
      guard let message = HostileMessage(argument) else { exit(2) }
      send(message)
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
      while true { reply(behavior, hearTurn()) }
    default:
      greet()
      let turn = serveUntilKey()
      replyWrongly(behavior, turn)
      while true { reply(hearTurn()) }
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
    // Join the host's group, so that killing this process's group does not kill this process.
    case .leavesBeforeGreeting: setpgid(0, getpgid(getppid()))
    default: break
    }
    stall()
  }

  /// Answers a turn, correctly or incorrectly.
  private func reply(_ behavior: Behavior, _ turn: Turn) {
    switch (behavior, turn.event) {
    case (.flipsWhileItSpeaks, .key):
      flip()
      reply(turn)
    case (.answersOldTurn, .disappear):
      say(.result(TurnResult(serial: turn.serial - 1, edits: [.insertText("OLD")])))
    case (.editsInEveryTurn, .load), (.answersOldTurn, _), (.flipsWhileItSpeaks, _): reply(turn)
    case (.editsInEveryTurn, _): say(.result(TurnResult(serial: turn.serial, edits: [.insertText("EVERY")])))
    case (.changesManyElements, .key):
      let changes = (0..<1_000).map { KeyboardRequest.change(.key(identifier: "\($0)", title: "x", isEnabled: nil)) }
      say(.result(TurnResult(serial: turn.serial, requests: changes)))
    case (.changesManyElements, .load): say(.result(TurnResult(serial: turn.serial, requests: [.setInputView(.wide)])))
    case (_, .key):
      say(.result(TurnResult(serial: turn.serial, edits: [.insertText("lost")], requests: [badRequest(behavior)])))
    default: reply(turn)
    }
  }

  private func badRequest(_ behavior: Behavior) -> KeyboardRequest {
    var inputView = InputViewTree(root: .key(Key("k")))
    switch behavior {
    case .showsTooManyKeys: inputView.root = .row((0..<1_001).map { .key(Key("\($0)")) })
    case .showsNaN: inputView.root = .key(Key("k", weight: .nan))
    case .showsInfinity: inputView.height = .infinity
    case .showsNegativeWeight: inputView.root = .row([.spacer(weight: -1)])
    case .showsNoHeight: inputView.height = 0
    case .showsEmptyIdentifier: inputView.root = .key(Key(""))
    case .showsEqualIdentifiers: inputView.root = .row([.key(Key("k")), .key(Key("k"))])
    case .showsLongTitle: inputView.root = .key(Key(String(repeating: "k", count: 4_097)))
    case .showsDeepRows: for _ in 0..<16 { inputView.root = .row([inputView.root]) }
    default: return .setPrimaryLanguage("no language")
    }
    if behavior == .showsDeepRows { inputView.root = .row([inputView.root]) }
    return .setInputView(inputView)
  }

  /// When the user presses a key, breaks the protocol in place of the result or after the result.
  private func replyWrongly(_ behavior: Behavior, _ turn: Turn) {
    let lost = TurnResult(serial: turn.serial, edits: [.insertText("lost")])
    switch behavior {
    case .answersTwice:
      say(.result(TurnResult(serial: turn.serial, edits: [.insertText("once")])))
      let next = hearTurn()
      say(.result(TurnResult(serial: turn.serial, edits: [.insertText("twice")])))
      reply(next)
    case .answersOtherTurn: say(.result(TurnResult(serial: turn.serial + 1, edits: [.insertText("lost")])))
    case .answersUnasked:
      reply(turn)
      usleep(2_000)
      say(.result(TurnResult(serial: turn.serial, edits: [.insertText("UNASKED")])))
    case .answersBeforehand:
      reply(turn)
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
    default: replyLoudly(behavior, turn, lost)
    }
  }
}

extension [Edit] {
  /// One more edit than a turn may have.
  fileprivate static var tooMany: [Edit] { Array(repeating: .deleteBackward, count: TurnLimit.edits + 1) }
}

extension InputViewTree {
  /// An input view with the maximum number of keys.
  fileprivate static var wide: InputViewTree { InputViewTree(root: .row((0..<1_000).map { .key(Key("\($0)")) })) }
}
