internal import Diagnostics
internal import JSON
internal import KlavaHost

/// A line that the server sends: the answer to a request, or a pushed event (ServeProtocol.md#answers).
struct Record {
  private var members: [JSONValue.Member] = []

  /// Begins the answer to a request.
  init(answering identifier: JSONValue, isOK: Bool) {
    add("id", identifier)
    add("ok", .boolean(isOK))
  }

  /// Begins a record for a pushed event.
  init(pushing kind: String) { add("push", .string(kind)) }

  mutating func add(_ name: String, _ value: JSONValue) { members.append(.init(name: name, value: value)) }

  /// Adds the results of a request or of an event.
  ///
  /// - Parameter hidesText: Whether the field is secure. For a secure field, an error has only the general sentence of
  ///   its code, because its own sentence can quote typed text.
  mutating func add(_ update: InputUpdate, of session: InputSession, hidesText: Bool) {
    add("keyboard", session.textInputMode.map { .string($0.identifier) } ?? .null)
    add("shownBecause", session.systemKeyboardReason.map(JSONValue.string) ?? .null)
    add("edits", .array(update.edits.map(\.json)))
    if !update.editsOfPreviousField.isEmpty {
      add("editsOfPreviousField", .array(update.editsOfPreviousField.map(\.json)))
    }
    add("notifications", .array(update.notifications.map(\.json)))
    add("events", .array(update.events.map(\.json)))
    add("viewChanged", .boolean(update.inputViewDidChange))
    if update.pressedKeysDidChange { add("pressedKeysChanged", .boolean(true)) }
    if update.hasClearedText { add("clearedText", .boolean(true)) }
    add(update.error, hidesText: hidesText)
    if !update.warnings.isEmpty, !hidesText { add("warning", .string(update.warnings.joined(separator: " "))) }
  }

  /// Adds the member `error`, which is null without an error.
  mutating func add(_ error: HostError?, hidesText: Bool = false) {
    guard let error else { return add("error", .null) }
    add(
      "error",
      .object([
        "code": .string(error.code), "message": .string(hidesText ? error.generalMessage : error.message),
        "remedy": .string(error.remedy),
      ]))
  }

  /// The record as a line of JSON, with a line break at its end.
  var line: [UInt8] { Array(JSONValue.object(members).json.utf8) + [UInt8(ascii: "\n")] }
}

extension TextEdit {
  fileprivate var json: JSONValue {
    .object([
      "edit": .string(kind.name), "range": range.json, "text": .string(text), "selection": selection.json,
      "marked": markedRange?.json ?? .null,
    ])
  }
}

extension TextEdit.Kind {
  /// The name that UIKit has for the call.
  fileprivate var name: String {
    switch self {
    case .insertText: "insertText"
    case .deleteBackward: "deleteBackward"
    case .adjustTextPosition: "adjustTextPosition"
    case .adjustTextPositionByCharacters: "adjustTextPositionByCharacters"
    case .setMarkedText: "setMarkedText"
    case .unmarkText: "unmarkText"
    case .replaceText: "replaceText"
    }
  }
}

extension KeyboardNotification {
  fileprivate var json: JSONValue {
    .object([
      "name": .string(name.rawValue), "begin": frameBegin.json, "end": frameEnd.json,
      "duration": .number(animationDuration),
    ])
  }
}

extension InputMode {
  /// The mode as an object.
  var json: JSONValue {
    .object([
      "identifier": .string(identifier), "name": .string(displayName),
      "language": primaryLanguage.map(JSONValue.string) ?? .null,
    ])
  }
}

extension InputUpdate.Event {
  fileprivate var json: JSONValue {
    switch self {
    case .return: .object(["event": "return"])
    case .keyCommand(let command):
      .object([
        "event": "keyCommand", "key": .string(command.name),
        "title": command.discoverabilityTitle.map(JSONValue.string) ?? .null,
      ])
    case .inputModeList: .object(["event": "inputModeList"])
    case .currentInputModeDidChange(let mode):
      .object(["event": "currentInputModeDidChange", "mode": mode?.json ?? .null])
    case .activeInputModesDidChange: .object(["event": "activeInputModesDidChange"])
    case .dismissKeyboard: .object(["event": "dismissKeyboard"])
    case .processEnded(let keyboard): .object(["event": "processEnded", "keyboard": .string(keyboard)])
    case .restarted: .object(["event": "restarted"])
    case .click: .object(["event": "click"])
    case .haptic(let haptic): .object(["event": "haptic", "kind": .string(String(describing: haptic))])
    case .timer: .object(["event": "timer"])
    }
  }
}

extension KeyboardView {
  /// The view as an object (ServeProtocol.md#view).
  ///
  /// - Parameter withDrawings: Whether the object contains the drawings of the canvases.
  func json(withDrawings: Bool = false) -> JSONValue {
    .object([
      "keyboard": .string(keyboard), "width": .number(width), "height": .number(height),
      "background": .color(background), "elements": .array(elements.map { $0.json(withDrawing: withDrawings) }),
    ])
  }
}

extension PressedKeys {
  /// The pressed keys as an object (ServeProtocol.md#pressed-keys).
  var json: JSONValue {
    .object([
      "keys": .array(keys.map(JSONValue.string)), "popUps": .array(popUps.map(\.json)),
      "movesInsertionPoint": .boolean(movesInsertionPoint),
    ])
  }
}

extension PressedKeys.PopUp {
  fileprivate var json: JSONValue {
    .object([
      "key": .string(key), "alternatives": .array(alternatives.map(JSONValue.string)),
      "frames": .array(frames.map(\.json)), "chosen": chosen.map(JSONValue.integer) ?? .null,
    ])
  }
}

extension KeyboardView.Element {
  fileprivate func json(withDrawing: Bool) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(name: "kind", value: .string(kind.rawValue)), .init(name: "id", value: .string(identifier)),
      .init(name: "title", value: .string(title)), .init(name: "frame", value: frame.json),
    ]
    func add(_ name: String, _ value: JSONValue?) { if let value { members.append(.init(name: name, value: value)) } }
    add("clip", clip?.json)
    add("subtitle", subtitle.map(JSONValue.string))
    if !hints.isEmpty {
      add(
        "hints",
        .array(
          hints.map { .object(["text": .string($0.text), "position": .string($0.position.rawValue)]) }))
    }
    add("role", (role?.name).map(JSONValue.string))
    if !isEnabled { add("enabled", .boolean(false)) }
    if isSelected { add("selected", .boolean(true)) }
    if !alternatives.isEmpty { add("alternatives", .array(alternatives.map(JSONValue.string))) }
    add("label", accessibilityLabel.map(JSONValue.string))
    add("image", image.map(JSONValue.string))
    if withDrawing { add("drawing", drawing?.json) }
    add("look", look.json)
    return .object(members)
  }
}

extension KeyboardView.Look {
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = [.init(name: "foreground", value: .color(foreground))]
    if let background { members.append(.init(name: "background", value: .color(background))) }
    if let shadow { members.append(.init(name: "shadow", value: .color(shadow))) }
    members += [
      .init(name: "cornerRadius", value: .number(cornerRadius)), .init(name: "opacity", value: .number(opacity)),
      .init(name: "fontSize", value: .number(fontSize)), .init(name: "fontWeight", value: .string(fontWeight)),
      .init(name: "alignment", value: .string(alignment)),
    ]
    return .object(members)
  }
}

extension Range<Int> {
  /// The range as an array: its start and its length.
  fileprivate var json: JSONValue { .array([.integer(lowerBound), .integer(count)]) }
}

extension HostRect {
  fileprivate var json: JSONValue { .array([.number(x), .number(y), .number(width), .number(height)]) }
}

extension JSONValue {
  /// A number, rounded to a multiple of 1/`parts`.
  static func number(_ value: Double, per parts: Double = 100) -> JSONValue {
    let rounded = (value * parts).rounded() / parts
    return Int(exactly: rounded).map(JSONValue.integer) ?? .real(rounded)
  }

  /// A color as in CSS: `#RRGGBBAA`.
  static func color(_ value: UInt32) -> JSONValue {
    let digits = String(value, radix: 16)
    return .string("#" + String(repeating: "0", count: 8 - digits.count) + digits)
  }
}

extension JSONValue: ExpressibleByStringLiteral {
  /// Creates a JSON string from a string literal.
  package init(stringLiteral value: String) { self = .string(value) }
}
