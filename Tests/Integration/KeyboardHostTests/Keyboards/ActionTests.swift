import InputViewModel
import KeyboardHost
import KeyboardProtocol
import Testing
import TextModel

/// A key of the keyboard, the action that it calls, and the expected text.
struct ActionCall: CustomTestStringConvertible, Sendable {
  var name: String
  var signature: String?
  var arguments: [ActionArgument] = []
  var inserts: String?
  var shows: String?
  var testDescription: String { "\(name) \(signature ?? "")" }
}

/// Tests of actions. With a manifest and an input view file, a plain C library is a keyboard (PluginABI.md#actions).
@Suite struct ActionTests {
  private static let everyKind: [ActionCall] = [
    ActionCall(name: "title", signature: "s(k)", inserts: "<key>"),
    ActionCall(name: "both", signature: "s(hk)", inserts: "1key"),
    ActionCall(name: "both", signature: "s(hs)", inserts: "1key"),
    ActionCall(name: "join", signature: "s(sks)", arguments: [.string("("), .string(")")], inserts: "(key)"),
    ActionCall(name: "add", signature: "d(dd)", arguments: [.real(1.5), .integer(2)], shows: "3.5"),
    ActionCall(name: "add", signature: "d(dd)", arguments: [.real(1.5), .real(1.5)], shows: "3"),
    ActionCall(name: "half", signature: "f(f)", arguments: [.integer(1)], shows: "0.5"),
    ActionCall(name: "negate", signature: "i(i)", arguments: [.integer(Int64(Int32.max))], shows: "-2147483647"),
    ActionCall(name: "most", signature: "u()", shows: "4294967295"),
    ActionCall(name: "least", signature: "q()", shows: "-9223372036854775808"),
    ActionCall(name: "greatest", signature: "t()", shows: "18446744073709551615"),
    ActionCall(name: "not", signature: "b(b)", arguments: [.boolean(true)], shows: "false"),
    ActionCall(name: "nothing", signature: "s()"),
    ActionCall(name: "plain", signature: nil),
  ]

  @Test("A key calls its action with the declared signature", arguments: everyKind)
  func declaredSignatures(call: ActionCall) throws {
    let keyboard = InProcessKeyboard()
    let loaded = try keyboard.serve(Self.load([call])) { _ in .refused(.notNow) }
    #expect(loaded.failure == nil)
    let result = try Self.press(keyboard)
    #expect(result.failure == nil)
    #expect(result.edits == (call.inserts.map { [.insertText($0)] } ?? []))
    #expect(
      result.requests
        == (call.shows.map { [.change(.label(identifier: "display", text: $0))] } ?? []))
  }

  @Test("If an action returns invalid UTF-8, the turn fails, and the failure names the position of the invalid byte")
  func refusesBrokenText() throws {
    let keyboard = InProcessKeyboard()
    _ = try keyboard.serve(Self.load([ActionCall(name: "broken", signature: "s()")])) { _ in .refused(.notNow) }
    let failure = try #require(try Self.press(keyboard).failure)
    #expect(failure.step == .action)
    #expect(failure.message.contains("byte 1"))
  }

  @Test(
    "Loading fails if the host cannot call an action",
    arguments: [
      (ActionCall(name: "absent", signature: "s()"), "does not export the action absent"),
      (ActionCall(name: "add", signature: "d(dd)", arguments: [.real(1)]), "as argument 2"),
      (ActionCall(name: "add", signature: "d(dd)", arguments: [.real(1), .string("2")]), "as argument 2"),
      (
        ActionCall(name: "negate", signature: "i(i)", arguments: [.integer(Int64(Int32.max) + 1)]), "as argument 1"
      ),
      (ActionCall(name: "title", signature: "s(k)", arguments: [.integer(1)]), "fixed arguments"),
      (ActionCall(name: "title", signature: "s(p)"), "byte 2"),
    ])
  func refusesAtLoad(call: ActionCall, message: String) throws {
    let keyboard = InProcessKeyboard()
    #expect {
      _ = try keyboard.serve(Self.load([call])) { _ in .refused(.notNow) }
    } throws: { error in
      guard case .refused(let failure) = error as? KeyboardEndError else { return false }
      return failure.message.contains(message)
    }
  }

  @Test("A library with actions can have a start function")
  func starts() throws {
    let keyboard = InProcessKeyboard()
    var turn = try Self.load([ActionCall(name: "started", signature: "s()")])
    guard case .load(var configuration) = turn.event else { return }
    configuration.principalClass = "start"
    turn.event = .load(configuration)
    _ = try keyboard.serve(turn) { _ in .refused(.notNow) }
    #expect(try Self.press(keyboard).edits == [.insertText("started 1")])
  }

  private static func load(_ calls: [ActionCall]) throws -> Turn {
    let keys = calls.map { call in
      InputViewTree.Element.key(
        Key(
          "key", role: .action,
          action: ActionReference(name: call.name, arguments: call.arguments, resultLabel: "display")))
    }
    let signatures = calls.compactMap { call in call.signature.map { (call.name, $0) } }
    let configuration = LaunchConfiguration(
      bundleIdentifier: "org.example.actions", libraryPath: try CLibrary.compile("actions.c"), principalClass: "",
      actions: Dictionary(uniqueKeysWithValues: signatures),
      inputView: InputViewTree(root: .row(keys + [.label(Label("display"))])))
    return Turn(serial: 1, event: .load(configuration))
  }

  private static func press(_ keyboard: InProcessKeyboard) throws -> TurnResult {
    let document = DocumentSnapshot(identifier: .random(), revision: 1, buffer: TextBuffer(before: "a"))
    _ = try keyboard.serve(Turn(serial: 2, event: .appear(FieldState()), document: document)) { _ in .refused(.notNow) }
    return try keyboard.serve(Turn(serial: 3, event: .key(KeyEvent(key: "key", gesture: .press)), document: document)) {
      _ in .refused(.notNow)
    }
  }
}
