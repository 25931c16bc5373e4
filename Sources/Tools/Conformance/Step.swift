internal import Foundation
internal import InputViewModel

/// A field for a step. Values are JSON.
struct FieldDescription: Hashable, Sendable {
  var before = ""
  var selected = ""
  var after = ""
  /// The traits by UIKit's names.
  var traits: [String: String] = [:]
  /// The members of a script's `environment`.
  var environment: [String: String] = [:]
  var isMultiline = true

  /// Creates a field.
  init(
    _ before: String = "", selected: String = "", _ after: String = "", traits: [String: String] = [:],
    environment: [String: String] = [:], isMultiline: Bool = true
  ) {
    self.before = before
    self.selected = selected
    self.after = after
    self.traits = traits
    self.environment = environment
    self.isMultiline = isMultiline
  }

  /// A field with a keyboard type, by UIKit's name.
  static func type(_ keyboardType: String, _ before: String = "") -> FieldDescription {
    FieldDescription(before, traits: ["keyboardType": JSONLine.text(keyboardType)])
  }
}

/// One action of the user or the application in a test run: a line of a script for `klava play`.
enum Step: Hashable, Sendable {
  case focus(FieldDescription)
  case blur
  /// The user chooses the keyboard with this identifier.
  case pick(String)
  /// The gesture is press, longPress or release.
  case key(String, gesture: String)
  case swipe(SwipeDirection)
  case select(Int, Int)
  case edit(before: String, selected: String, after: String)
  case traits([String: String], environment: [String: String])
  case wait(Double)

  static func press(_ key: String) -> Step { .key(key, gesture: "press") }

  /// The step as a line of a script.
  var line: String {
    switch self {
    case .focus(let field):
      var members: [(String, String)] = []
      for (name, text) in [("before", field.before), ("selected", field.selected), ("after", field.after)] {
        if !text.isEmpty { members.append((name, JSONLine.text(text))) }
      }
      if !field.traits.isEmpty { members.append(("traits", JSONLine.object(field.traits))) }
      if !field.environment.isEmpty { members.append(("environment", JSONLine.object(field.environment))) }
      if !field.isMultiline { members.append(("multiline", "false")) }
      return JSONLine.object([("focus", JSONLine.object(members))])
    case .blur: return #"{"blur": true}"#
    case .pick(let identifier): return JSONLine.object([("keyboard", JSONLine.text(identifier))])
    case .key(let key, let gesture): return JSONLine.object([(gesture, JSONLine.text(key))])
    case .swipe(let direction): return JSONLine.object([("swipe", JSONLine.text(String(describing: direction)))])
    case .select(let offset, let length): return #"{"select": [\#(offset), \#(length)]}"#
    case .edit(let before, let selected, let after):
      return JSONLine.object([
        (
          "edit",
          JSONLine.object([
            ("before", JSONLine.text(before)), ("selected", JSONLine.text(selected)), ("after", JSONLine.text(after)),
          ])
        )
      ])
    case .traits(let traits, let environment):
      var members = [("traits", JSONLine.object(traits))]
      if !environment.isEmpty { members.append(("environment", JSONLine.object(environment))) }
      return JSONLine.object(members)
    case .wait(let seconds): return #"{"wait": \#(seconds)}"#
    }
  }
}

/// An encoder of JSON for lines of scripts.
enum JSONLine {
  /// A string as JSON.
  static func text(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    do {
      return String(decoding: try encoder.encode(text), as: UTF8.self)
    } catch {
      // Encoding a string cannot fail.
      return "\"\""
    }
  }

  /// An object whose members are already JSON.
  static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\(text($0.0)): \($0.1)" }.joined(separator: ", ") + "}"
  }

  /// An object whose members are already JSON, sorted by name.
  static func object(_ members: [String: String]) -> String {
    object(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }
}
