internal import InputViewModel
internal import KeyboardHost
internal import RandomValues
internal import SystemKeyboard
internal import TestSupport
internal import TextModel

/// An action of a user, an application or a frontend.
enum Step: CustomStringConvertible {
  case focus(TextField)
  case blur
  case press(Key, on: String)
  case pressTimer
  case longPressDelete
  case swipe(SwipeDirection)
  case type(Character)
  case select(offset: Int, length: Int)
  case edit(before: String, selected: String, after: String)
  case hardware(String)
  case traits(secure: Bool)
  case environment
  case settings(of: String)
  case restart(String)
  case pick(String)
  case advance
  case dismiss
  case wait
  case prepare
  case makeNeighborsReady(within: Duration)

  /// Whether the step is likely to start a process.
  var starts: Bool {
    switch self {
    case .restart, .focus, .prepare, .makeNeighborsReady: true
    default: false
    }
  }

  /// Whether the step may turn the field into a protected field.
  var changesRules: Bool {
    switch self {
    case .focus, .traits: true
    default: false
    }
  }

  /// Whether the keyboard hangs in this step even if the test injects no fault.
  var hangs: Bool { if case .press(let key, _) = self { key.identifier == "hang" } else { false } }

  var description: String {
    switch self {
    case .focus(let field):
      "focus \(field.document.before.count)+\(field.document.selected.count)+\(field.document.after.count) characters, "
        + "type \(field.traits.keyboardType), secure \(field.traits.isSecureTextEntry), multiline \(field.isMultiline)"
    case .blur: "blur"
    case .press(let key, let keyboard): "press \(key.identifier) on \(keyboard)"
    case .pressTimer: "press timer, and wait"
    case .longPressDelete: "long press on delete, and wait"
    case .swipe(let direction): "swipe \(direction)"
    case .type(let character): "type \(character)"
    case .select(let offset, let length): "select \(offset), \(length)"
    case .edit: "edit"
    case .hardware(let key): "hardware \(key)"
    case .traits(let secure): "traits, secure \(secure)"
    case .environment: "environment"
    case .settings(let identifier): "settings of \(identifier)"
    case .restart(let identifier): "restart \(identifier)"
    case .pick(let identifier): "pick \(identifier)"
    case .advance: "advance"
    case .dismiss: "dismiss, and advance"
    case .wait: "wait"
    case .prepare: "prepare"
    case .makeNeighborsReady(let time): "preload keyboards within \(time)"
    }
  }
}

extension FaultScript {
  /// The next step. If no field has the focus, the step gives a field the focus. Otherwise the step is mostly a press
  /// of a key of the shown keyboard.
  func nextStep(mayFail: Bool) -> Step {
    guard let field = session.field else { return .focus(randomField()) }
    let isSecure = field.traits.isSecureTextEntry
    switch random.integer(below: 32) {
    case 0: return random.integer(below: 3) == 0 ? .blur : .focus(randomField())
    case 1, 2: return .focus(randomField())
    case 3: return randomSelection()
    case 4:
      let text = texts.parts(upTo: 8)
      return .edit(before: text.before, selected: text.selected, after: text.after)
    case 5:
      return .hardware(random.one(of: ["x", "Backspace", "ArrowLeft", "ArrowRight", "Return", "Home", "Command+a"]))
    case 6: return .traits(secure: !isSecure && random.boolean())
    case 7: return .environment
    case 8: return .settings(of: random.one(of: thirdParties))
    case 9, 10: return .restart(session.keyboard.flatMap { thirdParties.contains($0) ? $0 : nil } ?? thirdParties[0])
    case 11, 12, 13: return .pick(random.one(of: thirdParties))
    case 14: return .advance
    case 15: return .dismiss
    case 16: return .wait
    case 17: return .prepare
    case 18: return .makeNeighborsReady(within: .milliseconds(1 << random.integer(below: 7)))
    case 19: return .type(random.one(of: ["a", "m", "z", " ", "Q", "7", "."]))
    default: return isSecure ? .type("s") : randomKey(mayFail: mayFail)
    }
  }

  private var thirdParties: [String] { [FaultHarness.Name.typist, FaultHarness.Name.tags, FaultHarness.Name.hostile] }

  private func randomKey(mayFail: Bool) -> Step {
    guard let shown = session.keyboard else { return .advance }
    if shown == SystemKeyboard.identifier {
      return random.boolean() ? .type(random.one(of: ["a", "b", "Z", "1", " "])) : .pick(random.one(of: thirdParties))
    }
    if shown == FaultHarness.Name.tags, random.integer(below: 6) == 0 {
      let length = model?.text.count ?? 0
      if length < 600, session.inputView?.key("⌫") != nil, random.boolean() { return .longPressDelete }
      return .swipe(random.boolean() ? .left : .right)
    }
    let keys = (session.inputView?.keys ?? []).filter { key in
      guard shown == FaultHarness.Name.typist else { return key.isEnabled }
      // A key that ends the process counts as a fault, so a script without faults does not press it. The keys
      // "lines" and "numbers" make the script slow.
      return !["lines", "numbers"].contains(key.identifier) && (mayFail || !KeyEffect.ends.contains(key.identifier))
    }
    guard !keys.isEmpty else { return .advance }
    let key = random.one(of: keys)
    if key.identifier == "timer", shown == FaultHarness.Name.typist { return .pressTimer }
    // A hang lasts until the deadline, so the script presses this key less often.
    if key.identifier == "hang", random.integer(below: 3) > 0 { return .press(keys[0], on: shown) }
    return .press(key, on: shown)
  }

  private func randomSelection() -> Step {
    let characters = model.map { ($0.before + $0.selected + $0.after).count } ?? 0
    let offset = random.integer(below: characters + 1)
    return .select(offset: offset, length: random.boolean() ? 0 : random.integer(below: characters - offset + 1))
  }

  private func randomField() -> TextField {
    let isLong = random.integer(below: 12) == 0
    let text = isLong ? texts.parts(upTo: 500) : texts.parts(upTo: 10)
    var field = TextField(document: TextDocument(before: text.before, selected: text.selected, after: text.after))
    if random.integer(below: 8) == 0 { field.traits.isSecureTextEntry = true }
    field.traits.keyboardType = random.one(of: [
      .default, .default, .default, .default, .asciiCapable, .emailAddress, .numberPad, .decimalPad, .phonePad,
    ])
    field.traits.smartInsertDeleteType = random.boolean() ? .default : .no
    field.isMultiline = random.integer(below: 4) > 0
    field.application = random.one(of: ["chat", "mail", "notes"])
    field.allowsThirdPartyKeyboards = random.integer(below: 12) > 0
    return field
  }
}
