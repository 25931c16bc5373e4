internal import Bundles
internal import Diagnostics
internal import KeyboardHost
internal import Scripting
internal import TextInput

/// What a keyboard showed in one kind of field.
struct Showing: Sendable {
  /// The field's keyboard type, by UIKit's name.
  let keyboardType: String
  /// What else was special, for a person to read; empty where nothing was.
  let circumstance: String
  /// What it showed; nil for nothing.
  let interface: Interface?
  /// Whether it had to show a way to the next keyboard, and the host had to add one.
  let hostAddsGlobe: Bool
  /// How to see it.
  let script: [String]
}

/// One use of a key in a walk.
struct Press: Sendable {
  /// The key.
  let key: Key
  /// The field's keyboard type, by UIKit's name.
  let keyboardType: String
  /// The document before and after.
  let before: PlayState.Document
  let after: PlayState.Document
  /// What happened in the session, by name.
  let events: [String]
  /// What went wrong.
  let problem: Diagnostic?
  /// Whether the interface changed.
  let changedInterface: Bool
  /// The turns that it took.
  let turns: [RecordedTurn]
  /// What the keyboard printed and logged meanwhile.
  let lines: [String]
  /// How to see it.
  let script: [String]

  /// Whether it did anything.
  var hadEffect: Bool {
    changedInterface || !events.isEmpty || before.text != after.text || before.before != after.before
      || turns.contains { !($0.result?.edits.isEmpty ?? true) || !($0.result?.requests.isEmpty ?? true) }
  }

  /// How long the keyboard took for it.
  var duration: Duration { turns.filter { $0.event.kind == .key }.map(\.duration).max() ?? .zero }
}

extension PlayState.Document {
  /// The whole text.
  var text: String { before + selected + after }
}

/// A walk through all that a keyboard can do: every kind of field, every key, every change around it, once. What was seen
/// is a record that any number of observers may look at.
package final class Crawl {
  /// The bundle.
  let bundle: KeyboardBundle
  /// The keyboard's identifier.
  var identifier: String { bundle.manifest.identifier }
  /// What it showed, in order.
  private(set) var showings: [Showing] = []
  /// What else it showed, each once: after keys, timers and changes of the text.
  private(set) var changed: [Showing] = []
  /// Everything that it showed.
  var everything: [Showing] { showings + changed }
  /// The keys that were used, in order.
  private(set) var presses: [Press] = []
  /// How the keyboard ended before its time; nil for a walk that came to its end.
  private(set) var end: TestRunEnd?
  /// Everything that it did.
  var record: TestRunRecord { trial.record }
  /// How long loading took at the least, of several times where it was long.
  private(set) var loadingTime: Duration = .zero
  /// The turns of key events that took long each time, with their keys.
  private(set) var slowKeys: [(press: Press, least: Duration)] = []
  /// Why there is no use in trying the keyboard any further, and the checks that are tried all the same.
  var stop: (reason: String, except: [String])? {
    if let end { return ("the keyboard ended: \(end.finding().code)", []) }
    if showings.first?.interface?.keys.contains(where: { $0.isEnabled && $0.isOrdinary }) != true {
      return ("the keyboard shows no keys", [])
    }
    return isDead ? ("no key has an effect", ["full-access"]) : nil
  }
  /// Whether no key does anything.
  var isDead: Bool {
    let pressed = presses.filter { $0.key.isOrdinary || $0.key.role == .delete }
    return !pressed.isEmpty && !pressed.contains(where: \.hadEffect)
  }
  private let trial: TestRun
  private let laboratory: TestEnvironment

  /// The text of the fields in which it is walked; nothing else holds it.
  static let secret = "Zq7hXw"
  /// The circumstance in which the layout runs from right to left.
  static let rightToLeft = "right to left"
  /// A person sees from here on that something takes its time.
  static let noticeable: Duration = .milliseconds(50)
  private static let patience: Duration = .seconds(5)
  private static let mostPresses = 160
  /// A keyboard whose display counts shows something new with each key.
  private static let mostChanged = 64
  private var known: Set<Interface> = []

  /// Walks; throws where Klava or the machine failed.
  package init(in laboratory: TestEnvironment) throws(Interruption) {
    bundle = laboratory.bundle
    self.laboratory = laboratory
    trial = laboratory.trial()
    defer { trial.abandon() }
    do throws(Interruption) {
      try walk()
      try trial.end()
      try measureLoading()
    } catch {
      guard case .ended(let end) = error else { throw error }
      self.end = try shortened(end)
    }
  }

  /// The same end with less that leads to it, where that is enough.
  private func shortened(_ end: TestRunEnd) throws(Interruption) -> TestRunEnd {
    guard let kind = end.recorded.during, [.key, .timer].contains(kind) else { return end }
    let field = ScriptReduction.lastField(end.script)
    // The last step alone, where that does it; else all since the field got the focus.
    for script in [Array(field.prefix(2) + field.suffix(1)), field] where script.count < end.script.count {
      let trial = laboratory.trial()
      defer { trial.abandon() }
      do throws(Interruption) {
        for line in script { try trial.perform(line: line) }
      } catch {
        guard case .ended(let again) = error else { throw error }
        if FindingCode(of: again.recorded, special: nil) == FindingCode(of: end.recorded, special: nil) { return again }
      }
    }
    return end
  }

  private var fieldTypes: [String] {
    ["default", "numbersAndPunctuation", "URL", "numberPad", "emailAddress", "decimalPad", "twitter", "webSearch"]
      + (bundle.manifest.isASCIICapable ? ["asciiCapable", "asciiCapableNumberPad"] : [])
  }

  private func walk() throws(Interruption) {
    let start = ContinuousClock.now
    var known: Set<[String]> = []
    for type in fieldTypes {
      let field = FieldDescription.type(type, "\(Self.secret) ")
      try trial.focus(field)
      show(type)
      // Where only ASCII may be typed each key counts, whether it was seen elsewhere or not.
      let isNew =
        type.hasPrefix("asciiCapable") || known.insert(trial.keys.map { "\($0.identifier)\u{0}\($0.title)" }).inserted
      try use(isNew ? Self.mostPresses : 1, in: field, type: type, by: start + Self.patience)
    }
    try trial.focus(.type("default", "\(Self.secret) "))
    try hold()
    for direction in SwipeDirection.allCases { try perform(.swipe(direction)) }
    try change()
    try perform(.wait(3))
    try trial.perform(.blur)
    try trial.focus(.type("default"))
    show("default", "shown again")
    if let key = trial.keys.first(where: \.isOrdinary) { try press(key, "default") }
    try trial.perform(.blur)
  }

  private func show(_ type: String, _ circumstance: String = "") {
    showings.append(showing(type, circumstance))
    if let interface = trial.interface { known.insert(interface) }
  }

  private func showing(_ type: String, _ circumstance: String) -> Showing {
    Showing(
      keyboardType: type, circumstance: circumstance, interface: trial.interface, hostAddsGlobe: trial.addsGlobeKey,
      script: scriptSinceFocus)
  }

  /// Notes what is shown where nobody asked for it, if it was not seen before.
  private func look(_ type: String = "default") {
    guard changed.count < Self.mostChanged, let interface = trial.interface, known.insert(interface).inserted else {
      return
    }
    changed.append(showing(type, "later"))
  }

  /// Does a step, and looks at what is shown then.
  private func perform(_ step: Step) throws(Interruption) {
    try trial.perform(step)
    look()
  }

  /// What was done since the last field got the focus.
  private var scriptSinceFocus: [String] {
    let start = trial.script.lastIndex { $0.hasPrefix(#"{"focus""#) } ?? 0
    let script = Array(trial.script[start...])
    let pick = Step.pick(trial.identifier).line
    return script.contains(pick) ? script : [script[0], pick] + script.dropFirst()
  }

  /// Presses each key that comes up, once.
  private func use(
    _ most: Int, in field: FieldDescription, type: String, by end: ContinuousClock.Instant
  ) throws(Interruption) {
    var pressed: Set<String> = []
    let first = trial.keys.map(\.identifier)
    while pressed.count < most, ContinuousClock.now < end,
      let key = trial.keys.first(where: { !pressed.contains($0.identifier) })
    {
      pressed.insert(key.identifier)
      let isOnFirst = first.contains(key.identifier)
      try press(key, type, isolated: isOnFirst ? field : nil)
      if !trial.isShown { try trial.focus(field) }
    }
  }

  private func press(_ key: Key, _ type: String, isolated field: FieldDescription? = nil) throws(Interruption) {
    let before = trial.document
    let interface = trial.interface
    let turns = trial.record.turns.count
    try trial.press(key.identifier)
    look(type)
    guard let before, let after = trial.document else { return }
    let script = field.map {
      [Step.focus($0).line, Step.pick(trial.identifier).line, Step.press(key.identifier).line]
    }
    let press = Press(
      key: key, keyboardType: type, before: before, after: after, events: trial.answer?.events ?? [],
      problem: trial.answer?.problem, changedInterface: trial.isShown && trial.interface != interface,
      turns: Array(trial.record.turns[turns...]), lines: trial.record.lines(at: trial.script.count),
      script: script ?? scriptSinceFocus)
    presses.append(press)
    if press.duration > Self.noticeable { try measure(press) }
  }

  /// A key that took long is pressed again: on a busy machine anything takes long once.
  private func measure(_ press: Press) throws(Interruption) {
    guard slowKeys.count < 3 else { return }
    var least = press.duration
    var usual = Duration.seconds(60)
    for index in 0..<6
    where least > Self.noticeable && trial.keys.contains(where: { $0.identifier == press.key.identifier }) {
      let turns = trial.record.turns.count
      try trial.press(press.key.identifier)
      // Beside it a turn in which a keyboard has hardly anything to do: how long such a one takes now is the machine's doing.
      try trial.perform(.select(index % 2, 0))
      let taken = trial.record.turns[turns...]
      if let key = taken.filter({ $0.event.kind == .key }).map(\.duration).max() { least = min(least, key) }
      usual = min(usual, taken.last.map(\.duration) ?? usual)
    }
    if least > Self.noticeable, least > usual * 3 { slowKeys.append((press, least)) }
  }

  private func hold() throws(Interruption) {
    let special = trial.keys.filter { [.delete, .nextKeyboard].contains($0.role) }
    for key in special + trial.keys.filter(\.isOrdinary).prefix(4) {
      for gesture in ["longPress", "release"] where trial.keys.contains(where: { $0.identifier == key.identifier }) {
        try perform(.key(key.identifier, gesture: gesture))
        try trial.show()
      }
    }
  }

  /// What changes around a keyboard while it is shown.
  private func change() throws(Interruption) {
    try trial.focus(.type("default", "\(Self.secret) "))
    try perform(.select(0, 3))
    try perform(.select(1, 0))
    try perform(.edit(before: "a", selected: "b", after: "c"))
    try perform(.edit(before: "", selected: "", after: ""))
    try perform(.traits(["returnKeyType": "\"search\""], environment: [:]))
    let appearances: [(String, [String: String])] = [
      ("dark", ["dark": "true"]), (Self.rightToLeft, ["rightToLeft": "true"]), ("large text", ["textScale": "2.5"]),
      ("landscape", ["landscape": "true", "width": "844"]),
      ("320 points wide", ["landscape": "false", "width": "320"]),
    ]
    for (name, environment) in appearances {
      try trial.perform(.traits([:], environment: environment))
      show("default", name)
    }
  }

  private func measureLoading() throws(Interruption) {
    loadingTime = trial.record.turns.first { $0.event.kind == .load }?.duration ?? .zero
    for _ in 0..<3 where loadingTime > .milliseconds(500) {
      let another = laboratory.trial()
      defer { another.abandon() }
      try another.focus()
      loadingTime = min(
        loadingTime, another.record.turns.first { $0.event.kind == .load }?.duration ?? loadingTime)
    }
  }
}

extension Key {
  /// Whether it neither leads away from the keyboard nor deletes.
  var isOrdinary: Bool {
    switch role {
    case .nextKeyboard, .dismiss, .delete: false
    default: true
    }
  }
}
