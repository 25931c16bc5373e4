internal import KeyboardHost
internal import Measurement
internal import Sandbox
internal import TextInput

/// A keyboard in its process without a session around it.
final class BareKeyboard {
  private let keyboard: RunnerKeyboard
  private var serial: UInt64 = 2
  /// What it asked of the host while it had its turns.
  private(set) var requests = 0

  /// Starts and loads a library, and tells it that it is shown.
  init(library: String, principalClass: String, policy: Policy, _ ground: BenchmarkEnvironment) throws {
    keyboard = try RunnerKeyboard(
      runnerPath: ground.runnerPath, program: KeyboardProgram(libraryPath: library, policy: policy),
      deadlines: RunnerKeyboard.Deadlines()
    ) { _ in }
    let configuration = LaunchConfiguration(
      bundleIdentifier: "org.example.bare", libraryPath: library, principalClass: principalClass)
    _ = try keyboard.serve(Turn(serial: 1, event: .load(configuration))) { _ in .refused(.notNow) }
    _ = try keyboard.serve(Turn(serial: 2, event: .appear(FieldState()))) { _ in .refused(.notNow) }
  }

  deinit { keyboard.end() }

  /// Presses a key in an empty document that is new to it; what it does then must be to insert this text.
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
    guard result.edits == expected else { throw WrongWork("the key \(key) made \(result.edits.count) other edits") }
  }
}
