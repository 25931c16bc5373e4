internal import InputViewModel
internal import KeyboardHost
internal import KeyboardProtocol
internal import Measurement
internal import Sandbox
internal import TextModel

/// A keyboard in a runner process, without a session.
final class BareKeyboard {
  private let keyboard: RunnerKeyboard
  private var serial: UInt64 = 2
  /// The number of requests that the keyboard sent to the host during the last turn.
  private(set) var requests = 0

  /// Starts a process, loads a library and shows the keyboard.
  init(library: String, principalClass: String, policy: Policy, _ benchmarkEnvironment: BenchmarkEnvironment) throws {
    keyboard = try RunnerKeyboard(
      runnerPath: benchmarkEnvironment.runnerPath, program: KeyboardProgram(libraryPath: library, policy: policy),
      deadlines: RunnerKeyboard.Deadlines()
    ) { _ in }
    let configuration = LaunchConfiguration(
      bundleIdentifier: "org.example.bare", libraryPath: library, principalClass: principalClass)
    _ = try keyboard.serve(Turn(serial: 1, event: .load(configuration))) { _ in .refused(.notNow) }
    _ = try keyboard.serve(Turn(serial: 2, event: .appear(FieldState()))) { _ in .refused(.notNow) }
  }

  deinit { keyboard.end() }

  /// Presses a key in a new empty document, and checks that the key inserts a text a given number of times.
  ///
  /// - Throws: ``WrongWorkError`` if the keyboard made other edits.
  func press(_ key: String, inserting text: String, times: Int = 1) throws {
    serial += 1
    requests = 0
    let document = DocumentSnapshot(identifier: .random(), revision: serial, buffer: TextBuffer())
    let turn = Turn(serial: serial, event: .key(KeyEvent(key: key, gesture: .press)), document: document)
    let result = try keyboard.serve(turn) { _ in
      requests += 1
      return .refused(.notNow)
    }
    let expected = [Edit](repeating: .insertText(text), count: times)
    guard result.edits == expected else {
      throw WrongWorkError("the key \(key) made \(result.edits.count) edits, which differ from the expected edits")
    }
  }
}
