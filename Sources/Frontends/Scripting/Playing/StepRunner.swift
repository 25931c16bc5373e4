package import Diagnostics
internal import InputViewModel
internal import JSON
package import KeyboardHost
internal import KeyboardProtocol
internal import Layout
package import Timing

/// The outcome of one step of a script.
package struct StepOutcome: Sendable {
  /// The callbacks, events, failures and edits that the session reported during the step.
  package var report: SessionReport
  /// Whether the session performed the step. A keyboard can have failed even if the session performed the step.
  package var isAccepted: Bool
  /// The failure of a keyboard, or the reason why the session refused the step.
  package var diagnostic: Diagnostic?
  /// Warnings about a step that succeeded. Each warning is a sentence.
  package var warnings: [String]
}

/// Performs the steps of scripts in a session: the actions of the user and of the application, and waiting.
package final class StepRunner {
  /// The session in which this object performs the steps.
  package let session: KeyboardSession
  private let environment: any PlayEnvironment
  private let clock: VirtualClock?
  /// Returns true if a step that presses several keys must end early, because the client that sent the step has closed
  /// its connection.
  package var isInterrupted: () -> Bool = { false }
  /// Warnings for the next answer, about the step and about changes by other processes.
  private var notices: [String] = []

  /// Creates an object that performs steps in a session.
  ///
  /// - Parameter clock: The session's clock if only `wait` advances it; nil if the session uses the machine's clock.
  package init(session: KeyboardSession, environment: any PlayEnvironment, clock: VirtualClock?) {
    self.session = session
    self.environment = environment
    self.clock = clock
  }

  /// Performs a step and returns its result. Does nothing for `expect`, which the player handles.
  ///
  /// If a keyboard failed during the step, the answer reports this failure instead of the step's own error, because the
  /// failure usually caused the error.
  package func perform(_ command: PlayCommand, line: Int = 0, subject: String = "") -> PlayAnswer {
    let outcome = carryOut(command, subject: subject)
    var answer = PlayAnswer(line: line, command: command)
    if case .proxy(let call) = command, outcome.isAccepted { answer.proxyAnswer = proxyAnswer(call) }
    answer.callbacks = outcome.report.callbacks.map(\.name)
    answer.events = outcome.report.events.map(\.rawValue)
    answer.hasClearedText = outcome.report.hasClearedText
    answer.diagnostic = outcome.diagnostic
    answer.warnings = outcome.warnings
    answer.state = PlayState(of: session)
    return answer
  }

  /// Performs a step as ``perform(_:line:subject:)`` does, and returns the outcome without the state.
  package func carryOut(_ command: PlayCommand, subject: String = "") -> StepOutcome {
    noticeChanges()
    let view = session.inputView
    var ownDiagnostic: Diagnostic?
    do {
      try act(command, subject)
    } catch {
      ownDiagnostic = error
    }
    clock?.runRequestedTurns(in: session)
    var outcome = outcome(ownDiagnostic)
    if case .key(let name, _, _) = command, outcome.diagnostic == nil, outcome.report.isEmpty,
      session.inputView == view, view?.key(name)?.getsTouches == true
    {
      outcome.warnings.append(
        "The keyboard did nothing. The key \(JSONValue.string(name).json) handles touches of fingers, and this step "
          + "touches no key. Use the step \"drag\", or handle the press too (in C, in `key_event`).")
    }
    return outcome
  }

  /// Returns the outcome: everything that the session reported since the last outcome.
  ///
  /// - Parameter ownDiagnostic: The reason why the session refused a step; nil if it refused none.
  package func outcome(_ ownDiagnostic: Diagnostic? = nil) -> StepOutcome {
    defer { notices = [] }
    var outcome = StepOutcome(report: session.drainReport(), isAccepted: ownDiagnostic == nil, warnings: notices)
    for failure in outcome.report.failures {
      if case .foundEnded = failure.kind {
        outcome.warnings.append(Diagnostic(failure).line)
      } else if outcome.diagnostic == nil {
        outcome.diagnostic = Diagnostic(failure)
      } else {
        outcome.warnings.append(Diagnostic(failure).line)
      }
    }
    outcome.diagnostic = outcome.diagnostic ?? ownDiagnostic
    outcome.warnings += environment.drainDiagnostics().map { "\($0.line) \($0.remedy)" }
    return outcome
  }

  /// Applies changes that another process made to the user's keyboards, access rights or settings.
  ///
  /// - Returns: Whether there was a change.
  @discardableResult
  package func noticeChanges() -> Bool {
    let hasNewSettings = environment.noticeSettings()
    guard environment.noticeChanges() else { return hasNewSettings }
    for (identifier, access) in session.choicesChanged() {
      let now =
        switch (access.isFull, access.reachesLocalNetwork) {
        case (false, _): "it now has no full access"
        case (true, false): "it now has full access, without the local network"
        case (true, true): "it now has full access, with the local network"
        }
      notices.append("\(environment.name(of: identifier)) restarts because its access changed: \(now).")
    }
    return true
  }

  private func act(_ command: PlayCommand, _ subject: String) throws(Diagnostic) {
    do {
      switch command {
      case .focus(let options): session.focus(options.field())
      case .blur: session.blur()
      case .keyboard(let part): try session.pick(environment.resolve(part))
      case .advance(let count): for _ in 0..<count where !isInterrupted() { try session.advance() }
      case .key(let name, let gesture, let count):
        for _ in 0..<count where !isInterrupted() {
          awaitSuggestions()
          try session.key(name, gesture)
        }
      case .alternative(let choice, let name, let count):
        for _ in 0..<count where !isInterrupted() {
          try session.key(name, .alternative(try index(of: choice, of: name, subject)))
        }
      case .swipe(let direction, let returns, let key?, let count):
        for _ in 0..<count where !isInterrupted() {
          let path = DragPoint.swipe(direction, returns: returns, on: session.inputView?.key(key))
          try follow([ScriptDrag(path, on: key)])
        }
      case .swipe(let direction, _, nil, let count):
        if let view = session.inputView, session.keyboard != nil, !view.recognizesSwipes || direction.isDiagonal {
          notices.append(
            "The keyboard gets no \(direction.isDiagonal ? "diagonal " : "")swipes that begin outside its keys. Name a key with"
              + " \"on\".")
        } else {
          for _ in 0..<count where !isInterrupted() { try session.swipe(direction) }
        }
      case .circle(let direction, let key, let count):
        for _ in 0..<count where !isInterrupted() { try follow([ScriptDrag(DragPoint.circle(direction), on: key)]) }
      case .drag(let drags): try follow(drags, subject)
      case .type(let text):
        for character in text.withPlainLineBreaks where !isInterrupted() {
          awaitSuggestions()
          try session.type(character)
        }
      case .hardware(let name): try session.hardwareKey(name)
      case .undo(let steps): try session.undo(steps)
      case .select(let offset, let length): try session.select(offset: offset, length: length)
      case .edit(let before, let selected, let after):
        try session.replaceText(before: before, selected: selected, after: after)
      case .traits(let traits, let environment):
        try session.changeTraits { traits.apply(to: &$0.traits) }
        try change(environment)
      case .setting(let part, let key, let value):
        let identifier = try environment.resolve(part)
        session.settingsChanged(of: identifier, to: try environment.set(key, of: identifier, to: value))
      case .access(let part, let isGranted):
        let identifier = try environment.resolve(part)
        try environment.setFullAccess(identifier, isGranted)
        session.accessChanged(of: identifier)
      case .host(let faultInjection):
        for identifier in environment.setFaultInjection(faultInjection) { session.accessChanged(of: identifier) }
      case .pasteboard(let text):
        session.pasteboard.string = text
        if let text { session.keepCopied(text) }
      case .concealed(let text): (session.pasteboard as? SessionPasteboard)?.conceal(text)
      case .proxy(let call): try callProxy(call)
      case .wait(let duration): wait(duration)
      case .clearContext(let identifier, let application):
        session.clearTextInputContextIdentifier(identifier, of: application ?? session.field?.application ?? "")
      case .expect, .nothing: break
      }
    } catch let error as SessionError {
      throw diagnostic(of: error, subject)
    } catch let diagnostic as Diagnostic {
      guard !subject.isEmpty, !diagnostic.subject.hasPrefix(subject) else { throw diagnostic }
      throw Diagnostic(
        diagnostic.code, diagnostic.subject.isEmpty ? subject : "\(subject): \(diagnostic.subject)",
        diagnostic.sentence, remedy: diagnostic.remedy)
    } catch {
      throw Diagnostic(.internalFault, subject, "\(error)")
    }
  }

  /// The diagnostic for an action that the session refused. If the keyboard is in quarantine, the diagnostic states the
  /// cause. The diagnostic also says if the keyboard shows no input view. If the user could type the named character with
  /// a hidden key or by holding a key, the diagnostic says so.
  private func diagnostic(of error: SessionError, _ subject: String) -> Diagnostic {
    let general = Diagnostic(error, subject: subject)
    if let shown = session.keyboard, session.inputView == nil {
      switch error {
      case .noKey, .noCharacter, .noKeyboard:
        return Diagnostic(
          general.code, subject, Diagnostic.noInputView(shown, identifier: shown),
          remedy: "Choose another keyboard. Authors: set an input view, or correct the fault that the log names.")
      default: break
      }
    }
    if case .noKey(let name, let keyboard, _) = error, let character = name.first, name.dropFirst().isEmpty,
      let path = session.gestures(typing: character)
    {
      let text = JSONValue.string(name).json
      // The gestures that type, without the presses of plane keys. The name of a plane key is longer than one
      // character.
      let typing = path.filter { !$0.gesture.isPress || $0.key?.count == 1 }
      let words = path.map { event in
        let key = JSONValue.string(event.key ?? "").json
        guard case .alternative(let index) = event.gesture else { return "press \(key)" }
        return "hold \(key) and choose \(typing.count == 1 ? text : "alternative \(index) (from 0 on)")"
      }.joined(separator: ", then ")
      return Diagnostic(
        general.code, general.subject, "\(keyboard) shows no key \(text). To type \(text), \(words).",
        remedy: "Make these gestures, or use `type`, which makes them for you.")
    }
    guard case .quarantined(let identifier) = error, let cause = environment.diagnostic(of: identifier) else {
      return general
    }
    let sentence =
      cause.code == general.code ? cause.sentence : "The host did not start the keyboard: \(cause.clause)."
    return Diagnostic(general.code, general.subject, sentence, remedy: general.remedy)
  }

  /// The index of the chosen alternative among the alternatives that the key offers now.
  private func index(of choice: AlternativeChoice, of name: String, _ subject: String) throws -> Int {
    guard session.field != nil else { throw SessionError.noField }
    guard let inputView = session.inputView, let key = inputView.key(name) else {
      throw SessionError.noKey(
        name, shown: session.keyboard ?? "", keys: session.inputView?.keyNames ?? [])
    }
    let index: Int? =
      switch choice {
      case .index(let index): key.alternatives.indices ~= index ? index : nil
      case .text(let text): key.alternatives.firstIndex { $0.utf8.elementsEqual(text.utf8) }
      }
    if let index { return index }
    let offered = key.alternatives.map { JSONValue.string($0).json }.joined(separator: ", ")
    throw Diagnostic(
      .scriptKeyUnknown, subject,
      "The key \(JSONValue.string(name).json) has no alternative \(choice.json); its alternatives are: "
        + "\(offered.isEmpty ? "none" : offered).",
      remedy: offered.isEmpty
        ? "Choose a key that has alternatives." : "Use one of the alternatives of the key, or choose another key.")
  }

  private func follow(_ drags: [ScriptDrag], _ subject: String = "") throws {
    var fingers = ScriptFingers(on: session) { [self] in pass($0) }
    guard let size = try fingers.follow(drags) else { return }
    throw Diagnostic(
      .scriptValueOutOfRange, subject,
      "The path begins outside the keyboard; expected x from 0 to \(size.width) and y from 0 to \(size.height).")
  }

  /// Advances the session's clock during a drag, and runs the timers that become due. If the session uses the machine's
  /// clock, waits for the duration instead.
  private func pass(_ duration: Duration) {
    if let clock { return clock.wait(duration, in: session) }
    let end = ContinuousClock.now + duration
    while true {
      let rest = end - .now
      guard rest > .zero else { return }
      let timer = max(session.timeUntilTimer ?? rest, .milliseconds(1))
      _ = IdleTime(endedBy: [], within: min(timer, rest)).waitUntilOver()
      session.runDueTimers()
    }
  }

  private func callProxy(_ call: [String]) throws {
    do {
      try session.callProxy(call)
    } catch SessionError.noKeyboard {
      throw Diagnostic(.keyboardRestartedTooOften, KeyboardSession.probeIdentifier)
    }
  }

  /// The result of the last proxy call.
  ///
  /// - Parameter call: The name and the arguments of the call.
  /// - Returns: The result as JSON: nil for a call that has no result, null if the host refused the call.
  private func proxyAnswer(_ call: [String]) -> JSONValue? {
    guard let name = call.first, ProxyCall(rawValue: name)?.hasAnswer == true else { return nil }
    return (try? JSONValue(parsing: Array(session.proxyResult.utf8))) ?? .null
  }

  private func change(_ change: EnvironmentChange?) throws(SessionError) {
    guard let change, var environment = session.field?.environment else { return }
    change.apply(to: &environment)
    session.changeEnvironment(environment)
  }

  private func awaitSuggestions() {
    guard session.awaitsSuggestions else { return }
    if let clock { clock.runRequestedTurns(in: session) } else { session.awaitSuggestions() }
  }

  private func wait(_ duration: Duration) {
    if let clock { clock.wait(duration, in: session) } else { session.runDueTimers() }
  }
}

extension AlternativeChoice {
  /// The choice as JSON, in the form that a line of a script uses.
  fileprivate var json: String {
    switch self {
    case .text(let text): JSONValue.string(text).json
    case .index(let index): String(index)
    }
  }
}

extension String {
  /// The text with "\n" in place of each "\r\n" and "\r", because a return key types "\n".
  fileprivate var withPlainLineBreaks: String {
    contains { $0 == "\r\n" || $0 == "\r" } ? String(map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 }) : self
  }
}
