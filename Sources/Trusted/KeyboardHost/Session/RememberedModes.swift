internal import OrderedCollections

/// The remembered modes by `textInputContextIdentifier` (Behavior.md#context-identifiers).
package struct RememberedModes: Sendable {
  /// The maximum number of remembered modes. When there are more, the session forgets the least recently used mode.
  package static let capacity = 4_096

  private var modes: OrderedDictionary<String, String> = [:]

  /// Creates remembered modes from pairs, the least recently used first. Of two pairs with the same key, the last
  /// one wins.
  package init(_ pairs: [(key: String, mode: String)] = []) {
    for pair in pairs.suffix(Self.capacity) { remember(pair.mode, of: pair.key) }
  }

  /// All pairs, the least recently used first.
  package var pairs: [(key: String, mode: String)] { modes.map { ($0.key, $0.value) } }

  /// Returns the key of a context identifier in an application. Two applications may use the same identifier.
  package static func key(_ identifier: String, in application: String) -> String {
    // With the length first, no two pairs of application and identifier give the same key.
    "\(application.utf8.count):\(application)\(identifier)"
  }

  /// Returns the mode of a key, and marks it as the most recently used.
  package mutating func mode(of key: String) -> String? {
    guard let mode = modes.removeValue(forKey: key) else { return nil }
    modes[key] = mode
    return mode
  }

  /// Remembers the mode of a key.
  package mutating func remember(_ mode: String, of key: String) {
    modes.removeValue(forKey: key)
    modes[key] = mode
    if modes.count > Self.capacity { modes.removeFirst() }
  }

  /// Forgets the mode of a key, as `clearTextInputContextIdentifier(_:)` does.
  package mutating func forget(_ key: String) {
    modes.removeValue(forKey: key)
  }
}
