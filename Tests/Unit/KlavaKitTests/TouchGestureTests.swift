import Foundation
import InputViewModel
import RecordingHost
import Testing

@testable import KlavaKit

/// Tests of the gesture recognizer for one finger. A path consists of points with times, as in a script.
@Suite("Gestures that a keyboard recognizes in touches")
struct FingerTouchTests {
  /// Returns settings for an element of 50 by 40 points that recognizes all gestures except the given changes.
  private static func settings(
    pan: Double? = nil, swipe: Bool = true, returns: Bool = true, circle: Bool = true, hold: Double? = nil,
    repeats: Bool = false
  ) -> FingerTouch.Settings {
    var gestures = TouchGestures()
    let swipes = TouchGestures.Swipe(diagonals: true, distance: 20) { _ in }
    gestures.swipe = swipe ? swipes : nil
    gestures.returnSwipe = returns ? swipes : nil
    if circle { gestures.circle = (20, { _ in }) }
    if let pan { gestures.pan = (pan, { _ in }) }
    return FingerTouch.Settings(
      gestures: gestures, holdDelay: hold, repeats: repeats, size: InputViewPoint(x: 50, y: 40))
  }

  /// Returns the gestures that a path from the center of the element causes, without control events.
  private static func outcomes(
    _ path: [(x: Double, y: Double, time: Double)], _ settings: FingerTouch.Settings
  ) -> [FingerTouch.Outcome] {
    let touches = path.enumerated().map { index, point in
      KeyTouch(
        finger: 1, phase: index == 0 ? .began : .moved, x: 25 + point.x, y: 20 + point.y, timestamp: 7 + point.time)
    }
    guard let first = touches.first, let last = touches.last else { return [] }
    var touch = FingerTouch(first)
    var outcomes = touch.begin(isRepeated: false, settings)
    for moved in touches.dropFirst() { outcomes += touch.move([moved], settings) }
    outcomes += touch.end(last, settings)
    return outcomes.filter { if case .control = $0 { false } else { true } }
  }

  private static func line(_ points: (Double, Double)...) -> [(x: Double, y: Double, time: Double)] {
    points.enumerated().map { ($1.0, $1.1, Double($0) * 0.02) }
  }

  /// Returns an arc that begins at its highest point. A positive number of turns gives a clockwise arc on the screen.
  private static func arc(
    turns: Double, width: Double = 40, height: Double = 40, steps: Int = 24
  ) -> [(x: Double, y: Double, time: Double)] {
    (0...steps).map { step in
      let angle = Double(step) / Double(steps) * turns * 2 * .pi
      return (width / 2 * sin(angle), height / 2 * (1 - cos(angle)), Double(step) * 0.02)
    }
  }

  @Test(
    "A path is a tap, a swipe, an out-and-back swipe or a circle",
    arguments: [
      (line((0, 0)), .press), (line((0, 0), (10, 10), (0, 18)), .press),
      (line((0, 0), (10, 0), (21, 0)), .swipe(.right)),
      (line((0, 0), (0, -50)), .swipe(.up)), (line((0, 0), (-30, 31)), .swipe(.downLeft)),
      (line((0, 0), (-30, 12)), .swipe(.left)), (line((0, 0), (-30, 13)), .swipe(.downLeft)),
      (line((0, 0), (40, 0), (25, 0)), .swipe(.right)), (line((0, 0), (40, 0), (20, 0)), .returnSwipe(.right)),
      (line((0, 0), (20, 20), (40, 41), (20, 22), (1, 3)), .returnSwipe(.downRight)),
      (line((0, 0), (0, -40), (6, -20), (9, 2)), .returnSwipe(.up)),
      // The finger moves back beyond the start.
      (line((0, 0), (0, -40), (0, 15)), .returnSwipe(.up)),
      (arc(turns: 1), .circle(.clockwise)), (arc(turns: -1), .circle(.counterclockwise)),
      (arc(turns: 0.8), .circle(.clockwise)), (arc(turns: -2), .circle(.counterclockwise)),
      (arc(turns: 1, steps: 6), .circle(.clockwise)), (arc(turns: 1, width: 25, height: 50), .circle(.clockwise)),
      (arc(turns: 1, steps: 4_000), .circle(.clockwise)),
      // These paths are not circles: half a circle, a circle that is too small, a circle that is too flat, and a
      // corner.
      (arc(turns: 0.5), .swipe(.down)), (arc(turns: 1, width: 18, height: 18), .press),
      (arc(turns: 1, width: 21, height: 120), .returnSwipe(.down)),
      (line((0, 0), (20, 0), (40, 0), (40, 20), (40, 40)), .swipe(.downRight)),
    ] as [([(x: Double, y: Double, time: Double)], FingerTouch.Outcome)])
  func classifies(path: [(x: Double, y: Double, time: Double)], outcome: FingerTouch.Outcome) {
    #expect(Self.outcomes(path, Self.settings()) == [outcome])
  }

  @Test("If an element has neither circles nor out-and-back swipes, a swipe comes as soon as the finger is far enough")
  func swipesAtOnce() {
    let settings = Self.settings(returns: false, circle: false)
    var touch = FingerTouch(KeyTouch(finger: 1, phase: .began, x: 25, y: 20, timestamp: 0))
    let moved = KeyTouch(finger: 1, phase: .moved, x: 46, y: 20, timestamp: 0.1)
    #expect(touch.move([moved], settings).contains(.swipe(.right)))
    #expect(touch.move([moved], settings).isEmpty)
  }

  @Test("A pan has the translation from the start, and the velocity of the last tenth of a second")
  func pans() {
    let path = [(0, 0, 0), (5, 0, 0.02), (12, 0, 0.04), (30, 20, 0.08), (30, 20, 0.5)] as [(Double, Double, Double)]
    let gestures = Self.outcomes(path, Self.settings(pan: 10, swipe: false, returns: false, circle: false))
    let expected: [(PanGesture.State, Double, Double, Double, Double)] = [
      (.began, 12, 0, 300, 0), (.changed, 30, 20, 375, 250), (.changed, 30, 20, 0, 0), (.ended, 30, 20, 0, 0),
    ]
    #expect(gestures.count == expected.count)
    for (gesture, expected) in zip(gestures, expected) {
      guard case .pan(let pan) = gesture else { continue }
      #expect(pan.state == expected.0 && pan.finger == 1)
      #expect(pan.translation == InputViewPoint(x: expected.1, y: expected.2))
      #expect((pan.velocity - InputViewPoint(x: expected.3, y: expected.4)).length < 0.001)
      #expect(pan.location == InputViewPoint(x: 25 + expected.1, y: 20 + expected.2))
    }
  }

  @Test(
    "A held key gets a long press or repeats, even if the host's timers are late",
    arguments: [
      (0.29, false, [.press]), (0.31, false, [.longPress, .release]), (0.31, true, [.press]),
    ] as [(Double, Bool, [FingerTouch.Outcome])])
  func holds(time: Double, repeats: Bool, outcomes: [FingerTouch.Outcome]) {
    let settings = Self.settings(hold: 0.3, repeats: repeats)
    #expect(Self.outcomes([(0, 0, 0), (1, 0, time)], settings) == outcomes)
  }

  @Test("If the finger moves away from the key, the key gets no long press")
  func movesAway() {
    let path = [(0, 0, 0), (11, 0, 0.1), (11, 0, 0.5)] as [(Double, Double, Double)]
    #expect(Self.outcomes(path, Self.settings(hold: 0.3)) == [.press])
  }

  @Test("A path with an infinite, NaN or huge number is not a gesture", arguments: [Double.nan, .infinity, 1e300])
  func strangeNumbers(number: Double) {
    let path = [(0, 0, 0), (number, 0, 0.1), (0, number, number)] as [(Double, Double, Double)]
    let outcomes = Self.outcomes(path, Self.settings(pan: 10))
    #expect(outcomes.allSatisfy { if case .circle = $0 { false } else { true } })
  }
}

/// A keyboard that logs the gestures on its keys.
final class TouchController: InputViewController {
  override func viewDidLoad() { show() }

  private func show() {
    func log(_ text: String) -> @MainActor () -> Void { { [unowned self] in logger.info(text) } }
    inputView = InputView {
      KlavaKit.Key("down").on(.touchDown, perform: log("down")).on(.touchCancel, perform: log("cancel"))
      KlavaKit.Key("stream").onTouch { [unowned self] event in
        for touch in event.touches { logger.info("\(touch.phase) \(event.contains(touch))") }
      }
      .on(.touchDownRepeat, perform: log("repeat"))
      KlavaKit.Key("turn").onCircle { [unowned self] in logger.info("\($0)") }
      KlavaKit.Key("fast") { [unowned self] in logger.info("fast") }.repeats(delay: 0.2, interval: 0.05)
      KlavaKit.Key("once") { [unowned self] in
        logger.info("once")
        setKey("once", isEnabled: false)
      }
      .repeats(interval: 0.05)
      KlavaKit.Key("word", role: .delete).repeats(delay: 3, interval: 0.05)
      KlavaKit.Key("swap").onPan { [unowned self] gesture in
        logger.info("\(gesture.state)")
        if gesture.state == .began { inputView = InputView { KlavaKit.Key("new") } }
      }
    }
  }
}

@Suite("Keys that get touches")
@MainActor struct TouchKeyTests {
  private func host() throws -> RecordingHost {
    let host = try RecordingHost(
      class: "KlavaKitTests.TouchController", bundle: URL(filePath: "/nowhere"), language: "en")
    host.focus(before: "one two")
    return host
  }

  private func touch(_ host: RecordingHost, _ key: String, _ phases: KeyTouch.Phase..., x: Double = 10) {
    let touches = phases.map { KeyTouch(finger: 3, phase: $0, x: $0 == .moved ? x : 10, y: 10, timestamp: 5) }
    #expect(host.touch(key, KeyTouches(touches, width: 50, height: 40)))
  }

  @Test("A key without a press action types its title, unless it has an action for control events")
  func typesTitle() throws {
    let host = try host()
    touch(host, "turn", .began, .ended)
    touch(host, "down", .began, .ended)
    #expect(host.text == "one twoturn|")
    // A press without a touch, for example by a screen reader, has the same effect as a tap.
    host.press("turn")
    host.press("down")
    #expect(host.text == "one twoturnturn|" && host.log == ["down", "down"])
  }

  @Test("For a key with touch handlers, a press without a finger counts as a tap, never as a double tap")
  func pressesWithoutFinger() throws {
    let host = try host()
    for _ in 0..<2 { host.press("stream") }
    #expect(host.log == ["began true", "ended true", "began true", "ended true"] && host.text == "one two|")
  }

  @Test("If a process gets only the end of a touch, KlavaKit treats the touch as a press of the key")
  func restarted() throws {
    let host = try host()
    touch(host, "turn", .ended)
    #expect(host.text == "one twoturn|")
    touch(host, "turn", .cancelled)
    #expect(host.text == "one twoturn|")
  }

  @Test("A held key repeats until the finger lifts")
  func repeats() throws {
    let host = try host()
    touch(host, "fast", .began)
    for _ in 0..<2 { #expect(host.runTimer()) }
    touch(host, "fast", .ended)
    #expect(host.log == ["fast", "fast"] && host.timers.isEmpty)
    touch(host, "word", .began)
    for _ in 0..<2 { #expect(host.runTimer()) }
    touch(host, "word", .ended)
    // The first repeat deletes a character, and the next repeat deletes a word.
    #expect(host.text == "one |")
  }

  @Test("If a held key becomes disabled, it stops repeating, because the host does not send the end of its touch")
  func disabled() throws {
    let host = try host()
    touch(host, "once", .began)
    #expect(host.runTimer() && !host.runTimer())
    #expect(host.log == ["once"] && host.timers.isEmpty)
  }

  @Test("A touch ends when its key leaves the input view, when the keyboard disappears, or when the host cancels it")
  func cancels() throws {
    let host = try host()
    touch(host, "down", .began)
    host.disappear()
    touch(host, "down", .began, .cancelled)
    touch(host, "swap", .began, .moved, x: 40)
    #expect(host.inputView?.keys.map(\.title) == ["new"])
    #expect(host.log == ["down", "cancel", "down", "cancel", "began", "cancelled"])
    #expect(host.timers.isEmpty)
  }

  @Test(
    "The log reports gestures that a key cannot have",
    arguments: [
      { (KlavaKit.Key("k", role: .nextKeyboard).onPan { _ in }, "the role nextKeyboard") },
      { (KlavaKit.Key("k", role: .dismiss).on(.touchDown) {}, "the role dismiss") },
      { (KlavaKit.Key("k").alternatives(["a"]).onTouch { _ in }, "cannot reach its alternatives") },
      { (KlavaKit.Key("k").onCircle(diameter: 500) { _ in }, "outside of 8.0 to 400.0; it uses 400.0") },
      { (KlavaKit.Key("k").onReturnSwipe(distance: .nan) { _ in }, "it uses 8.0") },
      { (KlavaKit.Key("k").onPan(minimumDistance: -1) { _ in }, "it uses 0.0") },
      { (KlavaKit.Key("k").repeats(interval: 0), "it uses 0.02") },
      { (KlavaKit.Key("k").onRepeat {}.onLongPress {}, "cannot reach onLongPress") },
      { (KlavaKit.Key("k").alternatives(["a"]).onLongPress {}, "cannot reach onLongPress") },
      { (KlavaKit.Key("k").onRepeat {}.repeats(false), "onRepeat has no effect") },
      { (KlavaKit.Key("k", role: .action), "has the role action and no action") },
    ] as [@MainActor @Sendable () -> (KlavaKit.Key, String)])
  func impossible(_ example: @MainActor @Sendable () -> (KlavaKit.Key, String)) {
    let (key, words) = example()
    let diagnostics = InputViewAssembly(InputView { key }).diagnostics
    #expect(diagnostics.count == 1 && diagnostics.first?.contains(words) == true, "\(diagnostics)")
  }

  @Test(
    "The log does not mention a key with the role action if the key reacts to any gesture or is disabled",
    arguments: [
      { KlavaKit.Key("k", role: .action) {} }, { KlavaKit.Key("k", role: .action).onSwipe { _ in } },
      { KlavaKit.Key("k", role: .action).on(.touchDown) {} }, { KlavaKit.Key("k", role: .action).onRelease {} },
      { KlavaKit.Key("k", role: .action, isEnabled: false) },
    ] as [@MainActor @Sendable () -> KlavaKit.Key])
  func possible(_ example: @MainActor @Sendable () -> KlavaKit.Key) {
    let key = example()
    #expect(InputViewAssembly(InputView { key }).diagnostics == [])
  }
}
