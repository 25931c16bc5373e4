/// A keyboard to measure, with a key whose effect is known.
package struct Subject: Sendable {
  /// The name of the keyboard in tables.
  package let name: String
  /// The identifier of the keyboard.
  package let identifier: String
  /// The key that the benchmark presses.
  package let key: String
  /// The text that the key inserts before and after the insertion point.
  package let inserts: (before: String, after: String)
  /// Whether the benchmark may also run the keyboard without a sandbox, for comparison. False for the user's
  /// third-party keyboards.
  package let isOwn: Bool
  /// The goal for a key press in a burst, in seconds.
  let burstGoal: Double?

  /// Creates a keyboard to measure.
  package init(
    _ name: String, _ identifier: String, key: String, inserts before: String, _ after: String = "",
    isOwn: Bool = false, burstGoal: Double? = nil
  ) {
    self.name = name
    self.identifier = identifier
    self.key = key
    inserts = (before, after)
    self.isOwn = isOwn
    self.burstGoal = burstGoal
  }

  /// The field's text after a number of presses in an empty field, in the form of ``TypingSession/text``.
  func text(after presses: Int) -> String {
    String(repeating: inserts.before, count: presses) + "|" + String(repeating: inserts.after, count: presses)
  }

  /// A keyboard in Swift. A press of the keyboard's key makes two calls: the first inserts text, and the second moves
  /// the insertion point.
  package static let swift = Subject(
    "Swift (HabrTags)", "org.klava.habr-tags", key: "Жирный", inserts: "<b>", "</b>", isOwn: true,
    burstGoal: 10e-6)
  /// A keyboard in plain C. The keyboard loader calls the keyboard's functions by their signatures.
  package static let c = Subject(
    "C (UnitConverter)", "org.klava.example.unit-converter", key: "insert", inserts: "0", isOwn: true, burstGoal: 8e-6)
}
