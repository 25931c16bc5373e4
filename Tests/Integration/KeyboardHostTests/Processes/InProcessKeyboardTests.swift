import InputViewModel
import KeyboardHost
import KeyboardProtocol
import TestSupport
import Testing
import TextModel

/// Tests that a keyboard behaves in the same way in its own process and in the host's process (ARCHITECTURE.md).
///
/// The tests run serially, because two keyboards from the same library would share its variables.
@Suite(.serialized) struct InProcessKeyboardTests {
  @Test("A keyboard returns the same results in its own process and in the host's process")
  func agrees() throws {
    let library = try FaultyKeyboard.library()
    let inProcess = InProcessKeyboard()
    let runner = try RunnerKeyboard(
      runnerPath: Repository.product("klava-runner"), program: LibrarySource.program(library), deadlines: .patient
    ) { _ in }
    defer { runner.end() }
    let configuration = LaunchConfiguration(
      bundleIdentifier: "org.example.faulty", libraryPath: library, principalClass: "Keyboard")
    let document = DocumentSnapshot(
      identifier: .random(), revision: 1, buffer: TextBuffer(before: "до ", selected: "слово", after: " после"))
    var events: [TurnEvent] = [.load(configuration), .appear(FieldState())]
    events += ["ok", "utf8", "thread", "records", "deep", "error", "flood", "z", "none"].map {
      .key(KeyEvent(key: $0, gesture: .press))
    }
    events += [.memoryWarning, .disappear]
    for (index, event) in events.enumerated() {
      let turn = Turn(serial: UInt64(index + 1), event: event, document: index == 0 ? nil : document)
      let one = try inProcess.serve(turn) { _ in .refused(.notNow) }
      let other = try runner.serve(turn) { _ in .refused(.notNow) }
      #expect(one == other)
    }
  }

  @Test("The log names a function table without its function, and a keyboard that appears without an input view")
  func logsMissingParts() throws {
    let keyboard = InProcessKeyboard()
    let configuration = LaunchConfiguration(
      bundleIdentifier: "org.example.empty", libraryPath: try CLibrary.compile("empty.c"), principalClass: "Keyboard")
    let events: [TurnEvent] = [
      .load(configuration), .appear(FieldState()), .disappear, .appear(FieldState()),
    ]
    let lines = try events.enumerated().flatMap { index, event in
      try keyboard.serve(Turn(serial: UInt64(index + 1), event: event)) { _ in .refused(.notNow) }.requests
    }.compactMap { if case .log(_, let message) = $0 { message } else { nil } }
    #expect(
      lines == ["klava.keys/1: key_event is NULL", "the keyboard appeared without an input view, so it shows nothing"])
  }

  @Test("The first event must load the keyboard, and a second load event is an error")
  func refusesWrongOrder() throws {
    let keyboard = InProcessKeyboard()
    let early = try keyboard.serve(Turn(serial: 1, event: .disappear)) { _ in .refused(.notNow) }
    #expect(early.failure?.step == .event)
    let configuration = LaunchConfiguration(
      bundleIdentifier: "org.example.faulty", libraryPath: try FaultyKeyboard.library(), principalClass: "Keyboard")
    _ = try keyboard.serve(Turn(serial: 2, event: .load(configuration))) { _ in .refused(.notNow) }
    #expect(throws: KeyboardEndError.self) {
      try keyboard.serve(Turn(serial: 3, event: .load(configuration))) { _ in .refused(.notNow) }
    }
  }
}
