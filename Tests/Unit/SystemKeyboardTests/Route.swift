import KeyboardProtocol
import Testing

/// Key presses that type nothing and lead from a field's first plane to another plane or shift state.
struct Route: CustomTestStringConvertible {
  let keys: [String]

  var testDescription: String { keys.isEmpty ? "at once" : "after \(keys.joined(separator: " "))" }

  /// Returns a new field after presses of these keys.
  func follow(in state: FieldState) throws -> TypedField {
    let field = try TypedField(state)
    for key in keys { try field.press(key) }
    return field
  }

  /// Returns a route to each plane and shift state that the keyboard has in this field.
  static func all(in state: FieldState) throws -> [Route] {
    let letters: [[String]] = [[], ["shift"], ["shift", "shift"]]
    let others = [["123"], ["123", "#+="], ["shift", "shift", "123"], ["shift", "shift", "123", "#+="]]
    let fromLetters = letters + others
    // In a field that first shows numbers, the key ABC leads to the letters.
    let fromNumbers = [[], ["#+="]] + fromLetters.map { ["ABC"] + $0 }
    return try (fromLetters + fromNumbers.dropFirst()).filter { try isPossible($0, in: state) }.map(Route.init)
  }

  private static func isPossible(_ keys: [String], in state: FieldState) throws -> Bool {
    let field = try TypedField(state)
    return try keys.allSatisfy { key in
      guard field.identifiers.contains(key) else { return false }
      try field.press(key)
      return true
    }
  }
}
