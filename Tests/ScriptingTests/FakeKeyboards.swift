import KeyboardStore
import Diagnostics
import KeyboardHost
import Scripting
import TextModel
import InputViewModel
import KeyboardProtocol

/// A keyboard in the test's own process: what it shows, and what its keys do.
final class FakeKeyboard: Keyboard {
  private let interface: Interface
  private let action: (KeyEvent) throws(KeyboardEnd) -> TurnResult
  private let timer: [Edit]
  private(set) var hasEnded = false
  private(set) var isStopped = false
  /// Whether its process ends in the turn of a timer.
  var crashesInTimers = false
  /// The documents that it could read, in order.
  private(set) var seen: [DocumentSnapshot] = []

  /// A keyboard with these keys; `action` says what a key does, the serial aside.
  init(
    keys: [Key], labels: [Label] = [], timer: [Edit] = [],
    action: @escaping (KeyEvent) throws(KeyboardEnd) -> TurnResult
  ) {
    interface = Interface(
      root: .column([.row(labels.map(Interface.Element.label)), .row(keys.map(Interface.Element.key))]))
    self.timer = timer
    self.action = action
  }

  func serve(_ turn: Turn, answering answer: (HostRequest) -> HostReply) throws(KeyboardEnd) -> TurnResult {
    if let document = turn.document { seen.append(document) }
    var result = TurnResult(serial: turn.serial)
    switch turn.event {
    case .load:
      result.callbacks = [.viewDidLoad]
      result.requests = [.setInterface(interface)]
    case .appear: result.callbacks = [.viewWillAppear, .viewDidAppear]
    case .disappear: result.callbacks = [.viewWillDisappear, .viewDidDisappear]
    case .key(let event):
      result = try action(event)
      result.serial = turn.serial
    case .timer:
      guard !crashesInTimers else { throw .crashed("in a timer") }
      result.edits = timer
    case .documentChanged(let change):
      if change.changedText { result.callbacks += [.textWillChange, .textDidChange] }
      if change.changedSelection { result.callbacks += [.selectionWillChange, .selectionDidChange] }
      if change.endedMarking { result.callbacks += [.markedTextDidEnd] }
    case .traitsChanged: result.callbacks = [.traitsDidChange, .textDidChange]
    case .environmentChanged: result.callbacks = [.environmentDidChange]
    case .settingsChanged: result.callbacks = [.settingsDidChange]
    case .standingChanged: result.callbacks = [.standingDidChange]
    case .memoryWarning, .destroy: break
    }
    return result
  }

  func end() { hasEnded = true }
  func stop() { isStopped = true }
  /// Its process is gone, as after `kill -9`.
  func kill() { hasEnded = true }
}

/// A system keyboard that types every character, with a key for each of a few.
final class FakeSystemKeyboard: SystemTyping {
  static let identifier = "org.klava.system"

  func serve(_ turn: Turn, answering answer: (HostRequest) -> HostReply) -> TurnResult {
    var result = TurnResult(serial: turn.serial)
    switch turn.event {
    case .appear:
      let keys = ["a", "b", "c", "x"].map { Interface.Element.key(Key($0)) }
      let globe = Interface.Element.key(Key("🌐", identifier: "globe", role: .nextKeyboard))
      result.requests = [.setInterface(Interface(root: .column([.row(keys), .row([globe])])))]
    case .key(let event):
      guard let key = event.key else { break }
      if key == "globe" { result.requests = [.advanceToNextInputMode] } else { result.edits = [.insertText(key)] }
    default: break
    }
    return result
  }

  func path(to character: Character) -> [String]? { "abcx".contains(character) ? [String(character)] : nil }
  func end() {}
}

/// Keyboards made by closures, in the order of a person's list.
final class FakeSource: KeyboardSource {
  var listed: [InputMode]
  var makers: [String: () -> FakeKeyboard]
  var access: Set<String> = []
  var boundaries: [String: Retention] = [:]
  /// Whether keyboards are prepared before they are needed.
  var isPreparing = false
  /// Every keyboard that was made, in order.
  private(set) var made: [(identifier: String, keyboard: FakeKeyboard)] = []
  private(set) var quarantined: [String] = []

  init(_ listed: [InputMode], makers: [String: () -> FakeKeyboard]) {
    self.listed = listed
    self.makers = makers
  }

  func modes() -> [InputMode] { listed }

  func makeKeyboard(_ identifier: String) throws(KeyboardEnd) -> any Keyboard {
    guard let make = makers[identifier] else { throw .notStarted("there is none") }
    let keyboard = make()
    made.append((identifier, keyboard))
    return keyboard
  }

  func provenance(of identifier: String) -> KeyboardProvenance? {
    isPreparing ? KeyboardProvenance(hasFullAccess: access.contains(identifier)) : nil
  }

  func launchConfiguration(
    for identifier: String, standing: InputModeStanding
  ) throws(KeyboardEnd) -> LaunchConfiguration {
    LaunchConfiguration(bundleIdentifier: identifier, libraryPath: "/lib.so", principalClass: "")
  }

  func hasFullAccess(_ identifier: String) -> Bool { access.contains(identifier) }
  func memoryBoundary(of identifier: String) -> Retention { boundaries[identifier] ?? .application }
  func answer(_ request: HostRequest, of identifier: String) -> HostReply { .refused(.notNow) }
  func log(_ lines: [(level: LogLevel, message: String)], of identifier: String) {}
  func note(_ message: String, of identifier: String) {}
  func quarantine(_ identifier: String, because reason: String) { quarantined.append(identifier) }
}

/// The person's files, as far as a script may change them.
final class FakeEnvironment: PlayEnvironment {
  let source: FakeSource
  private(set) var settings: [String: SettingValue] = ["open": .string("<s>")]
  /// Whether another process changed the person's list.
  var hasChanged = false

  init(source: FakeSource) { self.source = source }

  func resolve(_ part: String) throws(Diagnostic) -> String {
    let found = source.listed.map(\.identifier).filter { $0.contains(part) }
    guard let only = found.first, found.count == 1 else {
      throw Diagnostic(found.isEmpty ? .keyboardUnknown : .keyboardAmbiguous, part)
    }
    return only
  }

  func set(
    _ key: String, of identifier: String, to value: SettingValue?
  ) throws(Diagnostic) -> [String: SettingValue] {
    guard settings[key] != nil else { throw Diagnostic(.settingUnknown, key) }
    settings[key] = value ?? .string("<s>")
    return settings
  }

  func setFullAccess(_ identifier: String, _ isGranted: Bool) throws(Diagnostic) {
    guard identifier != FakeSystemKeyboard.identifier else { throw Diagnostic(.systemKeyboardFixed, identifier) }
    if isGranted { source.access.insert(identifier) } else { source.access.remove(identifier) }
  }

  func noticeChanges() -> Bool {
    defer { hasChanged = false }
    return hasChanged
  }

  func name(of identifier: String) -> String { identifier.split(separator: ".").last.map(String.init) ?? identifier }
}
