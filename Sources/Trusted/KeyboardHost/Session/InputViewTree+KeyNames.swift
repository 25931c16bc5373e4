package import InputViewModel

extension InputViewTree {
  /// The names of the keys in messages: their titles, or the identifiers of keys without a title.
  package var keyNames: [String] { keys.map { $0.title.isEmpty ? $0.identifier : $0.title } }

  /// Returns the name of the key that types a character; nil if no key types it.
  func name(of character: Character) -> String? {
    switch character {
    case " ": keys.first { $0.role == .space }?.identifier ?? key(" ")?.identifier
    case "\n": keys.first { $0.role == .return }?.identifier
    default: key(String(character))?.identifier
    }
  }
}
