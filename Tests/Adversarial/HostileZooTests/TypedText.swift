/// The texts that the user types. A hostile keyboard searches for these texts in places where they must not be.
enum TypedText {
  /// Typed into a secure field.
  static let secret = "hunter2zqvxkw"
  /// Typed into a field that shows the hostile keyboard.
  static let shown = "plainlyshownwords"
  /// Typed into the field of another application, before the attempt.
  static let earlier = "wordsfrombefore"
}
