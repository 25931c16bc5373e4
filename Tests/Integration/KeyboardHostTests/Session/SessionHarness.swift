import Foundation
import KeyboardHost
import KeyboardProtocol
import KeyboardStore
import Sandbox
import SuggestionClient
import SystemKeyboard
import TestSupport
import TextModel
import Timing

/// A source of keyboards for tests. Each keyboard is a library that runs in a real process of the runner.
final class LibrarySource: KeyboardSource, ProcessPreparation {
  /// The library of each keyboard, in the order of the user's list.
  var libraries: [(identifier: String, path: String)]
  var boundary = Retention.application
  var settings: [String: SettingValue] = [:]
  /// The access that the processes of all keyboards get.
  var access = ProcessAccess.confined
  /// Whether the manifest of every keyboard requests full access.
  var requestsOpenAccess = false
  var limits = KeyboardLimits()
  /// Whether the system keyboard is in the user's list.
  var offersSystem = true
  /// The reason for which the host must end a keyboard because of its stored files; nil if the keyboard may continue.
  var storageEnd: KeyboardEndError?
  private(set) var lines: [String] = []
  private(set) var quarantined: [String: String] = [:]
  private(set) var runners: [RunnerKeyboard] = []
  /// The standby process, which the next keyboard takes over.
  private var standby: StandbyProcess?
  /// The identifier of the standby process; nil if there is none.
  var standbyIdentifier: Int32? { standby?.processIdentifier }
  /// The identifiers of the keyboards of ``runners``, in the same order.
  private(set) var started: [String] = []
  /// The audit counts that the session reported, in order.
  private(set) var audits: [(identifier: String, summary: AuditSummary)] = []
  /// The deadlines of the keyboards' processes.
  var deadlines = RunnerKeyboard.Deadlines.patient
  var runnerPath = Repository.product("klava-runner")
  /// Replies to a request of the keyboard with this identifier.
  var answers: (HostRequest, String) -> HostReply = { _, _ in .refused(.notFound) }

  /// The user's supplementary lexicon.
  var entries: [LexiconEntry] = []

  init(_ libraries: [(identifier: String, path: String)]) {
    self.libraries = libraries
  }

  var choicesVersion: Int? { nil }

  func modes() -> [InputMode] {
    libraries.map { InputMode($0.identifier, barredBecause: quarantined[$0.identifier] == nil ? nil : .quarantined) }
      + (offersSystem ? [InputMode(SystemKeyboard.identifier, isSystem: true, isASCIICapable: true)] : [])
  }

  var preparation: (any ProcessPreparation)? { self }

  func makeKeyboard(
    _ identifier: String, while body: () throws(KeyboardEndError) -> Void
  ) throws(KeyboardEndError) -> any KeyboardProcess {
    try body()
    return try start(identifier, in: standby.take(), isNeededNow: true)
  }

  func prepareKeyboard(_ identifier: String) throws(KeyboardEndError) -> any KeyboardProcess {
    try start(identifier, in: nil, isNeededNow: false)
  }

  func hasNewFiles(_ identifier: String) -> Bool { false }

  func prepareStandby() {
    guard standby?.hasEnded != false else { return }
    standby = try? StandbyProcess(runnerPath: runnerPath)
  }

  func discardStandby() { standby = nil }

  private func start(
    _ identifier: String, in standby: consuming StandbyProcess?, isNeededNow: Bool
  ) throws(KeyboardEndError) -> any KeyboardProcess {
    guard let library = libraries.first(where: { $0.identifier == identifier }) else { throw .notStarted("unknown") }
    let program: KeyboardProgram
    do {
      program = try Self.program(library.path)
    } catch {
      throw .notStarted("\(error)")
    }
    let runner = try RunnerKeyboard(
      runnerPath: runnerPath, program: program, in: standby, isNeededNow: isNeededNow, deadlines: deadlines,
      limits: limits, outputWasCut: { [weak self] in self?.lines.append("(cut)") }
    ) { [weak self] bytes in
      self?.lines += String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
    runners.append(runner)
    started.append(identifier)
    return runner
  }

  func launchConfiguration(
    for identifier: String, standing: InputModeStanding
  ) throws(KeyboardEndError) -> LaunchConfiguration {
    guard let library = libraries.first(where: { $0.identifier == identifier }) else { throw .notStarted("unknown") }
    return LaunchConfiguration(
      bundleIdentifier: identifier, libraryPath: library.path, principalClass: "Keyboard", settings: settings,
      standing: standing, mayGiveFeedback: requestsOpenAccess)
  }

  func grant(of identifier: String) -> KeyboardGrant {
    KeyboardGrant(
      hasFullAccess: access.isFull, reachesLocalNetwork: access.reachesLocalNetwork, retention: boundary,
      mayGiveFeedback: requestsOpenAccess)
  }
  func provenance(of identifier: String) -> KeyboardProvenance? {
    KeyboardProvenance(hasFullAccess: access.isFull, settings: settings.isEmpty ? nil : FileStamp("/"))
  }
  func reply(_ request: HostRequest, of identifier: String) -> HostReply { answers(request, identifier) }
  func lexicon() -> [LexiconEntry] { entries }
  func log(_ lines: [(level: LogLevel, message: String)], of identifier: String) {
    self.lines += lines.map(\.message)
  }
  func record(_ message: String, of identifier: String) { lines.append(message) }
  func recordEnd(_ messages: [String], stack: [UInt64], of identifier: String) { lines += messages }
  func endForStorage(of identifier: String) -> KeyboardEndError? { storageEnd }
  /// Does nothing: the keyboards have no data containers in memory.
  func keepEndedFiles(while idle: IdleTime?) {}
  func quarantine(_ identifier: String, reason: String) { quarantined[identifier] = reason }
  func audit(_ summary: AuditSummary, of identifier: String) { audits.append((identifier, summary)) }

  /// The sum of all reported audit counts.
  var audited: AuditSummary {
    audits.reduce(into: AuditSummary()) { $0.add($1.summary) }
  }

  /// Returns the program for a library, with all sandbox layers of this system.
  static func program(_ library: String) throws -> KeyboardProgram {
    try KeyboardProgram(libraryPath: library, policy: Policy(available: Kernel.layers))
  }
}

/// A session with keyboards from libraries, and a virtual clock.
struct SessionHarness {
  let source: LibrarySource
  let clock = VirtualClock()
  let session: KeyboardSession

  init(_ fault: FaultyKeyboard.LoadFault = .none) throws {
    try self.init(libraries: [("org.example.faulty", FaultyKeyboard.library(fault))])
  }

  init(
    libraries: [(identifier: String, path: String)], preloading: Preloading = Preloading(),
    spelling: SpellChecker? = nil
  ) {
    source = LibrarySource(libraries)
    session = KeyboardSession(
      source: source, system: SystemKeyboard(), systemIdentifier: SystemKeyboard.identifier, clock: clock,
      spelling: spelling, preloading: preloading)
  }

  /// Gives the focus to a new field with this text before and after the insertion point.
  func focus(_ before: String = "", _ after: String = "", _ change: (inout TextField) -> Void = { _ in }) {
    var field = TextField(document: TextDocument(before: before, after: after))
    change(&field)
    session.focus(field)
  }

  /// The text before and the text after the insertion point.
  var text: [String] { [session.field?.document.before ?? "", session.field?.document.after ?? ""] }
}
