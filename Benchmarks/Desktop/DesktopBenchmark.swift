// DesktopBenchmarks: the time from a touch on the on-screen keyboard until a real application has the text.
//
// A separate target, because it starts a compositor and applications, which only `make deps DESKTOP=1` installs.

internal import DesktopSupport
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
    reports its text. The figures begin when the finger lifts, because Klava types then, as iOS does. Typist is a \
    keyboard in C in a confined process. The figures include the way of the touch through the compositor, and of the \
    text through the compositor and the application.
    """

  /// Creates the benchmark.
  package init() {}

  /// A keyboard under its own compositor, with an application.
  private struct Subject {
    let name: String
    let application: TestApplication
    /// Touches the key. Returns a stopwatch that starts at the event to which the keyboard reacts.
    let touch: () throws -> Stopwatch
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
    let confined = try Stage(.sway, .gtk4, keyboards: ["typist", "system"]) { try $0.installTypist(in: $1) }
    let system = try Stage(.sway, .gtk4)
    let subjects = [
      try Self.subject("Klava, a confined keyboard", confined, key: "a"),
      try Self.subject("Klava, the system keyboard", system, key: "a"),
    ]
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
    if let memory = Self.privateMemory(of: confined.desktop.identifier) {
      figures.append(
        Figure(
          "private memory", memory, .bytes, goal: .atMost(20e6), note: "klava-desktop, klava-renderer, klava-runner"))
    }
    return Outcome(figures)
  }

  private static func subject(_ name: String, _ stage: Stage, key: String) throws -> Subject {
    let place = try stage.key(key).center
    return Subject(name: name, application: try stage.application) {
      try stage.fingers.down(place.x, place.y)
      let stopwatch = Stopwatch()
      try stage.fingers.up()
      return stopwatch
    }
  }

  private static func type(with subject: Subject) throws -> Double {
    pause(seconds: 0.1)
    let count = subject.application.fields["entry"]?.text.count ?? 0
    let stopwatch = try subject.touch()
    try subject.application.wait("has the text of \(subject.name)") { ($0.fields["entry"]?.text.count ?? 0) > count }
    return stopwatch.seconds
  }

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
