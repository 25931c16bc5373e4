internal import InputViewModel
internal import JSON

/// The field of a focus step.
struct FieldDescription: Hashable, Sendable {
  var before = ""
  var selected = ""
  var after = ""
  /// The traits by UIKit's names.
  var traits: [String: JSONValue] = [:]
  /// The environment in which the host shows the keyboard, as the members of the object `environment` in a script.
  var environment: [String: JSONValue] = [:]
  var isMultiline = true

  init(
    _ before: String = "", selected: String = "", _ after: String = "", traits: [String: JSONValue] = [:],
    environment: [String: JSONValue] = [:], isMultiline: Bool = true
  ) {
    self.before = before
    self.selected = selected
    self.after = after
    self.traits = traits
    self.environment = environment
    self.isMultiline = isMultiline
  }

  /// A field with a keyboard type, given by UIKit's name.
  static func type(_ keyboardType: String, _ before: String = "") -> FieldDescription {
    FieldDescription(before, traits: ["keyboardType": .string(keyboardType)])
  }
}

/// One action of the user or the application in a test run: a line of a script for `klava play`.
enum Step: Hashable, Sendable {
  /// A line at the start of the script that sets a condition of the test run.
  case condition(JSONValue)
  case focus(FieldDescription)
  case blur
  /// The user chooses the keyboard with this identifier.
  case pick(String)
  /// The user makes a gesture on a key: press, longPress or release.
  case key(String, gesture: String)
  /// The user presses a key many times.
  case presses(String, times: Int)
  /// The user holds a key and chooses one of its alternatives.
  case alternative(String, of: String)
  /// The user swipes over the keyboard. The swipe begins on a key or beside all keys. An out-and-back swipe returns to
  /// its key.
  case swipe(SwipeDirection, returns: Bool = false, on: String? = nil)
  /// The user draws a circle that begins on a key.
  case circle(isClockwise: Bool, on: String)
  /// A finger taps a key that gets touches instead of gestures.
  case tap(String)
  case select(Int, Int)
  case edit(before: String, selected: String, after: String)
  case traits([String: JSONValue], environment: [String: JSONValue])
  case wait(Double)

  static func press(_ key: String) -> Step { .key(key, gesture: "press") }

  /// The step that presses a key, or that taps a key which gets touches instead of gestures.
  static func press(_ key: Key) -> Step { key.getsTouches ? .tap(key.identifier) : .press(key.identifier) }

  /// The identifier of the key on which the step performs a gesture; nil for a step without a key.
  var key: String? {
    switch self {
    case .key(let key, _), .presses(let key, _), .alternative(_, let key): key
    case .swipe(_, _, let key): key
    case .circle(_, let key), .tap(let key): key
    default: nil
    }
  }

  /// Whether the step gives a field the focus.
  var isFocus: Bool { if case .focus = self { true } else { false } }

  /// Whether the step chooses a keyboard.
  var isPick: Bool { if case .pick = self { true } else { false } }

  /// Whether the step presses a key.
  var isPress: Bool {
    switch self {
    case .key(_, gesture: "press"), .presses, .alternative: true
    default: false
    }
  }

  /// Whether the step sets traits of a field.
  var setsTraits: Bool {
    switch self {
    case .focus(let field): !field.traits.isEmpty
    case .traits: true
    default: false
    }
  }

  /// The step as a line of a script.
  var line: String { json.spacedJSON }

  private var json: JSONValue {
    switch self {
    case .focus(let field):
      var members: [JSONValue.Member] = []
      for (name, text) in [("before", field.before), ("selected", field.selected), ("after", field.after)] {
        if !text.isEmpty { members.append(.init(name: name, value: .string(text))) }
      }
      if !field.traits.isEmpty { members.append(.init(name: "traits", value: .object(sorting: field.traits))) }
      if !field.environment.isEmpty {
        members.append(.init(name: "environment", value: .object(sorting: field.environment)))
      }
      if !field.isMultiline { members.append(.init(name: "multiline", value: .boolean(false))) }
      return .object(["focus": .object(members)])
    case .condition(let line): return line
    case .blur: return .object(["blur": .boolean(true)])
    case .pick(let identifier): return .object(["keyboard": .string(identifier)])
    case .key(let key, let gesture): return .object([gesture: .string(key)])
    case .presses(let key, let times): return .object(["press": .string(key), "repeat": .integer(times)])
    case .alternative(let text, let key): return .object(["press": .string(key), "alternative": .string(text)])
    case .swipe(let direction, let returns, let key):
      var members: [JSONValue.Member] = [.init(name: "swipe", value: .string(String(describing: direction)))]
      if let key { members.append(.init(name: "on", value: .string(key))) }
      if returns { members.append(.init(name: "returns", value: .boolean(true))) }
      return .object(members)
    case .circle(let isClockwise, let key):
      return .object(["circle": .string(isClockwise ? "clockwise" : "counterclockwise"), "on": .string(key)])
    case .tap(let key):
      let point = JSONValue.array([.integer(0), .integer(0), .integer(0)])
      return .object(["drag": .array([point]), "on": .string(key)])
    case .select(let offset, let length): return .object(["select": .array([.integer(offset), .integer(length)])])
    case .edit(let before, let selected, let after):
      return .object([
        "edit": .object(["before": .string(before), "selected": .string(selected), "after": .string(after)])
      ])
    case .traits(let traits, let environment):
      var members = [JSONValue.Member(name: "traits", value: .object(sorting: traits))]
      if !environment.isEmpty { members.append(.init(name: "environment", value: .object(sorting: environment))) }
      return .object(members)
    case .wait(let seconds): return .object(["wait": .real(seconds)])
    }
  }
}
