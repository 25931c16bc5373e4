internal import InputViewModel
internal import KeyboardHost
internal import KeyboardProtocol
internal import RandomValues
internal import SystemKeyboard
internal import TestSupport
internal import TextModel

extension FaultScript {
  /// Performs a step and returns the documents that the step may produce.
  func perform(_ step: Step) throws -> Outcomes {
    if case .focus(let field) = step {
      isDismissed = false
      session.focus(field)
      let document = field.document
      let model = NaiveDocument(
        before: document.before, selected: document.selected, after: document.after,
        rules: session.field?.document.rules ?? document.rules)
      self.model = model
      return Outcomes(model)
    }
    guard let model else { throw violation("there is no field to \(step)") }
    switch step {
    case .focus: return Outcomes(model)
    case .blur:
      session.blur()
      self.model = nil
      isDismissed = false
      return Outcomes(model)
    case .press(let key, let keyboard): return try press(key, on: keyboard, model)
    case .pressTimer:
      try tolerating { () throws(SessionError) in try session.key("timer") }
      clock.wait(.seconds(1.5), in: session)
      return Outcomes(.edits([.insertText("!")]), on: model)
    case .longPressDelete:
      try tolerating { () throws(SessionError) in try session.key("⌫", .longPress) }
      clock.wait(.seconds(20), in: session)
      return Outcomes(.clears, on: model)
    case .swipe(let direction):
      try tolerating { () throws(SessionError) in try session.swipe(direction) }
      return Outcomes(.edits([.adjustTextPositionByCharacters(direction == .left ? -1 : 1)]), on: model)
    case .type(let character): return try type(character, model)
    case .wait:
      clock.wait(.seconds(2), in: session)
      return Outcomes(model)
    default: return try performOnField(step, model)
    }
  }

  private func performOnField(_ step: Step, _ model: NaiveDocument) throws -> Outcomes {
    switch step {
    case .select(let offset, let length):
      try session.select(offset: offset, length: length)
      return Outcomes(model.selecting(offset: offset, length: length))
    case .edit(let before, let selected, let after):
      try session.replaceText(before: before, selected: selected, after: after)
      return Outcomes(NaiveDocument(before: before, selected: selected, after: after, rules: model.rules))
    case .hardware(let key):
      try session.hardwareKey(key)
      return Outcomes(Self.hardware(key, model))
    case .traits(let isSecure):
      try session.changeTraits { $0.traits.isSecureTextEntry = isSecure }
      var model = model
      model.rules = session.field?.document.rules ?? model.rules
      return Outcomes(model)
    case .environment:
      var environment = KeyboardEnvironment()
      environment.isDark = random.boolean()
      session.changeEnvironment(environment)
    case .settings(let identifier): session.settingsChanged(of: identifier, to: ["word": .string("w")])
    case .restart(let identifier): session.accessChanged(of: identifier)
    case .prepare: session.prepare()
    case .makeNeighborsReady(let time): session.prepare(while: IdleTime(endedBy: [], within: time))
    case .pick(let identifier):
      try tolerating { () throws(SessionError) in try session.pick(identifier) }
      isDismissed = false
    case .advance:
      try session.advance()
      isDismissed = isDismissed && session.keyboard == nil
    case .dismiss:
      session.dismiss()
      isDismissed = true
      try session.advance()
      isDismissed = session.keyboard == nil
    default: break
    }
    return Outcomes(model)
  }

  /// Calls `body` and ignores its errors about a missing key or keyboard, because the keyboard's process may have
  /// ended.
  private func tolerating(_ body: () throws(SessionError) -> Void) throws {
    do {
      try body()
    } catch {
      switch error {
      case .noKey, .noCharacter, .keyDisabled, .noKeyboard: unserved = error
      // Even if the session throws one of these errors, the session has selected the keyboard.
      case .failedTooOften, .quarantined: break
      default: throw violation("\(error)")
      }
    }
  }

  private func press(_ key: Key, on keyboard: String, _ model: NaiveDocument) throws -> Outcomes {
    try tolerating { () throws(SessionError) in try session.key(key.identifier) }
    if keyboard == FaultHarness.Name.typist, KeyEffect.ends.contains(key.identifier) {
      // A key that ends its process counts as a fault, even if another process then handles the key press.
      let process = source.process(of: keyboard)
      process?.isHit = true
      // An earlier fault of the same step passes, but the end of the process does not.
      passing.removeAll { $0 === process }
      countOwnFault("own \(key.identifier)")
    }
    if key.role == .dismiss || session.keyboard == nil { isDismissed = true }
    let effect: KeyEffect =
      switch keyboard {
      case FaultHarness.Name.typist: .typist(key.identifier)
      case FaultHarness.Name.tags:
        .tags(
          key.identifier, selected: model.selected,
          insertsLines: model.rules.isMultiline && session.field?.traits.keyboardType != .URL)
      default: Self.character(of: key).map { .edits([.insertText(String($0))], character: $0) } ?? .nothing
      }
    var outcomes = Outcomes(effect, on: model)
    if let character = outcomes.character, !canBeTyped(character) { outcomes.character = nil }
    return outcomes
  }

  private func type(_ character: Character, _ model: NaiveDocument) throws -> Outcomes {
    unserved = nil
    try tolerating { () throws(SessionError) in try session.type(character) }
    if session.keyboard == nil { isDismissed = true }
    // If the keyboard does not have this character, the session throws an error and types nothing.
    guard unserved == nil else { return Outcomes(model) }
    var outcomes = Outcomes(.edits([.insertText(String(character))], character: character), on: model)
    if !canBeTyped(character) { outcomes.character = nil }
    return outcomes
  }

  /// Whether the system keyboard has this character in this field.
  private func canBeTyped(_ character: Character) -> Bool {
    guard let field = session.field else { return false }
    let system = Self.plainSystemKeyboard()
    let appear = TurnEvent.appear(FieldState(traits: field.traits, isMultiline: field.isMultiline))
    _ = system.serve(Turn(serial: 1, event: appear), while: nil) { _ in .refused(.notNow) }
    return system.path(to: character) != nil
  }

  /// The character that a key types because of its role; nil if there is none.
  private static func character(of key: Key) -> Character? {
    switch key.role {
    case .character: key.title.count == 1 ? key.title.first : nil
    case .space: " "
    case .return: "\n"
    default: nil
    }
  }

  private static func hardware(_ key: String, _ model: NaiveDocument) -> NaiveDocument {
    switch key {
    case "x": model.unmarked.applying([.insertText("x")])
    case "Return": model.unmarked.applying([.insertText("\n")])
    case "Backspace": model.unmarked.applying([.deleteBackward])
    case "ArrowLeft": model.unmarked.applying([.adjustTextPositionByCharacters(-1)])
    case "ArrowRight": model.unmarked.applying([.adjustTextPositionByCharacters(1)])
    case "Home": model.unmarked.applying([.adjustTextPosition(byCharacterOffset: -Int(Int32.max))])
    default: model
    }
  }
}
