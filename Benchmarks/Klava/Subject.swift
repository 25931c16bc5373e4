/// A keyboard that is measured, and a key of it whose effect is known.
package struct Subject: Sendable {
  /// What a table calls it.
  package let name: String
  /// Its identifier.
  package let identifier: String
  /// The key that is pressed.
  package let key: String
  /// What the key inserts before the insertion point, and after it.
  package let inserts: (before: String, after: String)
  /// Whether it may run with no sandbox, for a comparison: never one of somebody else's.
  package let isOwn: Bool

  /// A keyboard.
  package init(
    _ name: String, _ identifier: String, key: String, inserts before: String, _ after: String = "",
    isOwn: Bool = false
  ) {
    self.name = name
    self.identifier = identifier
    self.key = key
    inserts = (before, after)
    self.isOwn = isOwn
  }

  /// The field's text after the key was pressed so often in an empty field, as ``TypingSession/text`` has it.
  func text(after presses: Int) -> String {
    String(repeating: inserts.before, count: presses) + "|" + String(repeating: inserts.after, count: presses)
  }

  /// A keyboard written in Swift: a key of it makes two calls, an insertion and a move of the insertion point.
  package static let swift = Subject(
    "Swift (HabrTags)", "org.klava.habr-tags", key: "Жирный", inserts: "<b>", "</b>", isOwn: true)
  /// A keyboard written in plain C, whose functions are called by their signatures.
  package static let c = Subject(
    "C (UnitConverter)", "org.klava.example.unit-converter", key: "insert", inserts: "0", isOwn: true)
}
