internal import Foundation
internal import TestSupport

/// A toolkit of applications.
package enum Toolkit: String, CaseIterable, Sendable {
  case gtk3, gtk4, qt5, qt6, firefox, chromium
  /// Chromium with text-input-v1 in place of text-input-v3.
  case oldChromium = "old-chromium"

  /// Whether the applications are pages of a browser.
  package var isBrowser: Bool { [.firefox, .chromium, .oldChromium].contains(self) }
}

/// An application with text fields (`application.py` or `browser.py` in `Tests/Desktop/Applications`).
package final class TestApplication {
  /// The state of a field. Offsets count Unicode scalars.
  package struct Field: Decodable, Hashable, Sendable {
    package var text: String
    package var cursor: Int
    package var anchor: Int
    package var preedit: String
    package var focused: Bool
  }

  /// The state of the window.
  package struct Window: Decodable, Hashable, Sendable {
    package var width: Int
    package var height: Int
    package var active: Bool
    package var fullscreen: Bool
    /// The frames of the fields: x, y, width and height.
    package var frames: [String: [Int]]
  }

  /// A wait that has failed.
  package struct Timeout: Error, CustomStringConvertible {
    package var description: String
  }

  private struct Line: Decodable {
    var ready: Bool?
    var field: String?
    var text: String?
    var activated: Bool?
    var window: Window?
    var synchronized: Int?
    var error: String?
  }

  package let toolkit: Toolkit
  /// The fields' states, by name.
  package private(set) var fields: [String: Field] = [:]
  /// The window's state.
  package private(set) var window: Window?
  /// The number of times that Return was pressed in a field of one line.
  package private(set) var activations = 0
  private var isReady = false
  private var synchronized = 0
  private let program: RunningCommand

  /// Starts an application and waits until its window is shown.
  package init(_ toolkit: Toolkit, fields: [String], in compositor: Compositor) throws {
    self.toolkit = toolkit
    let name = toolkit.isBrowser ? "browser.py" : "application.py"
    program = try compositor.command(
      toolkit.rawValue,
      ["/usr/bin/python3", Repository.path("Tests/Desktop/Applications/\(name)"), toolkit.rawValue] + fields
    ).startInteractively()
    try wait("is ready") { $0.isReady }
  }

  /// Ends the application, if it still runs.
  package func end() throws {
    guard program.isRunning else { return }
    try program.write("quit")
    _ = try program.wait()
  }

  /// Stops the application as SIGSTOP does, or continues it. A stopped application reads nothing from the compositor.
  package func stop(_ isStopped: Bool) { kill(program.identifier, isStopped ? SIGSTOP : SIGCONT) }

  /// Gives the application a command.
  package func send(_ line: String) throws { try program.write(line) }

  /// Waits until the application has handled all commands and events that arrived before this call.
  package func synchronize() throws {
    let number = synchronized + 1
    try send("synchronize \(number)")
    try wait("answers") { $0.synchronized == number }
  }

  /// Waits until a condition holds.
  ///
  /// - Throws: ``Timeout``, with the last reports of the application.
  package func wait(_ what: @autoclosure () -> String, until condition: (TestApplication) -> Bool) throws {
    while !condition(self) {
      do {
        guard let line = try program.readLine() else { throw Timeout(description: "it ended") }
        try read(line)
      } catch {
        let states = fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        throw Timeout(
          description: """
            \(toolkit.rawValue) never did this: \(what()) (\(error))
            \(states.joined(separator: "\n"))
            \(window.map { "\($0)" } ?? "no window")
            """)
      }
    }
  }

  private func read(_ line: String) throws {
    let data = Data(line.utf8)
    let decoder = JSONDecoder()
    let report = try decoder.decode(Line.self, from: data)
    if report.ready == true { isReady = true }
    if let error = report.error { throw Timeout(description: error) }
    if let window = report.window { self.window = window }
    if let number = report.synchronized { synchronized = number }
    if report.activated == true { activations += 1 }
    if let name = report.field, report.text != nil { fields[name] = try decoder.decode(Field.self, from: data) }
  }
}
