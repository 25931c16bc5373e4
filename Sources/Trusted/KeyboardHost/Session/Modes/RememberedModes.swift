internal import OrderedCollections

/// The mode that the session remembers for each `textInputContextIdentifier` (Behavior.md#context-identifiers).
package struct RememberedModes: Sendable {
  /// The maximum number of remembered modes. Above this number, the session forgets the least recently used mode.
  package static let capacity = 4_096
  /// The maximum size of an application's identifier and of a context identifier, in UTF-8 bytes. The session remembers
  /// no mode for a longer identifier, so that an application cannot fill the file of remembered modes.
  package static let nameBytes = 256

  /// The key of the mode that the user last chose in a field without a context identifier. The function ``key(_:in:)``
  /// never returns this key, because it never returns an empty text.
  package static let choiceKey = ""

  private var modes: OrderedDictionary<String, String> = [:]

  /// Creates remembered modes from pairs, the least recently used first. If two pairs have the same key, the
  /// initializer uses the last pair.
  package init(_ pairs: [(key: String, mode: String)] = []) {
    for pair in pairs.suffix(Self.capacity) { remember(pair.mode, of: pair.key) }
  }

  /// All pairs, the least recently used first.
  package var pairs: [(key: String, mode: String)] { modes.map { ($0.key, $0.value) } }

  /// Returns the key for the mode of a context identifier in an application. The key contains the application's
  /// identifier, because two applications may use the same context identifier.
  package static func key(_ identifier: String, in application: String) -> String {
    // The key begins with the length of the application's identifier, so that no two pairs of application and
    // identifier give the same key.
    "\(application.utf8.count):\(application)\(identifier)"
  }

  /// Returns the mode for a key from ``key(_:in:)``, and marks this mode as the most recently used.
  package mutating func mode(of key: String) -> String? {
    guard let mode = modes.removeValue(forKey: key) else { return nil }
    modes[key] = mode
    return mode
  }

  /// Stores a mode under a key from ``key(_:in:)``, or under ``choiceKey``. Above ``capacity``, forgets the least
  /// recently used mode, but never the mode of ``choiceKey``.
  package mutating func remember(_ mode: String, of key: String) {
    modes.removeValue(forKey: key)
    modes[key] = mode
    if modes.count > Self.capacity { modes.remove(at: modes.keys[0] == Self.choiceKey ? 1 : 0) }
  }

  /// Removes the mode for a key, as `clearTextInputContextIdentifier(_:)` does.
  package mutating func forget(_ key: String) {
    modes.removeValue(forKey: key)
  }
}
