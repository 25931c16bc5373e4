// DesktopBenchmarks: the time from a touch on the on-screen keyboard until a real application has the text.
//
// For:    `klava-bench`, which runs this benchmark as the row `desktop`.
// Never:  part of `klava`. The benchmark starts a compositor and applications, which only `make deps DESKTOP=1`
//         installs.
// Start:  `DesktopBenchmark` below.

internal import DesktopSupport
internal import Foundation
internal import Glibc
internal import Layout
package import Measurement
internal import SystemSupport
internal import TestSupport

/// The benchmark of the on-screen keyboard under headless sway.
package struct DesktopBenchmark: Benchmark {
  package let name = "desktop"
  package let title = "a touch on the on-screen keyboard until a GTK 4 entry has the text"
  package let method = """
    Taps a key with a virtual pointer under headless sway, 100 ms after the last key, and waits until the application \
    reports its text. The finger stays down for 50 ms. Klava types when the finger lifts, as iOS does, so the times of \
    Klava begin at this moment. wvkbd and squeekboard type when the finger goes down, so their times begin then. The \
    confined keyboard is CrashingKeyboard, a keyboard in C. The times include the delivery of the touch by the \
    compositor, and the delivery of the text by the compositor and the application. A start ends when libwayland's \
    trace shows that the keyboard attaches its first buffer. The idle wake-ups are the wake-ups of all processes of \
    Klava in five seconds, with the keyboard on the screen. The memory is the private memory of the same processes \
    after all these touches, and after more touches of the same key.
    """

  /// Creates the benchmark.
  package init() {}

  /// One measured keyboard, which runs with a private compositor and an application.
  private struct Subject {
    let name: String
    let application: TestApplication
    /// Touches the key. Returns a stopwatch that started just before the touch, or just before the finger lifted if the
    /// keyboard types when the finger lifts.
    let touch: () throws -> Stopwatch
    /// Lifts the finger, unless `touch` has lifted it.
    var lift: () throws -> Void = {}
  }

  package func run(_ effort: Effort) throws -> Outcome {
    let goals = [Goal.atMost(1.0e-3), .atMost(2.0e-3)]
    for program in ["sway", "grim", "/usr/bin/python3"] where !Self.isInstalled(program) {
      return Outcome([
        .missing(
          "Klava, a confined keyboard", .seconds, reason: "\(program) is missing: run make deps DESKTOP=1",
          goal: goals[0])
      ])
    }
    let confined = try DesktopHarness(.sway, .gtk4, keyboards: ["typist", "system"]) {
      try $0.installCrashingKeyboard(in: $1)
    }
    let system = try DesktopHarness(.sway, .gtk4)
    var subjects = [
      try Self.subject("Klava, a confined keyboard", confined, key: "a"),
      try Self.subject("Klava, the system keyboard", system, key: "a"),
    ]
    let peers = try PeerProgram.allCases.filter { Self.isInstalled($0.rawValue) }.map { try Peer($0) }
    subjects += peers.map {
      Subject(name: $0.program.name, application: $0.application, touch: $0.touch, lift: $0.lift)
    }
    let series = try sampleInTurn(
      effort.samples(100, quick: 20), subjects.map { subject in { [try Self.type(with: subject)] } })
    var figures = zip(subjects, series).enumerated().flatMap { index, pair in
      [
        Figure(
          "\(pair.0.name), median", pair.1.samples, .seconds, goal: index == 0 ? goals[0] : nil),
        Figure(
          "\(pair.0.name), 95 of 100", pair.1.samples, .seconds, at: 0.95, goal: index == 0 ? goals[1] : nil),
      ]
    }
    for program in PeerProgram.allCases {
      if let index = peers.firstIndex(where: { $0.program == program }) {
        figures.append(
          .ratio(
            "Klava, a confined keyboard, over \(program.name)", of: series[0], to: series[2 + index],
            goal: program == .wvkbd ? .atMost(1.1) : nil))
      } else {
        figures.append(
          .missing(
            "\(program.name), median", .seconds, reason: "\(program.name) is missing: run make deps PEERS=1"))
      }
    }
    figures.append(Figure("idle wake-ups", Self.wakeUps(of: confined.desktop.identifier), .count, goal: .atMost(0)))
    if let memory = Self.privateMemory(of: confined.desktop.identifier) {
      figures.append(
        Figure(
          "private memory", memory, .bytes, goal: .atMost(20e6), note: "klava-desktop, klava-renderer, klava-runner"))
      // All caches are full and both buffers exist now, so more touches of the same key must not need more memory.
      let count = effort.samples(100, quick: 20)
      for _ in 0..<count { _ = try Self.type(with: subjects[0]) }
      if let later = Self.privateMemory(of: confined.desktop.identifier) {
        figures.append(
          Figure("private memory that \(count) more touches add", max(later - memory, 0), .bytes, goal: .atMost(64e3)))
      }
    }
    figures += peers.compactMap { peer in
      Self.privateMemory(of: peer.identifier).map { Figure("\(peer.program.name), private memory", $0, .bytes) }
    }
    let starts = try sampleInTurn(
      effort.samples(10, quick: 3), [{ [try Self.start(confined)] }] + peers.map { peer in { [try peer.start()] } })
    figures += zip(["Klava, a confined keyboard"] + peers.map(\.program.name), starts).enumerated().map { index, pair in
      Figure(
        "\(pair.0), start to first pixels", pair.1.samples, .seconds, goal: index == 0 ? .atMost(150e-3) : nil)
    }
    return Outcome(figures)
  }

  /// Starts `klava-desktop` again.
  private static func start(_ harness: DesktopHarness) throws -> Double {
    try harness.desktop.end()
    return try firstPixels(in: harness.desktop.errorFile) { try harness.desktop.start(Self.trace) }
  }

  /// The environment variable that makes libwayland write each message to standard error.
  fileprivate static let trace = ["WAYLAND_DEBUG": "1"]

  /// Returns the seconds from the start of a program until the program attaches a buffer to a surface.
  ///
  /// - Parameter path: The file to which the program, with ``trace``, appends its standard error. The file exists.
  fileprivate static func firstPixels(in path: String, after start: () throws -> Void) throws -> Double {
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    try file.seekToEnd()
    // Read only new text. Reading the old text again would take processor time from the program, which uses both
    // processors.
    var text = Data()
    let stopwatch = Stopwatch()
    try start()
    let hasPixels = try waitUntil(within: .seconds(15)) {
      text += try file.readToEnd() ?? Data()
      return text.range(of: Data(".attach(wl_buffer".utf8)) != nil
    }
    guard hasPixels else {
      throw WrongWorkError("the keyboard attaches no buffer:\n\(String(decoding: text, as: UTF8.self))")
    }
    return stopwatch.seconds
  }

  /// Returns how often a process and its child processes wake up in five seconds.
  private static func wakeUps(of root: Int32) -> Double {
    let process = ProcessStatus(root)
    func count() -> Int {
      ([process] + process.descendants).reduce(0) { $0 + $1.contextSwitches }
    }
    // Wait until the application and the keyboard have finished their work for the last touch.
    pause(seconds: 3)
    let before = count()
    pause(seconds: 5)
    return Double(count() - before)
  }

  private static func subject(_ name: String, _ harness: DesktopHarness, key: String) throws -> Subject {
    let place = try harness.key(key).center
    return Subject(name: name, application: try harness.application) {
      try harness.fingers.down(place.x, place.y)
      pause(seconds: touchSeconds)
      let stopwatch = Stopwatch()
      try harness.fingers.up()
      return stopwatch
    }
  }

  private static func type(with subject: Subject) throws -> Double {
    pause(seconds: 0.1)
    // Read all earlier reports, because the report of an earlier touch could end the measurement too early.
    try subject.application.synchronize()
    // The application has just answered, so it is awake. Wait until the application sleeps again. If the application
    // stayed awake, the next measured time would be shorter than the time after a user's touch.
    pause(seconds: 0.1)
    let count = subject.application.fields["entry"]?.text.count ?? 0
    let stopwatch = try subject.touch()
    try subject.application.wait("has the text of \(subject.name)") { ($0.fields["entry"]?.text.count ?? 0) > count }
    defer { _ = try? subject.lift() }
    return stopwatch.seconds
  }

  /// The seconds for which the simulated finger touches the screen. A user's finger touches the screen for longer.
  private static let touchSeconds = 0.05

  private static func isInstalled(_ program: String) -> Bool {
    ["", "/usr/bin/", "/bin/"].contains { access($0 + program, X_OK) == 0 }
  }

  /// The private memory of a process and of all processes that it started, in bytes.
  private static func privateMemory(of root: Int32) -> Double? {
    let process = ProcessStatus(root)
    let family = ([process] + process.descendants).compactMap(\.memory)
    return family.isEmpty ? nil : family.reduce(0) { $0 + Double($1.own) }
  }
}

/// An on-screen keyboard with which the benchmark compares Klava. The raw value is the name of its program.
private enum PeerProgram: String, CaseIterable {
  case wvkbd = "wvkbd-mobintl"
  case squeekboard

  var name: String { self == .wvkbd ? "wvkbd" : rawValue }

  /// The height of the keyboard in landscape, in points.
  var height: Int { self == .wvkbd ? 240 : 327 }

  /// The center of the key `a`, in points.
  var letter: (x: Double, y: Double) {
    self == .wvkbd ? (147, Double(Compositor.screen.height) - 100) : (102, Double(Compositor.screen.height) - 203)
  }
}

/// A peer with a private compositor and an application. Unlike Klava, the peers have no confined process.
private final class Peer {
  let program: PeerProgram
  let application: TestApplication
  private let compositor: Compositor
  private let bus: RunningCommand
  private let fingers: Fingers
  private var keyboard: RunningCommand

  init(_ program: PeerProgram) throws {
    self.program = program
    let directory = try TemporaryDirectory(program.name)
    compositor = try Compositor(.sway, in: directory)
    bus = try compositor.startBus()
    fingers = try Fingers(compositor)
    // Without the setting `screen-keyboard-enabled`, squeekboard does not appear when a field gets the focus.
    try directory.write(
      "[org/gnome/desktop/a11y/applications]\nscreen-keyboard-enabled=true\n", to: ".config/glib-2.0/settings/keyfile")
    let key = [(x: Int(program.letter.x), y: Int(program.letter.y))]
    let background = try compositor.pixels(key)
    keyboard = try Self.command(program, in: compositor).start()
    application = try TestApplication(.gtk4, fields: ["entry"], in: compositor)
    try application.wait("leaves room for \(program.name)") {
      $0.window?.height == Compositor.screen.height - program.height
    }
    // A touch on the background takes the focus from the application, so wait for the keyboard's first frame.
    guard try waitUntil(within: .seconds(15), { try compositor.pixels(key) != background }) else {
      throw WrongWorkError("\(program.name) shows nothing")
    }
    // wvkbd ignores touches until it has drawn its keys. wvkbd also ignores the first touch after the pointer has
    // entered its surface.
    var distance = 0.0
    let isReady = try waitUntil(within: .seconds(15)) {
      distance = distance == 0 ? 1 : 0
      try fingers.tap(program.letter.x + distance, program.letter.y)
      try application.synchronize()
      return application.fields["entry"]?.text.isEmpty == false
    }
    guard isReady else { throw WrongWorkError("\(program.name) types nothing") }
  }

  deinit { keyboard.kill(SIGTERM) }

  private static func command(
    _ program: PeerProgram, in compositor: Compositor, _ variables: [String: String] = [:]
  ) -> Command {
    compositor.command(
      program.name, [program.rawValue], variables.merging(["GSETTINGS_BACKEND": "keyfile"]) { $1 })
  }

  /// The process ID of the keyboard.
  var identifier: Int32 { keyboard.identifier }

  /// Starts the keyboard again. Returns the seconds from the start until the keyboard's first pixels.
  func start() throws -> Double {
    keyboard.kill(SIGTERM)
    _ = try keyboard.wait()
    return try DesktopBenchmark.firstPixels(in: compositor.errorFile(program.name)) {
      keyboard = try Self.command(program, in: compositor, DesktopBenchmark.trace).start()
    }
  }

  /// Touches a letter. Returns a stopwatch that started just before the touch.
  func touch() throws -> Stopwatch {
    let stopwatch = Stopwatch()
    try fingers.down(program.letter.x, program.letter.y)
    return stopwatch
  }

  func lift() throws { try fingers.up() }
}
