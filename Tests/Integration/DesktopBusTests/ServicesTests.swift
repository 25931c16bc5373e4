import DesktopBus
import Foundation
import InputViewModel
import TestSupport
import Testing

@Suite("klava-desktop uses other programs of the session")
struct ServicesTests {
  static let feedback = "org.sigxcpu.Feedback"
  static let portal = "org.freedesktop.portal.Desktop"
  static let settings = "org.freedesktop.portal.Settings"
  static let settingsPath = "/org/freedesktop/portal/desktop"

  /// The message with which klava-desktop calls `TriggerFeedback` for a key press.
  static let vibration = BusPeer.Message(
    path: "/org/sigxcpu/Feedback", interface: feedback, member: "TriggerFeedback",
    arguments: [.text("org.klava.Desktop"), .text("button-pressed"), .dictionary([:]), .integer(-1)])

  // MARK: Vibrations

  @Test(
    "Each key triggers a vibration if feedbackd runs, even if it started after klava-desktop",
    arguments: [true, false])
  func vibrations(startsFirst: Bool) throws {
    let bus = try PrivateBus()
    let early = startsFirst ? try BusPeer(bus.address, name: Self.feedback) : nil
    let session = try BusSession.atRest(bus, peers: early.map { [$0] } ?? [])
    let service = try early ?? session.peer(name: Self.feedback)
    try session.synchronize()
    for _ in 0..<3 { session.desktop.triggerKeyFeedback() }
    try session.wait { service.received.count { $0.member == "TriggerFeedback" } == 3 }
    #expect(service.received.filter { $0.member == "TriggerFeedback" } == Array(repeating: Self.vibration, count: 3))
  }

  static let events: [(HapticFeedback, String)] = [
    (.selection, "button-pressed"), (.lightImpact, "button-pressed"), (.mediumImpact, "button-pressed"),
    (.heavyImpact, "button-pressed"), (.success, "timeout-completed"), (.warning, "bell-terminal"),
    (.error, "bell-terminal"),
  ]

  @Test("If a keyboard requests a vibration, klava-desktop triggers an event of feedbackd without a sound")
  func haptics() throws {
    let bus = try PrivateBus()
    let service = try BusPeer(bus.address, name: Self.feedback)
    let session = try BusSession.atRest(bus, peers: [service])
    #expect(Self.events.map(\.0) == HapticFeedback.allCases)
    for haptic in HapticFeedback.allCases { session.desktop.trigger(haptic) }
    func events() -> [BusPeer.Message] { service.received.filter { $0.member == "TriggerFeedback" } }
    try session.wait { events().count == Self.events.count }
    #expect(
      events().map(\.arguments)
        == Self.events.map {
          [.text("org.klava.Desktop"), .text($0.1), .dictionary(["profile": .text("quiet")]), .integer(-1)]
        })
  }

  /// Returns the number of messages that klava-desktop sends for three key presses.
  private func messagesForThreeKeys(_ session: BusSession) throws -> UInt64 {
    let peer = try session.peer()
    try peer.match("type='signal',member='PropertiesChanged'")
    session.desktop.publish(KeyboardStatus(isVisible: false, keyboard: "first"))
    for _ in 0..<3 { session.desktop.triggerKeyFeedback() }
    session.desktop.publish(KeyboardStatus(isVisible: false, keyboard: "second"))
    try session.synchronize()
    let serials = zip(peer.received, peer.serials).filter { $0.0.member == "PropertiesChanged" }.map(\.1)
    try #require(serials.count == 2)
    return serials[1] - serials[0] - 1
  }

  @Test("If feedbackd does not run, klava-desktop asks the bus once to start it, and sends nothing for later keys")
  func noFeedback() throws {
    let bus = try PrivateBus(activatable: [Self.feedback])
    let session = try BusSession.atRest(bus)
    #expect(try messagesForThreeKeys(session) == 1)
    try session.wait { FileManager.default.fileExists(atPath: "\(bus.directory.path)/\(Self.feedback).started") }
    #expect(try messagesForThreeKeys(session) == 0)
    let service = try session.peer(name: Self.feedback)
    try session.synchronize()
    #expect(try messagesForThreeKeys(session) == 3)
    try service.releaseName(Self.feedback)
    try session.synchronize()
    #expect(try messagesForThreeKeys(session) == 0)
  }

  @Test("A forged signal about feedbackd's name has no effect")
  func falseOwner() throws {
    let session = try BusSession.atRest()
    let other = try session.peer()
    try other.signal(
      "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged",
      [.text(Self.feedback), .text(""), .text(other.uniqueName)], to: session.klavaUniqueName(other))
    try session.synchronize()
    // klava-desktop sends only one message: it asks the bus to start feedbackd.
    #expect(try messagesForThreeKeys(session) == 1)
  }

  // MARK: Keyboard layout

  private static let layouts = "org.kde.keyboard"

  /// Makes a peer act as KWin with a selected layout.
  private func selectLayout(_ value: PeerValue, _ peer: BusPeer) {
    peer.answer = { call in
      call
        == BusPeer.Message(
          path: "/Layouts", interface: "org.kde.KeyboardLayouts", member: "getLayout", arguments: [])
        ? .values([value]) : .error("org.klava.Test.Error", "unexpected call")
    }
  }

  @Test("klava-desktop reads the layout of KDE Plasma when KWin offers layouts, and after each change")
  func keyboardLayout() throws {
    let session = try BusSession.atRest()
    session.desktop.watchKeyboardLayout()
    try session.rest()
    #expect(session.desktop.keyboardLayout == nil)
    let service = try session.peer()
    selectLayout(.number(1), service)
    try service.requestName(Self.layouts)
    try session.wait { session.desktop.keyboardLayout == 1 }
    selectLayout(.number(0), service)
    // The value of the signal is wrong, so klava-desktop must ask for the value.
    try service.signal("/Layouts", "org.kde.KeyboardLayouts", "layoutChanged", [.number(7)])
    try session.wait { session.desktop.keyboardLayout == 0 }
    try service.releaseName(Self.layouts)
    try session.wait { session.desktop.keyboardLayout == nil }
  }

  @Test("A layout of a wrong type has no effect", arguments: [PeerValue.text("1"), .integer(1), .dictionary([:])])
  func wrongLayout(value: PeerValue) throws {
    let session = try BusSession.atRest()
    let service = try session.peer(name: Self.layouts)
    selectLayout(value, service)
    session.desktop.watchKeyboardLayout()
    try session.rest()
    try session.synchronize()
    #expect(session.desktop.keyboardLayout == nil)
  }

  // MARK: Color scheme

  /// Makes a peer act as the desktop portal. The peer answers each read of the color scheme with the next value of
  /// `values`, and all further reads with the last value.
  private func portal(_ peer: BusPeer, _ values: [PeerValue]) {
    var rest = values[...]
    peer.answer = { call in
      guard
        call
          == BusPeer.Message(
            path: Self.settingsPath, interface: Self.settings, member: "Read",
            arguments: [.text("org.freedesktop.appearance"), .text("color-scheme")])
      else { return .error("org.klava.Test.Error", "unexpected call") }
      let value = rest.count > 1 ? rest.removeFirst() : rest.first
      return .values(value.map { [$0] } ?? [])
    }
  }

  private func change(_ peer: BusPeer, _ value: PeerValue = .variant(.number(0)), to destination: String? = nil) throws
  {
    try peer.signal(
      Self.settingsPath, Self.settings, "SettingChanged",
      [.text("org.freedesktop.appearance"), .text("color-scheme"), value], to: destination)
  }

  @Test(
    "klava-desktop reads the color scheme at its start",
    arguments: zip([0, 1, 2, 3, .max], [ColorScheme.noPreference, .dark, .light, .noPreference, .noPreference]))
  func colorScheme(number: UInt32, scheme: ColorScheme) throws {
    let bus = try PrivateBus()
    let service = try BusPeer(bus.address, name: Self.portal)
    portal(service, [.variant(.variant(.number(number)))])
    let session = try BusSession.atRest(bus, peers: [service])
    #expect(session.schemes == [scheme])
    #expect(session.desktop.colorScheme == scheme)
  }

  @Test("klava-desktop reads the color scheme again when the scheme changes, and when the portal starts")
  func changes() throws {
    let session = try BusSession.atRest()
    #expect(session.desktop.colorScheme == .noPreference)
    let service = try session.peer()
    portal(service, [1, 1, 2, 1].map { .variant(.variant(.number($0))) })
    try service.requestName(Self.portal)
    try session.wait { session.schemes == [.dark] }
    try change(service)
    try session.synchronize()
    #expect(session.schemes == [.dark])
    try change(service)
    try session.wait { session.schemes == [.dark, .light] }
    try change(service)
    try session.wait { session.schemes == [.dark, .light, .dark] }
  }

  static let wrongValues: [PeerValue?] = [
    nil, .text("dark"), .variant(.text("dark")), .variant(.integer(1)), .dictionary([:]),
    .variant(.variant(.variant(.variant(.variant(.number(1)))))), .texts([]),
  ]

  @Test("A reply of the portal with a wrong type has no effect", arguments: wrongValues.indices)
  func wrongType(index: Int) throws {
    let bus = try PrivateBus()
    let service = try BusPeer(bus.address, name: Self.portal)
    portal(service, Self.wrongValues[index].map { [$0] } ?? [])
    let session = try BusSession.atRest(bus, peers: [service])
    #expect(service.received.count { $0.member == "Read" } == 1)
    #expect(session.schemes == [])
    portal(service, [.variant(.variant(.number(1)))])
    try change(service)
    try session.wait { session.schemes == [.dark] }
  }

  @Test("A forged signal of another program about the color scheme has no effect")
  func falseScheme() throws {
    let bus = try PrivateBus()
    let service = try BusPeer(bus.address, name: Self.portal)
    portal(service, [.variant(.variant(.number(1)))])
    let session = try BusSession.atRest(bus, peers: [service])
    let other = try session.peer()
    try change(other, .variant(.number(2)), to: session.klavaUniqueName(other))
    try session.synchronize()
    #expect(session.schemes == [.dark])
    #expect(session.desktop.colorScheme == .dark)
  }

  @Test("After a restart of the bus, klava-desktop uses the other programs again")
  func restart() throws {
    let bus = try PrivateBus()
    let early = try BusPeer(bus.address, name: Self.portal)
    portal(early, [.variant(.variant(.number(1)))])
    let session = try BusSession.atRest(bus, peers: [early])
    session.desktop.watchKeyboardLayout()
    bus.end()
    try session.wait { session.desktop.wait == nil }
    // Until the portal replies again, the keyboard keeps its colors.
    #expect(session.desktop.colorScheme == .dark)
    try bus.start()
    session.peers = []
    let late = try session.peer(name: Self.portal)
    portal(late, [.variant(.variant(.number(2)))])
    try session.wait { session.schemes == [.dark, .light] }
    let kwin = try session.peer(name: Self.layouts)
    selectLayout(.number(1), kwin)
    try session.wait { session.desktop.keyboardLayout == 1 }
    let feedback = try session.peer(name: Self.feedback)
    try session.synchronize()
    session.desktop.triggerKeyFeedback()
    try session.wait { feedback.received.contains(Self.vibration) }
  }

  @Test("While a call to the portal has no reply, signals cause no further call; after the reply, they cause one")
  func oneCallAtATime() throws {
    let bus = try PrivateBus()
    let service = try BusPeer(bus.address, name: Self.portal)
    service.answer = { _ in .later }
    let session = BusSession(bus, peers: [service])
    try session.wait { service.received.contains { $0.member == "Read" } }
    for _ in 0..<500 { try change(service) }
    try session.synchronize()
    #expect(service.received.count { $0.member == "Read" } == 1)
    portal(service, [.variant(.variant(.number(2)))])
    service.replyLate([.variant(.variant(.number(1)))])
    try session.rest()
    #expect(service.received.count { $0.member == "Read" } == 2)
    #expect(session.schemes == [.dark, .light])
  }
}
