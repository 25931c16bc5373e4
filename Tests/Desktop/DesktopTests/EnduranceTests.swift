import DesktopSupport
import Foundation
import KeyboardHost
import SystemSupport
import TestSupport
import Testing

extension Desktop {
  @Suite("Long use")
  struct EnduranceTests {
    /// The numbers for each toolkit. All toolkits together make over 2,000 turns, 200 changes of the focus and 50 crashes
    /// of keyboards. With `make test-desktop ROUNDS=200`, each of them does.
    static let rounds = Int(ProcessInfo.processInfo.environment["KLAVA_DESKTOP_ROUNDS"] ?? "") ?? 35
    static let (turns, roundsOfCrash) = (10, 3)
    /// The host restarts a keyboard three times in a minute. So there are enough keyboards for all crashes.
    static let keyboards = (rounds / roundsOfCrash + 1) / 3 + 1

    /// Typist needs a context, which sway drops for most fields of Chromium.
    @Test(
      "After random turns and crashes, no character differs and nothing leaks",
      arguments: Place.all.filter { $0.toolkit != .chromium })
    func random(_ place: Place) throws {
      let typists = (1...Self.keyboards).map { "org.klava.test.typist\($0)" }
      let stage = try Stage(place.compositor, place.toolkit, fields: [.entry, .url], keyboards: typists + ["system"]) {
        files, directory in
        for typist in typists { try files.installTypist(typist, in: directory) }
      }
      var random = SeededGenerator(seed: UInt64(place.compositor == .sway ? 1 : 2))
      var crashes: [String: Int] = [:]
      var (mostDescriptors, mostProcesses, taps) = (0, 0, 0)
      let desktop = ProcessStatus(stage.desktop.identifier)
      for round in 0..<Self.rounds {
        for _ in 0..<Self.turns where try Self.turn(on: stage, &random) { taps += 1 }
        try stage.expectAgreement()
        if round % Self.roundsOfCrash == 0 { try Self.crash(&crashes, on: stage, &random) }
        let text = random.one(of: ["", "two words", "ёж 😀 e\u{301}", "a\u{300}b"])
        try stage.setText(text, cursor: random.integer(0...text.unicodeScalars.count))
        try stage.focus(stage.focused == .entry ? .url : .entry)
        try stage.setText("", cursor: 0)
        if round < Self.rounds / 4 {
          mostDescriptors = max(mostDescriptors, desktop.descriptors.count)
          mostProcesses = max(mostProcesses, desktop.livingDescendants.count)
        }
      }
      #expect(taps > Self.rounds * Self.turns / 2)
      #expect(crashes.values.reduce(0, +) == (Self.rounds + Self.roundsOfCrash - 1) / Self.roundsOfCrash)
      #expect(stage.desktop.identifiers.count == 1, "\(stage.desktop.errors)")
      let isSame = waitUntil(within: .seconds(5)) {
        desktop.descriptors.count <= mostDescriptors && desktop.livingDescendants.count <= mostProcesses
      }
      #expect(isSame, "\(desktop.descriptors), at most \(mostDescriptors) before")
    }

    /// Lets a keyboard crash that the host can still restart afterward. The system keyboard then has the field.
    private static func crash(
      _ crashes: inout [String: Int], on stage: Stage, _ random: inout SeededGenerator
    ) throws {
      var shown: String? { stage.model.session.keyboard }
      for _ in 0...keyboards where shown == "org.klava.system" || crashes[shown ?? "", default: 0] == 3 {
        try stage.tapGlobe()
      }
      let keyboard = try #require(shown)
      crashes[keyboard, default: 0] += 1
      try stage.tap(random.one(of: ["abort", "segv", "exit"]))
      #expect(shown == "org.klava.system")
      try stage.waitUntilShown()
      try stage.expectAgreement()
    }

    /// Taps a random key.
    ///
    /// - Returns: Whether the shown keyboard has the key.
    private static func turn(on stage: Stage, _ random: inout SeededGenerator) throws -> Bool {
      let isSystem = stage.model.session.keyboard == "org.klava.system"
      let keys =
        isSystem
        ? ["a", "q", "space", "m", "z", "shift", "delete"]
        : ["a", "b", "m", "n", "z", "space", "tag", "word", "left", "right", "7", "Q", "%", "delete", "print"]
      if random.integer(below: 12) == 0, (try? stage.globeKey()) != nil {
        try stage.expectAgreement()
        try stage.tapGlobe()
      }
      let key = random.one(of: keys)
      let isDeletion = key == "delete"
      // The toolkit decides what BackSpace deletes, so it must have all text before.
      if isDeletion { try stage.expectAgreement() }
      guard let placed = try? stage.key(key) else { return false }
      try stage.tap(placed)
      if isDeletion { try stage.expectAgreement() }
      return true
    }

    @Test(
      "An idle keyboard and a hidden one wake no process for six seconds",
      arguments: [
        Place(compositor: .sway, toolkit: .gtk4), Place(compositor: .kwin, toolkit: .qt6),
      ])
    func idle(_ place: Place) throws {
      let stage = try Stage(place.compositor, place.toolkit, keyboards: ["habr-tags", "system"])
      try stage.tap("Жирный")
      try stage.expectAgreement()
      try Self.expectRest(of: stage)
      try stage.blur()
      try Self.expectRest(of: stage)
    }

    /// Waits until the program and its child processes rest, and observes them for longer than any of its timers lasts.
    private static func expectRest(of stage: Stage) throws {
      let desktop = ProcessStatus(stage.desktop.identifier)
      func facts() throws -> [[String]] {
        try #require(desktop.isAlive)
        return ([desktop] + desktop.livingDescendants).map {
          ["\($0.identifier)", "\($0.processorTime)", "\($0.contextSwitches)"]
        }
      }
      var isResting = false
      for _ in 0..<3 where !isResting {
        let before = try facts()
        // The time is the measurement.
        Thread.sleep(forTimeInterval: 6)
        isResting = try before == facts()
      }
      #expect(isResting, "klava-desktop or a child process wakes up although nothing happens")
    }
  }
}
