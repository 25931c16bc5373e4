internal import Diagnostics
internal import JSON
internal import KlavaHost
internal import Scripting

/// One request of a client: a line of the protocol (ServeProtocol.md#requests).
struct Request {
  /// The action that the client requests.
  enum Action {
    case hello(Hello)
    case focus(FocusedFieldOptions, InputField)
    /// A step of a script.
    case step(PlayCommand)
    case touch(InputSession.TouchPhase, finger: Int, x: Double, y: Double)
    case screen(Screen)
    case placement(KeyboardPlacement)
    case accessory(Double?)
    case keyCommands([KeyCommand])
    case dismiss
    case clearContext(String)
    /// A picture of the shown keyboard's bundle.
    case picture(String)
    case nothing
  }

  /// The members of `hello`.
  struct Hello {
    var version: Int?
    var application = ""
    var units = TextEdit.Units.utf16
  }

  /// A part of the state that a client can request with `show`.
  enum Part: String, CaseIterable {
    case view, drawings, document, modes, pressedKeys
  }

  /// The identifier of the request; null until it is known.
  private(set) var identifier = JSONValue.null
  private(set) var parts: [Part] = []

  /// The members that every request can have.
  private static let common = ["id", "show"]
  /// The steps of `klava play` that a client may request. The other steps change the user's choices, or are useful only
  /// in tests.
  private static let steps = [
    "advance", "blur", "edit", "keyboard", "longPress", "hardware", "press", "release", "select",
    "swipe", "traits", "type", "undo",
  ]
  /// The options that a client may use in the allowed steps. A client sets the environment with the request `screen`
  /// instead.
  private static let options = ["alternative", "on", "repeat", "returns"]
  private static let own = [
    "accessory", "clearContext", "dismiss", "focus", "hello", "keyCommands", "picture", "placement", "screen", "touch",
  ]
  /// The members of `focus` that a client may use, but that `klava play` does not accept.
  private static let fieldMembers: Set<String> = ["accessory", "inputView", "keyCommands", "textInputMode"]
  /// The maximum size of an identifier in bytes. Each answer repeats the identifier.
  private static let identifierBytes = 1_024
  private static let remedy = "Send a request as described in Documentation/Design/ServeProtocol.md."
  private static let lengths = 0.0...10_000.0
  /// The maximum number of characters in one `type` request.
  private static let typedCharacters = 10_000
  private static let keyCommandCount = 0...256

  /// Reads a line. If the line has a valid identifier, sets ``identifier`` even if the rest of the line is wrong.
  mutating func read(_ line: [UInt8]) throws(Diagnostic) -> Action {
    let value: JSONValue
    do throws(JSONValue.SyntaxError) {
      value = try JSONValue(parsing: line)
    } catch {
      // Quote no part of the line, because it can contain the text of a secure field.
      throw Diagnostic(
        .scriptNotJSON, "", "The request is not JSON: \(error.reasonWithoutText)",
        remedy: error.isEncodingWrong ? "Encode the line in UTF-8." : nil)
    }
    guard case .object(var members) = value else { throw Diagnostic(.scriptNotAnObject, "") }
    switch value["id"] {
    case .integer(let number)?: identifier = .integer(number)
    case .string(let text)? where text.utf8.count <= Self.identifierBytes: identifier = .string(text)
    default: throw Diagnostic(.requestIdentifierMissing, "")
    }
    let root = Self.node(value)
    if let show = try root.members().first(where: { $0.name == "show" })?.node { parts = try Self.parts(show) }
    members.removeAll { Self.common.contains($0.name) }
    let names = members.map(\.name)
    guard let name = names.first(where: Self.own.contains) else {
      guard !members.isEmpty else { return .nothing }
      // Refuse unknown names, and the steps of `klava play` that are not in `steps`.
      let stranger = names.first {
        !Self.steps.contains($0) && (PlayLine.stepNames.contains($0) || !PlayLine.optionNames.contains($0))
      }
      let known = (Self.steps + Self.own).sorted().joined(separator: ", ")
      if let stranger {
        throw root.diagnostic(
          .scriptCommandUnknown, "Unknown request \"\(stranger.shortened)\"; expected one of \(known).")
      }
      let steps = names.filter(Self.steps.contains)
      guard !steps.isEmpty else {
        throw root.diagnostic(.scriptNoCommand, "There is no request; expected one of \(known).")
      }
      guard steps.count == 1 else {
        throw root.diagnostic(
          .scriptSeveralCommands, "A line can have only one of the requests \(steps.joined(separator: " and ")).")
      }
      if let option = names.first(where: { !Self.steps.contains($0) && !Self.options.contains($0) }) {
        let remedy = option == "environment" ? "Send \"screen\"." : Self.remedy
        throw Diagnostic(.scriptOptionUnknown, "", "A request has no option \"\(option)\".", remedy: remedy)
      }
      let line = try PlayLine(Self.node(.object(members)))
      if case .type(let text) = line.command, text.count > Self.typedCharacters {
        throw Diagnostic(
          .scriptValueOutOfRange, "", "\"type\" has more than \(Self.typedCharacters) characters.",
          remedy: "Send several requests.")
      }
      return .step(line.command)
    }
    if name == "touch", members.count > 1, Set(names).isSubset(of: ["touch", "phase", "finger", "at"]) {
      throw Diagnostic(
        .scriptSeveralCommands, "", "The members \"finger\", \"phase\" and \"at\" belong into the object \"touch\".",
        remedy: "Send {\"touch\": {\"finger\": 0, \"phase\": \"began\", \"at\": [x, y]}}.")
    }
    guard members.count == 1, let node = try root.members().first(where: { $0.name == name })?.node else {
      throw root.diagnostic(
        .scriptSeveralCommands, "The request \"\(name)\" allows only the members \"id\", \"show\" and \"\(name)\".")
    }
    return try Self.action(name, node)
  }

  private static func node(_ value: JSONValue) -> ScriptNode {
    ScriptNode(value: value, path: "", subject: "", use: ScriptNode.Use(hidesValues: true, remedy: remedy))
  }

  private static func parts(_ node: ScriptNode) throws(Diagnostic) -> [Part] {
    let names = Part.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    let expected = "\(names), or an array of these"
    let nodes = if case .array = node.value { try node.elements(0...Part.allCases.count, expected) } else { [node] }
    var parts: [Part] = []
    for node in nodes {
      guard case .string(let name) = node.value else { throw node.wrong(expected) }
      guard let part = Part(rawValue: name) else { throw node.wrongValue(expected) }
      parts.append(part)
    }
    return parts
  }

  private static func action(_ name: String, _ node: ScriptNode) throws(Diagnostic) -> Action {
    switch name {
    case "hello": return .hello(try hello(node))
    case "focus": return try focus(node)
    case "clearContext": return .clearContext(try node.string())
    case "picture": return .picture(try node.string())
    case "touch": return try touch(node)
    case "screen": return .screen(try screen(node))
    case "placement": return .placement(try placement(node))
    case "accessory": return .accessory(node.isNull ? nil : try node.real(in: lengths))
    case "keyCommands": return .keyCommands(try keyCommands(node))
    default:
      guard try node.boolean() else { throw node.wrongValue("true") }
      return .dismiss
    }
  }

  private static func hello(_ node: ScriptNode) throws(Diagnostic) -> Hello {
    var hello = Hello()
    for (name, node) in try node.members() {
      switch name {
      case "version": hello.version = try node.integer(in: 0...Int.max)
      case "application": hello.application = try node.string()
      case "units":
        guard let units = TextEdit.Units(rawValue: try node.string()) else {
          throw node.wrongValue("one of " + TextEdit.Units.allCases.map(\.rawValue).joined(separator: ", "))
        }
        hello.units = units
      // Ignore unknown members: a later version of the client may send more.
      default: continue
      }
    }
    return hello
  }

  private static func focus(_ node: ScriptNode) throws(Diagnostic) -> Action {
    var options = try FocusedFieldOptions(node, besides: fieldMembers)
    var field = InputField()
    for (name, node) in try node.members() where fieldMembers.contains(name) {
      switch name {
      case "accessory": field.inputAccessoryViewHeight = try node.isNull ? nil : node.real(in: lengths)
      case "keyCommands": field.keyCommands = try keyCommands(node)
      case "textInputMode": options.textInputMode = try node.isNull ? nil : node.string()
      case "inputView" where !node.isNull:
        for (name, node) in try node.members() {
          guard name == "height" else { throw node.unknown(among: ["height"]) }
          field.inputView = .height(try node.real(in: lengths))
        }
        guard field.inputView != nil else { throw node.lacks("height") }
      default: continue
      }
    }
    return .focus(options, field)
  }

  private static func touch(_ node: ScriptNode) throws(Diagnostic) -> Action {
    var (phase, finger, point): (InputSession.TouchPhase?, Int, (x: Double, y: Double)?) = (nil, 0, nil)
    for (name, node) in try node.members() {
      switch name {
      case "phase":
        phase = InputSession.TouchPhase(rawValue: try node.string())
        if phase == nil {
          throw node.wrongValue(InputSession.TouchPhase.allCases.map(\.rawValue).joined(separator: ", "))
        }
      case "finger": finger = try node.integer(in: 0...9)
      case "at":
        let numbers = try node.elements(2...2, "an array of x and y")
        let range = -10_000.0...10_000.0
        point = (x: try numbers[0].real(in: range), y: try numbers[1].real(in: range))
      default: throw node.unknown(among: ["at", "finger", "phase"])
      }
    }
    guard let phase else { throw point == nil ? node.lacks("phase", "at") : node.lacks("phase") }
    guard let point else { throw node.lacks("at") }
    return .touch(phase, finger: finger, x: point.x, y: point.y)
  }

  private static func screen(_ node: ScriptNode) throws(Diagnostic) -> Screen {
    var screen = Screen()
    let lengths = 1.0...10_000.0
    for (name, node) in try node.members() {
      switch name {
      case "width": screen.width = try node.real(in: lengths)
      case "height": screen.height = try node.real(in: lengths)
      case "maximumKeyboardHeight": screen.maximumKeyboardHeight = try node.real(in: lengths)
      case "dark": screen.isDark = try node.boolean()
      case "reduceMotion": screen.reducesMotion = try node.boolean()
      case "rightToLeft": screen.isRightToLeft = try node.boolean()
      case "textScale": screen.textScale = try node.real(in: 0.5...10)
      case "safeArea":
        let edges = try node.elements(3...3, "an array of the left, the right and the bottom edge")
        screen.safeAreaLeft = try edges[0].real(in: Self.lengths)
        screen.safeAreaRight = try edges[1].real(in: Self.lengths)
        screen.safeAreaBottom = try edges[2].real(in: Self.lengths)
      default:
        throw node.unknown(
          among: [
            "dark", "height", "maximumKeyboardHeight", "reduceMotion", "rightToLeft", "safeArea", "textScale", "width",
          ])
      }
    }
    return screen
  }

  private static func placement(_ node: ScriptNode) throws(Diagnostic) -> KeyboardPlacement {
    let expected = "\"docked\", {\"undocked\": y} or {\"split\": y}"
    switch node.value {
    case .string("docked"): return .docked
    case .object:
      let members = try node.members()
      guard members.count == 1, let (name, node) = members.first else { throw node.wrong(expected) }
      switch name {
      case "undocked": return .undocked(top: try node.real(in: lengths))
      case "split": return .split(top: try node.real(in: lengths))
      default: throw node.unknown(among: ["split", "undocked"])
      }
    case .string: throw node.wrongValue(expected)
    default: throw node.wrong(expected)
    }
  }

  private static func keyCommands(_ node: ScriptNode) throws(Diagnostic) -> [KeyCommand] {
    var commands: [KeyCommand] = []
    for node in try node.elements(keyCommandCount, "an array of at most 256 objects") {
      var (key, title): (KeyCommand?, String?) = (nil, nil)
      for (name, node) in try node.members() {
        switch name {
        case "key":
          key = KeyCommand(name: try node.string())
          if key == nil { throw node.wrongValue("the name of a key, such as \"Command+ArrowUp\"") }
        case "title": title = try node.isNull ? nil : node.string()
        default: throw node.unknown(among: ["key", "title"])
        }
      }
      guard var command = key else { throw node.lacks("key") }
      command.discoverabilityTitle = title
      commands.append(command)
    }
    return commands
  }
}
