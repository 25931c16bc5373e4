import FakeKeyboards
import Foundation
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import KeyboardStore
import Scripting
import TextModel
import Timing

/// Plays scripts with the fake keyboards `one`, `two` (ASCII-capable) and a fake system keyboard.
///
/// The keys of `one` and `two` are:
/// - `a` and `b` type their own letter.
/// - `pair` inserts `<b></b>` and moves back by four characters.
/// - `crash`, `x` and `hang` end the keyboard's process, and `fail` makes the turn fail.
/// - `much` inserts more text than one turn may insert, and `escape` inserts a control character.
/// - `off` is disabled.
/// - `tick` starts a timer that types `t` every half second.
/// - `show` changes the label `display`.
/// - `next`, `list` and `away` send requests to the host.
final class ScriptHarness {
  let source: FakeKeyboardSource
  let session: KeyboardSession
  let environment: FakeEnvironment
  let player: Player
  let clock = VirtualClock()

  static let one = "org.test.one"
  static let two = "org.test.two"
  /// A keyboard without an input view.
  static let blank = "org.test.blank"
  static let system = FakeSystemKeyboard.identifier

  init(
    modes: [String] = [one, two, system], frontendShowsGlobe: Bool = false, isStrict: Bool = false,
    rememberedModes: RememberedModes = RememberedModes(), remember: @escaping (String?, String) -> Void = { _, _ in }
  ) {
    source = FakeKeyboardSource(
      modes.map { InputMode($0, isSystem: $0 == Self.system, isASCIICapable: $0 == Self.two) }, retention: .application
    ) { identifier in
      switch identifier {
      case Self.one, Self.two: Self.keyboard()
      case Self.blank: FakeKeyboard(nil)
      case KeyboardSession.probeIdentifier: Self.probe()
      default: nil
      }
    }
    session = KeyboardSession(
      source: source, system: FakeSystemKeyboard(), systemIdentifier: Self.system, clock: clock,
      frontendShowsGlobe: frontendShowsGlobe, rememberedModes: rememberedModes, rememberMode: remember)
    environment = FakeEnvironment(source: source)
    player = Player(session: session, clock: clock, environment: environment, isStrict: isStrict)
  }

  /// Plays lines of a script, and returns their answers.
  @discardableResult
  func play(_ lines: String...) -> [PlayAnswer] {
    lines.compactMap { player.play(line: Array($0.utf8)) }
  }

  /// Plays one line, and returns its answer.
  @discardableResult
  func play(_ line: String) -> PlayAnswer {
    guard let answer = player.play(line: Array(line.utf8)) else { preconditionFailure("an empty line or a comment") }
    return answer
  }

  /// Plays a script that arrives in pieces of `size` bytes. Returns its answers and the outcome.
  func run(_ script: some Sequence<UInt8>, inPiecesOf size: Int = 1_000) throws -> ([PlayAnswer], Player.Outcome) {
    var rest = Array(script)[...]
    var answers: [PlayAnswer] = []
    let outcome = try player.play {
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    } answering: {
      answers.append($0)
    }
    return (answers, outcome)
  }

  private static func keyboard() -> FakeKeyboard {
    let names = [
      "a", "b", "pair", "crash", "x", "hang", "fail", "much", "escape", "tick", "show", "next", "list", "away",
    ]
    let keys =
      names.map { Key($0, swipes: $0 == "b" ? KeySwipes(hasDiagonals: true, distance: 20) : nil) } + [
        Key("c", identifier: "off", isEnabled: false), Key("Delete", identifier: "⌫"),
      ]
    let inputView = InputViewTree(
      root: .column([.row([.label(Label("display", text: "0"))]), .row(keys.map(InputViewTree.Element.key))]),
      recognizesSwipes: true)
    return FakeKeyboard(inputView) { event, _ throws(KeyboardEndError) in
      var result = TurnResult(serial: 0)
      if case .timer = event { result.edits = [.insertText("t")] }
      guard case .key(let event) = event else { return result }
      switch (event.key, event.gesture) {
      case (nil, .swipe(.left)), ("a", .swipe(.left)): result.edits = [.adjustTextPositionByCharacters(-1)]
      case (nil, _): break
      case ("⌫", .press): result.edits = [.deleteBackward]
      case ("⌫", .longPress): result.edits = Array(repeating: .deleteBackward, count: 100)
      case ("pair", .press):
        result.edits = [.insertText("<b></b>"), .adjustTextPosition(byCharacterOffset: -4)]
        result.callbacks = [.textWillChange, .textDidChange]
      case ("crash", _), ("x", _): throw .crashed("signal 11")
      case ("hang", _): throw .hung(after: .milliseconds(250))
      case ("fail", _): result.failure = KeyboardError(step: .action, message: "no such function")
      case ("much", _): result.edits = [.insertText(String(repeating: "m", count: TurnLimit.insertedBytes + 1))]
      case ("escape", _): result.edits = [.insertText("a"), .insertText("\u{1B}[2J")]
      case ("tick", _): result.requests = [.startTimer(identifier: 1, seconds: 0.5, repeats: true)]
      case ("show", _): result.requests = [.change(.label(identifier: "display", text: "42"))]
      case ("next", _): result.requests = [.advanceToNextInputMode]
      case ("list", _): result.requests = [.showInputModeList]
      case ("away", _): result.requests = [.dismissKeyboard]
      case (let key?, .swipe(let direction)): result.edits = [.insertText("(\(key) \(direction))")]
      case (let key?, .release): result.edits = [.insertText("(\(key) up)")]
      case (let key?, _): result.edits = [.insertText(key)]
      }
      return result
    }
  }

  private static func probe() -> FakeKeyboard {
    FakeKeyboard(InputViewTree(root: .column([.row([]), .row([])]))) { event, _ in
      guard case .key(let event) = event else { return nil }
      var result = TurnResult(serial: 0)
      let parts = (event.key ?? "").split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init)
      switch (parts.first, parts.count) {
      case ("insertText", 2): result.edits = [.insertText(parts[1])]
      case ("deleteBackward", 1): result.edits = [.deleteBackward]
      case ("adjustTextPosition", 2): result.edits = [.adjustTextPosition(byCharacterOffset: Int(parts[1]) ?? 0)]
      case ("setMarkedText", 4):
        let start = Int(parts[2]) ?? 0
        result.edits = [.setMarkedText(parts[1], selectedRange: start..<start + (Int(parts[3]) ?? 0))]
      case ("unmarkText", 1): result.edits = [.unmarkText]
      case ("advanceToNextInputMode", 1): result.requests = [.advanceToNextInputMode]
      case ("dismissKeyboard", 1): result.requests = [.dismissKeyboard]
      default: break
      }
      return result
    }
  }
}

extension PlayAnswer {
  /// The text with the insertion point as `|`, or with the selection in brackets.
  var text: String? {
    state.document.map { document in
      document.selected.isEmpty
        ? "\(document.before)|\(document.after)" : "\(document.before)[\(document.selected)]\(document.after)"
    }
  }
}
