import ApplicationDocument
import FakeKeyboards
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import KeyboardStore
import SystemKeyboard
import Testing
import TextModel
import Timing

@testable import Desktop

/// Tests of the order in which the field handles reports that arrive in one batch (Desktop.md#batches).
///
/// A compositor decides which events form one batch, so the tests use a transport that returns given events.
@Suite("The field of the application")
struct ApplicationFieldTests {
  /// A transport that returns the events of the test, and keeps the operations.
  private final class TestInputMethod: InputMethod {
    var focusChanged: () -> Void = {}
    let transport = TextTransport.inputMethodV2
    var awaitsField = false
    var deadline: Duration?
    var events: [InputMethodEvent] = []
    var operations: [Operation] = []

    func drainEvents() -> [InputMethodEvent] {
      defer { events = [] }
      return events
    }
    func send(_ operations: [Operation]) { self.operations += operations }
    func replyToReport() {}
    func retry() {}
  }

  /// The edit that the keyboard makes for the next key press, and whether it starts a timer, which types "t".
  private final class NextEdit {
    var edit = Edit.insertText("x")
    var startsTimer = false
  }

  private let next = NextEdit()
  private let clock = VirtualClock()
  private let method = TestInputMethod()
  /// A keyboard that edits the text whenever the host reports a change or hides the keyboard.
  private let keyboard: FakeKeyboard
  private let session: KeyboardSession
  private let field: ApplicationField
  private let application = ActiveWindow()

  /// The active window. The name of its application is nil if the compositor does not name it.
  private final class ActiveWindow {
    var name: String? = "application"
    var number = 1
  }

  init() {
    let next = next
    let keyboard = FakeKeyboard(InputViewTree(root: .key(Key("key")))) { event, _ in
      switch event {
      case .key:
        TurnResult(
          serial: 0, edits: [next.edit],
          requests: next.startsTimer ? [.startTimer(identifier: 1, seconds: 0.5, repeats: false)] : [])
      case .timer: TurnResult(serial: 0, edits: [.insertText("t")])
      case .documentChanged, .traitsChanged, .disappear: TurnResult(serial: 0, edits: [.insertText("!")])
      default: nil
      }
    }
    self.keyboard = keyboard
    session = FakeKeyboardSource("typist", keyboard).makeSession(clock: clock)
    let application = application
    field = ApplicationField(session: session, method: method, keyboard: nil, clock: clock) {
      application.name.map { FieldWindow(number: application.number, application: $0) }
    }
  }

  private static func reported(
    _ before: String? = nil, purpose: UInt32 = 0, isReset: Bool = false
  ) -> ReportedField {
    ReportedField(
      surrounding: before.map { SurroundingText(bytes: $0.utf8, cursor: $0.utf8.count, anchor: $0.utf8.count) },
      purpose: purpose, isReset: isReset)
  }

  /// The purpose `password` of the protocol text-input-v3.
  private static let password: UInt32 = 8

  private static let mark = Edit.setMarkedText("mm", selectedRange: 2..<2)

  private func report(_ events: InputMethodEvent...) {
    method.events = events
    field.processReports()
  }

  private func press(_ edit: Edit) throws {
    next.edit = edit
    try session.key("key")
    field.finishTurn()
  }

  /// Activates a field with the text "a", and marks text that the application then confirms.
  private func markText() throws {
    report(.activated(Self.reported("a")))
    try press(Self.mark)
    report(.changed(Self.reported("a")))
  }

  private var committed: String {
    method.operations.map { if case .commit(let commit) = $0 { commit.text ?? "" } else { "" } }.joined()
  }

  @Test("A report before a change of the focus in the same batch sends nothing to the next field")
  func sendsNothingToNextField() throws {
    try markText()
    method.operations = []
    report(.changed(Self.reported("other text")), .deactivated, .activated(Self.reported("b")))
    #expect(committed.isEmpty)
    #expect(session.field?.document.before == "b")
    clock.move(to: .seconds(1))
    try press(.insertText("x"))
    #expect(committed == "x")
  }

  @Test(
    "The report of the field says whether a secure field has lost the focus, even if it had the focus only for a moment",
    arguments: [0, password])
  func recordsLostSecureField(purpose: UInt32) {
    report(.activated(Self.reported("a")))
    _ = field.drain()
    let between = Self.reported("secret", purpose: purpose)
    for events: [InputMethodEvent] in [
      [.deactivated, .activated(between), .deactivated, .activated(Self.reported("b"))],
      [.changed(between), .deactivated, .activated(Self.reported("b"))],
    ] {
      method.events = events
      field.processReports()
      #expect(field.drain().leftSecureField == (purpose == Self.password))
    }
  }

  @Test("A report before a change of the focus in the same batch can make the field secure")
  func becomesSecure() {
    report(.activated(Self.reported("a")))
    #expect(session.keyboard == "typist" && !field.isSecure)
    report(.changed(Self.reported("secret", purpose: Self.password)), .deactivated)
    #expect(field.mayHaveCopiedPassword)
    report(.activated(Self.reported("b")))
    #expect(session.keyboard == "typist" && !field.isSecure && !field.mayHaveCopiedPassword)
  }

  @Test("A secure field that gets the focus back in one batch stays secure, also after the text is no longer masked")
  func staysSecureAfterRefocus() {
    report(.activated(Self.reported("***")))
    report(.changed(Self.reported("", isReset: true)), .reactivated(Self.reported("***")))
    report(.changed(Self.reported("secret")))
    #expect(field.isSecure && session.keyboard == SystemKeyboard.identifier)
    #expect(session.field?.document.before == "")
  }

  @Test("A typed mask character makes the field secure only if a third-party keyboard has been shown for the field")
  func typedMask() throws {
    report(.activated(Self.reported("")))
    try press(.insertText("*"))
    report(.changed(Self.reported("*")))
    #expect(field.isSecure && session.keyboard == SystemKeyboard.identifier)
    try session.pick(SystemKeyboard.identifier)
    report(.deactivated)
    report(.activated(Self.reported("")))
    try session.type("*")
    field.finishTurn()
    report(.changed(Self.reported("*")))
    #expect(!field.isSecure && session.field?.document.before == "*")
    try session.type("a")
    field.finishTurn()
    report(.changed(Self.reported("**")))
    #expect(field.isSecure && session.field?.document.before == "")
  }

  @Test("A keyboard gets no turn in a field that becomes secure, and types nothing into it", arguments: [0, 100])
  func protectsPassword(count: Int) {
    report(.activated(Self.reported("a")))
    let turns = keyboard.turns.count
    method.events = (0...count).map { .changed(Self.reported("***", purpose: $0 == count / 2 ? Self.password : 0)) }
    field.processReports()
    #expect(field.isSecure && session.keyboard == SystemKeyboard.identifier)
    #expect(session.field?.document.before == "")
    #expect(keyboard.turns[turns...].map(\.event.kind) == [.disappear])
    #expect(committed.isEmpty)
  }

  @Test("Many changes of the focus in one batch give the keyboard turns for the last field only")
  func skipsLostFields() {
    method.events = (0..<100).flatMap { [.activated(Self.reported("field \($0)")), .deactivated] }
    method.events.insert(.changed(Self.reported("secret", purpose: Self.password)), at: 3)
    method.events.append(.activated(Self.reported("b")))
    field.processReports()
    #expect(keyboard.turns.map(\.event.kind) == [.load, .appear])
    #expect(session.field?.document.before == "b")
    report(.activated(Self.reported("c")), .changed(Self.reported("d", purpose: Self.password)), .deactivated)
    #expect(!field.isActive && field.mayHaveCopiedPassword)
  }

  @Test("Many resets of the marked text in one batch give the keyboard one change")
  func combinesResets() throws {
    try markText()
    let turns = keyboard.turns.count
    method.events = (0..<100).map { .changed(Self.reported("a\($0)", isReset: true)) }
    field.processReports()
    clock.move(to: .seconds(1))
    field.advance()
    #expect(keyboard.turns[turns...].filter { $0.event.kind == .documentChanged }.count == 1)
    #expect(session.field?.document.markedText == nil)
  }

  @Test("While the report of the field that got the focus is incomplete, the keyboard's timers wait, and lose no edit")
  func timersWait() throws {
    report(.activated(Self.reported("a")))
    next.startsTimer = true
    try press(.insertText("x"))
    report(.changed(Self.reported("ax")))
    (method.operations, method.awaitsField) = ([], true)
    clock.move(to: .seconds(1))
    #expect(field.nextTimer == nil && field.turnRequestDescriptor == nil)
    field.runDueTimers(unless: [])
    #expect(session.field?.document.before == "ax")
    method.awaitsField = false
    report(.reactivated(Self.reported("ax")))
    #expect(try #require(field.nextTimer) <= clock.now)
    field.runDueTimers(unless: [])
    #expect(committed == "t")
  }

  @Test("While the report of the next field is incomplete, nothing changes this field")
  func waitsForField() throws {
    try markText()
    (method.operations, method.awaitsField) = ([], true)
    report(.changed(Self.reported("other text")))
    try press(.insertText("x"))
    #expect(method.operations.isEmpty)
  }

  @Test(
    "Waiting edits reach the field that gets the focus only if it is in the same window",
    arguments: [("application", 1, true), ("application", 2, false), ("other", 2, false), (nil, 2, false)])
  func dropsEdits(name: String?, window: Int, continues: Bool) throws {
    report(.activated(Self.reported("")))
    try press(.insertText("x"))
    try press(.adjustTextPositionByCharacters(-1))
    (application.name, application.number) = (name, window)
    report(.reactivated(Self.reported("")))
    clock.move(to: .seconds(1))
    field.advance()
    #expect(method.operations.contains(.key(.left, count: 1)) == continues)
  }

  @Test(
    "Without waiting edits, an empty field continues only if the compositor names the application",
    arguments: [("a", nil, true), ("", nil, false), ("", "application", true), ("a", "application", true)])
  func continues(text: String, name: String?, isSame: Bool) {
    application.name = name
    report(.activated(Self.reported(text)))
    _ = field.drain()
    report(.reactivated(Self.reported(text)))
    #expect(field.drain().hasNewField == !isSame)
  }

  @Test("A field whose application has a name is another field than a field without a name", arguments: [true, false])
  func losesName(isNamedFirst: Bool) {
    application.name = isNamedFirst ? "application" : nil
    report(.activated(Self.reported("a")))
    _ = field.drain()
    application.name = isNamedFirst ? nil : "application"
    report(.reactivated(Self.reported("a")))
    #expect(field.drain().hasNewField)
  }

  @Test("On a locked screen, the active window does not name the application of a field", arguments: [true, false])
  func lockScreen(isLocked: Bool) {
    field.isOnLockScreen = isLocked
    report(.activated(Self.reported("")))
    #expect((session.field?.application == application.name) == !isLocked)
    _ = field.drain()
    report(.reactivated(Self.reported("")))
    #expect(field.drain().hasNewField == isLocked)
  }

  @Test(
    "Edits that wait for a secure field reach no field of another application",
    arguments: ["application", "other", nil])
  func dropsEditsForOtherApplication(name: String?) throws {
    let secure = Self.reported(purpose: Self.password)
    report(.activated(secure))
    try session.type("x")
    field.finishTurn()
    try session.type("\n")
    field.finishTurn()
    application.name = name
    report(.deactivated, .activated(secure))
    clock.move(to: .seconds(1))
    field.advance()
    #expect(method.operations.contains(.key(.return, count: 1)) == (name == "application"))
  }
}
