/// What is typed in the scenes, so that a keyboard can look for it where it must not be.
enum TypedText {
  /// In a secret field.
  static let secret = "hunter2zqvxkw"
  /// In a field that the keyboard has itself.
  static let shown = "plainlyshownwords"
  /// In another application's field, before.
  static let earlier = "wordsfrombefore"
}
