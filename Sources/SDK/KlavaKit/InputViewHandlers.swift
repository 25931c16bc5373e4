/// The actions of the keys and suggestion bars of an input view.
struct InputViewHandlers {
  /// The actions of keys, by the key's identifier.
  var keys: [String: KeyHandlers] = [:]
  /// The actions of bars, by the bar's identifier.
  var bars: [String: @MainActor (Int, String) -> Void] = [:]

  /// The canvases, by identifier.
  var canvases: [String: CanvasHandlers] = [:]

  /// The action of the suggestion with this identifier, such as `words.2`. It calls the bar's action with the
  /// suggestion's index.
  func suggestion(_ identifier: String) -> (@MainActor (String) -> Void)? {
    guard let dot = identifier.lastIndex(of: "."), let action = bars[String(identifier[..<dot])],
      let index = Int(identifier[identifier.index(after: dot)...])
    else { return nil }
    return { action(index, $0) }
  }
}
