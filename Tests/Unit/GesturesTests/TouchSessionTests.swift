import FakeKeyboards
import Gestures
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import KeyboardStore
import Layout
import SystemKeyboard
import Testing
import TextModel
import Timing

/// Tests of touches on the system keyboard in a session.
@Suite("Touches on the system keyboard")
struct TouchSessionTests {
  /// A typing session in which a user touches the keyboard. Time advances only in its methods.
  final class TypingSession {
    let session: KeyboardSession
    private let clock = VirtualClock()
    private var recognizer = TouchRecognizer()
    private var layout: InputViewLayout

    init(_ text: String = "", after: String = "", _ change: (inout TextField) -> Void = { _ in }) throws {
      session = FakeKeyboardSource().makeSession(clock: clock)
      var field = TextField(document: TextDocument(before: text, after: after))
      field.traits.autocapitalizationType = .none
      change(&field)
      session.focus(field)
      _ = session.drainReport()
      layout = InputViewLayout(try #require(session.inputView), in: field.environment)
      try show()
    }

    var before: String { session.field?.document.before ?? "" }
    var feedback: TouchFeedback { recognizer.feedback }
    var after: String { session.field?.document.after ?? "" }

    private func show() throws {
      let inputView = try #require(session.inputView)
      layout = InputViewLayout(inputView, in: KeyboardEnvironment(), addsGlobeKey: session.addsGlobeKey)
      recognizer.show(
        TouchSurface(
          keyboard: try #require(session.keyboard), layout: layout, recognizesSwipes: inputView.recognizesSwipes,
          holdsShift: session.showsSystemKeyboard))
    }

    private func perform(_ actions: [TouchAction]) throws {
      for action in actions {
        switch action {
        case .key(let event): session.touched(event)
        case .moveInsertionPoint(let count): try session.moveInsertionPoint(byCharacters: count)
        }
      }
      try show()
    }

    func pass(_ duration: Duration) throws {
      let end = clock.now + duration
      while let deadline = recognizer.deadline, deadline <= end {
        clock.move(to: deadline)
        try perform(recognizer.advance(to: deadline))
      }
      clock.move(to: end)
    }

    func touch(_ phase: TouchSample.Phase, _ key: String, x: Double = 0, by finger: Int = 0) throws {
      let element = layout.element(ofKey: key)
      let center = try #require(element, "no key \(key)").frame.center
      try touch(phase, at: Point(x: center.x + x, y: center.y), by: finger)
    }

    func touch(_ phase: TouchSample.Phase, at point: Point, by finger: Int = 0) throws {
      try perform(recognizer.process(TouchSample(touch: finger, phase: phase, point: point, time: clock.now)))
    }

    func tap(_ keys: String...) throws {
      for key in keys {
        try touch(.down, key)
        try pass(.milliseconds(80))
        try touch(.up, key)
      }
    }
  }

  @Test("Taps type a text, also in a secure field", arguments: [false, true])
  func types(isSecure: Bool) throws {
    let typingSession = try TypingSession { $0.traits.isSecureTextEntry = isSecure }
    try typingSession.tap("shift", "H", "i", "123", "!", "space", "a")
    #expect(typingSession.before == "Hi! a")
  }

  @Test("Two thumbs may overlap, and shift may be held while typing", arguments: [0, 0.06, 0.6])
  func rollover(seconds: Double) throws {
    let typingSession = try TypingSession()
    try typingSession.touch(.down, "shift", by: 3)
    try typingSession.pass(.seconds(seconds))
    try typingSession.touch(.down, seconds < 0.5 ? "h" : "H", by: 1)
    try typingSession.pass(.milliseconds(60))
    try typingSession.touch(.down, "O", by: 2)
    try typingSession.touch(.up, "H", by: 1)
    try typingSession.touch(.up, "O", by: 2)
    try typingSession.tap("W")
    try typingSession.touch(.up, "shift", by: 3)
    try typingSession.tap("s")
    #expect(typingSession.before == "HOWs")
  }

  @Test("Shift applies to a letter whose touch overlaps with the touch of shift", arguments: [false, true])
  func rolloverOfShift(isAutomatic: Bool) throws {
    let typingSession = try TypingSession { $0.traits.autocapitalizationType = isAutomatic ? .sentences : .none }
    try typingSession.touch(.down, "shift", by: 3)
    try typingSession.touch(.down, isAutomatic ? "H" : "h", by: 1)
    try typingSession.touch(.up, "shift", by: 3)
    try typingSession.touch(.up, "H", by: 1)
    try typingSession.tap("o")
    #expect(typingSession.before == "Ho")
  }

  @Test("A tap on shift that overlaps with the touch of a letter turns caps lock off and on", arguments: [false, true])
  func rolloverOfCapsLock(isOn: Bool) throws {
    let typingSession = try TypingSession()
    try typingSession.tap("shift")
    if isOn {
      try typingSession.tap("shift", "A")
    }
    try typingSession.touch(.down, "shift", by: 3)
    try typingSession.touch(.down, isOn ? "B" : "A", by: 1)
    try typingSession.touch(.up, "shift", by: 3)
    try typingSession.touch(.up, isOn ? "b" : "A", by: 1)
    try typingSession.tap(isOn ? "c" : "B")
    #expect(typingSession.before == (isOn ? "Abc" : "AB"))
  }

  @Test("If the touches of two thumbs overlap, automatic shift is off for the second letter")
  func rolloverOfCapital() throws {
    let typingSession = try TypingSession { $0.traits.autocapitalizationType = .sentences }
    try typingSession.touch(.down, "T", by: 0)
    try typingSession.pass(.milliseconds(60))
    try typingSession.touch(.down, "H", by: 1)
    try typingSession.touch(.up, "t", by: 0)
    try typingSession.touch(.up, "h", by: 1)
    #expect(typingSession.before == "Th")
  }

  @Test("A held letter offers alternatives, and sliding to an alternative types it", arguments: [false, true])
  func alternatives(isSecure: Bool) throws {
    let typingSession = try TypingSession { $0.traits.isSecureTextEntry = isSecure }
    try typingSession.touch(.down, "e")
    try typingSession.pass(.milliseconds(600))
    let popUp = try #require(typingSession.feedback.popUps.first)
    let offered = try #require(typingSession.session.inputView?.key("e")).alternatives
    #expect(popUp.cells.count == offered.count && offered.count > 1)
    try typingSession.touch(.move, at: popUp.cells[1].center)
    try typingSession.touch(.up, at: popUp.cells[1].center)
    #expect(typingSession.before == offered[1])
    try typingSession.touch(.down, "e")
    try typingSession.pass(.milliseconds(600))
    try typingSession.touch(.up, "e")
    #expect(typingSession.before == offered[1] + "e")
  }

  @Test("Holding delete deletes characters, then words", arguments: [false, true])
  func deletes(isSecure: Bool) throws {
    let words = (100..<140).map { "word\($0)" }
    let typingSession = try TypingSession(words.joined(separator: " ")) { $0.traits.isSecureTextEntry = isSecure }
    try typingSession.touch(.down, "delete")
    try typingSession.pass(.milliseconds(2_990))
    // Delete repeats at 0.5 s and then every 0.07 s, so it has deleted 36 characters.
    #expect(typingSession.before == String(words.joined(separator: " ").dropLast(36)))
    try typingSession.pass(.milliseconds(1_010))
    try typingSession.touch(.up, "delete")
    // From 3.02 s to 4 s, the key deletes 15 words. Character deletions had already removed the end of the first of
    // these words.
    #expect(typingSession.before == words.prefix(36 - 15).map { $0 + " " }.joined())
    try typingSession.pass(.seconds(5))
    #expect(typingSession.before == words.prefix(36 - 15).map { $0 + " " }.joined())
  }

  @Test("Dragging on the space bar moves the insertion point and types no space", arguments: [false, true])
  func movesInsertionPoint(isSecure: Bool) throws {
    let typingSession = try TypingSession("ab👩‍👩‍👧", after: "e\u{301}f") { $0.traits.isSecureTextEntry = isSecure }
    try typingSession.touch(.down, "space")
    try typingSession.touch(.move, "space", x: -24)
    #expect(typingSession.before == "a" && typingSession.after == "b👩‍👩‍👧e\u{301}f")
    #expect(
      typingSession.session.drainReport().callbacks == [
        .textWillChange, .selectionWillChange, .textDidChange, .selectionDidChange,
      ])
    try typingSession.touch(.move, "space", x: 15)
    #expect(typingSession.before == "ab👩‍👩‍👧e\u{301}" && typingSession.after == "f")
    try typingSession.touch(.up, "space", x: 1e9)
    #expect(typingSession.before == "ab👩‍👩‍👧e\u{301}f" && typingSession.after.isEmpty)
    // Moving forward at the end of the text changes nothing and causes no callbacks.
    _ = typingSession.session.drainReport()
    try typingSession.session.moveInsertionPoint(byCharacters: 3)
    #expect(typingSession.session.drainReport().callbacks.isEmpty)
  }

  @Test("A selection collapses toward the side of the drag")
  func collapses() throws {
    let typingSession = try TypingSession("abc", after: "def")
    try typingSession.session.select(offset: 1, length: 4)
    try typingSession.session.moveInsertionPoint(byCharacters: 1)
    #expect(typingSession.before == "abcdef")
    try typingSession.session.select(offset: 1, length: 4)
    try typingSession.session.moveInsertionPoint(byCharacters: -1)
    #expect(typingSession.before.isEmpty)
  }

  @Test("Gestures on missing keys do nothing, and moving the insertion point requires a field")
  func gone() throws {
    let typingSession = try TypingSession("a")
    typingSession.session.touched(KeyEvent(key: "no such key", gesture: .press))
    typingSession.session.touched(KeyEvent(key: "e", gesture: .alternative(400)))
    typingSession.session.touched(KeyEvent(key: nil, gesture: .swipe(.left)))
    typingSession.session.touched(KeyEvent(key: nil, gesture: .press))
    #expect(typingSession.before == "a")
    typingSession.session.dismiss()
    typingSession.session.touched(KeyEvent(key: "e", gesture: .press))
    #expect(typingSession.before == "a")
    typingSession.session.blur()
    typingSession.session.touched(KeyEvent(key: "e", gesture: .press))
    #expect(throws: SessionError.noField) { try typingSession.session.moveInsertionPoint(byCharacters: 1) }
  }

  @Test(
    "A keyboard that replaces its globe key cannot cancel a touch of the globe key (Behavior.md#next-keyboard-key)",
    arguments: [
      (Duration.milliseconds(80), ["press"]), (.seconds(1), ["longPress", "release"]),
    ])
  func replacedGlobeKey(hold: Duration, gestures: [String]) throws {
    func surface(_ number: Int, globeFirst: Bool) -> TouchSurface {
      var globe = Key("G", identifier: "globe\(number)", role: .nextKeyboard)
      // Properties that would give a hold of another key another meaning.
      globe.repeats = number % 2 == 0
      globe.alternatives = number % 3 == 0 ? ["x"] : []
      globe.holdDelay = number % 5 == 0 ? 60 : nil
      let keys: [InputViewTree.Element] = [.key(globe), .key(Key("a"))]
      let view = InputViewTree(root: .row(globeFirst ? keys : keys.reversed()))
      return TouchSurface(keyboard: "a", layout: InputViewLayout(view, in: KeyboardEnvironment()))
    }
    for first in 0..<30 {
      var recognizer = TouchRecognizer()
      let start = surface(first, globeFirst: true)
      recognizer.show(start)
      let point = try #require(start.layout.element(ofKey: "globe\(first)")).frame.center
      var actions = recognizer.process(TouchSample(touch: 0, phase: .down, point: point, time: .zero))
      var names: [String?] = []
      let last = 100
      for step in 1...last {
        recognizer.show(surface(first + step, globeFirst: step % 2 == 0))
        actions += recognizer.advance(to: hold * step / last)
      }
      actions += recognizer.process(TouchSample(touch: 0, phase: .up, point: point, time: hold))
      let found = actions.map { action in
        guard case .key(let event) = action else { return "\(action)" }
        names.append(event.key)
        return "\(event.gesture)"
      }
      #expect(found == gestures)
      // The gesture belongs to the globe key that exists at the time of the gesture.
      #expect(names.last == "globe\(first + last)")
    }
  }

  @Test("The host finds a touched key by position, or by identifier if the keyboard has replaced its input view")
  func positions() throws {
    let typingSession = try TypingSession("")
    let view = try #require(typingSession.session.inputView)
    let layout = InputViewLayout(view, in: KeyboardEnvironment(), addsGlobeKey: true)
    for key in view.keys {
      let position = try #require(view.index(of: key.identifier)).position(view.generation)
      #expect(layout.element(ofKey: key.identifier)?.position == position, "\(key.identifier)")
    }
    #expect(layout.hostsGlobeKey?.position == nil)
    let other = try #require(view.index(of: "w"))
    typingSession.session.touched(KeyEvent(key: "e", at: other.position(view.generation), gesture: .press))
    #expect(typingSession.before == "w")
    typingSession.session.touched(KeyEvent(key: "e", at: other.position(view.generation &+ 1_000), gesture: .press))
    #expect(typingSession.before == "we")
    typingSession.session.touched(KeyEvent(key: "e", at: (-1).position(view.generation), gesture: .press))
    #expect(typingSession.before == "we")
  }

  @Test("Releasing a held key after the field has changed does nothing")
  func fieldGoes() throws {
    let typingSession = try TypingSession("abc")
    try typingSession.touch(.down, "delete")
    try typingSession.pass(.milliseconds(600))
    #expect(typingSession.before == "a")
    try typingSession.session.changeTraits { $0.traits.keyboardType = .phonePad }
    try typingSession.pass(.milliseconds(30))
    try typingSession.touch(.up, "delete")
    #expect(typingSession.before == "a")
  }
}

extension Int {
  fileprivate func position(_ generation: UInt32) -> KeyEvent.Position {
    KeyEvent.Position(index: self, generation: generation)
  }
}
