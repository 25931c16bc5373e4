internal import Diagnostics
internal import InputViewModel

/// One line of the user's input to `klava type`: keys to press, or a command that begins with a colon.
enum TypeLine {
  /// A request for the help text.
  case help
  case quit
  /// A request to show the complete state again, including the keys.
  case keys
  /// Presses these keys, in order.
  case press([String])
  /// Performs a step.
  case command(PlayCommand)

  /// The help text of `:help`.
  static let commands = """
    Write the names of keys, separated by spaces, to press them in order. Write a name with spaces on its own line.
      :next                 next keyboard            :keyboard NAME     choose a keyboard
      :long KEY             hold a key               :release KEY       release a held key
      :swipe DIRECTION [on KEY]                      :type TEXT         press a key for each character
      :alternative TEXT on KEY                       hold a key and choose an alternative
      :field TRAIT=VALUE …  focus a field with traits, such as keyboardType=decimalPad or isSecureTextEntry=true
      :pasteboard TEXT      copy a text (for keyboards with full access)
      :keys                 show the keys            :help  :quit
    """

  /// Parses a line. `keys` are the names of the shown keys: a line that equals one of them presses this key.
  init(_ line: String, keys: Set<String>) throws(Diagnostic) {
    let words = line.split(separator: " ").map(String.init)
    let text = words.joined(separator: " ")
    guard let first = words.first else {
      self = .press([])
      return
    }
    // A single colon is the name of a key. A line that equals the name of a shown key is no command either.
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
      self = .command(.type(try Self.argument(Self.verbatim(line, after: first), of: name)))
    case "pasteboard": self = .command(.pasteboard(rest.isEmpty ? nil : Self.verbatim(line, after: first)))
    case "swipe":
      let (name, key) = Self.split(rest)
      guard let direction = SwipeDirection(name: name) else {
        throw Diagnostic(
          .scriptWrongType, "", "\"\(name)\" is not a direction.", remedy: "Use \(SwipeDirection.names).")
      }
      self = .command(.swipe(direction, on: key, count: 1))
    case "alternative":
      let (text, key) = Self.split(rest)
      guard let key, !text.isEmpty else {
        throw Diagnostic(
          .scriptWrongType, "", ":alternative needs a text and a key.", remedy: "Write :alternative é on e.")
      }
      self = .command(.alternative(.text(text), of: key, count: 1))
    case "field": self = .command(.focus(try FocusedFieldOptions(traits: words.dropFirst())))
    default:
      throw Diagnostic(
        .scriptCommandUnknown, "", "Unknown command \"\(first)\".", remedy: "Write :help to list all commands.")
    }
  }

  /// The text after a command with all spaces, because they are typed too.
  private static func verbatim(_ line: String, after command: String) -> String {
    String(line.drop { $0 == " " }.dropFirst(command.count + 1))
  }

  /// Splits the text after a command into an argument and, after the word "on", the name of a key.
  private static func split(_ rest: String) -> (argument: String, key: String?) {
    guard let place = rest.firstRange(of: " on ") else { return (rest, nil) }
    return (String(rest[..<place.lowerBound]), String(rest[place.upperBound...]))
  }

  private static func argument(_ text: String, of name: Substring) throws(Diagnostic) -> String {
    guard !text.isEmpty else {
      throw Diagnostic(
        .scriptWrongType, "", ":\(name) needs a name after it.", remedy: "Write :help to list all commands.")
    }
    return text
  }
}
