package import Diagnostics
internal import InputViewModel
internal import JSON
internal import KeyboardHost
internal import KeyboardProtocol

extension PlayLine {
  /// The names of the steps with their options. In addition, all steps have the option `show`.
  private static let options: [String: Set<String>] = [
    "focus": [], "blur": [], "keyboard": [], "advance": [], "press": ["alternative", "repeat"],
    "longPress": ["repeat"],
    "release": ["repeat"], "swipe": ["on", "repeat", "returns"], "circle": ["on", "repeat"], "drag": ["and", "on"],
    "type": [], "hardware": [], "select": [], "edit": [],
    "traits": ["environment"], "setting": [], "access": [], "host": [], "pasteboard": ["concealed"],
    "proxy": [], "wait": [],
    "clearContext": ["application"], "expect": [], "undo": [],
  ]

  /// Parses a line from JSON text. Diagnostics refer to the line as `subject`.
  ///
  /// - Throws: `scriptNotJSON`, or another diagnostic that names the line and the member.
  package init(parsing text: String, subject: String) throws(Diagnostic) {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: Array(text.utf8))
    } catch {
      throw Diagnostic(.scriptNotJSON, subject, "The line is not JSON: \(error.reasonInLine)")
    }
    try self.init(ScriptNode(value: value, path: "", subject: subject))
  }

  /// The names of all steps that a line can have.
  package static let stepNames = Set(options.keys)
  /// The names of the options of all steps.
  package static let optionNames = options.values.reduce(into: Set()) { $0.formUnion($1) }

  /// Reads a line from a JSON value.
  ///
  /// - Throws: `scriptNotAnObject`, or another diagnostic that names the line and the member.
  package init(_ line: ScriptNode) throws(Diagnostic) {
    guard case .object = line.value else {
      throw line.diagnostic(.scriptNotAnObject, "The line is \(line.found), not an object.")
    }
    var members = try line.members()
    if let index = members.firstIndex(where: { $0.name == "show" }) {
      let show = members.remove(at: index).node
      guard try show.string() == "keys" else { throw show.wrongValue("\"keys\"") }
      showsKeys = true
    }
    let commands = members.filter { Self.options[$0.name] != nil }
    guard commands.count < 2 else {
      let names = commands.map { "\"\($0.name)\"" }.joined(separator: " and ")
      throw line.diagnostic(
        .scriptSeveralCommands, "The line has the steps \(names), but a line can have only one step.")
    }
    guard let (name, node) = commands.first else {
      command = .nothing
      if showsKeys, members.isEmpty { return }
      throw Self.noCommand(members, line)
    }
    var given: [String: ScriptNode] = [:]
    for (option, node) in members where option != name {
      let known = Self.options[name, default: []]
      guard known.contains(option) else {
        throw node.diagnostic(
          .scriptOptionUnknown,
          "\"\(name)\" has no option \"\(option.shortened)\"; expected one of "
            + "\((known.sorted() + ["show"]).joined(separator: ", ")).")
      }
      given[option] = node
    }
    command = try PlayCommand(name, node, given)
  }

  private static func noCommand(_ members: [(name: String, node: ScriptNode)], _ line: ScriptNode) -> Diagnostic {
    let commands = options.keys.sorted().joined(separator: ", ")
    guard let stranger = members.first(where: { !optionNames.contains($0.name) }) else {
      guard let option = members.first?.name else {
        return line.diagnostic(.scriptNoCommand, "The line has no step; expected one of \(commands).")
      }
      let steps = options.filter { $0.value.contains(option) }.keys.sorted().map { "\"\($0)\"" }
      return line.diagnostic(
        .scriptNoCommand,
        "The line has no step. \"\(option)\" is an option of \(steps.count == 1 ? "the step" : "the steps") "
          + "\(steps.joined(separator: ", ")).")
    }
    return line.diagnostic(
      .scriptCommandUnknown, "Unknown step \"\(stranger.name.shortened)\"; expected one of \(commands).")
  }
}

extension PlayCommand {
  /// The allowed counts in one line: the repetitions of a step, the taps of the globe key, or the steps to undo.
  private static let counts = 0...10_000
  /// The allowed waiting times of one line, in seconds.
  private static let seconds = 0.0...3_600.0

  /// The allowed coordinates of a finger, in points.
  static let lengths = -10_000.0...10_000.0

  fileprivate init(_ name: String, _ node: ScriptNode, _ options: [String: ScriptNode]) throws(Diagnostic) {
    let count = try options["repeat"]?.integer(in: Self.counts) ?? 1
    switch name {
    case "focus": self = .focus(try FocusedFieldOptions(node))
    case "blur":
      guard try node.boolean() else { throw node.wrongValue("true") }
      self = .blur
    case "keyboard": self = .keyboard(try node.string())
    case "advance": self = .advance(try node.integer(in: Self.counts))
    case "press":
      let name = try node.string()
      let choice = try options["alternative"]?.alternative()
      self = choice.map { .alternative($0, of: name, count: count) } ?? .key(name, .press, count: count)
    case "longPress": self = .key(try node.string(), .longPress, count: count)
    case "release": self = .key(try node.string(), .release, count: count)
    case "swipe":
      let direction = try node.direction()
      let (key, returns) = (try options["on"]?.string(), try options["returns"]?.boolean() ?? false)
      guard key != nil || !returns else {
        throw node.diagnostic(.scriptWrongType, "A swipe with \"returns\" needs the option \"on\" with a key.")
      }
      self = .swipe(direction, returns: returns, on: key, count: count)
    case "circle":
      guard let direction = ScriptCircle(rawValue: try node.string()) else { throw node.wrongValue(ScriptCircle.names) }
      guard let key = try options["on"]?.string() else {
        throw node.diagnostic(.scriptWrongType, "A circle needs the option \"on\" with a key.")
      }
      self = .circle(direction, on: key, count: count)
    case "drag":
      let others =
        try options["and"]?.elements(1...(ScriptDrag.maximumFingers - 1), "an array of 1 to 9 other drags") ?? []
      let first = ScriptDrag(try Self.path(node), on: try options["on"]?.string())
      self = .drag([first] + (try others.map { (other) throws(Diagnostic) in try Self.drag(other) }))
    case "type": self = .type(try node.text())
    case "hardware": self = .hardware(try node.string())
    case "undo": self = .undo(try node.integer(in: 0...KeyboardSession.maximumUndoableSteps))
    case "select":
      let numbers = try node.elements(2...2, "an array of an offset and a length, such as [0, 5]")
      self = .select(
        offset: try numbers[0].integer(in: 0...Int.max), length: try numbers[1].integer(in: 0...Int.max))
    case "edit": self = try .edit(node)
    case "traits":
      self = .traits(try TraitsChange(node), try options["environment"].map(EnvironmentChange.init))
    case "setting": self = try .setting(node)
    case "access":
      let parts = try node.elements(2...2, "an array of a keyboard and true or false")
      self = .access(keyboard: try parts[0].string(), isGranted: try parts[1].boolean())
    case "host": self = .host(try FaultInjection(node))
    case "pasteboard":
      let isConcealed = try options["concealed"]?.boolean() ?? false
      if case .null = node.value {
        self = .pasteboard(nil)
      } else {
        self = isConcealed ? .concealed(try node.text()) : .pasteboard(try node.text())
      }
    case "proxy": self = .proxy(try ProxyCall.parse(node))
    case "wait": self = .wait(.seconds(try node.real(in: Self.seconds)))
    case "clearContext":
      self = .clearContext(try node.string(), application: try options["application"]?.string())
    default: self = .expect(try Expectation(node))
    }
  }

  /// Reads the drag of another finger: an object with the members `drag` and `on`.
  private static func drag(_ node: ScriptNode) throws(Diagnostic) -> ScriptDrag {
    var (path, key): ([DragPoint]?, String?)
    for (name, node) in try node.members() {
      switch name {
      case "drag": path = try Self.path(node)
      case "on": key = try node.string()
      default: throw node.unknown(among: ["drag", "on"])
      }
    }
    guard let path else { throw node.lacks("drag") }
    return ScriptDrag(path, on: key)
  }

  private static func path(_ node: ScriptNode) throws(Diagnostic) -> [DragPoint] {
    var path: [DragPoint] = []
    for point in try node.elements(1...1_000, "an array of 1 to 1,000 points") {
      let numbers = try point.elements(3...3, "an array of x, y and the seconds since the start")
      let time = Duration.seconds(try numbers[2].real(in: seconds))
      guard time >= path.last?.time ?? time else {
        throw numbers[2].wrongValue("a time that is not before the time of the previous point")
      }
      path.append(DragPoint(x: try numbers[0].real(in: lengths), y: try numbers[1].real(in: lengths), time: time))
    }
    return path
  }

  private static func edit(_ node: ScriptNode) throws(Diagnostic) -> PlayCommand {
    let names = ["after", "before", "selected"]
    var texts: [String: String] = [:]
    for (name, node) in try node.members() {
      guard names.contains(name) else { throw node.unknown(among: names) }
      texts[name] = try node.text()
    }
    return .edit(
      before: texts["before", default: ""], selected: texts["selected", default: ""],
      after: texts["after", default: ""])
  }

  private static func setting(_ node: ScriptNode) throws(Diagnostic) -> PlayCommand {
    let parts = try node.elements(3...3, "an array of a keyboard, a key and a value")
    let value = SettingValue(json: parts[2].value)
    guard value != nil || parts[2].value == .null else {
      throw parts[2].wrong("a string, a number, a Boolean or null")
    }
    return .setting(keyboard: try parts[0].string(), key: try parts[1].string(), value: value)
  }
}

extension ScriptNode {
  fileprivate func alternative() throws(Diagnostic) -> AlternativeChoice {
    switch value {
    case .string: .text(try string())
    case .integer(let index) where index >= 0: .index(index)
    case .integer: throw wrongValue("a string, or a number that is at least 0")
    default: throw wrong("a string, or a number that is at least 0")
    }
  }

  fileprivate func direction() throws(Diagnostic) -> SwipeDirection {
    let name = try string()
    guard let direction = SwipeDirection(name: name) else { throw wrongValue(SwipeDirection.names) }
    return direction
  }
}

extension SwipeDirection {
  /// The names of all directions, for an error message.
  static let names = "left, right, up, down, upLeft, upRight, downLeft or downRight"

  /// Creates the direction with a name; nil if there is none.
  init?(name: String) {
    guard let direction = Self.allCases.first(where: { String(describing: $0) == name }) else { return nil }
    self = direction
  }
}
