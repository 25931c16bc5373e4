import Foundation
import HostLink
import InputViewModel
import KeyboardLink
import KeyboardProtocol
import SystemKeyboard
import TestSupport
import Testing
import TextModel

@testable import KeyboardHost

/// Tests of protected fields: third-party keyboards get no text, and their processes get no processor time
/// (Behavior.md#keyboard-selection).
@Suite struct SecureFieldTests {
  /// The reason why a field is protected.
  enum Reason: CaseIterable {
    case secure, phonePad, namePhonePad, application, lockScreen

    func apply(to field: inout TextField) {
      switch self {
      case .secure: field.traits.isSecureTextEntry = true
      case .phonePad: field.traits.keyboardType = .phonePad
      case .namePhonePad: field.traits.keyboardType = .namePhonePad
      case .application: field.allowsThirdPartyKeyboards = false
      case .lockScreen: field.isOnLockScreen = true
      }
    }

    var shownBecause: ShownBecause {
      switch self {
      case .secure: .secureTextEntry
      case .phonePad: .phonePad
      case .namePhonePad: .namePhonePad
      case .application: .appForbids
      case .lockScreen: .screenLocked
      }
    }
  }

  /// The time at which a field becomes protected.
  enum Way: CaseIterable {
    case fromTheStart, whileFocused
  }

  private let harness: SessionHarness
  private var session: KeyboardSession { harness.session }
  private let marker = Marker()

  init() throws {
    harness = try DemandingKeyboard.harness(hasNeighbor: true)
  }

  @Test(
    "The memory of a keyboard's processes contains no text of a protected field", .enabled(if: ProcessMemory.canBeRead),
    arguments: Reason.allCases, Way.allCases)
  func keepsSecretFromMemory(reason: Reason, way: Way) throws {
    harness.focus("before")
    preloadNeighbor()
    try session.key("ok")
    try enterSecureField(reason, way)
    let groups = harness.source.runners.compactMap(\.processIdentifier).map(RunnerGroup.init)
    #expect(groups.count == 2)
    let stopped = groups.map { $0.waitUntilStopped() }
    try fillWithMarker(reason)
    for member in stopped.joined() {
      let finding = try ProcessMemory(identifier: member.identifier).search(for: marker)
      #expect(finding.places.isEmpty)
      #expect(finding.bytes > 1 << 20)
    }
    session.end()
  }

  @Test(
    "The shared memory of a link contains no text of a protected field, and the processes get no processor time",
    arguments: Reason.allCases, Way.allCases)
  func keepsSecret(reason: Reason, way: Way) throws {
    harness.focus("before")
    preloadNeighbor()
    for key in ["ok", "spin"] { try session.key(key) }
    try enterSecureField(reason, way)
    let groups = harness.source.runners.compactMap(\.processIdentifier).map(RunnerGroup.init)
    #expect(groups.count == 2)
    let stopped = groups.map { $0.waitUntilStopped() }
    let links = harness.source.runners.map(\.linkMemory)
    try fillWithMarker(reason)
    #expect(session.shownBecause == reason.shownBecause)
    // The processes must get no processor time. All bytes of the two links must remain the same, including the sequence
    // numbers.
    try expectNoTime(groups, since: stopped)
    // Compare outside of `#expect`, which would print megabytes if the links differ.
    let areLinksSilent = harness.source.runners.map(\.linkMemory) == links
    #expect(areLinksSilent)
    #expect(!harness.source.runners.contains { $0.holds(marker) })
    #expect(!harness.source.lines.contains { $0.contains(marker.text) })
    // In the next field, the same process of the keyboard runs. It has not counted the key presses in the protected
    // field.
    harness.focus("after")
    try session.key("count")
    #expect(harness.text == ["after3", ""])
    #expect(harness.source.runners.count == 2)
    session.end()
  }

  @Test(
    "After typing in an unprotected field, the search finds the text in the process and on its link",
    .enabled(if: ProcessMemory.canBeRead))
  func searchFinds() throws {
    harness.focus(marker.text)
    let runner = try #require(harness.source.runners.first)
    #expect(runner.holds(marker))
    let group = RunnerGroup(identifier: try #require(runner.processIdentifier))
    let places = try group.members.flatMap {
      try ProcessMemory(identifier: $0.identifier).search(for: marker).places
    }
    #expect(places.contains { $0.contains("memfd:klava-link") })
    #expect(places.contains { !$0.contains("memfd:klava-link") })
    session.end()
  }

  @Test("When a secure field gets the focus, the host stops even a process that uses the processor all the time")
  func stopsSpinning() throws {
    harness.focus()
    try session.key("spin")
    #expect(harness.text == ["0", ""])
    let group = RunnerGroup(identifier: try #require(harness.source.runners.first?.processIdentifier))
    let before = group.members.map(\.nanoseconds).reduce(0, +)
    #expect(waitUntil { group.members.map(\.nanoseconds).reduce(0, +) >= before + 20_000_000 })
    harness.focus("secret") { $0.traits.isSecureTextEntry = true }
    let stopped = group.waitUntilStopped()
    for _ in 0..<50 { try session.type("x") }
    try expectNoTime([group], since: [stopped])
    session.end()
  }

  @Test("When a field loses the focus, the host wipes the field's text from the link")
  func wipesLink() throws {
    harness.focus(marker.text)
    try session.key("ok")
    let runner = try #require(harness.source.runners.first)
    #expect(runner.holds(marker))
    session.blur()
    #expect(!runner.holds(marker))
    harness.focus("b")
    try session.key("ok")
    #expect(harness.text == ["bok", ""])
    session.end()
  }

  @Test("If access changes in a secure field, the host ends the stopped keyboard without resuming it")
  func accessChange() throws {
    harness.focus("a")
    let group = RunnerGroup(identifier: try #require(harness.source.runners.first?.processIdentifier))
    session.accessChanged(of: DemandingKeyboard.identifier)
    #expect(group.isGone)
    #expect(harness.source.lines == ["destroyed"])
    try session.changeTraits { $0.traits.isSecureTextEntry = true }
    session.accessChanged(of: DemandingKeyboard.identifier)
    #expect(harness.source.runners.allSatisfy { $0.processIdentifier == nil })
    #expect(harness.source.lines == ["destroyed"])
    session.end()
  }

  /// Presses keys for at least 30 ms and expects that the processes get no processor time.
  private func expectNoTime(_ groups: [RunnerGroup], since stopped: [[RunnerGroup.Member]]) throws {
    let end = ContinuousClock.now + .milliseconds(30)
    repeat { try session.hardwareKey("ArrowRight") } while ContinuousClock.now < end
    for (group, stopped) in zip(groups, stopped) { group.expectNoTime(since: stopped) }
  }

  private func enterSecureField(_ reason: Reason, _ way: Way) throws {
    switch way {
    case .fromTheStart:
      var document = TextDocument(before: marker.text, selected: marker.text, after: marker.text)
      document.inputModeLanguage = marker.text
      session.focus(secureField(document, reason))
    case .whileFocused:
      try session.changeTraits { field in
        field = secureField(field.document, reason)
      }
    }
  }

  private func secureField(_ document: TextDocument, _ reason: Reason) -> TextField {
    var field = TextField(document: document)
    field.contextIdentifiers = [marker.text]
    field.traits.passwordRules = marker.text
    reason.apply(to: &field)
    return field
  }

  /// Makes all possible changes of the field and its environment. Every new text contains the marker.
  private func fillWithMarker(_ reason: Reason) throws {
    try session.replaceText(before: marker.text, selected: marker.text, after: marker.text)
    try session.select(offset: 2, length: marker.text.count)
    for character in marker.text { try session.hardwareKey(String(character)) }
    if reason == .secure || reason == .application { for character in marker.text { try session.type(character) } }
    #expect(throws: SessionError.refused(reason.shownBecause)) { try session.callProxy(["insertText", marker.text]) }
    session.settingsChanged(of: DemandingKeyboard.identifier, to: ["key": .string(marker.text)])
    try session.changeTraits { $0.traits.passwordRules = marker.text + marker.text }
    session.changeEnvironment(KeyboardEnvironment())
    session.choicesChanged()
    harness.clock.wait(.seconds(5), in: session)
    preloadNeighbor()
    let isFull = session.field?.document.before.contains(marker.text) == true
    #expect(isFull)
  }

  /// Lets the host preload the keyboard that the user did not choose.
  private func preloadNeighbor() { session.prepare(while: IdleTime(endedBy: [])) }
}

extension RunnerKeyboard {
  /// All bytes that the process shares with the host.
  fileprivate var linkMemory: [UInt8] {
    [UInt8](UnsafeRawBufferPointer(start: link.mapping.base, count: link.mapping.count))
  }

  /// Whether the link contains a part of the marker.
  fileprivate func holds(_ marker: Marker) -> Bool {
    marker.isPart(of: UnsafeRawBufferPointer(start: link.mapping.base, count: link.mapping.count))
  }
}
