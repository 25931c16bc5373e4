import Foundation
import KeyboardHost
import KeyboardStore
import Sandbox
import SystemKeyboard
import TextModel
import Timing

/// A session in which a user loads a hostile keyboard, presses its keys and continues to type.
struct AttackSession {
  /// The result of a ``ZooCase``.
  struct Sight: Sendable {
    var outcome: Outcome
    /// The text of the user's field, which must equal ``typed``.
    var text: String
    /// The text that the user typed.
    var typed: String
    /// The keyboard's activity while the user typed a secret; nil if the user typed no secret.
    var rest: Rest?
    var harm: Victims.Harm
  }

  /// The activity of the keyboard while the user typed a secret.
  struct Rest: Sendable {
    /// Whether all threads of the keyboard were stopped when the secure field got the focus.
    var wasStopped: Bool
    /// The processor time of the keyboard after the secure field got the focus; nil if the kernel does not count it.
    var time: Duration?
  }

  private let victims: Victims
  private let registry: KeyboardRegistry
  private let source: BundleSource
  private let session: KeyboardSession
  private let isFiltered: Bool

  /// Runs a case from beginning to end.
  static func play(_ zooCase: ZooCase, in confinement: Confinement) throws -> Sight {
    let library = try HostileLibrary.made()
    let victims = try Victims("\(confinement)-\(zooCase.name)", library)
    let row = zooCase.row
    let image = try library.bytes(
      row.library, behavior: row.id, when: zooCase.moment.word,
      arguments: row.searchesMemory ? victims.markers : victims.arguments(in: confinement))
    try victims.installBundle(image, fileAccess: confinement.hasPaths ? "paths" : "none")
    try SharedRecord.keep(
      of: victims.bundle, kind: "\(row.library.rawValue) \(confinement.hasPaths)", in: victims.folders)
    let isPatient = !row.confined.description.contains("hung") && row.free?.description.contains("hung") != true
    let isUnlimited = confinement == .free && row.layers.contains("limits")
    let runner = isUnlimited ? library.unlimitedRunner : try Confinement.runner()
    let session = try AttackSession(victims, confinement, runner: runner, isPatient: isPatient)
    return try session.play(
      zooCase.moment, mayLeaveProcesses: row.harm.contains(.children) && !confinement.contains(row))
  }

  /// Starts a session for one behavior. The test controls the session until ``end()``.
  static func open(
    _ behavior: String, _ moment: ZooTable.Moment, of victims: Victims, in confinement: Confinement,
    arguments: KeyValuePairs<String, String>
  ) throws -> AttackSession {
    if !victims.isPrepared {
      let image = try HostileLibrary.made().bytes(
        .plain, behavior: behavior, when: moment.word, arguments: arguments)
      try victims.installBundle(image, fileAccess: confinement == .paths ? "paths" : "none")
    }
    return try AttackSession(victims, confinement, runner: Confinement.runner(), isPatient: true)
  }

  /// Gives a field the focus, which loads the keyboard.
  func start() { focus("", application: "present") }

  /// Presses the key that runs the behavior.
  func go() { press("go") }

  /// Presses the key that checks the result of the behavior.
  func lookAfter() { press("again") }

  /// Lets the host do its idle-time work, such as saving data containers.
  func pause() { session.prepare() }

  /// Lets the host repeat its idle-time work until a condition holds.
  ///
  /// - Returns: Whether the condition held within a minute.
  func pause(until isDone: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(60)
    while !isDone() {
      guard ContinuousClock.now < deadline else { return false }
      pause()
    }
    return true
  }

  /// Whether the user's field shows the hostile keyboard.
  var isShown: Bool { session.keyboard == Victims.identifier }

  /// Ends the session and returns the outcome of the attempt.
  func end() throws -> Outcome {
    let failures = session.drainReport().failures
    session.end()
    return try outcome(failures)
  }

  private init(_ victims: Victims, _ confinement: Confinement, runner: String, isPatient: Bool) throws {
    self.victims = victims
    isFiltered = !confinement.missing.contains(.seccomp)
    registry = KeyboardRegistry(folders: victims.folders)
    try registry.enable(Victims.identifier, at: 1)
    if confinement == .fullAccess { try registry.setFullAccess(Victims.identifier, true) }
    var deadlines = RunnerKeyboard.Deadlines()
    // The deadlines are long, because the machine may be busy. The deadlines are short only if `zoo.tsv` expects the
    // keyboard to hang.
    deadlines.start = .seconds(isPatient ? 30 : 1)
    deadlines.turn = isPatient ? .seconds(20) : .milliseconds(250)
    source = BundleSource(
      registry: registry, runnerPath: runner, deadlines: deadlines, unsafeWithout: confinement.missing)
    session = KeyboardSession(
      source: source, system: SystemKeyboard(), systemIdentifier: SystemKeyboard.identifier, clock: VirtualClock())
  }

  private func play(_ moment: ZooTable.Moment, mayLeaveProcesses: Bool) throws -> Sight {
    let before = TypedText.shown + " "
    var rest: Rest?
    if moment == .border {
      focus(TypedText.earlier, application: "earlier")
      press("go")
    }
    focus(before, application: "present")
    switch moment {
    case .turn, .border: press("go")
    case .later:
      press("go")
      rest = try typeSecret()
      focus(before, application: "present")
      press("again")
    case .prepared: press("again")
    case .granted:
      press("go")
      try registry.setFullAccess(Victims.identifier, true)
      source.reload(Victims.identifier)
      session.accessChanged(of: Victims.identifier)
      press("go")
    case .resolver, .initializer, .constructor, .end: break
    }
    try session.type("x")
    let text = session.field?.document.before ?? ""
    let failures = session.drainReport().failures
    session.end()
    return Sight(
      outcome: try outcome(failures), text: text, typed: before + "x", rest: rest,
      harm: try victims.harm(isFiltered: isFiltered, mayLeaveProcesses: mayLeaveProcesses))
  }

  private func press(_ key: String) {
    // If the keyboard has ended, the session does not have the key. The end of the process is then the outcome.
    do {
      try session.key(key)
    } catch {
      return
    }
  }

  private func focus(_ before: String, application: String, isSecret: Bool = false) {
    var field = TextField(document: TextDocument(before: before))
    field.application = application
    field.traits.isSecureTextEntry = isSecret
    session.focus(field)
  }

  /// Types a secret into another field of the same application and returns the keyboard's activity during the typing.
  private func typeSecret() throws -> Rest {
    focus("", application: "present", isSecret: true)
    let runner = RunnerTime()
    let wasStopped = runner.areStopped
    // When a stopped thread leaves its core, the kernel still adds the thread's last microseconds to the processor
    // time. Therefore type until the processor time no longer changes.
    var before: Duration?
    var start = runner.used
    let deadline = ContinuousClock.now + .seconds(15)
    repeat {
      before = start
      for character in TypedText.secret { try session.type(character) }
      start = runner.used
    } while start != before && ContinuousClock.now < deadline
    // The kernel updates a process's processor time several times within this interval.
    let end = ContinuousClock.now + .milliseconds(60)
    repeat {
      for character in TypedText.secret { try session.type(character) }
    } while ContinuousClock.now < end
    guard let start, let used = runner.used else { return Rest(wasStopped: wasStopped) }
    return Rest(wasStopped: wasStopped, time: used - start)
  }

  private func outcome(_ failures: [SessionFailure]) throws -> Outcome {
    for failure in failures {
      if case .ended(let end) = failure.kind { return .ended(end) }
      if case .foundEnded(let end) = failure.kind { return .ended(end) }
    }
    let lines = try KeyboardLog(of: Victims.identifier, in: victims.folders).entries()
    guard let line = lines.last(where: { $0.source == .logged && $0.message.hasPrefix("zoo ") }) else { return .silent }
    return .reported(String(line.message.dropFirst("zoo ".count)))
  }
}
