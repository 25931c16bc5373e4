internal import BundleFiles
internal import BundleFormat
internal import Diagnostics
internal import FoundationEssentials
internal import InputViewModel
internal import JSON
internal import KeyboardHost
internal import KeyboardProtocol
internal import RenderClient
internal import RenderProtocol
internal import Scripting
internal import TextModel

/// The input view of a keyboard in one kind of field.
struct Showing: Sendable {
  /// The field's keyboard type, by UIKit's name.
  let keyboardType: String
  /// A special circumstance of the field, as text for a finding, such as “right to left”; empty for an ordinary field.
  let circumstance: String
  /// The input view; nil if the keyboard showed none.
  let inputView: InputViewTree?
  /// Whether the host had to add a globe key.
  let hostAddsGlobe: Bool
  /// The steps since the last focus step.
  let script: [Step]
  /// The number of steps of the crawl so far.
  let position: Int
}

/// One press of a key in a crawl.
struct Press: Sendable {
  let key: Key
  /// The field's keyboard type, by UIKit's name.
  let keyboardType: String
  /// The document before and after the press.
  let before: PlayState.Document
  let after: PlayState.Document
  /// The names of the session's events during the press.
  let events: [String]
  let diagnostic: Diagnostic?
  let changedInputView: Bool
  let turns: [RecordedTurn]
  /// The lines that the keyboard printed and logged during the press.
  let lines: [String]
  /// The press alone if the first input view in the field shows the key; otherwise the steps since the last focus step.
  let script: [Step]
  /// The number of steps of the crawl so far, with this press.
  let position: Int

  var hadEffect: Bool {
    changedInputView || !events.isEmpty || before.text != after.text || before.before != after.before
      || turns.contains { !($0.result?.edits.isEmpty ?? true) || !($0.result?.requests.isEmpty ?? true) }
  }

  /// The duration of the longest turn for a key.
  var duration: Duration { turns.filter { $0.event.kind == .key }.map(\.duration).max() ?? .zero }
}

extension PlayState.Document {
  /// The whole text of the document.
  var text: String { before + selected + after }

  /// The text that a change inserted before the insertion point. Nil if text is selected, or if the change altered
  /// other text before the insertion point.
  ///
  /// - Parameter old: The document before the change.
  func text(insertedAfter old: Self) -> String? {
    guard selected.isEmpty, before.hasPrefix(old.before) else { return nil }
    return String(before.dropFirst(old.before.count))
  }
}

/// A run that shows a keyboard in every kind of field, presses every key, and makes every change of the environment.
///
/// Many checks read the record of one crawl.
package final class Crawl {
  let bundle: KeyboardBundle
  var identifier: String { bundle.manifest.identifier }
  /// The input views after each focus or change of the environment, in order.
  private(set) var showings: [Showing] = []
  /// The different input views that appeared after key presses, timers and changes of the text.
  private(set) var changed: [Showing] = []
  /// All input views that the crawl recorded.
  var everything: [Showing] { showings + changed }
  private(set) var presses: [Press] = []
  /// How the keyboard's process ended during the crawl; nil if the crawl was complete.
  private(set) var end: TestRunEnd?
  var record: TestRunRecord { testRun.record }
  /// The shortest loading time. If the keyboard loads slowly, the crawl loads it several times.
  private(set) var loadingTime: Duration = .zero
  /// The presses of keys that were slow at every attempt, each with the shortest duration.
  private(set) var slowKeys: [(press: Press, least: Duration)] = []
  /// The slowest turn for an event other than a key, with its shortest duration and a script that reproduces it. Nil if
  /// no such turn exceeded the deadline of a user's session in every attempt.
  private(set) var slowTurn: (kind: TurnEvent.Kind, least: Duration, script: [Step])?
  /// The reason to skip the checks after the crawl, with the checks that run nevertheless; nil if all checks can run.
  var stop: (reason: String, except: [String])? {
    if let end { return ("the keyboard ended: \(end.finding().code)", []) }
    if showings.first?.inputView?.keys.contains(where: { $0.isEnabled && $0.isOrdinary }) != true {
      return ("the keyboard shows no keys", [])
    }
    return isDead ? ("no key has an effect", ["full-access"]) : nil
  }
  /// Whether no key of the keyboard has an effect. False if a pressed key gets touches instead of gestures, because the
  /// crawl cannot try all touches.
  var isDead: Bool {
    guard !presses.contains(where: \.key.getsTouches) else { return false }
    let pressed = presses.filter { $0.key.isOrdinary || $0.key.role == .delete }
    return !pressed.isEmpty && !pressed.contains(where: \.hadEffect)
  }
  private let testRun: TestRun
  private let testEnvironment: TestEnvironment

  /// The path of a file that the keyboard stored and that contains ``secret``; nil if there is none.
  private(set) var fileWithSecret: String?

  /// The text of the fields in the crawl. The text occurs nowhere else, so a keyboard whose log or file contains it has
  /// leaked the field's text.
  static let secret = "Zq7hXw"
  /// A text with characters of two, three and four bytes.
  private static let manyBytes = String(repeating: "абв ابج 한국어 好 👩‍👩‍👧 𐌰𐌱 ", count: 15)
  /// The value of ``Showing/circumstance`` for a right-to-left layout.
  static let rightToLeft = "right to left"
  /// The shortest delay that a user notices.
  static let noticeable: Duration = .milliseconds(50)
  private static let patience: Duration = .seconds(5)
  private static let maximumPresses = 160
  /// The maximum number of recorded input views. A keyboard that shows the number of key presses, for example, changes
  /// its input view with each press.
  private static let maximumChanged = 64
  private var known: Set<InputViewTree> = []
  /// The scripts of ``reproducible(_:)``, by the lines of the original scripts.
  private var reproducibleScripts: [[String]: [String]] = [:]
  /// The remaining time for the test runs of ``reproducible(_:)``.
  private var timeForScripts: Duration = patience

  /// Performs a crawl.
  ///
  /// - Throws: A `CheckError` if Klava or the machine failed.
  package init(in testEnvironment: TestEnvironment) throws(CheckError) {
    bundle = testEnvironment.bundle
    self.testEnvironment = testEnvironment
    testRun = testEnvironment.testRun()
    defer { testRun.abandon() }
    do throws(CheckError) {
      try crawl()
      try testRun.end()
      fileWithSecret = fileWithSecret ?? testRun.file(containing: Self.secret)
      try measureLoading()
    } catch {
      guard case .ended(let end) = error else { throw error }
      self.end = try shortened(end)
    }
  }

  /// The texts of an input view that do not fit at the smallest font size with this machine's fonts.
  ///
  /// - Throws: A `CheckError` if this machine cannot render.
  func cutTexts(
    of inputView: InputViewTree, in environment: KeyboardEnvironment, addsGlobeKey: Bool
  ) throws(CheckError) -> [String] {
    do {
      return try RenderClient(
        path: testEnvironment.rendererPath, variables: ProcessInfo.processInfo.environment
      ).render(PictureOrder(inputView: inputView, environment: environment, addsGlobeKey: addsGlobeKey)).cutTexts
    } catch {
      throw .skipped("Klava cannot render the keyboard: \(error)")
    }
  }

  /// The reasons why the renderer cannot draw some of the pictures, by path.
  ///
  /// - Parameter pictures: The bytes of the PNG and SVG files, by path.
  /// - Throws: A `CheckError` if this machine cannot render.
  func troubles(drawing pictures: [String: [UInt8]]) throws(CheckError) -> [String: String] {
    var troubles: [String: String] = [:]
    let client = RenderClient(
      path: testEnvironment.rendererPath, variables: ProcessInfo.processInfo.environment)
    for (path, bytes) in pictures {
      let inputView = InputViewTree(root: .image(Image("picture", name: path)))
      do {
        let answer = try client.render(PictureOrder(inputView: inputView, pictures: [path: bytes]))
        troubles[path] = answer.failure ?? answer.troubles[path]
      } catch {
        throw .skipped("Klava cannot render the pictures: \(error)")
      }
    }
    return troubles
  }

  /// The same end of the keyboard's process, with a shorter script if a shorter script also causes this end.
  private func shortened(_ end: TestRunEnd) throws(CheckError) -> TestRunEnd {
    guard let kind = end.recorded.during, [.key, .timer].contains(kind) else { return end }
    let field = ScriptReduction.lastField(end.script)
    // Try the last step alone in the last field, then all steps since this field got the focus.
    for script in [Array(field.prefix(2) + field.suffix(1)), field] where script.count < end.script.count {
      let testRun = testEnvironment.testRun()
      defer { testRun.abandon() }
      do throws(CheckError) {
        for step in script { try testRun.perform(step) }
      } catch {
        guard case .ended(let again) = error else { throw error }
        if DiagnosticCode(of: again.recorded, special: nil) == DiagnosticCode(of: end.recorded, special: nil) {
          return again
        }
      }
    }
    return end
  }

  private var fieldTypes: [String] {
    ["default", "numbersAndPunctuation", "URL", "numberPad", "emailAddress", "decimalPad", "twitter", "webSearch"]
      + (bundle.manifest.isASCIICapable ? ["asciiCapable", "asciiCapableNumberPad"] : [])
  }

  private func crawl() throws(CheckError) {
    let start = ContinuousClock.now
    var known: Set<[String]> = []
    for type in fieldTypes {
      let field = FieldDescription.type(type, "\(Self.secret) ")
      try testRun.focus(field)
      show(type)
      // In ASCII fields, press every key, even if the keyboard showed the same input view before.
      let isNew =
        type.hasPrefix("asciiCapable") || known.insert(testRun.keys.map { "\($0.identifier)\u{0}\($0.title)" }).inserted
      try press(isNew ? Self.maximumPresses : 1, in: field, type: type, by: start + Self.patience)
    }
    try measureInManyBytes(by: start + Self.patience)
    try testRun.focus(.type("default", "\(Self.secret) "))
    try hold()
    for direction in SwipeDirection.allCases { try perform(.swipe(direction)) }
    try change()
    try perform(.wait(3))
    try testRun.perform(.blur)
    try testRun.focus(.type("default"))
    show("default", "shown again")
    if let key = testRun.keys.first(where: \.isOrdinary) { try press(key, "default") }
    try testRun.perform(.blur)
  }

  private func show(_ type: String, _ circumstance: String = "") {
    showings.append(showing(type, circumstance))
    if let inputView = testRun.inputView { known.insert(inputView) }
  }

  private func showing(_ type: String, _ circumstance: String) -> Showing {
    Showing(
      keyboardType: type, circumstance: circumstance, inputView: testRun.inputView, hostAddsGlobe: testRun.addsGlobeKey,
      script: scriptSinceFocus, position: testRun.script.count)
  }

  /// Records the current input view if it is new.
  private func look(_ type: String = "default") {
    guard changed.count < Self.maximumChanged, let inputView = testRun.inputView, known.insert(inputView).inserted
    else {
      return
    }
    changed.append(showing(type, "later"))
  }

  /// Performs a step and records the input view.
  private func perform(_ step: Step) throws(CheckError) {
    try testRun.perform(step)
    look()
  }

  /// The script since the last focus step, with the step that chooses the keyboard.
  private var scriptSinceFocus: [Step] { ScriptReduction.lastField(testRun.script) }

  // MARK: Scripts of findings

  /// The findings with scripts that reproduce the presses and the input views of the crawl.
  ///
  /// A keyboard can keep a state across fields, such as its plane. If the steps since the last focus step do not
  /// reproduce a press or an input view, this method adds earlier presses to the script. If even the whole script of
  /// the crawl does not reproduce them, or if the method has no time left, the script stays as it is.
  package func reproducible(_ findings: [CheckDiagnostic]) -> [CheckDiagnostic] {
    findings.map { finding in
      guard !finding.script.isEmpty else { return finding }
      var finding = finding
      if let known = reproducibleScripts[finding.script] {
        finding.script = known
      } else if let press = presses.first(where: { $0.script.map(\.line) == finding.script }) {
        finding.script = reproducible(press.script, until: press.position) {
          $0.script.last == press.script.last && $0.hasReproduced(press)
        }
      } else if let showing = everything.first(where: { $0.script.map(\.line) == finding.script }) {
        finding.script = reproducible(showing.script, until: showing.position) { $0.inputView == showing.inputView }
      }
      return finding
    }
  }

  /// The lines of the shortest of several scripts that reproduces a state of the crawl.
  ///
  /// - Parameters:
  ///   - script: The shortest script.
  ///   - position: The number of steps of the crawl before the state.
  ///   - isReproduced: Whether a test run has reproduced the state.
  private func reproducible(
    _ script: [Step], until position: Int, if isReproduced: (TestRun) -> Bool
  ) -> [String] {
    var found: [Step]?
    if timeForScripts > .zero {
      let whole = Array(testRun.script.prefix(position))
      let changing = presses.filter { $0.position < position && $0.changedInputView }.map(\.position)
      found = [script, ScriptReduction.lastField(whole)].first { reproduces($0, isReproduced) }
      if found == nil {
        // Try the last 1, 2, 4, … presses that changed the input view, then all steps.
        let counts = sequence(first: 1) { $0 < changing.count ? $0 * 2 : nil }
        let longer = counts.map { ScriptReduction.lastField(whole, after: changing.suffix($0)) } + [whole]
        found = longer.first { reproduces($0, isReproduced) }.map { shortened($0, isReproduced) }
      }
      // The keyboard is slow, or acts at random or by the time. Do not try to reproduce its other findings.
      if found == nil { timeForScripts = .zero }
    }
    let lines = (found ?? script).map(\.line)
    reproducibleScripts[script.map(\.line)] = lines
    return lines
  }

  /// A script with the fewest steps before its last focus step that still reproduces a state.
  private func shortened(_ script: [Step], _ isReproduced: (TestRun) -> Bool) -> [Step] {
    // A test run needs no step that chooses the keyboard.
    let steps = script.filter { !$0.isPick }
    let start = steps.lastIndex(where: \.isFocus) ?? 0
    do throws(CheckError) {
      let fewest = try ScriptReduction.fewest(of: Array(steps[..<start])) { fewer throws(CheckError) in
        // Leave half of the time to other findings.
        timeForScripts > Self.patience / 2 && reproduces(fewer + steps[start...], isReproduced)
      }
      return ScriptReduction.picking(identifier, fewest + steps[start...])
    } catch {
      return script
    }
  }

  /// Whether a script reproduces a state in a new process.
  private func reproduces(_ script: [Step], _ isReproduced: (TestRun) -> Bool) -> Bool {
    let testRun = testEnvironment.testRun()
    let start = ContinuousClock.now
    defer {
      testRun.abandon()
      timeForScripts -= .now - start
    }
    do throws(CheckError) {
      for step in script {
        guard .now - start < timeForScripts else { return false }
        try testRun.perform(step)
      }
      return isReproduced(testRun)
    } catch {
      return false
    }
  }

  /// Presses each shown key once, until it has pressed `most` keys or the time is up.
  private func press(
    _ most: Int, in field: FieldDescription, type: String, by end: ContinuousClock.Instant
  ) throws(CheckError) {
    var pressed: Set<String> = []
    let first = testRun.keys.map(\.identifier)
    while pressed.count < most, ContinuousClock.now < end,
      let key = testRun.keys.first(where: { !pressed.contains($0.identifier) })
    {
      pressed.insert(key.identifier)
      let isOnFirst = first.contains(key.identifier)
      try press(key, type, isolated: isOnFirst ? field : nil)
      if !testRun.isShown { try testRun.focus(field) }
    }
  }

  /// Presses keys in a text that is not ASCII, and measures the turns in this text. Some keyboards are slow only in
  /// text that is not ASCII.
  private func measureInManyBytes(by end: ContinuousClock.Instant) throws(CheckError) {
    let field = FieldDescription.type("default", Self.manyBytes)
    try testRun.focus(field)
    try press(Self.maximumPresses / 4, in: field, type: "default", by: end)
    let steps = [Step.focus(field), Step.pick(testRun.identifier)]
    let changes = [
      Step.select(1, 0), .edit(before: Self.manyBytes, selected: "", after: ""),
      .edit(before: "\(Self.manyBytes) ", selected: "", after: ""),
    ]
    var least: [TurnEvent.Kind: Duration] = [:]
    var slowest: (kind: TurnEvent.Kind, duration: Duration)?
    for _ in 0..<6 {
      let turns = testRun.record.turns.count
      for step in [Step.blur] + steps + changes { try testRun.perform(step) }
      let others = testRun.record.turns[turns...].filter { ![.load, .key, .destroy].contains($0.event.kind) }
      for (kind, turns) in Dictionary(grouping: others, by: \.event.kind) {
        least[kind] = min(least[kind] ?? .seconds(60), turns.map(\.duration).max() ?? .zero)
      }
      // Of each attempt, only the longest turn of a kind counts. If one attempt has no slow turn, the keyboard is fast
      // enough.
      slowest = least.max { $0.value < $1.value }.map { ($0.key, $0.value) }
      guard let slowest, slowest.duration > RunnerKeyboard.Deadlines().turn else { return }
    }
    slowTurn = slowest.map { ($0.kind, $0.duration, steps + changes) }
  }

  /// The document before and after a press of the key as the first press in a new process. Nil if the first input view
  /// does not show the key.
  func pressAlone(_ press: Press) throws(CheckError) -> (PlayState.Document, PlayState.Document)? {
    let testRun = testEnvironment.testRun()
    defer { testRun.abandon() }
    try testRun.focus(.type(press.keyboardType, "\(Self.secret) "))
    guard testRun.inputView?.key(press.key.identifier) == press.key, let before = testRun.document else { return nil }
    try testRun.press(press.key.identifier)
    return testRun.document.map { (before, $0) }
  }

  private func press(_ key: Key, _ type: String, isolated field: FieldDescription? = nil) throws(CheckError) {
    let before = testRun.document
    let inputView = testRun.inputView
    let turns = testRun.record.turns.count
    try testRun.press(key.identifier)
    look(type)
    guard let before, let after = testRun.document else { return }
    let script = field.map {
      [Step.focus($0), Step.pick(testRun.identifier), Step.press(key)]
    }
    let press = Press(
      key: key, keyboardType: type, before: before, after: after, events: testRun.answer?.events ?? [],
      diagnostic: testRun.answer?.diagnostic, changedInputView: testRun.isShown && testRun.inputView != inputView,
      turns: Array(testRun.record.turns[turns...]), lines: testRun.record.lines(at: testRun.script.count),
      script: script ?? scriptSinceFocus, position: testRun.script.count)
    presses.append(press)
    if press.duration > Self.noticeable { try measure(press) }
  }

  /// Presses a slow key again, because on a busy machine any turn can be slow sometimes.
  private func measure(_ press: Press) throws(CheckError) {
    guard slowKeys.count < 3 else { return }
    var least = press.duration
    var usual = Duration.seconds(60)
    for index in 0..<6
    where least > Self.noticeable && testRun.keys.contains(where: { $0.identifier == press.key.identifier }) {
      let turns = testRun.record.turns.count
      try testRun.press(press.key.identifier)
      // Measure two turns that need little work: a change of the text and a change of the environment. The shorter turn
      // shows how busy the machine is. One turn does not suffice, because a keyboard can be slow at each change of the
      // text.
      let after = press.before.after + (index % 2 == 0 ? " " : "")
      try testRun.perform(.edit(before: press.before.before, selected: press.before.selected, after: after))
      try testRun.perform(.traits([:], environment: ["dark": .boolean(index % 2 == 0)]))
      let taken = testRun.record.turns[turns...]
      if let key = taken.filter({ $0.event.kind == .key }).map(\.duration).max() { least = min(least, key) }
      usual = min(usual, taken.filter { $0.event.kind != .key }.map(\.duration).min() ?? usual)
    }
    try testRun.perform(.traits([:], environment: ["dark": .boolean(false)]))
    if least > Self.noticeable, least > usual * 3 { slowKeys.append((press, least)) }
  }

  private func hold() throws(CheckError) {
    let special = testRun.keys.filter { [.delete, .nextKeyboard].contains($0.role) }
    for key in special + testRun.keys.filter(\.isOrdinary).prefix(4) {
      for gesture in ["longPress", "release"] where testRun.keys.contains(where: { $0.identifier == key.identifier }) {
        try perform(.key(key.identifier, gesture: gesture))
        try testRun.show()
      }
    }
  }

  /// Changes the selection, the text, the traits and the environment while the host shows the keyboard.
  private func change() throws(CheckError) {
    try testRun.focus(.type("default", "\(Self.secret) "))
    try perform(.select(0, 3))
    try perform(.select(1, 0))
    // The application changes the text around the secret. A keyboard may store the secret after a change of the text.
    try perform(.edit(before: "\(Self.secret) a", selected: "", after: "c"))
    // Search the keyboard's files now, because the keyboard may overwrite a file at the next change.
    fileWithSecret = testRun.file(containing: Self.secret)
    try perform(.edit(before: "a", selected: "b", after: "c"))
    try perform(.edit(before: "", selected: "", after: ""))
    try perform(.traits(["returnKeyType": .string("search")], environment: [:]))
    let appearances: [(String, [String: JSONValue])] = [
      ("dark", ["dark": .boolean(true)]), (Self.rightToLeft, ["rightToLeft": .boolean(true)]),
      ("large text", ["textScale": .real(2.5)]),
      ("landscape", ["landscape": .boolean(true), "width": .integer(844)]),
      ("320 points wide", ["landscape": .boolean(false), "width": .integer(320)]),
    ]
    for (name, environment) in appearances {
      try testRun.perform(.traits([:], environment: environment))
      show("default", name)
    }
  }

  private func measureLoading() throws(CheckError) {
    loadingTime = testRun.record.turns.first { $0.event.kind == .load }?.duration ?? .zero
    for _ in 0..<3 where loadingTime > .milliseconds(500) {
      let another = testEnvironment.testRun()
      defer { another.abandon() }
      try another.focus()
      loadingTime = min(
        loadingTime, another.record.turns.first { $0.event.kind == .load }?.duration ?? loadingTime)
    }
  }
}

extension TestRun {
  /// Whether the last step had the same effects as a press of the crawl.
  fileprivate func hasReproduced(_ press: Press) -> Bool {
    func effects(_ turns: [RecordedTurn]) -> [[Edit]] { turns.map { $0.result?.edits ?? [] } }
    return answer?.diagnostic?.code == press.diagnostic?.code && (answer?.events ?? []) == press.events
      && effects(record.turns.filter { $0.step == script.count }) == effects(press.turns)
  }
}

extension Key {
  /// Whether the key has another role than the globe key, the dismiss key and the delete key.
  var isOrdinary: Bool {
    switch role {
    case .nextKeyboard, .dismiss, .delete: false
    default: true
    }
  }
}
