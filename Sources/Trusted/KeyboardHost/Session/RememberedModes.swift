internal import OrderedCollections

/// Which input mode was in use under which `textInputContextIdentifier` (Behavior.md#context-identifiers).
package struct RememberedModes: Sendable {
  /// How many are remembered; the least recently used goes first.
  package static let capacity = 4_096

  private var modes: OrderedDictionary<String, String> = [:]

  /// The memory of these pairs, the least recently used first; of a key that is there twice the last pair counts.
  package init(_ pairs: [(key: String, mode: String)] = []) {
    for pair in pairs.suffix(Self.capacity) { remember(pair.mode, of: pair.key) }
  }

  /// All pairs, the least recently used first.
  package var pairs: [(key: String, mode: String)] { modes.map { ($0.key, $0.value) } }

  /// The key of a context in an application: two applications may use the same identifier.
  package static func key(_ identifier: String, in application: String) -> String {
    // The length keeps two pairs apart whatever characters they are made of.
    "\(application.utf8.count):\(application)\(identifier)"
  }

  /// The mode last used under a key, which now is the most recently used.
  package mutating func mode(of key: String) -> String? {
    guard let mode = modes.removeValue(forKey: key) else { return nil }
    modes[key] = mode
    return mode
  }

  /// Remembers the mode used under a key.
  package mutating func remember(_ mode: String, of key: String) {
    modes.removeValue(forKey: key)
    modes[key] = mode
    if modes.count > Self.capacity { modes.removeFirst() }
  }

  /// Forgets a key, as `clearTextInputContextIdentifier(_:)` does.
  package mutating func forget(_ key: String) {
    modes.removeValue(forKey: key)
  }
}
