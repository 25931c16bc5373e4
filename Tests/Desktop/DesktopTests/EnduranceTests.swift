import DesktopSupport
import Foundation
import KeyboardHost
import SystemSupport
import TestSupport
import Testing

extension Desktop {
  /// `make test-desktop` runs this suite after the other tests, and one toolkit after the other. On a busy machine, the
  /// report of an application under KWin can come after the wait at the fence (Desktop.md#fence). The order of text and
  /// keys can then change.
  @Suite("Long use", .serialized)
  struct EnduranceTests {
    /// The number of rounds for each toolkit. By default, the six toolkits together make 600 turns, 60 changes of
    /// the focus and 24 crashes of keyboards, each toolkit in a separate session. With `make test-desktop ROUNDS=200`,
    /// each toolkit makes 2,000 turns, 200 changes of the focus and 67 crashes.
    static let rounds = Int(ProcessInfo.processInfo.environment["KLAVA_DESKTOP_ROUNDS"] ?? "") ?? 10
    static let (turns, roundsOfCrash) = (10, 3)
    /// The number of keyboards. The host restarts a keyboard only three times in a minute, so the crashes need several
    /// keyboards.
    static let keyboards = (rounds / roundsOfCrash + 1) / 3 + 1

    /// The only browser in this test is Firefox under sway. CrashingKeyboard needs the text around the insertion point,
    /// which sway drops for most fields of Chromium. Under KWin, a browser is too busy for the wait at the fence
    /// (Desktop.md#fence).
    @Test(
      "After random turns and crashes, every character is right and no resource leaks",
      arguments: DesktopEnvironment.all.filter {
        !$0.toolkit.isBrowser || $0.toolkit == .firefox && $0.compositor == .sway
      })
    func random(_ place: DesktopEnvironment) throws {
      let typists = (1...Self.keyboards).map { "org.klava.test.typist\($0)" }
      let harness = try DesktopHarness(
        place.compositor, place.toolkit, fields: [.entry, .url], keyboards: typists + ["system"]
      ) {
        files, directory in
        for typist in typists { try files.installCrashingKeyboard(typist, in: directory) }
      }
      var random = SeededGenerator(seed: UInt64(place.compositor == .sway ? 1 : 2))
      var crashes: [String: Int] = [:]
      var (maximumDescriptors, maximumProcesses, taps) = (0, 0, 0)
      let desktop = ProcessStatus(harness.desktop.identifier)
      var maximumMemory = Memory()
      for round in 0..<Self.rounds {
        for _ in 0..<Self.turns where try Self.turn(on: harness, &random) { taps += 1 }
        try harness.expectAgreement()
        if round % Self.roundsOfCrash == 0 { try Self.crash(&crashes, on: harness, &random) }
        let text = random.one(of: ["", "two words", "ёж 😀 e\u{301}", "a\u{300}b"])
        try harness.setText(text, cursor: random.integer(0...text.unicodeScalars.count))
        try harness.focus(harness.focused == .entry ? .url : .entry)
        try harness.setText("", cursor: 0)
        if round < max(5, Self.rounds / 4) {
          maximumDescriptors = max(maximumDescriptors, desktop.descriptors.count)
          maximumProcesses = max(maximumProcesses, desktop.livingDescendants.count)
          maximumMemory = maximumMemory.union(Memory(of: harness))
        }
      }
      #expect(taps > Self.rounds * Self.turns / 2)
      #expect(crashes.values.reduce(0, +) == (Self.rounds + Self.roundsOfCrash - 1) / Self.roundsOfCrash)
      #expect(harness.desktop.identifiers.count == 1, "\(harness.desktop.errors)")
      let isSame = waitUntil(within: .seconds(5)) {
        desktop.descriptors.count <= maximumDescriptors && desktop.livingDescendants.count <= maximumProcesses
      }
      #expect(isSame, "\(desktop.descriptors), at most \(maximumDescriptors) before")
      let memory = Memory(of: harness)
      #expect(memory.isWithin(maximumMemory), "\(memory), at most \(maximumMemory) before")
    }

    /// The memory of `klava-desktop` and of its largest render process.
    private struct Memory {
      /// The private memory of the frontend and of the render process, in bytes.
      var frontend = 0, renderer = 0
      /// The number of memory mappings of the frontend and of the render process.
      var frontendMappings = 0, rendererMappings = 0

      init() {}

      init(of harness: DesktopHarness) {
        let desktop = ProcessStatus(harness.desktop.identifier)
        let renderers = harness.children("klava-renderer")
        frontend = desktop.memory?.own ?? 0
        renderer = renderers.map { $0.memory?.own ?? 0 }.max() ?? 0
        frontendMappings = desktop.mappingCount
        rendererMappings = renderers.map(\.mappingCount).max() ?? 0
      }

      func union(_ other: Memory) -> Memory {
        var result = self
        for path in Self.paths { result[keyPath: path] = max(self[keyPath: path], other[keyPath: path]) }
        return result
      }

      /// Whether each number is at most a quarter greater than in a shorter run. Caches can still grow by that much.
      func isWithin(_ other: Memory) -> Bool {
        Self.paths.allSatisfy { self[keyPath: $0] <= other[keyPath: $0] * 5 / 4 }
      }

      private static var paths: [WritableKeyPath<Memory, Int>] {
        [\.frontend, \.renderer, \.frontendMappings, \.rendererMappings]
      }
    }

    /// Makes a keyboard crash, if the host may still restart this keyboard. After the crash, the system keyboard
    /// handles the field.
    private static func crash(
      _ crashes: inout [String: Int], on harness: DesktopHarness, _ random: inout SeededGenerator
    ) throws {
      var shown: String? { harness.model.session.keyboard }
      for _ in 0...keyboards where shown == "org.klava.system" || crashes[shown ?? "", default: 0] == 3 {
        try harness.tapGlobe()
      }
      let keyboard = try #require(shown)
      crashes[keyboard, default: 0] += 1
      try harness.tap(random.one(of: ["abort", "segv", "exit"]))
      #expect(shown == "org.klava.system")
      try harness.waitUntilShown()
      try harness.expectAgreement()
    }

    /// Taps a random key.
    ///
    /// - Returns: Whether the shown keyboard has the key.
    private static func turn(on harness: DesktopHarness, _ random: inout SeededGenerator) throws -> Bool {
      let isSystem = harness.model.session.keyboard == "org.klava.system"
      let keys =
        isSystem
        ? ["a", "q", "space", "m", "z", "shift", "delete"]
        : ["a", "b", "m", "n", "z", "space", "tag", "word", "left", "right", "7", "Q", "%", "delete", "print"]
      if random.integer(below: 12) == 0, (try? harness.globeKey()) != nil {
        try harness.expectAgreement()
        try harness.tapGlobe()
      }
      let key = random.one(of: keys)
      let isDeletion = key == "delete"
      // The toolkit decides what BackSpace deletes, so the toolkit must have all earlier text before this key press.
      if isDeletion { try harness.expectAgreement() }
      guard let placed = try? harness.key(key) else { return false }
      try harness.tap(placed)
      if isDeletion { try harness.expectAgreement() }
      return true
    }

    @Test(
      "During six seconds without input, neither a shown nor a hidden keyboard wakes a process",
      arguments: [
        DesktopEnvironment(compositor: .sway, toolkit: .gtk4), DesktopEnvironment(compositor: .kwin, toolkit: .qt6),
      ])
    func idle(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(place.compositor, place.toolkit, keyboards: ["habr-tags", "system"])
      try harness.tap("Жирный")
      try harness.expectAgreement()
      try Self.expectRest(of: harness)
      try harness.blur()
      try Self.expectRest(of: harness)
    }

    /// Waits until the program and its child processes are idle. After that, expects no wake-ups. The expectation
    /// covers a time that is longer than any timer of the program.
    private static func expectRest(of harness: DesktopHarness) throws {
      let desktop = ProcessStatus(harness.desktop.identifier)
      func facts() throws -> [[String]] {
        try #require(desktop.isAlive)
        return ([desktop] + desktop.livingDescendants).map {
          ["\($0.identifier)", "\($0.processorTime)", "\($0.contextSwitches)"]
        }
      }
      var isResting = false
      for _ in 0..<3 where !isResting {
        let before = try facts()
        // The waiting time is fixed, because the test measures the wake-ups within it.
        Thread.sleep(forTimeInterval: 6)
        isResting = try before == facts()
      }
      #expect(isResting, "klava-desktop or a child process wakes up although nothing happens")
    }
  }
}
