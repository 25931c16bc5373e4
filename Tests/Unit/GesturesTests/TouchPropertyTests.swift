import Gestures
import InputViewModel
import Layout
import RandomValues
import TestSupport
import Testing

@Suite("Properties of touch recognition")
struct TouchPropertyTests {
  /// Returns the gestures of the key events in a list of actions.
  private static func gestures(_ actions: [TouchAction]) -> [KeyEvent.Gesture] {
    actions.compactMap { if case .key(let event) = $0 { event.gesture } else { nil } }
  }

  private static func surface(_ fixture: Fixture, keyboard: String = "a") -> TouchSurface {
    let inputView = fixture.inputView
    let layout = InputViewLayout(inputView, in: KeyboardEnvironment())
    return TouchSurface(keyboard: keyboard, layout: layout, recognizesSwipes: inputView.recognizesSwipes)
  }

  private static let fixtures: [Fixture] = [
    .letters, .capitals, .digits, .swiping, .flicks, .scrolling, .touched, .leaving, .delayed,
  ]

  private static func point(_ random: inout SeededGenerator) -> Point {
    Point(x: Double(random.integer(below: 420)) - 15, y: Double(random.integer(below: 260)) - 15)
  }

  @Test("One touch causes at most one press, choice, swipe or long press, and a long press ends with one release")
  func oneTouch() {
    var random = SeededGenerator(seed: 1)
    for round in 0..<4_000 {
      var recognizer = TouchRecognizer()
      recognizer.show(Self.surface(random.one(of: Self.fixtures)))
      var time: Duration = .milliseconds(random.integer(below: 1_000))
      var point = Self.point(&random)
      var actions = recognizer.process(TouchSample(touch: 7, phase: .down, point: point, time: time))
      for _ in 0..<random.integer(below: 12) {
        time += .milliseconds(random.integer(below: 400))
        while let deadline = recognizer.deadline, deadline <= time { actions += recognizer.advance(to: deadline) }
        point = random.boolean() ? Self.point(&random) : Point(x: point.x + 5, y: point.y - 3)
        actions += recognizer.process(TouchSample(touch: 7, phase: .move, point: point, time: time))
      }
      let isCancelled = random.integer(below: 4) == 0
      actions += recognizer.process(
        TouchSample(touch: 7, phase: isCancelled ? .cancelled : .up, point: point, time: time))
      let gestures = Self.gestures(actions)
      let once = gestures.filter {
        switch $0 {
        case .press, .longPress, .alternative, .swipe: true
        case .release, .repeat, .repeatWord, .touches: false
        }
      }
      #expect(once.count <= 1, "round \(round): \(gestures)")
      #expect(gestures.count { $0 == .release } == gestures.count { $0 == .longPress }, "round \(round): \(gestures)")
      #expect(!gestures.contains(.release) || gestures.last == .release, "round \(round): \(gestures)")
      if gestures.contains(.repeat) || gestures.contains(.repeatWord) { #expect(gestures.first == .press) }
      let hasMovedInsertionPoint = actions.count > gestures.count
      #expect(!hasMovedInsertionPoint || gestures.isEmpty, "round \(round): \(actions)")
      // After the end of the touch, the recognizer has no deadline and shows no feedback.
      #expect(recognizer.deadline == nil)
      #expect(recognizer.feedback.pressedKeys.isEmpty && recognizer.feedback.popUps.isEmpty)
      let later = TouchSample(
        touch: 7, phase: random.any(TouchSample.Phase.self), point: point, time: time + .seconds(9))
      if later.phase != .down { #expect(recognizer.process(later).isEmpty) }
      #expect(recognizer.advance(to: time + .seconds(20)).isEmpty)
    }
  }

  @Test("With several fingers, each finger presses at most one key, and each long press ends with a release")
  func manyTouches() {
    var random = SeededGenerator(seed: 2)
    for round in 0..<300 {
      var recognizer = TouchRecognizer()
      recognizer.show(Self.surface(random.one(of: Self.fixtures)))
      var time: Duration = .zero
      var downs = 0
      var actions: [TouchAction] = []
      for _ in 0..<60 {
        time += .milliseconds(random.integer(below: 300))
        let phase = random.any(TouchSample.Phase.self)
        if phase == .down { downs += 1 }
        let sample = TouchSample(
          touch: random.integer(below: 4), phase: phase, point: Self.point(&random), time: time)
        while let deadline = recognizer.deadline, deadline <= time { actions += recognizer.advance(to: deadline) }
        actions += recognizer.process(sample)
      }
      actions += recognizer.cancel()
      let gestures = Self.gestures(actions)
      #expect(gestures.count { $0 == .press } <= downs, "round \(round)")
      #expect(gestures.count { $0 == .longPress } == gestures.count { $0 == .release }, "round \(round)")
      #expect(recognizer.deadline == nil && recognizer.feedback.pressedKeys.isEmpty)
      #expect(recognizer.process(TouchSample(touch: 0, phase: .up, point: Point(x: 9, y: 9), time: time)).isEmpty)
    }
  }

  @Test("Each touch that a key gets begins once and ends once, and one event has at most 64 touches")
  func wholeTouches() {
    var random = SeededGenerator(seed: 4)
    for round in 0..<300 {
      var recognizer = TouchRecognizer()
      recognizer.show(Self.surface(.touched))
      var time: Duration = .zero
      var actions: [TouchAction] = []
      for _ in 0..<200 {
        time += .milliseconds(random.integer(below: 8))
        let sample = TouchSample(
          touch: random.integer(below: 12), phase: random.any(TouchSample.Phase.self), point: Self.point(&random),
          time: time)
        while let deadline = recognizer.deadline, deadline <= time { actions += recognizer.advance(to: deadline) }
        actions += recognizer.process(sample)
      }
      actions += recognizer.cancel()
      var active: Set<Int> = []
      for case .touches(let group) in Self.gestures(actions) {
        #expect((1...64).contains(group.touches.count), "round \(round)")
        for touch in group.touches {
          switch touch.phase {
          case .began: #expect(active.insert(touch.finger).inserted, "round \(round)")
          case .moved: #expect(active.contains(touch.finger), "round \(round)")
          case .ended, .cancelled: #expect(active.remove(touch.finger) != nil, "round \(round)")
          }
        }
      }
      #expect(active.isEmpty, "round \(round)")
    }
  }

  @Test("The recognizer handles invalid samples, changing keyboards and extreme times")
  func nonsense() {
    var random = SeededGenerator(seed: 3)
    var recognizer = TouchRecognizer()
    let surfaces = Self.fixtures.flatMap { [Self.surface($0), Self.surface($0, keyboard: "b")] }
    let times: [Duration] = [
      .zero, .seconds(-1), .seconds(Int64.max), .seconds(Int64.min), .nanoseconds(1), .milliseconds(500), .seconds(4),
      Duration(_high: .max, low: .max), Duration(_high: .min, low: 0),
    ]
    var pressed = 0
    for _ in 0..<60_000 {
      if random.integer(below: 500) == 0 { recognizer = TouchRecognizer() }
      if random.integer(below: 8) == 0 { recognizer.show(random.optional { $0.one(of: surfaces) }) }
      if random.integer(below: 8) == 0 { recognizer.scroll(at: Self.wild(&random), by: Self.wild(&random)) }
      if random.integer(below: 8) == 0 { pressed += recognizer.advance(to: random.one(of: times)).count }
      if random.integer(below: 100) == 0 { pressed += recognizer.cancel().count }
      let sample = TouchSample(
        touch: random.integer(below: 30) == 0 ? random.integer() : random.integer(below: 14),
        phase: random.any(TouchSample.Phase.self), point: Self.wild(&random), time: random.one(of: times))
      pressed += recognizer.process(sample).count
      #expect(recognizer.feedback.pressedKeys.count <= 10)
      for offset in recognizer.feedback.scrollOffsets.values { #expect(offset.isFinite && offset >= 0) }
    }
    #expect(pressed > 1_000)
  }

  private static func wild(_ random: inout SeededGenerator) -> Point {
    guard random.integer(below: 4) == 0 else { return point(&random) }
    return Point(x: random.boolean() ? .nan : random.real(), y: random.real())
  }

  @Test("If a thousand fingers touch the screen and never lift, the recognizer tracks only the last ten")
  func thousand() {
    var recognizer = TouchRecognizer()
    recognizer.show(Self.surface(.letters))
    var gestures: [KeyEvent.Gesture] = []
    for touch in 0..<1_000 {
      let time: Duration = .seconds(touch)
      gestures += Self.gestures(recognizer.advance(to: time))
      // Each finger touches a key that gets a long press and a release.
      gestures += Self.gestures(
        recognizer.process(TouchSample(touch: touch, phase: .down, point: Point(x: 40, y: 190), time: time)))
    }
    gestures += Self.gestures(recognizer.advance(to: .seconds(1_001)))
    #expect(recognizer.feedback.pressedKeys.count == 10)
    gestures += Self.gestures(recognizer.cancel())
    #expect(gestures.count { $0 == .longPress } == 1_000)
    #expect(gestures.count { $0 == .release } == 1_000)
  }

  @Test("The mouse wheel scrolls only the scroll area under the pointer")
  func wheel() throws {
    var recognizer = TouchRecognizer()
    recognizer.show(Self.surface(.scrolling))
    recognizer.scroll(at: Point(x: 100, y: 100), by: Point(x: 0, y: -50))
    #expect(recognizer.feedback.scrollOffsets.values.map { $0 } == [50])
    recognizer.scroll(at: Point(x: 100, y: -100), by: Point(x: 0, y: -50))
    #expect(recognizer.feedback.scrollOffsets.values.map { $0 } == [50])
    recognizer.show(Self.surface(.letters))
    #expect(recognizer.feedback.scrollOffsets.isEmpty)
  }

  @Test("In right-to-left text, the insertion point moves in the finger's direction")
  func rightToLeft() throws {
    var recognizer = TouchRecognizer()
    var surface = Self.surface(.letters)
    surface.isRightToLeft = true
    recognizer.show(surface)
    let space = try #require(surface.layout.element(ofKey: "space")).frame.center
    _ = recognizer.process(TouchSample(touch: 0, phase: .down, point: space, time: .zero))
    let right = Point(x: space.x + 25, y: space.y)
    #expect(
      recognizer.process(TouchSample(touch: 0, phase: .move, point: right, time: .milliseconds(100)))
        == [.moveInsertionPoint(byCharacters: -2)])
  }
}
