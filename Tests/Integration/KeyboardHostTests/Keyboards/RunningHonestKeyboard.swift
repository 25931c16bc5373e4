import InputViewModel
import KeyboardHost
import KeyboardProtocol
import TestSupport
import TextModel

/// An ``HonestKeyboard`` that runs in its own process.
final class RunningHonestKeyboard {
  /// The output that the keyboard has printed so far.
  var said: String { String(decoding: output.bytes, as: UTF8.self) }
  private let output = Output()
  private let keyboard: RunnerKeyboard
  private var serial: UInt64 = 2

  private final class Output {
    var bytes: [UInt8] = []
  }

  /// Starts the process and loads the keyboard.
  init(_ kind: HonestKeyboard, _ program: KeyboardProgram) throws {
    let runner = Repository.product("klava-runner")
    keyboard = try RunnerKeyboard(runnerPath: runner, program: program, deadlines: .patient) { [output] bytes in
      output.bytes += bytes
    }
    _ = try keyboard.serve(Turn(serial: 1, event: .load(kind.configuration))) { _ in .refused(.notNow) }
    _ = try keyboard.serve(Turn(serial: 2, event: .appear(FieldState()))) { _ in .refused(.notNow) }
  }

  deinit { keyboard.end() }

  /// Presses a key in a new, empty document.
  func press(_ key: String) throws(KeyboardEndError) -> TurnResult {
    serial += 1
    let document = DocumentSnapshot(identifier: .random(), revision: serial, buffer: TextBuffer())
    let turn = Turn(serial: serial, event: .key(KeyEvent(key: key, gesture: .press)), document: document)
    return try keyboard.serve(turn) { _ in .refused(.notNow) }
  }
}
