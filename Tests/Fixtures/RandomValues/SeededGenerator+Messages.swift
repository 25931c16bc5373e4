internal import InputViewModel
package import KeyboardProtocol
package import TestSupport
package import TextModel

extension SeededGenerator {
  /// The number of kinds of values that each function of this file can make.
  package enum Kinds {
    package static let event = 12
    package static let edit = 6
    package static let keyboardRequest = 11
    package static let hostRequest = 14
    package static let pasteboardRequest = 3
    package static let networkRequest = 5
    package static let textRequest = 3
    package static let spellingRequest = 4
    package static let reply = 12
    package static let connectionState = 4
  }

  package mutating func hostMessage() -> HostMessage {
    boolean() ? .turn(turn(integer(below: Kinds.event))) : .reply(reply(integer(below: Kinds.reply)))
  }

  package mutating func runnerMessage() -> RunnerMessage {
    switch integer(below: 5) {
    case 0: .hello(version: UInt32(truncatingIfNeeded: next()), process: Int32(truncatingIfNeeded: next()))
    case 1, 2: .request(hostRequest(integer(below: Kinds.hostRequest)))
    default: .result(result())
    }
  }

  package mutating func turn(_ kind: Int) -> Turn {
    Turn(serial: next(), undoesLast: boolean(), event: event(kind), document: optional { $0.snapshot() })
  }

  package mutating func event(_ kind: Int) -> TurnEvent {
    switch kind {
    case 0: .load(configuration())
    case 1: .appear(field())
    case 2: .disappear
    case 3: .key(keyEvent(integer(below: 7)))
    case 4: .timer(next())
    case 5:
      .documentChanged(
        DocumentChange(changedText: boolean(), changedSelection: boolean(), endedMarking: boolean()),
        any(ChangeCause.self))
    case 6: .traitsChanged(field())
    case 7: .environmentChanged(environment())
    case 8: .settingsChanged(settings())
    case 9: .standingChanged(standing())
    case 10: .memoryWarning
    default: .destroy
    }
  }

  package mutating func configuration() -> LaunchConfiguration {
    LaunchConfiguration(
      bundleIdentifier: text(), libraryPath: text(), principalClass: text(), primaryLanguage: text(),
      preferredLanguages: list { $0.text() }, actions: dictionary { $0.text() },
      inputView: optional { $0.inputView() }, settings: settings(), standing: standing(), memoryLimit: next(),
      mayGiveFeedback: boolean(),
      withheldTables: list { $0.text() })
  }

  package mutating func result() -> TurnResult {
    TurnResult(
      serial: next(), edits: list { $0.edit($0.integer(below: Kinds.edit)) },
      requests: list { $0.keyboardRequest($0.integer(below: Kinds.keyboardRequest)) },
      generation: UInt32(truncatingIfNeeded: next()), callbacks: list { $0.any(KeyboardCallback.self) },
      failure: optional {
        KeyboardError(
          step: $0.any(KeyboardError.Step.self), code: Int32(truncatingIfNeeded: $0.next()), message: $0.text())
      })
  }

  package mutating func edit(_ kind: Int) -> Edit {
    switch kind {
    case 0: return .insertText(text())
    case 1: return .deleteBackward
    case 2: return .adjustTextPosition(byCharacterOffset: integer())
    case 3: return .adjustTextPositionByCharacters(integer())
    case 4:
      let (one, other) = (integer(), integer())
      return .setMarkedText(text(), selectedRange: min(one, other)..<max(one, other))
    default: return .unmarkText
    }
  }

  package mutating func keyboardRequest(_ kind: Int) -> KeyboardRequest {
    switch kind {
    case 0: .advanceToNextInputMode
    case 1: .showInputModeList
    case 2: .dismissKeyboard
    case 3: .setInputView(inputView())
    case 4: .change(elementChange(integer(below: 3)))
    case 5: .setPrimaryLanguage(optional { $0.text() })
    case 6: .startTimer(identifier: next(), seconds: real(), repeats: boolean())
    case 7: .cancelTimer(identifier: next())
    case 8: .playSound(any(KeySound.self))
    case 9: .playHaptic(any(HapticFeedback.self))
    default: .log(level: any(LogLevel.self), message: text())
    }
  }

  package mutating func hostRequest(_ kind: Int) -> HostRequest {
    switch kind {
    case 0: .document(after: list { $0.edit($0.integer(below: Kinds.edit)) })
    case 1: .resource(path: text())
    case 2: .resourceNames(folder: text())
    case 3: .localizedStrings(table: text(), language: text())
    case 4: .containerRead(name: text())
    case 5: .containerWrite(name: text(), bytes: bytes())
    case 6: .containerRemove(name: text())
    case 7: .containerNames
    case 8: .pasteboard(pasteboardRequest(integer(below: Kinds.pasteboardRequest)))
    case 9: .network(networkRequest(integer(below: Kinds.networkRequest)))
    case 10: .text(textRequest(integer(below: Kinds.textRequest)))
    case 11: .spelling(spellingRequest(integer(below: Kinds.spellingRequest)))
    case 12: .lexicon
    default: .paths
    }
  }

  package mutating func pasteboardRequest(_ kind: Int) -> PasteboardRequest {
    switch kind {
    case 0: .string
    case 1: .setString(optional { $0.text() })
    default: .status
    }
  }

  package mutating func spellingRequest(_ kind: Int) -> SpellingRequest {
    switch kind {
    case 0: .languages
    case 1: .misspelled(text(), language: text())
    case 2: .guesses(text(), language: text())
    default: .completions(text(), language: text())
    }
  }

  package mutating func textRequest(_ kind: Int) -> TextRequest {
    switch kind {
    case 0: .words(text())
    case 1: .sentences(text(), language: text())
    default:
      .capitalizes(
        any(TextAutocapitalizationType.self), after: InsertionContext(text(), isCut: boolean()), language: text())
    }
  }

  package mutating func networkRequest(_ kind: Int) -> NetworkRequest {
    switch kind {
    case 0: .connect(name: text(), port: next())
    case 1: .state(connection: next())
    case 2: .send(connection: next(), bytes: bytes())
    case 3: .receive(connection: next(), capacity: next(), seconds: real())
    default: .close(connection: next())
    }
  }

  package mutating func reply(_ kind: Int) -> HostReply {
    switch kind {
    case 0: .document(snapshot())
    case 1: .bytes(bytes())
    case 2: .names(list { $0.text() })
    case 3: .strings(dictionary { $0.text() })
    case 4: .done
    case 5: .refused(any(HostReply.Refusal.self))
    case 6: .text(optional { $0.text() })
    case 7: .number(next())
    case 8: .pasteboard(PasteboardStatus(hasStrings: boolean(), changeCount: next()))
    case 9: .connection(connectionState(integer(below: Kinds.connectionState)))
    case 10: .offsets(list { UInt32(truncatingIfNeeded: $0.next()) })
    default: .paths(KeyboardPaths(bundle: text(), container: text()))
    }
  }

  package mutating func connectionState(_ kind: Int) -> ConnectionState {
    switch kind {
    case 0: .connecting
    case 1: .open
    case 2: .closed
    default: .failed(any(HostReply.Refusal.self))
    }
  }
}

/// Messages that together contain every case of every type of the protocol.
package enum EveryCase {
  package static func hostMessages(seed: UInt64) -> [HostMessage] {
    var random = SeededGenerator(seed: seed)
    var messages: [HostMessage] = (0..<SeededGenerator.Kinds.event).map { .turn(random.turn($0)) }
    messages += (0..<7).map { .turn(Turn(serial: 1, event: .key(random.keyEvent($0)))) }
    messages += (0..<3).map { kind in
      var snapshot = random.snapshot()
      snapshot.policy = random.policy(kind)
      return .turn(Turn(serial: 2, event: .disappear, document: snapshot))
    }
    messages.append(
      .turn(
        Turn(
          serial: 3,
          event: .settingsChanged(
            Dictionary(uniqueKeysWithValues: (0..<4).map { ("setting\($0)", random.setting($0)) })))))
    messages += ChangeCause.allCases.map {
      .turn(
        Turn(
          serial: 4, event: .documentChanged(DocumentChange(changedText: true), $0)))
    }
    messages += (0..<SeededGenerator.Kinds.reply).map { .reply(random.reply($0)) }
    messages += HostReply.Refusal.allCases.map { .reply(.refused($0)) }
    messages += (0..<SeededGenerator.Kinds.connectionState).map { .reply(.connection(random.connectionState($0))) }
    return messages
  }

  package static func runnerMessages(seed: UInt64) -> [RunnerMessage] {
    var random = SeededGenerator(seed: seed)
    var elements = (0..<7).map { random.element($0, depth: 1) }
    elements += KeyRole.allCases.map { .key(Key("k", role: $0)) }
    elements.append(
      .key(Key("a", action: ActionReference(name: "f", arguments: (0..<4).map { random.argument($0) }))))
    var requests = (0..<SeededGenerator.Kinds.keyboardRequest).map { random.keyboardRequest($0) }
    requests += (0..<3).map { .change(random.elementChange($0)) }
    requests += LogLevel.allCases.map { .log(level: $0, message: "m") }
    requests += elements.map { .setInputView(InputViewTree(root: .column([$0]))) }
    var messages: [RunnerMessage] = [.hello(version: 1, process: 2)]
    messages.append(
      .result(
        TurnResult(
          serial: 1, edits: (0..<SeededGenerator.Kinds.edit).map { random.edit($0) }, requests: [requests[0]],
          callbacks: KeyboardCallback.allCases)))
    // Each request gets its own message, because tests decode a message again for each of its bits.
    messages += requests.dropFirst().map { .result(TurnResult(serial: 1, requests: [$0])) }
    messages += KeyboardError.Step.allCases.map {
      .result(TurnResult(serial: 2, failure: KeyboardError(step: $0, code: -1, message: "why")))
    }
    messages += (0..<SeededGenerator.Kinds.hostRequest).map { .request(random.hostRequest($0)) }
    messages += (0..<SeededGenerator.Kinds.pasteboardRequest).map {
      .request(.pasteboard(random.pasteboardRequest($0)))
    }
    messages += (0..<SeededGenerator.Kinds.textRequest).map { .request(.text(random.textRequest($0))) }
    messages += (0..<SeededGenerator.Kinds.networkRequest).map { .request(.network(random.networkRequest($0))) }
    return messages
  }
}
