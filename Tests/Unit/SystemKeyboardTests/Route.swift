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

  /// Returns a route to each plane and shift state that the keyboard has in this field, each with a field at the end of
  /// the route.
  static func all(in state: FieldState) throws -> [(route: Route, field: TypedField)] {
    let letters: [[String]] = [[], ["shift"], ["shift", "shift"]]
    let others = [["123"], ["123", "#+="], ["shift", "shift", "123"], ["shift", "shift", "123", "#+="]]
    let fromLetters = letters + others
    // In a field that first shows numbers, the key ABC leads to the letters.
    let fromNumbers = [[], ["#+="]] + fromLetters.map { ["ABC"] + $0 }
    let first = Set(try TypedField(state).identifiers)
    return try (fromLetters + fromNumbers.dropFirst()).compactMap { keys in
      if let key = keys.first, !first.contains(key) { return nil }
      let field = try TypedField(state)
      for key in keys {
        guard field.identifiers.contains(key) else { return nil }
        try field.press(key)
      }
      return (Route(keys: keys), field)
    }
  }
}
