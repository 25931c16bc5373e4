internal import Diagnostics
internal import InputViewModel
internal import KeyboardHost

/// One line of the user's input to `klava type`: keys to press, or a command that begins with a colon.
enum TypeLine {
  /// The user requests the help text.
  case help
  case quit
  /// The user requests the complete state again, including the keys.
  case keys
  /// The user presses these keys, in order.
  case press([String])
  /// The user requests this step.
  case command(PlayCommand)

  /// The help text of `:help`.
  static let commands = """
    Write the names of keys, separated by spaces, to press them in order. Write a name with spaces on its own line.
      :next                 next keyboard            :keyboard NAME     choose a keyboard
      :long KEY             hold a key               :release KEY       release a held key
      :swipe DIRECTION [and back] [on KEY]           :type TEXT         press a key for each character
      :circle DIRECTION on KEY                       clockwise or counterclockwise
      :drag X,Y X,Y … [on KEY] [and X,Y … on KEY]    move fingers, in points from a key or the top left corner
      :alternative TEXT on KEY                       hold a key and choose an alternative
      :field TRAIT=VALUE …  focus a field with traits, such as keyboardType=decimalPad or isSecureTextEntry=true
      :undo [NUMBER]        undo your last key presses
      :pasteboard TEXT      copy a text (for keyboards with full access)
      :keys                 show the keys            :help  :quit
    """

  /// Parses a line. `keys` are the names of the shown keys. A line that equals the name of a key presses the key.
  init(_ line: String, keys: Set<String>) throws(Diagnostic) {
    let words = line.split(separator: " ").map(String.init)
    let text = words.joined(separator: " ")
    guard let first = words.first else {
      self = .press([])
      return
    }
    // A single colon is no command, because it is the name of a key. A line that equals the name of a shown key is not
    // a command, even if it begins with a colon.
    guard first.hasPrefix(":"), first.count > 1, !keys.contains(text) else {
      self = .press(keys.contains(text) ? [text] : words)
      return
    }
    let name = first.dropFirst()
    let rest = words.dropFirst().joined(separator: " ")
    switch name {
    case "help": self = .help
    case "quit": self = .quit
    case "keys": self = .keys
    case "next": self = .command(.advance(1))
    case "keyboard": self = .command(.keyboard(try Self.argument(rest, of: name)))
    case "long": self = .command(.key(try Self.argument(rest, of: name), .longPress, count: 1))
    case "release": self = .command(.key(try Self.argument(rest, of: name), .release, count: 1))
    case "type":
      self = .command(.type(try Self.argument(Self.verbatim(line, after: first), of: name, "a text")))
    case "pasteboard": self = .command(.pasteboard(rest.isEmpty ? nil : Self.verbatim(line, after: first)))
    case "swipe":
      let (name, key) = Self.split(rest)
      let returns = name.hasSuffix(Self.back)
      guard let direction = SwipeDirection(name: returns ? String(name.dropLast(Self.back.count)) : name) else {
        throw Diagnostic(
          .scriptWrongType, "", "\"\(name)\" is not a direction.", remedy: "Use \(SwipeDirection.names).")
      }
      guard key != nil || !returns else {
        throw Diagnostic(
          .scriptWrongType, "", "A swipe with `and back` needs a key.",
          remedy: "Name the key, for example `:swipe left and back on e`.")
      }
      self = .command(.swipe(direction, returns: returns, on: key, count: 1))
    case "circle":
      let (name, key) = Self.split(rest)
      guard let direction = ScriptCircle(rawValue: name), let key else {
        throw Diagnostic(
          .scriptWrongType, "", "`:circle` needs a direction and a key.",
          remedy: "Name both, for example `:circle clockwise on e`.")
      }
      self = .command(.circle(direction, on: key, count: 1))
    case "drag": self = .command(.drag(try Self.drags(words.dropFirst())))
    case "alternative":
      let (text, key) = Self.split(rest)
      guard let key, !text.isEmpty else {
        throw Diagnostic(
          .scriptWrongType, "", "`:alternative` needs a text and a key.",
          remedy: "Name both, for example `:alternative é on e`.")
      }
      self = .command(.alternative(.text(text), of: key, count: 1))
    case "undo":
      let steps = 1...KeyboardSession.maximumUndoableSteps
      guard rest.isEmpty || Int(rest).map(steps.contains) == true else {
        throw Diagnostic(
          .scriptWrongType, "", "\"\(rest)\" is not a number of steps from 1 to \(steps.upperBound).",
          remedy: "Write :undo, or :undo 3.")
      }
      self = .command(.undo(Int(rest) ?? 1))
    case "field": self = .command(.focus(try FocusedFieldOptions(traits: words.dropFirst())))
    default:
      throw Diagnostic(
        .scriptCommandUnknown, "", "Unknown command \"\(first)\".", remedy: "Write `:help` to list all commands.")
    }
  }

  private static let back = " and back"

  /// Parses the paths of fingers: points `X,Y` or `X,Y,SECONDS`, optionally followed by `on` and the name of a key. The
  /// word `and` separates fingers.
  private static func drags(_ words: ArraySlice<String>) throws(Diagnostic) -> [ScriptDrag] {
    var drags: [ScriptDrag] = []
    var rest = words
    repeat {
      var path: [DragPoint] = []
      while let word = rest.first, let point = DragPoint(word, after: path.last) {
        path.append(point)
        rest.removeFirst()
      }
      var key: [String] = []
      let isKeyNamed = rest.first == "on"
      if isKeyNamed {
        rest.removeFirst()
        // A key's name can contain the word "and". So the word "and" ends the name of a key only if a point `X,Y`
        // follows.
        while let word = rest.first, !(word == "and" && !key.isEmpty && DragPoint(rest.dropFirst().first) != nil) {
          key.append(word)
          rest.removeFirst()
        }
      }
      let isComplete = !path.isEmpty && isKeyNamed == !key.isEmpty && drags.count < ScriptDrag.maximumFingers
      guard isComplete, rest.isEmpty || rest.first == "and" else {
        throw Diagnostic(
          .scriptWrongType, "", rest.first.map { "\"\($0)\" is not a point of a drag." } ?? "The drag is not complete.",
          remedy: "Write up to \(ScriptDrag.maximumFingers) paths of points X,Y or X,Y,SECONDS, for example "
            + "`:drag 0,0 40,0 40,40,0.5 on e and 0,0 on f`. X and Y are from -10,000 to 10,000. SECONDS is from 0 to 60 "
            + "and does not decrease.")
      }
      drags.append(ScriptDrag(path, on: key.isEmpty ? nil : key.joined(separator: " ")))
    } while rest.popFirst() != nil
    return drags
  }

  /// The text after a command. The result keeps all spaces, because `klava type` types them too.
  private static func verbatim(_ line: String, after command: String) -> String {
    String(line.drop { $0 == " " }.dropFirst(command.count + 1))
  }

  /// Splits the text after a command into an argument and, after the word "on", the name of a key.
  private static func split(_ rest: String) -> (argument: String, key: String?) {
    guard let place = rest.firstRange(of: " on ") else { return (rest, nil) }
    return (String(rest[..<place.lowerBound]), String(rest[place.upperBound...]))
  }

  private static func argument(
    _ text: String, of name: Substring, _ kind: String = "a name"
  ) throws(Diagnostic) -> String {
    guard !text.isEmpty else {
      throw Diagnostic(
        .scriptWrongType, "", "`:\(name)` needs \(kind) after it.", remedy: "Write `:help` to list all commands.")
    }
    return text
  }
}

extension DragPoint {
  /// Parses `X,Y` or `X,Y,SECONDS`. Without seconds, the finger is at the point 20 ms after the previous point.
  fileprivate init?(_ word: String?, after last: DragPoint? = nil) {
    let numbers = word?.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) } ?? []
    guard 2...3 ~= numbers.count, let x = numbers[0], let y = numbers[1],
      PlayCommand.lengths.contains(x), PlayCommand.lengths.contains(y)
    else { return nil }
    let usual = last.map { $0.time + Self.interval } ?? .zero
    guard numbers.count == 3 else {
      self.init(x: x, y: y, time: usual)
      return
    }
    guard let seconds = numbers[2], (0...60).contains(seconds), .seconds(seconds) >= last?.time ?? .zero else {
      return nil
    }
    self.init(x: x, y: y, time: .seconds(seconds))
  }
}
