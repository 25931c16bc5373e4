/// What the keys and bars of an interface do.
struct InterfaceHandlers {
  /// By the key's identifier.
  var keys: [String: KeyHandlers] = [:]
  /// By the bar's identifier.
  var bars: [String: (Int, String) -> Void] = [:]

  /// What the suggestion with this identifier, such as `words.2`, does: its bar's action with its index.
  func suggestion(_ identifier: String) -> ((String) -> Void)? {
    guard let dot = identifier.lastIndex(of: "."), let action = bars[String(identifier[..<dot])],
      let index = Int(identifier[identifier.index(after: dot)...])
    else { return nil }
    return { action(index, $0) }
  }
}
