import Foundation
import Gestures
import InputViewModel
import Layout
import Testing

/// A recorded stream of touch samples that the test plays on a virtual clock. A text file in `Streams` contains the
/// samples and the expected actions.
///
/// Most lines begin with a time in seconds. `#` begins a comment.
///
///     on letters                 the input view (``Fixture``); always the first line
///     0.000 1 down e             a sample: touch, phase, and position: the center of a key,
///     0.100 1 move e+20,-3         an offset from the center,
///     0.200 1 move 12.5,30         or a point
///     0.300 becomes capitals     the keyboard shows another input view
///     0.300 turns into letters   another keyboard shows this input view
///     0.600 shows pressed e; e offers 3, chosen 1
///     > 0.500 press delete       an expected action; repeated actions have a count:
///     > 0.570 repeat delete ×34
struct TouchStream {
  let name: String
  private var lines: [(number: Int, text: String)] = []
  private(set) var expected: [String] = []

  init(_ name: String) throws {
    self.name = name
    let url = try #require(Self.folder?.appending(path: "\(name).txt"))
    let text = try String(contentsOf: url, encoding: .utf8)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let line = line.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces)
      if line.hasPrefix(">") {
        expected.append(line.dropFirst().trimmingCharacters(in: .whitespaces))
      } else if !line.isEmpty {
        lines.append((index + 1, line))
      }
    }
  }

  static let folder: URL? = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Streams")

  static let names: [String] = {
    let files = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) } ?? []
    return files.filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }.sorted()
  }()

  /// Plays the stream.
  ///
  /// - Returns: The actions, with counts for repeated actions.
  func play() throws -> [String] {
    var harness = try TouchHarness()
    for (number, line) in lines {
      let words = line.split(separator: " ", maxSplits: 3).map(String.init)
      if words[0] == "on" {
        try harness.show(words[1])
        continue
      }
      let seconds = try #require(Double(words[0]), "\(name), line \(number)")
      let time = Duration.milliseconds(Int((seconds * 1_000).rounded()))
      try harness.pass(to: time)
      switch words[1] {
      case "becomes": try harness.show(words[2])
      case "turns": try harness.show(words[3], keyboard: harness.keyboard + "'")
      case "shows":
        let shown =
          line.split(separator: " ", maxSplits: 2).count > 2 ? String(line.split(separator: " ", maxSplits: 2)[2]) : ""
        #expect(harness.description == shown, "\(name), line \(number)")
      default:
        let phase = try #require(TouchSample.Phase(rawValue: words[2]), "\(name), line \(number)")
        let touch = try #require(Int(words[1]), "\(name), line \(number)")
        let point = try words.count > 3 ? harness.point(words[3]) : harness.lastPoint(of: touch)
        try harness.process(TouchSample(touch: touch, phase: phase, point: point, time: time))
      }
    }
    try harness.pass(to: harness.now + .seconds(10))
    return harness.done
  }
}

/// A touch recognizer on a virtual clock, for the layout of the current input view.
struct TouchHarness {
  private(set) var recognizer = TouchRecognizer()
  private(set) var now: Duration = .zero
  private(set) var keyboard = "a"
  private var inputView = Fixture.letters.inputView
  private var layout = InputViewLayout(Fixture.letters.inputView, in: KeyboardEnvironment())
  private var points: [Int: Point] = [:]
  private var actions: [(time: Duration, text: String, count: Int)] = []

  init() throws { try show("letters") }

  /// The actions so far, with a count for repeated actions.
  var done: [String] {
    actions.map { action in
      let seconds = String(format: "%.3f", action.time / .seconds(1))
      return "\(seconds) \(action.text)" + (action.count > 1 ? " ×\(action.count)" : "")
    }
  }

  /// The feedback that the user sees, as text.
  var description: String {
    let feedback = recognizer.feedback
    var parts: [String] = []
    if !feedback.pressedKeys.isEmpty { parts.append("pressed \(feedback.pressedKeys.joined(separator: " "))") }
    for popUp in feedback.popUps {
      parts.append("\(popUp.key) offers \(popUp.cells.count)" + (popUp.choice.map { ", chosen \($0)" } ?? ""))
    }
    if feedback.movesInsertionPoint { parts.append("moves the insertion point") }
    for offset in feedback.scrollOffsets.values { parts.append("scrolled \(Int(offset.rounded()))") }
    return parts.joined(separator: "; ")
  }

  mutating func show(_ fixture: String, keyboard: String? = nil) throws {
    inputView = try #require(Fixture(rawValue: fixture)).inputView
    try inputView.validate()
    self.keyboard = keyboard ?? self.keyboard
    refresh()
  }

  private mutating func refresh() {
    layout = InputViewLayout(inputView, in: KeyboardEnvironment(), scrollOffsets: recognizer.feedback.scrollOffsets)
    recognizer.show(
      TouchSurface(keyboard: keyboard, layout: layout, recognizesSwipes: inputView.recognizesSwipes))
  }

  /// Advances the clock, and calls the recognizer at each of its deadlines.
  mutating func pass(to time: Duration) throws {
    var calls = 0
    while let deadline = recognizer.deadline, deadline <= time {
      try #require(deadline > now || calls == 0)
      calls += 1
      now = deadline
      add(recognizer.advance(to: deadline))
    }
    now = max(now, time)
  }

  mutating func process(_ sample: TouchSample) throws {
    now = max(now, sample.time)
    points[sample.touch] = sample.point
    add(recognizer.process(sample))
  }

  private mutating func add(_ new: [TouchAction]) {
    for action in new {
      let text = Self.text(action)
      if let last = actions.indices.last, actions[last].text == text,
        text.hasPrefix("repeat") || text.hasPrefix("insertion point")
      {
        actions[last].count += 1
      } else {
        actions.append((now, text, 1))
      }
    }
    refresh()
  }

  private static func text(_ action: TouchAction) -> String {
    switch action {
    case .moveInsertionPoint(let count): return "insertion point \(count > 0 ? "+" : "")\(count)"
    case .key(let event):
      let key = event.key ?? "(no key)"
      return switch event.gesture {
      case .swipe(let direction): "swipe \(direction) \(key)"
      case .alternative(let index): "alternative \(index) \(key)"
      case .touches(let touches):
        "touches \(key): "
          + touches.touches.map { "\($0.phase) \($0.finger) \(Int($0.x)),\(Int($0.y))" }.joined(separator: ", ")
      case let other: "\(other) \(key)"
      }
    }
  }

  func lastPoint(of touch: Int) throws -> Point { try #require(points[touch], "touch \(touch) has no position") }

  /// Returns the point that a text describes, such as `e`, `e+20,-3`, `cell 1 of e` or `12.5,30`.
  func point(_ text: String) throws -> Point {
    func pair(_ text: Substring) -> Point? {
      let numbers = text.split(separator: ",").map(String.init).map(Double.init)
      guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else { return nil }
      return Point(x: x, y: y)
    }
    if let point = pair(text[...]) { return point }
    let parts = text.split(separator: "+", maxSplits: 1)
    let words = parts[0].split(separator: " ").map(String.init)
    var base: Point
    if words.count == 4, words[0] == "cell" {
      let key = try #require(layout.element(ofKey: words[3]), "no key \(words[3])")
      let cells = layout.alternatives(of: key)
      base = try cells[#require(Int(words[1]).flatMap { cells.indices.contains($0) ? $0 : nil })].center
    } else {
      base = try #require(layout.element(ofKey: words[0]), "no key \(text)").frame.center
    }
    if parts.count == 2, let offset = pair(parts[1]) { base = Point(x: base.x + offset.x, y: base.y + offset.y) }
    return base
  }
}

/// The input views that the streams use.
enum Fixture: String {
  case letters, capitals, digits, swiping, flicks, scrolling, touched, leaving, delayed, free

  var inputView: InputViewTree {
    switch self {
    case .letters, .swiping: return Self.keys(["q", "w", "e", "r"], ["a", "s", "d"], swipes: self == .swiping)
    case .capitals: return Self.keys(["Q", "W", "E", "R"], ["A", "S", "D"])
    case .flicks:
      return InputViewTree(
        root: .column([
          .row([
            .key(Key("four", swipes: KeySwipes())),
            .key(Key("eight", swipes: KeySwipes(hasDiagonals: true, distance: 20))),
            .key(Key("none")), .key(Key("space", role: .space, weight: 3, swipes: KeySwipes(distance: 30))),
          ])
        ]))
    case .touched:
      return InputViewTree(
        root: .row([.key(Key("pad", receivesTouches: true)), .key(Key("a")), .key(Key("dial", receivesTouches: true))]))
    case .free:
      return InputViewTree(
        root: .row([.key(Key("", identifier: "pad", role: .action, receivesTouches: true)), .key(Key("a"))]))
    case .leaving:
      let roles: [(String, KeyRole)] = [("globe", .nextKeyboard), ("hide", .dismiss), ("return", .return)]
      return InputViewTree(root: .row(roles.map { .key(Key($0, role: $1, receivesTouches: true)) }))
    case .delayed:
      let keys = [Key("quick", holdDelay: 0.2), Key("slow", holdDelay: 1), Key("often", repeats: true, holdDelay: 0.1)]
      return InputViewTree(root: .row(keys.map { .key($0) }))
    case .digits:
      return InputViewTree(root: .column([.row(["1", "2", "3"].map { .key(Key($0)) }), .row([.key(Key("q"))])]))
    case .scrolling:
      let rows = (0..<20).map { row in InputViewTree.Element.row((0..<4).map { .key(Key("k\(row)-\($0)")) }) }
      return InputViewTree(root: .stack(ElementStack(.verticalScroll, rows)))
    }
  }

  private static func keys(_ first: [String], _ second: [String], swipes: Bool = false) -> InputViewTree {
    func letter(_ title: String) -> InputViewTree.Element {
      .key(Key(title, alternatives: title == "e" ? ["é", "è", "ê"] : title == "E" ? ["É", "È", "Ê"] : []))
    }
    return InputViewTree(
      root: .column([
        .row(first.map(letter)),
        .row(
          [.key(Key("⇧", identifier: "shift", role: .shift))] + second.map(letter)
            + [.key(Key("⌫", identifier: "delete", role: .delete))]),
        .row([
          .key(Key("🌐", identifier: "globe", role: .nextKeyboard)),
          .key(Key("off", role: .action, isEnabled: false)),
          .key(Key("space", role: .space, weight: 4)),
          .key(Key("return", role: .return)),
        ]),
      ]), recognizesSwipes: swipes)
  }
}
